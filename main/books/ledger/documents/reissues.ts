import { fail } from '../../../../shared/failure.ts';
import type { SubmissionState } from '../../../../shared/status.ts';
import type { Database } from '../database/database.ts';
import { type Nulls, withoutNulls } from '../database/nulls.ts';
import { isIndexed } from '../times/is-indexed.ts';
import { type EntryRow, entrySelect } from './entry-row.ts';

/** The document in whose place another one was issued. */
export interface Origin {
  /** The number of the rejected document. */
  readonly replaces: string;
  /** The id of the sale that was first issued, however often it was issued anew since. */
  readonly firstSaleId?: string | undefined;
}

export type Reissues = ReturnType<typeof createReissues>;

export function createReissues(database: Database) {
  const selectLatest = database.prepare<
    [string],
    { icv: number; state: SubmissionState; number: string | null }
  >(
    `SELECT d.icv, s.state, (
       SELECT n.number FROM reissue AS r JOIN document AS n ON n.icv = r.icv WHERE r.replaces = d.icv) AS number
     FROM document AS d JOIN submission AS s USING (icv) WHERE d.uuid = ?`,
  );
  const insert = database.prepare<[number, number, number | undefined]>(
    'INSERT INTO reissue (icv, replaces, said_at) VALUES (?, ?, ?)',
  );
  const uncorrected = database
    .prepare<[], number>(
      `SELECT count(*) FROM submission AS s WHERE s.${isIndexed} AND s.state = 'rejected'
         AND NOT EXISTS (SELECT 1 FROM reissue WHERE replaces = s.icv)`,
    )
    .pluck();
  const selectReplacedBy = database.prepare<[string], EntryRow>(
    `${entrySelect} WHERE d.icv = (
       SELECT r.icv FROM reissue AS r JOIN document AS o ON o.icv = r.replaces WHERE o.uuid = ?)`,
  );
  // Most documents replace none, and the index shows this without the joins of a whole row.
  const selectReplaced = database
    .prepare<[string], number>(
      'SELECT r.replaces FROM reissue AS r JOIN document AS n ON n.icv = r.icv WHERE n.uuid = ?',
    )
    .pluck();
  const selectOrigin = database.prepare<[number], Nulls<Origin>>(
    `WITH RECURSIVE earlier (icv) AS (
       SELECT ? UNION SELECT r.replaces FROM reissue AS r JOIN earlier USING (icv))
     SELECT n.number AS replaces, f.sale_id AS firstSaleId FROM document AS n, document AS f
     WHERE n.icv = (SELECT max(icv) FROM earlier) AND f.icv = (SELECT min(icv) FROM earlier)`,
  );
  const selectByCounter = database.prepare<[number], EntryRow>(`${entrySelect} WHERE d.icv = ?`);

  return {
    /**
     * Returns the counter of a document that may be issued again. Runs within the caller's transaction.
     * @throws FailureError `not-found`, `not-rejected`, `already-reissued`
     */
    replaceable(uuid: string) {
      const found = selectLatest.get(uuid) ?? fail('not-found', { detail: { uuid } });
      if (found.state !== 'rejected') fail('not-rejected', { detail: { state: found.state } });
      if (found.number !== null) fail('already-reissued', { detail: { number: found.number } });
      return found.icv;
    },
    /**
     * Records a replacement. Runs within the caller's transaction.
     * @param saidAt when a manager said so of a document that was issued by itself, in milliseconds since 1970
     */
    link: (icv: number, replaced: number, saidAt?: number) => {
      insert.run(icv, replaced, saidAt);
    },
    /** Returns the number of rejected documents that have not been issued again. */
    uncorrected: () => uncorrected.get() ?? 0,
    replacedBy: (uuid: string) => selectReplacedBy.get(uuid),
    /** Returns the origin of a document; nothing for one that replaces none. */
    origin(uuid: string): Partial<Origin> {
      const icv = selectReplaced.get(uuid);
      const found = icv === undefined ? undefined : selectOrigin.get(icv);
      return found === undefined ? {} : withoutNulls<Origin>(found);
    },
    replaces: (uuid: string) => {
      const icv = selectReplaced.get(uuid);
      return icv === undefined ? undefined : selectByCounter.get(icv);
    },
  };
}
