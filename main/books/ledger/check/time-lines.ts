import type { Database } from '../database/database.ts';
import { type Timed, takenBack } from '../sums/taken-back.ts';

/**
 * Repeats the corrections of times by their lines, and compares the result with the true times that are stored, and
 * with the deadlines that moved with them.
 * @param find takes the counter of a document with another time or deadline
 */
export function createTimeLines(database: Database, find: (icv: number) => void) {
  const counterOf = database
    .prepare<[string], number>('SELECT icv FROM document WHERE number = ? COLLATE NOCASE')
    .pluck();
  const between = database.prepare<[number, number], { icv: number; issuedAt: number }>(
    'SELECT icv, issued_at AS issuedAt FROM document WHERE icv BETWEEN ? AND ? ORDER BY icv',
  );
  const stored = database.prepare<[], { icv: number; meantAt: number }>(
    'SELECT icv, meant_at AS meantAt FROM wrong_time',
  );
  const deadline = database.prepare<[number], number>('SELECT due_at FROM submission WHERE icv = ?').pluck();
  const meant = new Map<number, number>();
  /** The deadlines that a document had one after the other; the last answer of the authority leaves it with one. */
  const deadlines = new Map<number, number[]>();
  const timesOf = (first: number, last: number): Timed[] =>
    between.all(first, last).map(({ icv, issuedAt }) => ({ icv, orderedAt: meant.get(icv) ?? issuedAt }));

  return {
    take(now: number, from: string, to: string): void {
      const [first, last] = [counterOf.get(from), counterOf.get(to)];
      if (first === undefined || last === undefined) {
        find(first ?? 0);
        return;
      }
      const [before] = timesOf(first - 1, first - 1);
      const wrong = timesOf(first, last);
      const times = takenBack(wrong, now, before?.orderedAt ?? Number.NEGATIVE_INFINITY);
      for (const { icv, orderedAt } of wrong) {
        const time = times.get(icv) ?? orderedAt;
        meant.set(icv, time);
        const due = deadlines.get(icv);
        due?.push((due.at(-1) ?? 0) - (orderedAt - time));
      }
    },
    /** Takes the deadline with which a document was issued, whose time was corrected later. */
    issued: (icv: number, dueAt: number): void => {
      deadlines.set(icv, [dueAt]);
    },
    end(): void {
      const rows = new Map(stored.all().map(({ icv, meantAt }) => [icv, meantAt]));
      for (const icv of new Set([...rows.keys(), ...meant.keys()]))
        if (rows.get(icv) !== meant.get(icv)) find(icv);
      for (const [icv, due] of deadlines) if (!due.includes(deadline.get(icv) ?? 0)) find(icv);
    },
  };
}
