import * as z from 'zod';
import { failureSchema, issueSchema } from '../../failure.ts';
import { halalas, uuid } from '../../fields.ts';
import { saleSchema } from '../../sale/sale.ts';
import { cashCoins } from '../../values/cash-rounding.ts';
import { command } from '../command.ts';
import { invoiceRowSchema } from './invoices.ts';

/** A document that was just issued. */
export const issuedSchema = invoiceRowSchema.extend({
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
  /** The findings that the authority would accept with a warning; they do not stop the sale. */
  cautions: z.array(issueSchema),
});

/** A sale that replaces a document rejected by the authority, by its uuid. */
const correctionSchema = z.strictObject({ rejected: uuid, sale: saleSchema });

/**
 * Returned goods and sold goods, with one amount to pay or to pay back. Each part has its `saleId`. The first means of
 * the note is that of the repayment; the payments of the sale are for the part that the returned goods do not cover.
 * A manager may sell a prepayment: what the goods give back is kept as an advance of the same customer.
 */
export const exchangeSchema = z
  .strictObject({ note: saleSchema, sale: saleSchema })
  .superRefine(({ note, sale }, context) => {
    const refuse = (path: string[], message: string) =>
      context.addIssue({ code: 'custom', path, message, params: { code: 'exchange' } });
    if (note.kind !== 'creditNote') refuse(['note', 'kind'], 'must be creditNote');
    if (sale.kind !== 'invoice' && sale.kind !== 'prepayment')
      refuse(['sale', 'kind'], 'must be invoice or prepayment');
    if (note.saleId === undefined) refuse(['note', 'saleId'], 'must be given');
    if (sale.saleId === undefined) refuse(['sale', 'saleId'], 'must be given');
    if (sale.saleId === note.saleId) refuse(['sale', 'saleId'], 'must differ from that of the note');
    if (sale.currency !== note.currency) refuse(['sale', 'currency'], 'must be that of the note');
    // A document is issued again alone, within its own limits.
    if (note.replaces !== undefined) refuse(['note', 'replaces'], 'must not be given');
    if (sale.replaces !== undefined) refuse(['sale', 'replaces'], 'must not be given');
  });
export type Exchange = Readonly<z.infer<typeof exchangeSchema>>;

/** The largest number of sales in one `sale.issueAll`: more would keep a customer at the till waiting. */
export const mostSalesTogether = 25;

export const sales = {
  /**
   * Sets the coin, in halalas, to which the shop rounds what is paid and paid back in cash; none if left out. Sales state
   * the difference as their rounding (BT-114).
   */
  'sale.setCashRounding': command({
    role: 'manager',
    input: z.strictObject({ coin: z.literal(cashCoins).optional() }),
  }),
  /**
   * Returns the document that a person issued last before the program was started, if that was just before: the power may
   * have failed before its receipt was seen. Empty as soon as a person has issued another one.
   */
  'sale.beforeStart': command({
    role: 'cashier',
    output: z.object({ last: invoiceRowSchema.optional() }),
  }),
  /**
   * Returns the totals of a sale without issuing it, for the sale screen. Refuses everything that `sale.issue` would
   * refuse, for instance goods that were already returned or advances that were already deducted.
   */
  'sale.price': command({ role: 'cashier', input: saleSchema, output: pricedSchema }),
  /**
   * Returns for each of several sales why it could not be issued after those before it, without issuing any; null where
   * it could. Each by itself may be right, and together they may take more of an invoice than is left.
   */
  'sale.tryAll': command({
    role: 'manager',
    input: z.strictObject({ sales: z.array(saleSchema).min(1).max(mostSalesTogether) }),
    output: z.object({ failures: z.array(failureSchema.nullable()) }),
  }),
  /** Returns the totals for `sale.correct`, in which the rejected document does not count as issued. */
  'sale.priceCorrection': command({ role: 'cashier', input: correctionSchema, output: pricedSchema }),
  /**
   * Issues the sale. When this returns, the document is in the ledger and its QR may be handed over; sending happens in
   * the background. If repeated with the same `saleId`, it returns the same document.
   */
  'sale.issue': command({ role: 'cashier', input: saleSchema, output: issuedSchema }),
  /**
   * Issues the sales of another program, in one commit if none is refused; otherwise each is issued or refused
   * separately. Fails only when no sale could be issued now; sales issued before that are in the ledger.
   */
  'sale.issueAll': command({
    role: 'manager',
    input: z.strictObject({ sales: z.array(saleSchema).min(1).max(mostSalesTogether) }),
    output: z.object({
      results: z.array(
        z.union([
          z.object({ issued: issuedSchema, existed: z.boolean() }),
          z.object({ failure: failureSchema }),
        ]),
      ),
    }),
  }),
  /**
   * Issues a corrected sale to replace a document that the authority rejected. The rejected document stays in the
   * chain, and both are linked. Fails as `sale.issue`, and with `not-rejected` or `already-reissued`.
   */
  'sale.correct': command({
    role: 'cashier',
    input: correctionSchema,
    // `moves`: the money that moves now: what the customer pays, or gets back if it is negative. A part on account was
    // never paid. Absent if the two documents are in different currencies.
    output: issuedSchema.extend({ moves: halalas.optional() }),
  }),
  /**
   * Issues rejected documents again as they were, with the present time, oldest first and each in a commit of its own: a
   * document that is refused does not stop the others. One that was issued again before returns its successor
   * (`existed`). Each is checked as `sale.correct` checks it, and may move no money. Fails only when no document could
   * be issued now; those issued before that are in the ledger.
   */
  'sale.reissue': command({
    role: 'cashier',
    input: z.strictObject({ rejected: z.array(uuid).min(1).max(mostSalesTogether) }),
    output: z.object({
      results: z.array(
        z.union([
          z.object({ rejected: z.uuid(), issued: invoiceRowSchema, existed: z.boolean() }),
          z.object({ rejected: z.uuid(), failure: failureSchema }),
        ]),
      ),
    }),
  }),
  /**
   * Says that an accepted sale stands for a rejected one, because it was rung again by hand instead of being issued
   * again: from then on it counts in its place. `accepted` is its number or the text of its QR. Fails with `not-found`,
   * `not-rejected`, `already-reissued`, and `bad-input` with the reason at `accepted`. An audit line names the manager.
   */
  'sale.standsFor': command({
    role: 'manager',
    input: z.strictObject({ rejected: uuid, accepted: z.string().trim().min(1).max(2000) }),
    output: invoiceRowSchema,
  }),
  /**
   * Issues the credit note and the sale of an exchange, both or neither; if repeated, it returns the same documents.
   * Fails as `sale.issue`, with the paths of its issues under `note` or `sale`; and with `sale-differs` when one of the
   * two was issued before without the other.
   */
  'sale.exchange': command({
    role: 'cashier',
    input: exchangeSchema,
    output: z.object({ note: issuedSchema, sale: issuedSchema }),
  }),
};
