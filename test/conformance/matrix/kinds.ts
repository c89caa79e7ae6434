import { type SaleInput, saleKinds } from '../../../shared/sale/sale.ts';
import {
  customers,
  forCustomer,
  foreignBuyer,
  type NamedSale,
  notebook,
  ofKind,
  pen,
  pricings,
  saudiAddress,
} from './parts.ts';

type Special = NonNullable<SaleInput['special']>;
type Flag = keyof Special;

const flagSets: readonly (readonly Flag[])[] = [
  [],
  ['thirdParty'],
  ['nominal'],
  ['export'],
  ['summary'],
  ['thirdParty', 'nominal'],
  ['thirdParty', 'export'],
  ['thirdParty', 'summary'],
  ['nominal', 'export'],
  ['nominal', 'summary'],
  ['export', 'summary'],
  ['thirdParty', 'nominal', 'export', 'summary'],
];

/** Flags that are allowed only between businesses. */
const selfBilledSets: readonly (readonly Flag[])[] = [
  ['selfBilled'],
  ['thirdParty', 'selfBilled'],
  ['nominal', 'selfBilled'],
  ['summary', 'selfBilled'],
];

const supplier: SaleInput['supplier'] = {
  name: 'شركة الموردين | Suppliers LTD',
  vatNumber: '399999999700003',
  identification: { scheme: 'CRN', value: '1010020000' },
  address: saudiAddress,
};

/** Returns every kind for every customer with every set of flags that the rules allow. */
export function kinds(): NamedSale[] {
  return saleKinds.flatMap((kind) =>
    customers.flatMap((customer) =>
      [...flagSets, ...(customer === 'business' ? selfBilledSets : [])].map((flags) => ({
        name: `${kind}/${customer}/${flags.join('+') || 'plain'}`,
        sale: {
          ...ofKind(kind),
          ...forCustomer(customer),
          lines: linesFor(flags),
          ...flagged(flags, customer),
        },
      })),
    ),
  );
}

function linesFor(flags: readonly Flag[]): SaleInput['lines'] {
  if (!flags.includes('export')) return [pen, notebook];
  return [{ ...notebook, vat: { category: 'Z', reason: 'VATEX-SA-32' } }];
}

function flagged(flags: readonly Flag[], customer: string): Partial<SaleInput> {
  const has = (flag: Flag) => flags.includes(flag);
  const needsBuyer = customer === 'business' || has('summary');
  return {
    ...(flags.length > 0 && { special: Object.fromEntries(flags.map((flag) => [flag, true])) }),
    ...(has('summary') && { supplyDate: '2024-08-01', supplyEndDate: '2024-08-31' }),
    ...(has('summary') && customer === 'consumer' && { buyer: { name: 'علي | Ali' } }),
    ...(has('export') && needsBuyer && { buyer: foreignBuyer }),
    ...(has('selfBilled') && { buyer: undefined, supplier }),
  };
}

/** Returns notes with every kind of reference, including documents that an older system issued. */
export function references(): NamedSale[] {
  const cases: Record<string, SaleInput['corrects']> = {
    'number alone': [{ number: 'T1-000007' }],
    'with id and day': [
      { number: 'T1-000007', uuid: '8e6000cf-1a98-4174-b3e7-b5d5954bc10d', issueDate: '2024-08-17' },
    ],
    'an older system': [{ number: 'فاتورة رقم 2019/0042 <POS> & Co', issueDate: '2019-12-31' }],
    'a very long number': [{ number: '7/'.repeat(400).slice(0, 799) }],
    several: Array.from({ length: 12 }, (_, index) => ({ number: `T1-${index}` })),
  };
  return (['creditNote', 'debitNote'] as const).flatMap((kind) =>
    customers.flatMap((customer) =>
      Object.entries(cases).map(([name, corrects]) => ({
        name: `references/${kind}/${customer}/${name}`,
        sale: { ...ofKind(kind), ...forCustomer(customer), corrects, lines: [pen] },
      })),
    ),
  );
}

/**
 * Returns sales of every kind in other currencies, with and without VAT; KWD has three decimals elsewhere and two here.
 */
export function currencies(): NamedSale[] {
  const rates = { USD: '3.75', EUR: '4.0721', KWD: '12.215', JPY: '0.0251036', GBP: '4.87654321' };
  return Object.entries(rates).flatMap(([currency, exchangeRate]) =>
    saleKinds.flatMap((kind) =>
      pricings.map((prices) => ({
        name: `currency/${currency}/${kind}/${prices}`,
        sale: {
          ...ofKind(kind),
          ...forCustomer(prices === 'includeVat' ? 'consumer' : 'business'),
          currency,
          exchangeRate,
          prices,
          lines: [pen, { ...notebook, vat: { category: 'S', rate: 5 } }],
          discount: { percent: '7.5' },
        },
      })),
    ),
  );
}
