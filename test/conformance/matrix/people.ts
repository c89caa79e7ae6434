import { buyerSchemes, paymentMeans, type SaleInput } from '../../../shared/sale/sale.ts';
import {
  customers,
  forCustomer,
  foreignBuyer,
  type NamedSale,
  notebook,
  ofKind,
  pen,
  saudiAddress,
} from './parts.ts';

/** The identifications have the form that the rules require (BR-KSA-F-07 to BR-KSA-F-11). */
const identifications: Readonly<Record<(typeof buyerSchemes)[number], string>> = {
  TIN: '3029384756',
  CRN: '1010020000',
  MOM: 'MOM7391',
  MLS: 'MLS58204',
  '700': '7001928374',
  SAG: 'SAG40281',
  NAT: '1092837465',
  GCC: 'GCC930284',
  IQA: '2092837465',
  PAS: 'A4829104',
  OTH: 'REG-5521',
};

/** Returns sales to buyers with each kind of identification, and with addresses of different completeness. */
export function buyers(): NamedSale[] {
  const identified = buyerSchemes.flatMap((scheme) =>
    customers.map((customer) => ({
      name: `buyer/${scheme}/${customer}`,
      sale: {
        customer,
        buyer: {
          name: 'مؤسسة | Establishment',
          identification: { scheme, value: identifications[scheme] },
          address: saudiAddress,
        },
        lines: [pen],
      },
    })),
  );
  const others: Record<string, SaleInput['buyer']> = {
    'name alone': { name: 'Ali' },
    'name and number': { name: 'Ali', vatNumber: '399999999800003' },
    abroad: foreignBuyer,
    'a whole address': {
      name: 'A'.repeat(1000),
      vatNumber: '399999999800003',
      address: { ...saudiAddress, additionalStreet: 'الدور 2 | Floor 2', province: 'الرياض | Riyadh' },
    },
    'names with marks': { name: `"O'Neil" <& Söhne> ☕`, address: saudiAddress },
  };
  return [
    ...identified,
    ...Object.entries(others).map(([name, buyer]) => ({
      name: `buyer/${name}`,
      sale: { customer: 'consumer' as const, buyer, lines: [pen] },
    })),
  ];
}

/** Returns sales with various payment means: the till's names, other codes, several at once, accounts and terms. */
export function payments(): NamedSale[] {
  const cases: Record<string, SaleInput['payments']> = {
    ...Object.fromEntries(paymentMeans.map((means) => [means, [{ means }]])),
    ...Object.fromEntries(['20', '31', '58', '68', '97', 'ZZZ'].map((means) => [means, [{ means }]])),
    'part cash, part card': [{ means: 'cash' }, { means: 'card' }],
    'to an account': [
      { means: 'bankTransfer', account: 'SA0380000000608010167519', terms: 'خلال 30 يوما | Within 30 days' },
    ],
    'with terms alone': [{ means: '1', terms: 'On receipt' }],
  };
  return (['invoice', 'creditNote'] as const).flatMap((kind) =>
    Object.entries(cases).map(([name, payments]) => ({
      name: `payment/${kind}/${name}`,
      sale: { ...ofKind(kind), ...forCustomer('business'), payments, lines: [pen] },
    })),
  );
}

/** Returns sales with each of the remaining fields. */
export function extras(): NamedSale[] {
  const ids = { barcode: '6281000000007', sellerItemId: 'قلم-7', buyerItemId: 'ACME/7' };
  const cases: Record<string, Partial<SaleInput>> = {
    'item identifiers': { lines: [{ ...pen, ...ids }, notebook] },
    notes: { note: 'شكرا لزيارتكم | Thank you', notes: ['<second>', 'third & last'] },
    references: { orderReference: 'PO-2026/17', contractReference: 'C-88' },
    'a supply date': { supplyDate: '2024-08-01' },
    'a supply period': { supplyDate: '2024-08-01', supplyEndDate: '2024-08-31' },
    'a period of one day': { supplyDate: '2024-08-01', supplyEndDate: '2024-08-01' },
    instruction: { payments: [{ means: 'card', instruction: 'الدفع عند الاستلام | Pay on delivery' }] },
    'names of any script': {
      lines: ['<b>&"\'', '茶 🍵 tea', 'a\tb', 'ل'.repeat(1000), '12 34'].map((name) => ({ ...pen, name })),
    },
  };
  return Object.entries(cases).flatMap(([name, more]) =>
    customers.map((customer) => ({
      name: `extra/${name}/${customer}`,
      sale: { ...forCustomer(customer), lines: [pen], ...more },
    })),
  );
}

/**
 * Returns sales that the authority accepts with a warning and that a till must be able to sell: unusual names and
 * numbers, with correct arithmetic.
 */
export function warned(): NamedSale[] {
  const identified = (scheme: (typeof buyerSchemes)[number], value: string): Partial<SaleInput> => ({
    customer: 'business',
    buyer: { name: 'Establishment', identification: { scheme, value }, address: saudiAddress },
  });
  const cases: Record<string, [warns: string, sale: Partial<SaleInput>]> = {
    'a short name': ['BR-KSA-F-06-C19', { lines: [{ ...pen, name: 'A4' }] }],
    'a name of digits': ['BR-KSA-F-C-01', { lines: [{ ...pen, name: '7007' }] }],
    'the same VAT in both currencies': [
      'BR-KSA-97',
      { currency: 'AED', exchangeRate: '1.02', lines: [{ ...pen, quantity: 1, unitPrice: '0.77' }] },
    ],
    'an old tax number': ['BR-KSA-F-07', identified('TIN', '1029384756')],
    'an old registration': ['BR-KSA-F-08', identified('CRN', '4030')],
    'an old unified number': ['BR-KSA-F-09', identified('700', '1029384756')],
    'a national id of another form': ['BR-KSA-F-10', identified('NAT', '2092837465')],
    'a residence permit of another form': ['BR-KSA-F-11', identified('IQA', '1092837465')],
    'an id like a made-up one': ['BR-KSA-F-13', identified('OTH', '1234567890')],
  };
  return Object.entries(cases).map(([name, [rule, sale]]) => ({
    name: `warned/${name}`,
    sale: { lines: [pen], ...sale },
    warns: [rule],
  }));
}
