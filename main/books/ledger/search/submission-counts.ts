import { type SubmissionMode, type SubmissionState, submissionModes } from '../../../../shared/status.ts';
import type { Database } from '../database/database.ts';
import type { Counts } from '../documents/entry.ts';
import { deadlineSql } from '../times/deadline-sql.ts';
import { isIndexed } from '../times/is-indexed.ts';

/** The number of documents in each state; fast for any number. */
export type SubmissionCounts = ReturnType<typeof createSubmissionCounts>;

export function createSubmissionCounts(database: Database) {
  const select = database
    .prepare<[], [SubmissionState, number]>('SELECT state, count FROM submission_count')
    .raw();
  // The index of unaccepted documents has the rows of each state and mode in the order of their deadlines.
  const nearestDeadline = database
    .prepare<[string, string], number | null>(
      `SELECT min(${deadlineSql}) FROM submission AS s WHERE s.${isIndexed} AND s.state = ? AND s.mode = ?`,
    )
    .pluck();
  const accepted = database
    .prepare<[string], 0 | 1>(
      "SELECT EXISTS (SELECT 1 FROM submission WHERE state = 'accepted' AND mode = ?)",
    )
    .pluck();
  const byState = () => Object.fromEntries(select.all()) as Record<SubmissionState, number>;

  return {
    byState,
    /** Returns true when the authority has accepted a document in this mode. */
    hasAccepted: (mode: SubmissionMode) => accepted.get(mode) === 1,
    counts(): Counts {
      const { waiting, sending, accepted, rejected, parked } = byState();
      const deadlines = ['waiting', 'sending'].flatMap((state) =>
        submissionModes.flatMap((mode) => nearestDeadline.get(state, mode) ?? []),
      );
      return {
        waiting: waiting + sending,
        parked,
        rejected,
        issued: waiting + sending + accepted + rejected + parked,
        ...(deadlines.length > 0 && { nearestDeadline: Math.min(...deadlines) }),
      };
    },
  };
}
