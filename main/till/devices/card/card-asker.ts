import type { Actor } from '../../../../shared/actor.ts';
import { fail } from '../../../../shared/failure.ts';
import type { Clock } from '../../../base/platform/clock.ts';
import { type CardPayment, isUnresolved } from '../../../books/ledger/cards/card-payment.ts';
import type { CardEnd, CardQuestion } from '../../../books/ledger/cards/card-payments.ts';
import type { Ledger } from '../../../books/ledger/ledger.ts';
import { endOf } from './card-end.ts';
import { type CardAnswer, type CardTerminal, NotAsked } from './card-terminal.ts';

/** A question for which the card terminal and the time are not chosen yet. */
export type AskedQuestion = Omit<CardQuestion, 'terminal' | 'at'>;

const read = (question: AskedQuestion | (() => AskedQuestion)) =>
  typeof question === 'function' ? question() : question;

function askTerminal(
  one: CardTerminal,
  { id, amount, currency, note, purchase }: CardPayment,
  cards: Pick<Ledger['cards'], 'get'>,
): Promise<CardAnswer> {
  const request = { id, amount, currency };
  if (note === undefined) return one.ask(request);
  const paid = purchase === undefined ? undefined : cards.get(purchase);
  // References of another card terminal, and numbers that a person typed, mean nothing to this one.
  return one.refund({
    ...request,
    purchase: paid?.terminal === one.name && paid.endedBy === undefined ? paid.reference : undefined,
  });
}

/** Asks one last time. Returns undefined if the card terminal is gone or has already given its final answer. */
async function lastWordOf(
  one: CardTerminal | undefined,
  payment: CardPayment,
): Promise<CardAnswer | undefined> {
  if (one?.name !== payment.terminal || payment.state === 'differs') return undefined;
  return one.status(payment.id).catch(() => undefined);
}

/** Creates the service that asks the card terminal; each answer is written before anybody learns it. */
export function createAsker(
  cards: Ledger['cards'],
  terminal: () => CardTerminal | undefined,
  clock: Pick<Clock, 'now'>,
  onChange: () => void,
) {
  /** The requests of this process that are in progress, by the id of their payment. */
  const asking = new Map<string, Promise<CardPayment>>();
  let isStopped = false;

  const terminalOf = ({ terminal: name }: Pick<CardPayment, 'terminal'>): CardTerminal => {
    const one = terminal();
    // Another card terminal would not know the payment, and would say that it was never asked for.
    return one?.name === name ? one : fail('no-card-terminal');
  };
  const existing = (id: string): CardPayment => cards.get(id) ?? fail('not-found');

  function write(id: string, end: CardEnd): CardPayment {
    const payment = cards.answer(id, end, clock.now());
    onChange();
    return payment;
  }

  function take(payment: CardPayment, answer: CardAnswer): CardPayment {
    const end = endOf(answer, payment);
    return end === undefined ? existing(payment.id) : write(payment.id, end);
  }

  const lost = (id: string) => write(id, { state: 'unknown' });

  async function answerTo(payment: CardPayment, one: CardTerminal): Promise<CardPayment> {
    const { id } = payment;
    try {
      return take(payment, await askTerminal(one, payment, cards));
    } catch (error) {
      if (isStopped) return payment;
      if (!(error instanceof NotAsked)) return lost(id);
      write(id, { state: 'cancelled' });
      return fail('no-card-terminal', {}, error);
    }
  }

  /** Asks again how a payment ended; if there is no answer, the payment stays open. */
  async function look(id: string, how: 'status' | 'cancel'): Promise<CardPayment> {
    const payment = existing(id);
    if (!isUnresolved(payment) || payment.state === 'differs') return payment;
    const one = terminalOf(payment);
    try {
      return take(payment, await one[how](id));
    } catch (error) {
      if (isStopped) return payment;
      if (error instanceof NotAsked) return fail('no-card-terminal', {}, error);
      // If this process is still asking, the answer will arrive there.
      return asking.has(id) ? payment : lost(id);
    }
  }

  return {
    asking: asking as ReadonlyMap<string, Promise<CardPayment>>,
    existing,
    take,
    look,
    lastWord: (payment: CardPayment) => lastWordOf(terminal(), payment),
    async ask(question: AskedQuestion | (() => AskedQuestion), by: Actor): Promise<CardPayment> {
      const one = terminal() ?? fail('no-card-terminal');
      const request = () => ({ ...read(question), terminal: one.name, at: clock.now() });
      const { payment, isNew } = cards.ask(request, by);
      const { id } = payment;
      if (!isNew) return asking.get(id) ?? look(id, 'status');
      const answering = answerTo(payment, one).finally(() => asking.delete(id));
      asking.set(id, answering);
      return answering;
    },
    isStopped: () => isStopped,
    /** The payments whose answer has not arrived are skipped. */
    stop() {
      isStopped = true;
    },
  };
}
