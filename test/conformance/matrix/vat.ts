import type { SaleInput } from '../../../shared/sale/sale.ts';
import { exemptionReasons } from '../../../shared/sale/vat.ts';
import {
  citizen,
  customers,
  dates,
  exempt,
  forCustomer,
  foreignBuyer,
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

/** Returns sales with every reason not to charge VAT, alone and beside taxed goods. */
export function exemptions(): NamedSale[] {
  return exemptionReasons.flatMap(({ code, category, en }) =>
    customers.flatMap((customer) =>
      [false, true].map((mixed) => {
        const vat: Vat = { category, reason: code, ...(en === '' && { reasonText: 'Not subject to VAT' }) };
        const forCitizens = code === 'VATEX-SA-EDU' || code === 'VATEX-SA-HEA';
        const exported = code === 'VATEX-SA-32' || code === 'VATEX-SA-33';
        return {
          name: `exemption/${code}/${customer}/${mixed ? 'beside S' : 'alone'}`,
          sale: {
            ...forCustomer(customer),
            lines: [{ ...pen, vat }, ...(mixed ? [notebook] : [])],
            ...(forCitizens && { buyer: citizen }),
            ...(exported && {
              special: { export: true },
              ...(customer === 'business' && { buyer: foreignBuyer }),
            }),
          },
        };
      }),
    ),
  );
}

const mixes: Readonly<Record<string, readonly Vat[]>> = {
  S15: [standard],
  S5: [reduced],
  'S15 S5': [standard, reduced],
  'S15 Z': [standard, zero],
  'Z E O': [zero, exempt, outOfScope],
  'S15 S5 Z E O': [standard, reduced, zero, exempt, outOfScope],
};

/**
 * A clinic's sale, and others with several reasons of one category: each reason has a separate row, which causes a
 * warning.
 */
const severalReasons: Readonly<Record<string, { vats: readonly Vat[]; warns: readonly string[] }>> = {
  'of a clinic': {
    vats: [zero, { category: 'Z', reason: 'VATEX-SA-HEA' }, standard],
    warns: ['BR-Z-08'],
  },
  'of a bank': {
    vats: [exempt, { category: 'E', reason: 'VATEX-SA-29' }, { category: 'E', reason: 'VATEX-SA-29-7' }],
    warns: ['BR-E-08'],
  },
  'in words': {
    vats: [outOfScope, { ...outOfScope, reasonText: 'رسوم حكومية | Government fee' }],
    warns: ['BR-O-08'],
  },
  'of every category': {
    vats: [
      zero,
      { category: 'Z', reason: 'VATEX-SA-36' },
      exempt,
      { category: 'E', reason: 'VATEX-SA-29' },
      outOfScope,
      { ...outOfScope, reasonText: 'رسوم حكومية | Government fee' },
    ],
    warns: ['BR-Z-08', 'BR-E-08', 'BR-O-08'],
  },
};

/** Returns sales with several reasons of one category, with both kinds of prices. */
export function mixedReasons(): NamedSale[] {
  return Object.entries(severalReasons).flatMap(([name, { vats, warns }]) =>
    pricings.flatMap((prices) =>
      (['plain', 'everything'] as const).map((pattern) => ({
        name: `several reasons/${name}/${pattern}/${prices}`,
        sale: {
          ...patterns[pattern](vats.flatMap((vat) => [pen, notebook].map((line) => ({ ...line, vat })))),
          ...forCustomer(prices === 'includeVat' ? 'consumer' : 'business'),
          buyer: citizen,
          prices,
        },
        warns,
      })),
    ),
  );
}

const charge = { amount: '12.50', reasonCode: 'DL', reason: 'توصيل | Delivery' };

const patterns = {
  plain: (lines) => ({ lines }),
  'line discounts': (lines) => ({
    lines: lines.map((line) => ({
      ...line,
      discount: { percent: '12.34' },
      discounts: [{ amount: '0.37', reason: 'Damaged' }],
    })),
  }),
  'line charges': (lines) => ({
    lines: lines.map((line) => ({
      ...line,
      charges: [
        { percent: '3.5', reasonCode: 'PC', reason: 'تغليف | Packing' },
        { amount: '0.01', reasonCode: 'ABK', reason: 'Other' },
      ],
    })),
  }),
  'line discounts and charges': (lines) => ({
    lines: lines.map((line) => ({ ...line, discount: { amount: '1.11' }, charges: [charge] })),
  }),
  'basket discount': (lines) => ({ lines, discount: { amount: '7.77', reason: 'عضو | Member' } }),
  'basket percent': (lines) => ({ lines, discount: { percent: '33.33' } }),
  'basket discounts': (lines) => ({
    lines,
    discount: { percent: 10 },
    discounts: [{ amount: '2.22', vat: lines[0]?.vat }, { amount: '0.03' }],
  }),
  'basket charges': (lines) => ({
    lines,
    charges: [charge, { percent: 2, reasonCode: 'FC', reason: 'شحن | Freight' }],
  }),
  'delivery at 15 %': (lines) => ({ lines, charges: [{ ...charge, vat: standard }] }),
  everything: (lines) => ({
    lines: lines.map((line) => ({ ...line, discount: { percent: 5 }, charges: [charge] })),
    discount: { percent: 5 },
    charges: [charge, { ...charge, vat: standard }],
  }),
  'given away': (lines) => ({ lines, discount: { percent: 100 } }),
} satisfies Record<string, (lines: Line[]) => Omit<SaleInput, 'customer'>>;

/** Returns every mix of categories with every pattern of discounts and charges, with both kinds of prices. */
export function adjustments(): NamedSale[] {
  return Object.entries(mixes).flatMap(([mix, vats]) =>
    Object.entries(patterns).flatMap(([pattern, make]) =>
      pricings.map((prices) => ({
        name: `adjustments/${mix}/${pattern}/${prices}`,
        sale: {
          ...make(vats.flatMap((vat) => [pen, dates, notebook].map((line) => ({ ...line, vat })))),
          ...forCustomer(prices === 'includeVat' ? 'consumer' : 'business'),
          prices,
        },
      })),
    ),
  );
}
