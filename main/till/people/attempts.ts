import type { Clock } from '../../base/platform/clock.ts';
import type { Database } from '../../books/ledger/database/database.ts';

/**
 * The number of wrong guesses without a wait; after these, each guess doubles the wait, up to the longest. Waits are in
 * milliseconds.
 */
const freeTries = 3;
const firstWait = 5_000;
const longestWait = 15 * 60_000;

/** Slows down guesses of a PIN or a passphrase. The counts are stored, so a restart does not reset them. */
export function openAttempts(database: Database, clock: Pick<Clock, 'now'>) {
  // The guess is counted before it is checked, so that many guesses at once are counted one by one. If a wait seems
  // longer than the longest one, the clock was set back, and the wait counts as over.
  const count = database.prepare<[{ subject: string; now: number }]>(
    `INSERT INTO attempt (subject, failures, try_at) VALUES (:subject, 1, 0)
     ON CONFLICT (subject) DO UPDATE SET failures = failures + 1,
       try_at = CASE WHEN failures + 1 < ${freeTries} THEN 0 ELSE
         :now + min(${longestWait}, ${firstWait} << min(failures + 1 - ${freeTries}, 20)) END
     WHERE try_at <= :now OR try_at > :now + ${longestWait}`,
  );
  const tryAt = database.prepare<[string], number>('SELECT try_at FROM attempt WHERE subject = ?').pluck();
  const forgive = database.prepare('DELETE FROM attempt WHERE subject = ?');
  function wait(subject: string): number {
    const at = tryAt.get(subject) ?? 0;
    const seconds = Math.ceil((at - clock.now()) / 1000);
    return seconds * 1000 > longestWait ? 0 : Math.max(0, seconds);
  }

  return {
    /**
     * Counts a guess before it is checked.
     * @returns true if it may be checked (otherwise it is not counted), and the whole seconds until the next guess if it
     * is wrong
     */
    begin(subject: string): { readonly mayTry: boolean; readonly seconds: number } {
      const mayTry = count.run({ subject, now: clock.now() }).changes === 1;
      return { mayTry, seconds: wait(subject) };
    },
    /** Returns whole seconds until the next guess. */
    wait,
    /** Forgets the guesses, because the last one was right. */
    forgive: (subject: string) => void forgive.run(subject),
  };
}

export type Attempts = ReturnType<typeof openAttempts>;
