import type { AuditLog } from '../audit/audit-log.ts';
import type { Database } from '../database/database.ts';
import { createCounterAt } from '../times/counter-at.ts';
import { createLastCorrected } from '../times/last-corrected.ts';
import { orderedTimeSql } from '../times/ordered-time-sql.ts';
import { aheadOf, type Timed, takenBack } from './taken-back.ts';
import type { Takings } from './takings.ts';

/** A manager's correction of the newest documents' times. */
export interface TimeCorrection {
  /** The right time now, in milliseconds since 1970. */
  readonly now: number;
  readonly actor: string;
  readonly reason: string;
}

interface Issued extends Timed {
  readonly number: string;
  readonly issuedAt: number;
}

/**
 * Creates the corrections. @param refuseNewer refuses a ledger whose schema this program does not know, since more may
 * depend on times there
 */
export function createWrongTimes(
  database: Database,
  audit: Pick<AuditLog, 'write'>,
  takings: Pick<Takings, 'forget'>,
  refuseNewer: () => void,
) {
  const counterAt = createCounterAt(database);
  const lastCorrected = createLastCorrected(database);
  const columns = `SELECT d.icv, d.number, d.issued_at AS issuedAt, ${orderedTimeSql} AS orderedAt
    FROM document AS d LEFT JOIN wrong_time AS w USING (icv)`;
  const newest = database.prepare<[], Issued>(`${columns} ORDER BY d.icv DESC LIMIT 1`);
  const at = database.prepare<[number], Issued>(`${columns} WHERE d.icv = ?`);
  const from = database.prepare<[number], Issued>(`${columns} WHERE d.icv >= ? ORDER BY d.icv`);
  const takeBack = database.prepare(
    `INSERT INTO wrong_time (icv, meant_at) VALUES (?, ?)
     ON CONFLICT (icv) DO UPDATE SET meant_at = excluded.meant_at`,
  );
  const moveDeadline = database.prepare<[{ icv: number; by: number; now: number }]>(
    `UPDATE submission SET due_at = due_at - :by, report_by = report_by - :by, told = NULL,
       next_at = iif(state = 'waiting', :now, next_at)
     WHERE icv = :icv AND state NOT IN ('accepted', 'rejected')`,
  );

  // The payments were recorded under the same wrong clock, before this moment.
  const takeBackPayments = database.prepare<[{ now: number; ahead: number; before: number }]>(
    `INSERT INTO wrong_payment_time (number, meant_at)
     SELECT p.number, max(min(:before, :now), min(:now, coalesce(w.meant_at, p.at) - :ahead))
     FROM account_payment AS p LEFT JOIN wrong_payment_time AS w USING (number)
     WHERE coalesce(w.meant_at, p.at) > :now
     ON CONFLICT (number) DO UPDATE SET meant_at = excluded.meant_at`,
  );

  const correct = database.transaction(({ now, actor, reason }: TimeCorrection): number => {
    refuseNewer();
    const first = counterAt(now + 1);
    const wrong = from.all(first);
    const last = wrong.at(-1);
    if (last === undefined) return 0;
    const ahead = aheadOf(last, now);
    const before = at.get(first - 1)?.orderedAt ?? Number.NEGATIVE_INFINITY;
    const start = Math.max(before, (wrong[0] ?? last).orderedAt - ahead);
    takeBackPayments.run({ now, ahead, before: Math.max(before, Number.MIN_SAFE_INTEGER) });
    const times = takenBack(wrong, now, before);
    for (const { icv, orderedAt } of wrong) {
      const meantAt = times.get(icv) ?? orderedAt;
      takeBack.run(icv, meantAt);
      moveDeadline.run({ icv, by: orderedAt - meantAt, now });
    }
    takings.forget(start);
    audit.write({
      at: now,
      actor,
      action: 'time-corrected',
      detail: {
        from: wrong[0]?.number,
        to: last.number,
        said: new Date(last.issuedAt).toISOString(),
        reason,
      },
    });
    return wrong.length;
  });

  return {
    /** The earliest time for the next document, in milliseconds since 1970; undefined before the first. */
    newest: () => newest.get()?.orderedAt,
    lastCorrected: () => lastCorrected(),
    /**
     * Records that every document later than `now` was issued while the clock was ahead. These documents keep their time
     * and their place; their deadlines and days count from the true time, and the chain continues with the right time.
     * Payments on account under that clock are corrected with them. An audit line names the manager.
     * @returns their number; nothing is written when there are none
     */
    correct: (correction: TimeCorrection) => correct.immediate(correction),
  };
}
