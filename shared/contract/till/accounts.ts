import * as z from 'zod';
import { day, halalas, text, uuid } from '../../fields.ts';
import { buyerSchema } from '../../sale/party.ts';
import { command } from '../command.ts';
import { itemTextLength } from './items.ts';
import { printedSchema } from './receipts.ts';
import { exportSchema } from './table-files.ts';
import { longestPeriod } from './takings.ts';

export const accountMeans = ['cash', 'card', 'bankTransfer', 'other'] as const;
export type AccountMeans = (typeof accountMeans)[number];

/** The columns of a statement, on the screen, on paper and in files. */
export const statementColumns = [
  { name: 'at', kind: 'text' },
  { name: 'what', kind: 'text' },
  { name: 'number', kind: 'text' },
  { name: 'added', kind: 'money' },
  { name: 'takenOff', kind: 'money' },
  { name: 'balance', kind: 'money' },
] as const;

const keySchema = z.string().min(1).max(4000);

/** The number of buyers in an answer to a cashier. */
export const accountsShown = 6;
/** The number of payments and purchases of one account in an answer, unless more are requested. */
export const accountNewest = 5;
export const accountMost = 500;

export const accountPaymentSchema = z.object({
  number: z.int().positive(),
  at: z.iso.datetime(),
  /** The true time, see `trueAt` of an invoice row. */
  trueAt: z.iso.datetime().optional(),
  by: z.string(),
  shift: z.int().positive().optional(),
  means: z.string(),
  /** The amount; negative for money that is paid back, and for the counter-entry to a payment. */
  amount: halalas,
  /** The reason of a counter-entry, or the remark with a payment. */
  note: z.string().optional(),
  /** The payment that this counter-entry reverses. */
  takesBack: z.int().optional(),
  /** The counter-entry that reversed it. */
  takenBackBy: z.int().optional(),
});
export type AccountPaymentView = z.infer<typeof accountPaymentSchema>;

export const accountSchema = z.object({
  key: z.string(),
  buyer: buyerSchema,
  /** The amount owed, in riyals; if negative, the shop owes the buyer. */
  balance: halalas,
  /** The largest debt of the buyer; absent if there is no limit. */
  limit: halalas.optional(),
  others: z.array(z.object({ currency: z.string(), amount: z.int() })),
  payments: z.array(accountPaymentSchema),
  /** True if the account has more payments, or more documents. */
  more: z.object({ payments: z.boolean(), purchases: z.boolean() }),
  purchases: z.array(
    z.object({
      uuid: z.uuid(),
      number: z.string(),
      kind: z.string(),
      issuedAt: z.iso.datetime(),
      /** The true time, see `trueAt` of an invoice row. */
      trueAt: z.iso.datetime().optional(),
      currency: z.string(),
      payable: z.int(),
    }),
  ),
});
export type Account = z.infer<typeof accountSchema>;

/** A line of a statement; `balance` is the debt after it. */
const statementLineSchema = z.object({
  at: z.iso.datetime(),
  /**
   * replaced: a rejected document that was issued again · moved: a note, from one buyer to the other for whom its
   * document was issued again · paidBack: credit paid back · takenBack: a reversed payment.
   */
  what: z.enum([
    ...(['invoice', 'creditNote', 'debitNote', 'prepayment', 'replaced', 'moved'] as const),
    ...(['payment', 'paidBack', 'takenBack'] as const),
  ]),
  number: z.string(),
  means: z.string().optional(),
  /** The change of the debt; negative if it fell. */
  amount: halalas,
  balance: halalas,
});

export const statementSchema = z.object({
  opening: halalas,
  lines: z.array(statementLineSchema),
  /** The sums of additions and subtractions. */
  added: halalas,
  takenOff: halalas,
  closing: halalas,
});
export type Statement = z.infer<typeof statementSchema>;

