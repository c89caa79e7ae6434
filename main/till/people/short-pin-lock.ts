import type { Clock } from '../../base/platform/clock.ts';
import type { Database } from '../../books/ledger/database/database.ts';

/** The wrong tries of short PINs of all people together that lock all of them, and for how long, in milliseconds. */
const mostTries = 5;
const lockMs = 60 * 60_000;

/**
 * Locks all PINs of fewer than six digits after five wrong tries within an hour: guessing one of four digits among many
 * people would otherwise be quick. A right short PIN forgives nobody else's tries, so that a cashier cannot guess
 * between two sign-ins. The count is stored, so a restart does not reset it.
 */
export function openShortPinLock(database: Database, clock: Pick<Clock, 'now'>) {
  const subject = 'short PINs';
  // As of other attempts, a try is counted before it is checked, and a lock that seems longer than an hour is over.
  const count = database.prepare<[{ subject: string; now: number; until: number }]>(
    `INSERT INTO attempt (subject, failures, try_at) VALUES (:subject, 1, :until)
     ON CONFLICT (subject) DO UPDATE SET
       failures = iif(try_at NOT BETWEEN :now + 1 AND :until, 1, failures + 1),
       try_at = iif(try_at NOT BETWEEN :now + 1 AND :until OR failures + 1 = ${mostTries}, :until, try_at)
     WHERE failures < ${mostTries} OR try_at NOT BETWEEN :now + 1 AND :until`,
  );
  const takeBack = database.prepare('UPDATE attempt SET failures = failures - 1 WHERE subject = ?');
  const row = database.prepare<[string], { failures: number; tryAt: number }>(
    'SELECT failures, try_at AS tryAt FROM attempt WHERE subject = ?',
  );
  const remove = database.prepare('DELETE FROM attempt WHERE subject = ?');
  return {
    /** Counts a try before it is checked. Returns false while the lock holds; then it is not counted. */
    begin(): boolean {
      const now = clock.now();
      return count.run({ subject, now, until: now + lockMs }).changes === 1;
    },
    /** Takes the count of a try back, because its PIN was right or was not checked. */
    takeBack: () => void takeBack.run(subject),
    /** Returns the whole minutes until the lock ends by itself; 0 without a lock. */
    minutes(): number {
      const { failures, tryAt } = row.get(subject) ?? { failures: 0, tryAt: 0 };
      const left = tryAt - clock.now();
      return failures < mostTries || left > lockMs ? 0 : Math.max(0, Math.ceil(left / 60_000));
    },
    /** Ends the lock, because a manager is here. */
    end: () => void remove.run(subject),
  };
}

export type ShortPinLock = ReturnType<typeof openShortPinLock>;
