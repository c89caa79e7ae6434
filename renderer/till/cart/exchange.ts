import * as z from 'zod';
import { saleSchema } from '../../../shared/sale/sale.ts';
import type { Halalas } from '../../../shared/values/money.ts';
import type { DraftAdvanced } from './draft-advanced.ts';

export const exchangeSchema = z.object({
  uuid: z.uuid(),
  number: z.string(),
  /** The credit note, with its own id, so that it is issued only once even if the request is repeated. */
  note: saleSchema,
  /** The amount due of the note, halalas. */
  back: z.int().nonnegative(),
});
export type DraftExchange = Readonly<z.infer<typeof exchangeSchema>>;

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