const largestAmount = 100_000_000_00;
const paymentFields = {
  id: uuid,
  key: keySchema,
  means: z.enum(accountMeans),
  amount: halalas.min(1).max(largestAmount),
  note: text(200).optional(),
};

const atMost = z.int().positive().max(accountMost).default(accountNewest);

const period = { key: keySchema, from: day, to: day };
const isPeriod = ({ from, to }: { from: string; to: string }) => {
  const days = (Date.parse(to) - Date.parse(from)) / 86_400_000 + 1;
  return days >= 1 && days <= longestPeriod;
};

/** The accounts of business buyers: sales on account, their credit notes, and the payments that were received. */
export const accounts = {
  /** Returns buyers whose names or numbers have the words of the text, with their debts. */
  'account.find': command({
    role: 'cashier',
    input: z.strictObject({ text: z.string().max(itemTextLength) }),
    output: z.object({
      accounts: z.array(accountSchema.pick({ key: true, buyer: true, balance: true })).max(accountsShown),
    }),
  }),
  'account.get': command({
    role: 'manager',
    input: z.strictObject({ key: keySchema, payments: atMost, purchases: atMost }),
    output: accountSchema,
  }),
  /** Returns the payment, or the credit paid back, that was requested with an id; nothing if there is none. */
  'account.received': command({
    role: 'cashier',
    input: z.strictObject({ id: uuid }),
    output: z.object({ payment: accountPaymentSchema, balance: halalas }).partial(),
  }),
  /** Returns the account for some days in Riyadh, both included. */
  'account.statement': command({
    role: 'manager',
    input: z.strictObject(period).refine(isPeriod),
    output: statementSchema,
  }),
  /**
   * Receives a payment on account in the open shift. If repeated with the same id, it returns the same payment; with
   * another amount, means, note or buyer it fails with `money-differs`. Fails with `bad-input` for more than the debt,
   * with `no-shift` if sales need an open shift, and with `approval-needed` if a cashier may not receive payments.
   */
  'account.pay': command({
    role: 'cashier',
    input: z.strictObject(paymentFields),
    output: z.object({ payment: accountPaymentSchema, balance: halalas }),
  }),
  /**
   * Pays back a credit of the buyer, in the open shift. If repeated with the same id, it returns the same entry, as
   * `account.pay` does. Fails with `bad-input` for more than the shop owes the buyer, and with `no-shift` as
   * `account.pay` does.
   */
  'account.payBack': command({
    role: 'manager',
    input: z.strictObject(paymentFields),
    output: z.object({ payment: accountPaymentSchema, balance: halalas }),
  }),
  /** Sets the largest debt of a buyer, or ends the limit; above it, a cashier needs a manager. */
  'account.setLimit': command({
    role: 'manager',
    input: z.strictObject({ key: keySchema, limit: halalas.min(0).max(largestAmount).optional() }),
    output: accountSchema.pick({ key: true, limit: true }),
  }),
  /** Reverses a wrong payment by a counter-entry in the open shift; nothing is deleted. */
  'account.takeBack': command({
    role: 'manager',
    input: z.strictObject({ id: uuid, number: z.int().positive(), reason: text(200) }),
    output: z.object({ payment: accountPaymentSchema, balance: halalas }),
  }),
  /** Prints the voucher of a payment or a counter-entry; every time except the first it is marked as a copy. */
  'account.printVoucher': command({
    role: 'cashier',
    input: z.strictObject({ number: z.int().positive() }),
    output: printedSchema,
  }),
  /** Prints the statement on A4, in both languages. */
  'account.printStatement': command({
    role: 'manager',
    input: z.strictObject(period).refine(isPeriod),
    output: printedSchema,
  }),
  'account.export': command({
    role: 'manager',
    input: z
      .strictObject({ ...period, format: z.enum(['xlsx', 'csv', 'pdf']), language: z.enum(['ar', 'en']) })
      .refine(isPeriod),
    output: exportSchema,
  }),
};
