import * as z from 'zod';
import { saleSchema } from '../../sale/sale.ts';

/** The returned goods of an exchange. */
export const exchangeSchema = z.object({
  uuid: z.uuid(),
  number: z.string(),
  /** The credit note, with its own id, so that it is issued only once even if the request is repeated. */
  note: saleSchema,
  /** The amount due of the note, halalas. */
  back: z.int().nonnegative(),
});
export type DraftExchange = Readonly<z.infer<typeof exchangeSchema>>;
