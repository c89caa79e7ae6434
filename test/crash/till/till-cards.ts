import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { CommandOutput } from '../../../shared/contract/index.ts';
import { FailureError } from '../../../shared/failure.ts';
import type { SaleInput } from '../../../shared/sale/sale.ts';
import { halalasToText } from '../../../shared/values/money.ts';
import type { Ask } from '../ask.ts';
import { saleIdOf, salesPerTill } from '../sales.ts';

type CardPayment = CommandOutput<'card.ask'>;

/**
 * Every n-th sale is paid by card. This happens at the first till only, because the other one has no card
 * terminal.
 */
const cardEvery = 5;

export const isByCard = (sale: number) => sale < salesPerTill && sale % cardEvery === 2;

/** Every second of these sales is returned at once, and refunded to the card. */
export const comesBack = (sale: number) => isByCard(sale) && sale % (2 * cardEvery) === 2;

/** The first number of the credit notes that are refunded to a card. */
const firstBack = 50 * salesPerTill;

const isOver = ({ state }: CardPayment) => state === 'declined' || state === 'cancelled';

/** The number of times that a lost answer is requested again, and the number of milliseconds between two requests. */
const looks = 100;
const pollIntervalMs = 20;

/**
 * Pays a sale by card. A payment that the till requested before it was killed is continued. Like a cashier who returns,
 * the till asks how that payment ended and never requests another.
 * @returns the sale with its payments, which are always the same
 */
export async function payByCard(number: number, sale: SaleInput, ask: Ask): Promise<SaleInput> {
  // The basket is priced without the sale's ID, because its document may already have used it.
  const { saleId: _, ...goods } = sale;
  const { payable } = await ask('sale.price', goods);
  const paid = { ...sale, payments: [{ means: 'card' as const, amount: halalasToText(payable) }] };
  const answer = await askOrTakeUp(number, paid, payable, ask);
  const payment = answer === 'issued' ? answer : await endOf(answer, ask);
  // The next customer's card may work.
  return payment !== 'issued' && isOver(payment) ? payByCard(number, sale, ask) : paid;
}

/** Asks the card terminal until a lost answer is known. */
async function endOf(begun: CardPayment, ask: Ask): Promise<CardPayment> {
  let payment = begun;
  for (let look = 0; look < looks && isUnresolved(payment); look += 1) {
    await pause(pollIntervalMs);
    payment = await ask('card.status', { id: payment.id });
  }
  return payment;
}

/** Issues a credit note under a separate number. */
type IssueNote = (number: number, note: SaleInput) => Promise<unknown>;

/** Refunds a sale to its card. A repetition is for the same credit note. */
export async function giveBack(
  sale: number,
  { uuid, serial }: { readonly uuid: string; readonly serial: string },
  ask: Ask,
  issue: IssueNote,
): Promise<void> {
  const { refusal, lines: sold } = await ask('invoice.returnable', { uuid });
  if (refusal !== undefined) return;
  const lines = sold.map(({ left }, index) => ({ line: index + 1, quantity: left }));
  const number = firstBack + sale;
  const note = await ask('invoice.returnNote', {
    uuid,
    lines,
    saleId: saleIdOf(serial, number),
    payment: 'card',
    reason: `${reasonOfBack}${number}`,
  });
  const { saleId: _, ...goods } = note;
  const { payable } = await ask('sale.price', goods);
  await orderOutcome(Math.floor(sale / (2 * cardEvery)), ask);
  const begun = await ask('card.ask', { id: randomUUID(), amount: payable, of: { as: 'sale', sale: note } });
  if ((await endOf(begun, ask)).state === 'approved') await issue(number, note);
}

const reasonOfBack = 'back to the card, note ';

/** Finishes an interrupted refund, which it finds in the ledger as a returning cashier would. */
export async function finishBack(ask: Ask, issue: IssueNote): Promise<void> {
  const { returns } = await ask('card.returns', {});
  for (const { payment, note } of returns)
    if ((await endOf(payment, ask)).state === 'approved')
      await issue(Number(note.reason?.slice(reasonOfBack.length)), note);
}

const isUnresolved = (payment: CardPayment) => payment.state !== 'approved' && !isOver(payment);

async function askOrTakeUp(
  number: number,
  sale: SaleInput,
  amount: number,
  ask: Ask,
): Promise<CardPayment | 'issued'> {
  const { payments } = await ask('card.ofSale', { sale: sale.saleId ?? '' });
  const open = payments.find((one) => !isOver(one));
  if (open !== undefined) return open;
  await orderOutcome(number, ask);
  try {
    return await ask('card.ask', { id: randomUUID(), amount, of: { as: 'sale', sale } });
  } catch (error) {
    // A ledger of an earlier schema has lost the payment, but not its document.
    if (error instanceof FailureError && error.failure.code === 'sale-differs') return 'issued';
    throw error;
  }
}

/** Connects the card terminal's simulator and sets the outcome of the next payment. */
async function orderOutcome(number: number, ask: Ask): Promise<void> {
  const { terminal } = await ask('card.terminal', {});
  if (terminal === 'none')
    await ask('device.setSettings', { ...(await ask('device.settings', {})), card: 'simulator' });
  const outcomes = ['approve', 'loseAnswer'] as const;
  await ask('card.practise', { outcome: outcomes[number % outcomes.length] ?? 'approve' });
}
