import * as z from 'zod';
import { failureSchema } from '../../failure.ts';
import { halalas, text, uuid } from '../../fields.ts';
import { saleLimits } from '../../sale/sale-limits.ts';
import { command } from '../command.ts';
import { issuedSchema } from './sales.ts';

/** The stored form `basket` (shared/stored/basket). At most 4 MiB, more than 5,000 lines. */
const draftSchema = z
  .string()
  .max(4 * 1024 * 1024)
  .refine(isJson, 'must be JSON');

/** A line as typed, complete or not. */
const goodsLineSchema = z.strictObject({
  /** A key that stays the same for the life of the line. */
  key: z.string().min(1).max(100),
  name: z.string().max(1_000),
  quantity: z.string().max(100),
  price: z.string().max(100).optional(),
  barcode: z.string().max(200).optional(),
  /** The unit; if omitted, pieces. */
  unit: z.string().max(20).optional(),
});

const heldBasketSchema = z.object({
  id: z.uuid(),
  owner: z.string(),
  lines: z.int().nonnegative(),
  /** The number of pieces; a weighed or measured item counts as one. */
  pieces: z.int().nonnegative(),
  total: halalas.optional(),
  note: z.string().optional(),
  /** paid: the customer has paid by card, and only the invoice is missing · open: the outcome is not known yet. */
  card: z.enum(['paid', 'open']).optional(),
  changedAt: z.iso.datetime(),
});
export type HeldBasket = Readonly<z.infer<typeof heldBasketSchema>>;

/** The answer to a request to store a basket. */
const keepingSchema = z.discriminatedUnion('state', [
  z.object({ state: z.literal('kept') }),
  z.object({
    state: z.literal('sold'),
    issued: issuedSchema,
    /** The cash that the customer got back. */
    change: halalas,
    /** The credit note of an exchange. */
    note: issuedSchema.optional(),
  }),
  z.object({
    state: z.literal('taken'),
    /** The person who has it open, or put it aside. */
    by: z.string(),
    isHeld: z.boolean(),
  }),
]);

const openSchema = heldBasketSchema.extend({ draft: z.string() });

/** Baskets that are not sold yet. They survive a power cut and a change of person: each person has their own. */
export const baskets = {
  /** Returns the open basket of the person signed in. */
  'basket.current': command({ role: 'cashier', output: z.object({ basket: openSchema.optional() }) }),
  /**
   * Stores the present basket, or removes it if it has no lines. If the basket is already sold, it returns the
   * document, since the answer of `sale.issue` may have been lost. If another person has it, or it was put aside, it
   * returns the person. Fails with `basket-paid` when its goods would change while a card payment of it is open.
   */
  'basket.keep': command({
    role: 'cashier',
    input: z.strictObject({
      /** The id of the sale that it will become. */
      id: uuid,
      draft: draftSchema,
      lines: z.int().min(0).max(saleLimits.lines),
      /**
       * The goods, so that the terminal notices removals. In a correction, those of the basket that waits for its end.
       */
      goods: z.array(goodsLineSchema).max(saleLimits.lines),
      /** True when the goods wait for the end of a correction. */
      isAside: z.boolean().optional(),
      total: halalas.optional(),
      /** The person's basket that this one replaces and may contain; that basket is removed. */
      insteadOf: uuid.optional(),
    }),
    output: keepingSchema,
  }),
  /**
   * Puts the open basket aside for later; a repeated call changes nothing. Fails with `not-found`, and with
   * `basket-paid` when the customer has paid by card, because the invoice must then be issued first. A payment with an
   * unknown outcome stays with the basket.
   */
  'basket.hold': command({
    role: 'cashier',
    input: z.strictObject({
      id: uuid,
      note: text(100).optional(),
      /** The amount due, in halalas, if it is known. */
      total: halalas.optional(),
    }),
  }),
  /** Returns the baskets on hold, and those that others left open, oldest first. */
  'basket.list': command({
    role: 'cashier',
    output: z.object({
      baskets: z.array(
        heldBasketSchema.extend({
          /** The reason if this version cannot read the basket; it stays as it is. */
          unreadable: failureSchema.optional(),
        }),
      ),
    }),
  }),
  /** Returns the stored text of a basket, for one that cannot be read. */
  'basket.content': command({
    role: 'manager',
    input: z.strictObject({ id: uuid }),
    output: z.object({ draft: z.string() }),
  }),
  /**
   * Makes a basket that was put aside the person's own; the person's open one is put aside. Fails with `not-found` when
   * somebody else has taken it, and with `stored-newer` or `stored-unreadable` for one that cannot be read.
   */
  'basket.recall': command({
    role: 'cashier',
    input: z.strictObject({ id: uuid }),
    output: openSchema,
  }),
  /** Fails with `not-found`, and with `basket-paid` while a card payment of the basket is open. */
  'basket.discard': command({ role: 'cashier', input: z.strictObject({ id: uuid }) }),
};

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
