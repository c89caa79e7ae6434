import type { Actor } from '../../../../shared/actor.ts';
import { fail } from '../../../../shared/failure.ts';
import { type Halalas, halalasToText } from '../../../../shared/values/money.ts';
import type { AuditLog } from '../audit/audit-log.ts';
import type { Database } from '../database/database.ts';
import { type Nulls, withoutNulls } from '../database/nulls.ts';
import { openShiftSql, type ShiftActor } from '../shifts/shifts.ts';
import { endOfKey, ofBuyer } from './buyer-key.ts';

export interface Act {
  readonly at: number;
  readonly by: ShiftActor & Pick<Actor, 'approval'>;
}

export type NewPayment = Act & Pick<AccountPayment, 'id' | 'key' | 'name' | 'means' | 'amount' | 'note'>;

export interface AccountPayment extends Act {
  /** The number of the voucher, from 1 without gaps. */
  readonly number: number;
  readonly id: string;
  readonly key: string;
  readonly name: string;
  /** The true time of a payment that was recorded while the clock was ahead, from a manager's correction. */
  readonly trueAt?: number | undefined;
  readonly shift: number | undefined;
  readonly means: string;
  /** The amount; negative for money that is paid back, and for the counter-entry to a payment. */
  readonly amount: Halalas;
  readonly note?: string | undefined;
  /** The number of the payment that this counter-entry reverses. */
  readonly takesBack?: number | undefined;
  /** The number of the counter-entry that reversed this payment. */
  readonly takenBackBy?: number | undefined;
}

export interface CounterEntry extends Act {
  readonly id: string;
  readonly number: number;
  readonly reason: string;
}

type Facts = Omit<AccountPayment, 'by'>;
type PaymentRow = Nulls<Omit<AccountPayment, 'by'> & Pick<ShiftActor, 'role'> & { approval?: string }> & {
  readonly actor: string;
};

type NewRow = Omit<AccountPayment, 'number' | 'trueAt' | 'shift' | 'takenBackBy'>;

/** Returns the row that reverses a payment. */
const reversalOf = (
  { number, key, name, means, amount }: AccountPayment,
  { id, reason, at, by }: CounterEntry,
): NewRow => ({ id, key, name, means, amount: -amount, note: reason, at, by, takesBack: number });

/**
 * The payments of buyers on account, repayments to them, and counter-entries. They are numbered without gaps and never
 * change.
 * @param account the key of the buyer's account
 */
export function createPayments(
  database: Database,
  audit: Pick<AuditLog, 'write'>,
  { learn, balance }: { readonly learn: () => void; readonly balance: (key: string) => Halalas },
) {
  const payments = createRows(database);

  function refuseAbove(key: string, amount: Halalas): void {
    if (amount > balance(key)) refuseMore(balance(key));
  }

  function refuseAboveCredit(key: string, amount: Halalas): void {
    if (amount > -balance(key)) refuseMore(-balance(key));
  }

  /** Writes money received (negative if paid out) in the caller's transaction. */
  function record(payment: NewPayment, action: 'account-paid' | 'account-paid-back'): AccountPayment {
    const { key, means, amount, at, by } = payment;
    const paid = payments.insert(payment);
    const { number, shift } = paid;
    const detail = { payment: number, buyer: endOfKey(key), means, amount, shift, approval: by.approval };
    audit.write({ at, actor: by.name, action, detail });
    return paid;
  }

  const receive = database.transaction((payment: NewPayment): AccountPayment => {
    const before = payments.byId(payment.id);
    if (before !== undefined) return before;
    learn();
    refuseAbove(payment.key, payment.amount);
    return record(payment, 'account-paid');
  });

  const payBack = database.transaction((payment: NewPayment): AccountPayment => {
    const before = payments.byId(payment.id);
    if (before !== undefined) return before;
    learn();
    refuseAboveCredit(payment.key, payment.amount);
    return record({ ...payment, amount: -payment.amount }, 'account-paid-back');
  });

  const takeBack = database.transaction((counterEntry: CounterEntry): AccountPayment => {
    const { id, number, reason, at, by } = counterEntry;
    const before = payments.byId(id);
    if (before !== undefined) return before;
    const wrong = payments.get(number);
    if (wrong === undefined || wrong.takesBack !== undefined) return fail('not-found');
    if (wrong.takenBackBy !== undefined) refuseTwice();
    const { key, means, amount } = wrong;
    const entry = payments.insert(reversalOf(wrong, counterEntry));
    const detail = {
      payment: entry.number,
      buyer: endOfKey(key),
      means,
      amount: -amount,
      takesBack: number,
      reason,
      shift: entry.shift,
    };
    audit.write({ at, actor: by.name, action: 'account-taken-back', detail });
    return entry;
  });

  return {
    ...payments,
    refuseAbove,
    refuseAboveCredit,
    receive: receive.immediate,
    payBack: payBack.immediate,
    takeBack: takeBack.immediate,
  };
}

