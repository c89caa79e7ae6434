import { prepayments, quantities, roundings, shelfTotals, sizes } from './matrix/amounts.ts';
import { currencies, kinds, references } from './matrix/kinds.ts';
import type { NamedSale } from './matrix/parts.ts';
import { buyers, extras, payments, warned } from './matrix/people.ts';
import { returns, wholesale } from './matrix/returns.ts';
import { adjustments, exemptions, mixedReasons } from './matrix/vat.ts';

export type { NamedSale } from './matrix/parts.ts';

/** Returns sales of every kind that the authority knows, each named for what is special about it. */
export function conformanceSales(): NamedSale[] {
  return [
    ...kinds(),
    ...references(),
    ...currencies(),
    ...exemptions(),
    ...mixedReasons(),
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
    ...returns(comingBack()),
  ];
}

/**
 * Returns sales that are hard to reduce to exactly zero by returns: with discounts, charges, currencies, roundings or
 * odd quantities.
 */
function comingBack(): NamedSale[] {
  const hard = /^adjustments\/(S15|S15 S5 Z E O)\/|^shelf total\/15 %\/1?[0-4] /;
  return [
    ...currencies(),
    ...roundings(),
    ...quantities(),
    ...mixedReasons(),
    ...[...adjustments(), ...shelfTotals()].filter(({ name }) => hard.test(name)),
    wholesale,
  ].filter(({ sale: { kind = 'invoice' } }) => kind === 'invoice');
}
