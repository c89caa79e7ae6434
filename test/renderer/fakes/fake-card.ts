import type { CommandOutput, CommandParsed } from '../../../shared/contract/index.ts';
import type { SimulatedOutcome } from '../../../shared/contract/till/card.ts';
import { fail } from '../../../shared/failure.ts';
import type { Sale } from '../../../shared/sale/sale.ts';

type CardPayment = CommandOutput<'card.ask'>;
/** A payment, which has a credit note if it is a refund. */
type Kept = CardPayment & { readonly note?: Sale };

export interface CardOptions {
  /** The card payments that a manager must settle. */
  readonly cardPayments?: CommandOutput<'card.open'>['payments'];
  /**
   * The outcome of every requested payment. `asked` means that there is none until it is cancelled. If omitted, no card
   * terminal is set up.
   */
  readonly card?: Exclude<CardPayment['state'], 'cancelled'>;
}

/** The payments are stored here, so they survive a reload of the page, as the ledger does. */
const storageKey = 'fake-card';

/** Makes a till without a card terminal, or with one whose payments all have the same outcome. */
export function createFakeCard(
  { cardPayments = [], card }: CardOptions,
  {
    deviceCard,
    isIssued,
    uuidOf,
  }: {
    readonly deviceCard: () => 'none' | 'simulator';
    readonly isIssued: (saleId: string) => boolean;
    /** Returns the UUID of the document with this number. */
    readonly uuidOf: (number: string) => string | undefined;
  },
) {
  const stored = globalThis.sessionStorage?.getItem(storageKey);
  let payments: Kept[] = stored ? JSON.parse(stored) : [];
  const find = (id: string) => payments.find((payment) => payment.id === id) ?? fail('not-found');
  const write = (payment: Kept): CardPayment => {
    payments = [...payments.filter(({ id }) => id !== payment.id), payment];
    globalThis.sessionStorage?.setItem(storageKey, JSON.stringify(payments));
    return payment;
  };
  const endOf = (state: CardPayment['state']): Partial<CardPayment> => {
    if (state === 'approved') return { state, reference: 'SIM000001', lastFour: '0000' };
    if (state === 'differs') return { state, taken: 77_00, says: 'SAR 77.00' };
    return { state, ...(state === 'declined' && { says: 'DECLINED' }) };
  };

  let outcome: SimulatedOutcome = 'approve';

  return {
    'card.terminal': () => {
      const terminal = card === undefined ? deviceCard() : 'simulator';
      return { terminal, ...(terminal === 'simulator' && { outcome }) };
    },
    'card.practise': (ordered: { outcome: SimulatedOutcome }) => {
      outcome = ordered.outcome;
      return {};
    },
    'card.ask': (question: CommandParsed<'card.ask'>): CardPayment => {
      if (card === undefined) return fail('no-card-terminal');
      const existing = payments.find(({ id }) => id === question.id);
      if (existing !== undefined) return existing;
      const { id, amount, of } = question;
      const { saleId = '', currency = 'SAR' } = of.as === 'sale' ? of.sale : of.exchange.sale;
      const payment = {
        id,
        amount,
        sale: saleId,
        currency,
        at: '2026-11-20T10:00:00.000Z',
        state: 'asked' as const,
        ...(of.as === 'sale' && of.sale.kind === 'creditNote' && { back: true as const, note: of.sale }),
      };
      write(payment);
      return write({ ...payment, ...endOf(card) });
    },
    'card.status': ({ id }: { id: string }) => find(id),
    'card.cancel': ({ id }: { id: string }) => {
      const payment = find(id);
      return payment.state === 'approved' ? payment : write({ ...payment, state: 'cancelled' });
    },
    'card.ofSale': ({ sale }: { sale: string }) => ({
      payments: payments.filter((payment) => payment.sale === sale),
    }),
    'card.returns': () => ({
      returns: payments.flatMap(({ note, ...payment }) => {
        const number = note?.corrects?.[0]?.number ?? '';
        const uuid = uuidOf(number);
        const isOver = payment.state === 'declined' || payment.state === 'cancelled';
        if (note === undefined || uuid === undefined || isOver || isIssued(payment.sale)) return [];
        return [{ payment, uuid, number, note }];
      }),
    }),
    'card.open': () => ({ payments: [...cardPayments] }),
    'card.end': (): never => fail('no-card-terminal'),
    'card.settle': (): never => fail('no-card-terminal'),
  };
}
