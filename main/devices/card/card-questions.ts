import type { Actor } from '../../../shared/actor.ts';
import type { Alarm } from '../../../shared/alarm.ts';
import { fail } from '../../../shared/failure.ts';
import type { CardPayment, CardQuestion } from '../../ledger/card-payments.ts';
import type { Ledger } from '../../ledger/ledger.ts';
import type { Clock } from '../../platform/clock.ts';
import { type CardAnswer, type CardTerminal, NotAsked } from './card-terminal.ts';

/** Payments at the card terminal: the row comes first, and a lost answer is asked for, never assumed. */
export interface CardQuestions {
  /**
   * Asks for a payment and resolves with its end, or as `unknown`. Repeated with the same id it joins the question under
   * way, or asks what became of it.
   * @throws FailureError `no-card-terminal`, `card-unresolved`, `sale-differs`
   */
  ask(question: Omit<CardQuestion, 'terminal' | 'at'>, by: Actor): Promise<CardPayment>;
  /** Asks what became of an unresolved payment. @throws FailureError `not-found`, `no-card-terminal` */
  status(id: string): Promise<CardPayment>;
  /** Has the card terminal give a payment up. @throws FailureError `not-found`, `no-card-terminal` */
  cancel(id: string): Promise<CardPayment>;
  /** Returns the alarms about payments that a person must look after. */
  alarms(now: number): Alarm[];
  /** Begins to ask for the payments that an earlier run of the program left unresolved. */
  start(): void;
  stop(): Promise<void>;
}

export interface CardQuestionsOptions {
  readonly ledger: Pick<Ledger, 'cards'>;
  /** Returns the card terminal of this till. */
  readonly terminal: () => CardTerminal | undefined;
  readonly clock: Clock;
  /** Called when alarms may have begun or ended. */
  readonly onChange: () => void;
  /** Called for what is no lost answer. */
  readonly onError: (error: unknown) => void;
}

/** Milliseconds between two questions for unresolved payments. */
const lookEvery = 30_000;
/** Milliseconds in which a sale is usually issued, or an answer found, before it concerns a manager. */
const tellAfter = 5 * 60_000;

const isUnresolved = ({ state }: CardPayment) => state === 'asked' || state === 'unknown';

export function createCardQuestions({
  ledger,
  terminal,
  clock,
  onChange,
  onError,
}: CardQuestionsOptions): CardQuestions {
  const { cards } = ledger;
  /** The questions of this process that are under way, by the id of their payment. */
  const asking = new Map<string, Promise<CardPayment>>();
  let cancelLook = () => {};
  let isStopped = false;

  const terminalOf = ({ terminal: name }: Pick<CardPayment, 'terminal'>): CardTerminal => {
    const one = terminal();
    // Another card terminal would say of the payment that it was never asked.
    return one?.name === name ? one : fail('no-card-terminal');
  };
  const known = (id: string): CardPayment => cards.get(id) ?? fail('not-found');

  function write(id: string, answer: CardAnswer): CardPayment {
    if (answer.state === 'pending') return known(id);
    const payment = cards.answer(id, answer, clock.now());
    onChange();
    return payment;
  }

  async function answerTo(payment: CardPayment, one: CardTerminal): Promise<CardPayment> {
    const { id, amount, currency } = payment;
    try {
      return write(id, await one.ask({ id, amount, currency }));
    } catch (error) {
      if (isStopped) return payment;
      if (!(error instanceof NotAsked)) return write(id, { state: 'unknown', answer: messageOf(error) });
      write(id, { state: 'cancelled', answer: messageOf(error) });
      return fail('no-card-terminal', {}, error);
    }
  }

  /** Asks again what became of a payment; no answer leaves it as it is. */
  async function look(id: string, how: 'status' | 'cancel'): Promise<CardPayment> {
    const payment = known(id);
    if (!isUnresolved(payment)) return payment;
    const one = terminalOf(payment);
    try {
      return write(id, await one[how](id));
    } catch (error) {
      if (isStopped) return payment;
      if (error instanceof NotAsked) return fail('no-card-terminal', {}, error);
      // A question that this process is still asking will bring its own end.
      return asking.has(id) ? payment : write(id, { state: 'unknown', answer: messageOf(error) });
    }
  }

  async function lookAtAll(): Promise<void> {
    const ids = cards.open().filter((payment) => isUnresolved(payment) && !asking.has(payment.id));
    for (const { id } of ids) await look(id, 'status').catch(() => undefined);
  }

  function lookSoon(milliseconds: number): void {
    cancelLook = clock.after(milliseconds, () => {
      lookAtAll()
        .catch(onError)
        .finally(() => {
          if (!isStopped) lookSoon(lookEvery);
        });
    });
  }

  return {
    async ask(question, by) {
      const one = terminal() ?? fail('no-card-terminal');
      const { id } = question;
      const isNew = cards.ask({ ...question, terminal: one.name, at: clock.now() }, by);
      if (!isNew) return asking.get(id) ?? look(id, 'status');
      const answering = answerTo(known(id), one).finally(() => asking.delete(id));
      asking.set(id, answering);
      return answering;
    },
    status: async (id) => look(id, 'status'),
    cancel: async (id) => look(id, 'cancel'),
    alarms(now) {
      // Each look at an unresolved one changes it; and a clock that was set back hides none.
      const late = cards.open().filter((payment) => {
        const since = isUnresolved(payment) ? payment.at : payment.changedAt;
        return Math.abs(now - since) >= tellAfter;
      });
      const unresolved = late.filter(isUnresolved).length;
      const unclaimed = late.length - unresolved;
      return [
        ...(unresolved > 0
          ? [{ kind: 'card', level: 'amber', count: unresolved, why: 'unresolved' } as const]
          : []),
        ...(unclaimed > 0
          ? [{ kind: 'card', level: 'amber', count: unclaimed, why: 'unclaimed' } as const]
          : []),
      ];
    },
    start: () => lookSoon(0),
    async stop() {
      isStopped = true;
      cancelLook();
    },
  };
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message.slice(0, 200) : 'unknown');
