import * as z from 'zod';
import { text, uuid } from '../fields.ts';
import { command } from './command.ts';

const halalas = z.int();

/** The card terminals that this program can speak with. `simulator`: for practice, never in production. */
export const cardTerminals = ['none', 'simulator'] as const;

/**
 * The outcomes that the simulator gives on request. timeOut: its customer does not pay · loseAnswer: the customer pays,
 * and the till does not hear of it.
 */
export const simulatedOutcomes = ['approve', 'decline', 'timeOut', 'loseAnswer'] as const;
export type SimulatedOutcome = (typeof simulatedOutcomes)[number];

/**
 * asked: the terminal has the question, and the customer the card · unknown: its answer was lost. Both are unresolved:
 * nobody knows yet whether the customer was charged. The others are final.
 */
export const cardStates = ['asked', 'unknown', 'approved', 'declined', 'cancelled'] as const;

/** The two ends of an approval that no document took. */
export const cardSettlements = ['voided', 'belongs'] as const;

export const cardPaymentSchema = z.object({
  id: z.uuid(),
  /** The sale's id, which is also its basket's. */
  sale: z.uuid(),
  amount: halalas,
  currency: z.string(),
  at: z.iso.datetime(),
  state: z.enum(cardStates),
  /** The card terminal's own words for its answer, for instance why it declined. */
  says: z.string().optional(),
  /** The card terminal's reference of an approval, as it came. */
  reference: z.string().optional(),
  /** As the card terminal masks it, for instance **** 1234. */
  maskedNumber: z.string().optional(),
  scheme: z.string().optional(),
  /** The number of the document that it paid, which is written with that document. */
  document: z.string().optional(),
  settlement: z.enum(cardSettlements).optional(),
});

/**
 * Payments at the card terminal. Each is a row before the terminal is asked. A document takes the approved payments of
 * its sale that stand among its own payments: means `card` with the same amount, in its currency.
 */
export const card = {
  /** The card terminal of this till; the simulator is `none` in production. */
  'card.terminal': command({
    role: 'cashier',
    input: z.strictObject({}),
    output: z.object({ terminal: z.enum(cardTerminals) }),
  }),
  /** Tells the simulator what becomes of payments from now on. Fails with `no-card-terminal` without a simulator. */
  'card.practise': command({
    role: 'manager',
    input: z.strictObject({ outcome: z.enum(simulatedOutcomes) }),
    output: z.object({}),
  }),
  /**
   * Asks the card terminal for a payment. Answers once it is over, which may take minutes, or with `unknown` where no
   * answer came. Repeated with the same id, it asks for no second payment and answers like `card.status`. Fails with
   * `no-card-terminal`, and with `card-unresolved` while another payment of this sale is unresolved (`detail.id`).
   */
  'card.ask': command({
    role: 'cashier',
    input: z.strictObject({
      id: uuid,
      sale: uuid,
      amount: halalas.min(1).max(100_000_000_00),
      currency: z.string().regex(/^[A-Z]{3}$/),
    }),
    output: cardPaymentSchema,
  }),
  /**
   * The payment as it is; while it is unresolved the card terminal is asked what became of it. Never charges. Fails
   * with `not-found`, and with `no-card-terminal` when the terminal that was asked is not there.
   */
  'card.status': command({ role: 'cashier', input: z.strictObject({ id: uuid }), output: cardPaymentSchema }),
  /**
   * Asks the card terminal to give the payment up, as far as the customer has not paid yet; `card.ask` then answers
   * too. The answer may be `approved` all the same. Fails as `card.status`.
   */
  'card.cancel': command({ role: 'cashier', input: z.strictObject({ id: uuid }), output: cardPaymentSchema }),
  /** The payments of a sale, oldest first: what is paid already, for instance after a power cut. */
  'card.ofSale': command({
    role: 'cashier',
    input: z.strictObject({ sale: uuid }),
    output: z.object({ payments: z.array(cardPaymentSchema) }),
  }),
  /** Payments that a manager looks after: unresolved ones, and approvals that no document took; oldest first. */
  'card.open': command({
    role: 'manager',
    input: z.strictObject({}),
    output: z.object({ payments: z.array(cardPaymentSchema) }),
  }),
  /**
   * Says what became of an approval that no document took: it was voided on the card terminal, or it belongs to this
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
