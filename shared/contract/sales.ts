import * as z from 'zod';
import { issueSchema } from '../failure.ts';
import { uuid } from '../fields.ts';
import { saleSchema } from '../sale.ts';
import { command } from './command.ts';
import { invoiceRowSchema } from './invoices.ts';

const halalas = z.int();

const issuedSchema = invoiceRowSchema.extend({
  qr: z.string(),
  hash: z.string(),
  taxExclusive: halalas,
  vat: halalas,
});

const pricedSchema = z.object({
  lines: z.array(z.object({ gross: halalas, net: halalas, vat: halalas })),
  taxExclusive: halalas,
  vat: halalas,
  discount: halalas,
  payable: halalas,
  /** What the authority would accept with a warning; nothing here stops the sale. */
  cautions: z.array(issueSchema),
});

/** A sale in the place of a document that the authority rejected, by its uuid. */
const correctionSchema = z.strictObject({ rejected: uuid, sale: saleSchema });

export const sales = {
  /**
   * What a sale would come to, without issuing anything: for the total on the sale screen. Refuses whatever
   * `sale.issue` would refuse of the sale itself: what goods came back or was deducted already, for instance.
   */
  'sale.price': command({ role: 'cashier', input: saleSchema, output: pricedSchema }),
  /** The same for `sale.correct`: the rejected document does not count as issued. */
  'sale.priceCorrection': command({ role: 'cashier', input: correctionSchema, output: pricedSchema }),
  /**
   * Seals the sale. When this answers, the document is in the ledger and its QR may be handed over; sending goes on
   * in the background. Asked twice with the same `saleId`, it answers with the same document.
   */
  'sale.issue': command({ role: 'cashier', input: saleSchema, output: issuedSchema }),
  /**
   * Issues a corrected sale anew in the place of a document that the authority rejected. The rejected one stays in the
   * chain; each knows the other. Fails as `sale.issue`, and with `not-rejected` or `already-reissued`.
   */
  'sale.correct': command({ role: 'cashier', input: correctionSchema, output: issuedSchema }),
};
