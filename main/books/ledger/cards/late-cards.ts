import { fail } from '../../../../shared/failure.ts';
import { lateCards } from '../../../../shared/stored/settings/environment.ts';
import type { Halalas } from '../../../../shared/values/money.ts';
import type { Settings } from '../../../base/platform/settings.ts';
import type { AuditLog } from '../audit/audit-log.ts';
import type { Database } from '../database/database.ts';
import { createCounterOf } from '../documents/counter-of.ts';
import type { CardSettling } from './card-ends.ts';
import type { CardPayment } from './card-payment.ts';
import type { CardEnd, CardPayments } from './card-payments.ts';

/*
 * A manager may end a payment as not taken although the card terminal takes the money later. So the card terminal is
 * asked about such payments for a while longer; a person must settle a later approval.
 */

/** An approval that came after its payment was ended as not taken. */
export interface LateCard {
  readonly payment: CardPayment;
  readonly taken: Halalas;
  readonly currency: string;
  readonly reference?: string | undefined;
}

/** The number of milliseconds during which the card terminal is still asked after a manager's statement. */
const askFor = 24 * 60 * 60_000;

export function createLateCards(
  database: Database,
  {
    audit,
    settings,
    cards,
  }: { audit: Pick<AuditLog, 'write'>; settings: Settings; cards: Pick<CardPayments, 'get'> },
) {
  const read = () => settings.read(lateCards);
  const write = (rows: ReturnType<typeof read>) => settings.write(lateCards, rows);
  const counterOf = createCounterOf(database);
  const inTransaction = <T>(work: () => T): T => database.transaction(work).immediate();
  /** Selects the row only if a manager ended it, not if the card terminal reported the outcome at the last moment. */
  function ended(id: string): CardPayment | undefined {
    const payment = cards.get(id);
    return payment?.state === 'cancelled' && payment.endedBy !== undefined ? payment : undefined;
  }

  function keep(id: string, { taken, currency, reference }: CardEnd & { currency: string }, at: number) {
    const payment = ended(id);
    const row = read().find((each) => each.id === id);
    if (payment === undefined || row === undefined || row.took !== undefined || taken === undefined) return;
    const took = { taken, currency, reference };
    write(read().map((each) => (each.id === id ? { ...each, took } : each)));
    const { sale, amount, terminal } = payment;
    audit.write({ at, actor: terminal, action: 'card-late', detail: { id, sale, amount, ...took } });
  }

  return {
    /** Notes that the card terminal must still be asked about a payment, before that is ended as not taken. */
    watch: (id: string, at: number) =>
      inTransaction(() => write([...read().filter((each) => each.id !== id), { id, since: at }])),
    /** Returns the payments that were ended as not taken, while the card terminal must still be asked about them. */
    watched: (now: number) =>
      read()
        // Setting the clock back does not end the watch.
        .filter(({ took, since }) => took === undefined && now - since < askFor)
        .flatMap(({ id }) => ended(id) ?? []),
    /** Records the card terminal's answer about such a payment. An approval stays until it is settled. */
    note: (id: string, answer: CardEnd & { readonly currency: string }, at: number) =>
      inTransaction(() => {
        if (answer.state === 'approved' || answer.state === 'differs') keep(id, answer, at);
        else if (answer.state !== 'unknown') write(read().filter((each) => each.id !== id));
      }),
    /** Returns the approvals that nobody has settled, oldest first. */
    list: (): LateCard[] =>
      read().flatMap(({ id, took }) => {
        const payment = took && ended(id);
        return payment === undefined || took === undefined ? [] : [{ payment, ...took }];
      }),
    /** Writes an approval's settlement into the audit log; its row stays. @throws FailureError `not-found` */
    settle: ({ id, at, by, reason, number }: CardSettling): CardPayment =>
      inTransaction(() => {
        const row = read().find((each) => each.id === id && each.took !== undefined);
        const payment = ended(id);
        if (row === undefined || payment === undefined) return fail('not-found');
        if (number !== undefined && counterOf(number) === undefined) fail('not-found');
        const as = number === undefined ? 'voided' : 'belongs';
        write(read().filter((each) => each.id !== id));
        const { sale, amount } = payment;
        const detail = { id, sale, amount, ...row.took, as, number, reason, late: true };
        audit.write({ at, actor: by.name, action: 'card-settled', detail });
        return { ...payment, settlement: as };
      }),
  };
}
