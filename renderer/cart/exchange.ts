import * as z from 'zod';
import type { Halalas } from '../../shared/money.ts';
import { saleSchema } from '../../shared/sale.ts';
import type { DraftAdvanced } from './draft-advanced.ts';

/** Goods that come back for those of the basket. */
export const exchangeSchema = z.object({
  /** The document that they were sold with. */
  uuid: z.uuid(),
  number: z.string(),
  /** The credit note, with an id of its own, so that it is issued once however often it is asked for. */
  note: saleSchema,
  /** The amount due of the note, halalas. */
  back: z.int().nonnegative(),
});
export type DraftExchange = Readonly<z.infer<typeof exchangeSchema>>;

/** The money that changes hands for a basket. */
export interface Due {
  readonly amount: Halalas;
  /** False when the customer gets it. */
  readonly takesMoney: boolean;
}

/**
 * Returns the money for a basket: of an exchange, the difference.
 * @param payable the amount due of the basket's own document
 */
export function dueOf(
  {
    exchange,
    advanced,
  }: { readonly exchange?: DraftExchange | undefined; readonly advanced: Pick<DraftAdvanced, 'kind'> },
  payable: Halalas,
): Due {
  if (exchange === undefined) return { amount: payable, takesMoney: advanced.kind !== 'creditNote' };
  const difference = payable - exchange.back;
  return { amount: Math.abs(difference), takesMoney: difference >= 0 };
}
