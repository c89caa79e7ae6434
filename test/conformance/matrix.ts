import { prepayments, quantities, roundings, shelfTotals, sizes } from './matrix/amounts.ts';
import { currencies, kinds, references } from './matrix/kinds.ts';
import type { NamedSale } from './matrix/parts.ts';
import { buyers, extras, payments, warned } from './matrix/people.ts';
import { adjustments, exemptions } from './matrix/vat.ts';

export type { NamedSale } from './matrix/parts.ts';

/** Sales of every kind the authority knows, each under a name that says what is special about it. */
export function conformanceSales(): NamedSale[] {
  return [
    ...kinds(),
    ...references(),
    ...currencies(),
    ...exemptions(),
    ...adjustments(),
    ...shelfTotals(),
    ...roundings(),
    ...quantities(),
    ...prepayments(),
    ...buyers(),
    ...payments(),
    ...extras(),
    ...warned(),
    ...sizes(),
  ];
}
