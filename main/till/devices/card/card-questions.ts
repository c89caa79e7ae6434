import type { Alarm } from '../../../../shared/alarm.ts';
import { fail } from '../../../../shared/failure.ts';
import type { Clock } from '../../../base/platform/clock.ts';
import type { CardVerdict } from '../../../books/ledger/cards/card-ends.ts';
import { type CardPayment, isUnresolved } from '../../../books/ledger/cards/card-payment.ts';
import type { Ledger } from '../../../books/ledger/ledger.ts';
import { createAsker } from './card-asker.ts';
import { endOf, withoutCardNumber } from './card-end.ts';
import type { CardTerminal } from './card-terminal.ts';

export interface CardQuestionsOptions {
  readonly ledger: Pick<Ledger, 'cards' | 'lateCards'>;
  readonly terminal: () => CardTerminal | undefined;
  readonly clock: Clock;
  /** Called when alarms may have begun or ended. */
  readonly onChange: () => void;
  /** Called for errors other than a lost answer. */
  readonly onError: (error: unknown) => void;
}

/** The number of milliseconds between two questions for unresolved payments. */
const pollIntervalMs = 30_000;
/** The number of milliseconds in which a sale is usually issued, or an answer found, before it concerns a manager. */
const alarmAfterMs = 5 * 60_000;

/** The payments at the card terminal: the row is written first, and a lost answer is requested again, never guessed. */
export function createCardQuestions({ ledger, terminal, clock, onChange, onError }: CardQuestionsOptions) {
  const { cards, lateCards } = ledger;
  const asker = createAsker(cards, terminal, clock, onChange);
  const { asking, existing, take, look, lastWord } = asker;
  let cancelLook = () => {};

  async function lookAtAll(): Promise<void> {
    const ids = cards.open().filter((payment) => isUnresolved(payment) && !asking.has(payment.id));
    for (const { id } of ids) await look(id, 'status').catch(() => undefined);
    for (const payment of lateCards.watched(clock.now())) await lookAtEnded(payment);
  }

  /** Asks about a payment that a manager ended as not taken: the money may have been taken anyway. */
  async function lookAtEnded(payment: CardPayment): Promise<void> {
    const answer = await lastWord(payment);
    const end = answer && endOf(answer, payment);
    if (answer === undefined || end === undefined || asker.isStopped()) return;
    const currency = 'currency' in answer ? answer.currency : payment.currency;
    lateCards.note(payment.id, { ...end, currency }, clock.now());
    onChange();
  }

  function lookSoon(milliseconds: number): void {
    cancelLook = clock.after(milliseconds, () => {
      lookAtAll()
        .catch(onError)
        .finally(() => {
          if (!asker.isStopped()) lookSoon(pollIntervalMs);
        });
    });
  }

  return {
    /**
     * Asks for a payment and resolves with its end, or as `unknown`. If it is called again with the same id, it joins the
     * question in progress, or asks how it ended.
     * @param question a function if it depends on documents; no other process changes them before the question is written
     * @throws FailureError `no-card-terminal`, `card-unresolved`, `sale-differs`
     */
    ask: asker.ask,
    /** Asks for the outcome of an unresolved payment. @throws FailureError `not-found`, `no-card-terminal` */
    status: async (id: string): Promise<CardPayment> => look(id, 'status'),
    /** Asks the card terminal to cancel a payment. @throws FailureError `not-found`, `no-card-terminal` */
    cancel: async (id: string): Promise<CardPayment> => look(id, 'cancel'),
    /**
     * Ends an unresolved payment in the way that a manager states. The card terminal is asked once more first: its answer
     * takes precedence, and only the terminal knows if it is still waiting for the customer.
     * @throws FailureError `not-found` when the end is known; `card-unresolved` while the customer may still pay
     */
    async end(verdict: Omit<CardVerdict, 'at'>): Promise<CardPayment> {
      const { id } = verdict;
      const before = existing(id);
      if (!isUnresolved(before)) fail('not-found');
      const answer = await lastWord(before);
      if (asking.has(id) || answer?.state === 'pending') fail('card-unresolved', { detail: { id } });
      const told = answer === undefined ? before : take(before, answer);
      // The person has not seen this new state yet.
      if (told.state !== before.state) return told;
      // A slip may contain the number of the card.
      const slip = verdict.slip === undefined ? undefined : withoutCardNumber(verdict.slip);
      const reason = withoutCardNumber(verdict.reason);
      // A payment of another amount or currency already has its final answer from the card terminal.
      if (slip === undefined && told.state !== 'differs') lateCards.watch(id, clock.now());
      const payment = cards.end({ ...verdict, slip, reason, at: clock.now() });
      onChange();
      return payment;
    },
    /** Returns the alarms about payments that need a person. */
    alarms: (now: number): Alarm[] => alarmsOf(ledger, now),
    /** Begins to ask for the payments that an earlier run of the program left unresolved. */
    start: () => lookSoon(0),
    async stop() {
      asker.stop();
      cancelLook();
    },
  };
}

export type CardQuestions = ReturnType<typeof createCardQuestions>;

function alarmsOf({ cards, lateCards }: CardQuestionsOptions['ledger'], now: number): Alarm[] {
  // Each check changes the row of an unresolved payment, so the time of the last change proves nothing. A clock that
  // was set back must not hide a payment either.
  const late = cards.open().filter((payment) => {
    const since = isUnresolved(payment) ? payment.at : payment.changedAt;
    return Math.abs(now - since) >= alarmAfterMs;
  });
  const unresolved = late.filter(isUnresolved).length;
  const unclaimed = late.length - unresolved;
  return [
    ...lateAlarms(lateCards.list()),
    ...(unresolved > 0
      ? [{ kind: 'card', level: 'amber', count: unresolved, why: 'unresolved' } as const]
      : []),
    ...(unclaimed > 0 ? [{ kind: 'card', level: 'amber', count: unclaimed, why: 'unclaimed' } as const] : []),
  ];
}

const lateAlarms = (late: ReturnType<Ledger['lateCards']['list']>): Alarm[] =>
  late.map(({ payment, taken, currency, reference }) => ({
    kind: 'card-late',
    level: 'red',
    ...(payment.note !== undefined && { back: true as const }),
    payment: reference ?? payment.id,
    amount: taken,
    currency,
  }));
