import type { DraftAdvanced } from '../../../shared/stored/basket/advanced.ts';
import type { DraftExchange } from '../../../shared/stored/basket/exchange.ts';
import type { Halalas } from '../../../shared/values/money.ts';

/**
 * Returns the money for a basket; for an exchange, this is the difference.
 * @param payable the amount due of the basket's own document
 */
export function dueOf(
  {
    exchange,
    advanced,
  }: { readonly exchange?: DraftExchange | undefined; readonly advanced: Pick<DraftAdvanced, 'kind'> },
  payable: Halalas,
): {
  amount: Halalas;
  /** True if the shop takes the money; false if the customer gets it. */
  takesMoney: boolean;
} {
  if (exchange === undefined) return { amount: payable, takesMoney: advanced.kind !== 'creditNote' };
  const difference = payable - exchange.back;
  return { amount: Math.abs(difference), takesMoney: difference >= 0 };
}