function createRows(database: Database) {
  const columns = `p.number, p.id, p.key, p.name, p.at, w.meant_at AS trueAt, p.actor, p.role, p.means, p.amount, p.shift, p.note,
    p.approval, p.takes_back AS takesBack, b.number AS takenBackBy
    FROM account_payment AS p LEFT JOIN account_payment AS b ON b.takes_back = p.number
      LEFT JOIN wrong_payment_time AS w ON w.number = p.number`;
  const byNumber = database.prepare<[number], PaymentRow>(`SELECT ${columns} WHERE p.number = ?`);
  const byId = database.prepare<[string], PaymentRow>(`SELECT ${columns} WHERE p.id = ?`);
  const ofShift = database.prepare<[number], PaymentRow>(
    `SELECT ${columns} WHERE p.shift = ? ORDER BY p.number`,
  );
  const newest = database.prepare<[{ key: string; limit: number }], PaymentRow>(
    `SELECT ${columns} WHERE p.${ofBuyer} ORDER BY p.number DESC LIMIT :limit`,
  );
  const last = database.prepare<[], number>('SELECT coalesce(max(number), 0) FROM account_payment').pluck();
  const insert = database.prepare(
    `INSERT INTO account_payment (number, id, key, name, at, actor, role, shift, means, amount, note, approval, takes_back)
     VALUES (:number, :id, :key, :name, :at, :actor, :role, ${openShiftSql}, :means, :amount, :note, :approval, :takesBack)`,
  );
  const read = (row: PaymentRow | undefined) => row && toPayment(row);
  const get = (number: number) => read(byNumber.get(number));
  return {
    get,
    byId: (id: string) => read(byId.get(id)),
    ofShift: (shift: number) => ofShift.all(shift).map(toPayment),
    newest: (key: string, limit: number) => newest.all({ key, limit }).map(toPayment),
    /** This runs within the caller's transaction. */
    insert({ by, note, takesBack, ...row }: NewRow): AccountPayment {
      const number = (last.get() ?? 0) + 1;
      insert.run({
        ...row,
        number,
        actor: by.name,
        role: by.role ?? null,
        note: note ?? null,
        takesBack: takesBack ?? null,
        approval: by.approval === undefined ? null : JSON.stringify(by.approval),
      });
      return get(number) ?? fail('not-found');
    },
  };
}

const toPayment = ({ actor, role, approval, ...row }: PaymentRow): AccountPayment => ({
  ...withoutNulls<Facts>(row),
  shift: row.shift ?? undefined,
  by: { name: actor, role: role ?? undefined, ...(approval !== null && { approval: JSON.parse(approval) }) },
});

function refuseMore(most: Halalas): never {
  return fail('bad-input', {
    issues: [
      {
        path: ['amount'],
        code: 'above-balance',
        message: 'is more than is owed',
        params: { limit: halalasToText(Math.max(0, most)) },
      },
    ],
  });
}

function refuseTwice(): never {
  return fail('bad-input', {
    issues: [{ path: ['number'], code: 'taken-back', message: 'was taken back before' }],
  });
}
