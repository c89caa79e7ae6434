import * as z from 'zod';
import { halalas, text, uuid } from '../../fields.ts';
import { saleSchema } from '../../sale/sale.ts';
import { command } from '../command.ts';
import { exchangeSchema } from './sales.ts';

const hasId = ({ saleId }: { readonly saleId?: string | undefined }) => saleId !== undefined;
const needsId = { path: ['saleId'], message: 'must be given' };

/** The card terminals that this program supports. `simulator`: for practice, never in production. */
export const cardTerminals = ['none', 'simulator'] as const;

/**
 * The outcomes that the simulator gives on request. timeOut: its customer does not pay · loseAnswer: the customer pays,
 * but the till does not receive the answer.
 */
export const simulatedOutcomes = ['approve', 'decline', 'timeOut', 'loseAnswer'] as const;
export type SimulatedOutcome = (typeof simulatedOutcomes)[number];

/**
 * asked: the terminal was asked, and waits for the customer · unknown: its answer was lost · differs: it took a
 * different amount from the requested one. These are unresolved: it is not known yet what the customer paid. The others
 * are final.
 */
export const cardStates = ['asked', 'unknown', 'differs', 'approved', 'declined', 'cancelled'] as const;
export const unresolvedCardStates: readonly (typeof cardStates)[number][] = ['asked', 'unknown', 'differs'];

/** The two outcomes of an approval that no document used. */
export const cardSettlements = ['voided', 'belongs'] as const;

export const cardPaymentSchema = z.object({
  id: z.uuid(),
  /** True for a refund: the card terminal gives money back, for a credit note. */
  back: z.literal(true).optional(),
  /** The sale's id, which is also its basket's. */
  sale: z.uuid(),
  amount: halalas,
  currency: z.string(),
  at: z.iso.datetime(),
  state: z.enum(cardStates),
  /** The amount that the card terminal reported as taken or refunded. */
  taken: halalas.optional(),
  /** The card terminal's own message, for instance the reason why it declined. */
  says: z.string().optional(),
  /** The card terminal's reference of an approval, as received. */
  reference: z.string().optional(),
  approvalCode: z.string().optional(),
  /** The last four digits of the card; no more of its number is stored anywhere. */
  lastFour: z
    .string()
    .regex(/^\d{4}$/)
    .optional(),
  scheme: z.string().optional(),
  /** The manager who stated the outcome, if the card terminal left it unresolved. */
  endedBy: z.string().optional(),
  /** The number of the document that it paid; it is written together with that document. */
  document: z.string().optional(),
  settlement: z.enum(cardSettlements).optional(),
  /** The card terminal took it after a manager had ended it as not taken. */
  late: z.literal(true).optional(),
});

/**
 * Payments and refunds at the card terminal. Each is a row before the terminal is asked. A document uses the approved
 * payments of its sale that are among its own payments: means `card` with the same amount, in its currency; a credit
 * note uses the refunds requested for it in the same way.
 */
export const card = {
  /** Returns the card terminal of this till, and the simulator's next answer; in production the simulator is `none`. */
  'card.terminal': command({
    role: 'cashier',
    output: z.object({
      terminal: z.enum(cardTerminals),
      outcome: z.enum(simulatedOutcomes).optional(),
    }),
  }),
  /**
   * Sets the outcome that the simulator gives payments from now on. Fails with `no-card-terminal` without a simulator.
   */
  'card.practise': command({
    role: 'manager',
    input: z.strictObject({ outcome: z.enum(simulatedOutcomes) }),
  }),
  /**
   * Requests a card payment for documents that are not issued yet. Everything that could stop `sale.issue` or
   * `sale.exchange` is tried first, so that the card is charged only for documents that can then be issued, with the
   * same agreement of a manager. The amount is that of one of its card payments; for a credit note, the card terminal
   * refunds it. Fails as these commands do, and with an issue `card-refund` if more would be refunded by card than was
   * paid by card. Returns once it is over, which may take minutes, or with `unknown` if no answer came. If repeated
   * with the same id, it requests no second payment and returns the same as `card.status`. Fails with
   * `no-card-terminal`, and with `card-unresolved` while another payment of this sale is unresolved (`detail.id`).
   */
  'card.ask': command({
    role: 'cashier',
    input: z.strictObject({
      id: uuid,
      amount: halalas.min(1).max(100_000_000_00),
      of: z.discriminatedUnion('as', [
        z.strictObject({ as: z.literal('sale'), sale: saleSchema.refine(hasId, needsId) }),
        z.strictObject({ as: z.literal('exchange'), exchange: exchangeSchema }),
      ]),
    }),
    output: cardPaymentSchema,
  }),
  /**
   * Returns the payment; while it is unresolved the card terminal is asked for its outcome. Never charges. Fails with
   * `not-found`, and with `no-card-terminal` when the terminal that was asked is no longer there.
   */
  'card.status': command({ role: 'cashier', input: z.strictObject({ id: uuid }), output: cardPaymentSchema }),
  /**
   * Asks the card terminal to cancel the payment if the customer has not paid yet; `card.ask` then returns too. The
   * result may still be `approved`. Fails as `card.status`.
   */
  'card.cancel': command({ role: 'cashier', input: z.strictObject({ id: uuid }), output: cardPaymentSchema }),
  /** Returns the payments of a sale, oldest first, to see what is already paid, for instance after a power cut. */
  'card.ofSale': command({
    role: 'cashier',
    input: z.strictObject({ sale: uuid }),
    output: z.object({ payments: z.array(cardPaymentSchema) }),
  }),
  /**
   * Returns refunds of returns that have no credit note yet, oldest first, for instance after a power cut: with the
   * note in the form for `sale.issue`, and the document whose goods come back.
   */
  'card.returns': command({
    role: 'cashier',
    output: z.object({
      returns: z.array(
        z.object({ payment: cardPaymentSchema, uuid: z.uuid(), number: z.string(), note: saleSchema }),
      ),
    }),
  }),
  /**
   * Returns the payments that need a manager: approvals that came late, then unresolved ones and approvals that no
   * document used; oldest first.
   */
  'card.open': command({ role: 'manager', output: z.object({ payments: z.array(cardPaymentSchema) }) }),
  /**
   * Ends an unresolved payment with the outcome that a manager knows, for instance from the slip or from the bank:
   * `taken` with the number of the slip makes it an approval of the requested amount. The card terminal is asked a last
   * time first, and its answer takes precedence. Fails with `not-found` when the outcome is known, and with
   * `card-unresolved` while the customer may still pay.
   */
  'card.end': command({
    role: 'manager',
    input: z.discriminatedUnion('as', [
      z.strictObject({ id: uuid, as: z.literal('notTaken'), reason: text(200) }),
      z.strictObject({ id: uuid, as: z.literal('taken'), slip: text(40), reason: text(200) }),
    ]),
    output: cardPaymentSchema,
  }),
  /**
   * States the outcome of an approval that no document used: it was voided on the card terminal, or it belongs to this
   * document. Fails with `not-found`.
   */
  'card.settle': command({
    role: 'manager',
    input: z.discriminatedUnion('as', [
      z.strictObject({ id: uuid, as: z.literal('voided'), reason: text(200) }),
      z.strictObject({ id: uuid, as: z.literal('belongs'), number: text(127), reason: text(200) }),
    ]),
    output: cardPaymentSchema,
  }),
};
