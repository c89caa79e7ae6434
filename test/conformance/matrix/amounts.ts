import { saleLimits } from '../../../shared/sale/sale.ts';
import { halalasToText } from '../../../shared/values/money.ts';
import {
  customers,
  forCustomer,
  type Line,
  type NamedSale,
  notebook,
  outOfScope,
  pen,
  pricings,
  reduced,
  standard,
  type Vat,
  zero,
} from './parts.ts';

/** Returns a full cycle of prices with VAT for each rate, including all totals that no taxable amount gives. */
export function shelfTotals(): NamedSale[] {
  const cycle = (vat: Vat, length: number) =>
    Array.from({ length }, (_, residue) => ({
      name: `shelf total/${vat.rate} %/${residue} of ${length}`,
      sale: { lines: [{ ...pen, quantity: 1, unitPrice: halalasToText(100 * length + residue), vat }] },
    }));
  return [...cycle(standard, 23), ...cycle(reduced, 21)];
}

export function roundings(): NamedSale[] {
  return ['-1.00', '-0.02', '0.01', '0.03', '1'].flatMap((payableRounding) =>
    pricings.map((prices) => ({
      name: `payable rounding/${payableRounding}/${prices}`,
      sale: { ...forCustomer('business'), prices, payableRounding, lines: [pen, notebook] },
    })),
  );
}

export function quantities(): NamedSale[] {
  const cases: Record<string, Partial<Line>> = {
    'one piece': { quantity: 1 },
    'a gram': { quantity: '0.001', unit: 'KGM', unitPrice: '99.90' },
    'six decimals': { quantity: '0.123456', unit: 'GRM', unitPrice: '0.654321' },
    'a million of small price': { quantity: 1_000_000, unitPrice: '0.0137' },
    'a large price': { quantity: '0.5', unitPrice: '98765432.10' },
    litres: { quantity: '45.67', unit: 'LTR', unitPrice: '2.33' },
    hours: { quantity: '7.25', unit: 'HUR', unitPrice: 180 },
    free: { quantity: 4, unitPrice: 0 },
    'a halala': { quantity: 1, unitPrice: '0.01' },
  };
  return Object.entries(cases).flatMap(([name, line]) =>
    pricings.map((prices) => ({
      name: `quantity/${name}/${prices}`,
      sale: { ...forCustomer('consumer'), prices, lines: [{ ...pen, ...line }] },
    })),
  );
}

/** Returns sales of up to the maximum number of lines. */
export function sizes(): NamedSale[] {
  return [100, 1000, saleLimits.lines].map((count) => ({
    name: `lines/${count}`,
    sale: {
      ...forCustomer('business'),
      prices: 'excludeVat' as const,
      lines: Array.from({ length: count }, (_, index) => ({
        ...pen,
        name: `صنف رقم ${index + 1} | Item ${index + 1}`,
        quantity: 1 + (index % 7),
        unitPrice: `${index % 90}.${10 + (index % 90)}`,
      })),
    },
  }));
}

const advance = { number: 'T1-000003', issueDate: '2024-08-15', issueTime: '12:28:17' };

/** Returns final invoices that deduct advances. */
export function prepayments(): NamedSale[] {
  const deductions: Record<
    string,
    { lines?: Line[]; amounts: { vat?: Vat; amount: string; vatAmount?: string }[][] }
  > = {
    one: { amounts: [[{ amount: '500.00' }]] },
    'an unreachable total': { amounts: [[{ amount: '13.04' }]] },
    several: { amounts: [[{ amount: '100.00' }], [{ amount: '33.33' }], [{ amount: '0.01' }]] },
    'another rate': { amounts: [[{ vat: reduced, amount: '210.00' }]] },
    'both rates': { amounts: [[{ amount: '115.00' }, { vat: reduced, amount: '105.00' }]] },
    'every halala': { amounts: [[{ amount: '1300.00' }]] },
    'its own VAT': { amounts: [[{ amount: '1000.00', vatAmount: '130.44' }]] },
    'zero-rated': { lines: [{ ...notebook, vat: zero }], amounts: [[{ vat: zero, amount: '500.00' }]] },
    'out of scope beside taxed': {
      lines: [notebook, { ...notebook, vat: outOfScope }],
      amounts: [[{ amount: '200.00' }, { vat: outOfScope, amount: '300.00' }]],
    },
  };
  return Object.entries(deductions).flatMap(([name, { lines = [notebook], amounts }]) =>
    customers.flatMap((customer) =>
      pricings
        // With net prices, the VAT of the sale `its own VAT` would differ.
        .filter((prices) => name !== 'its own VAT' || prices === 'includeVat')
        .flatMap((prices) =>
          [{}, { currency: 'USD', exchangeRate: '3.75' }].map((money) => ({
            name: `prepayment/${name}/${customer}/${prices}${'currency' in money ? '/USD' : ''}`,
            sale: {
              ...forCustomer(customer),
              ...money,
              prices,
              lines,
              prepayments: amounts.map((each, index) => ({
                ...advance,
                number: `T1-00000${index}`,
                amounts: each,
              })),
            },
          })),
        ),
    ),
  );
}
