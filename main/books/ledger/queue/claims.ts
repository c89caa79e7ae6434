import { fail } from '../../../../shared/failure.ts';
import type { SubmissionState } from '../../../../shared/status.ts';
import type { Database } from '../database/database.ts';
import { bodiesOf } from '../documents/bodies.ts';
import { damaged } from '../documents/damage.ts';
import type { Claimed, ClaimRequest } from '../documents/submission.ts';
import type { Timeline } from '../documents/timeline.ts';
import { deadlineSql } from '../times/deadline-sql.ts';
import { isIndexed } from '../times/is-indexed.ts';
import { orderedTimeSql } from '../times/ordered-time-sql.ts';
import type { DueOrder } from './due-order.ts';

interface Readable {
  readonly icv: number;
  readonly xml: Buffer;
}

/** The documents claimed by each sender. Everything but `senders` runs within the caller's transaction. */
export function createClaims(
  database: Database,
  timeline: Timeline,
  due: Pick<DueOrder, 'all' | 'inOrder' | 'urgent'>,
  sender: string | undefined,
) {
  const releaseExpired = database.prepare<[{ now: number }]>(
    `UPDATE submission SET state = 'waiting', next_at = :now, sender = NULL
     WHERE ${isIndexed} AND state = 'sending' AND next_at <= :now`,
  );
  const releaseOf = database.prepare<[{ now: number; sender: string | undefined }]>(
    `UPDATE submission SET state = 'waiting', next_at = :now, sender = NULL
     WHERE ${isIndexed} AND state = 'sending' AND sender IS :sender`,
  );
  const selectSenders = database
    .prepare<[], string | null>(
      `SELECT DISTINCT sender FROM submission WHERE ${isIndexed} AND state = 'sending'`,
    )
    .pluck();
  const selectState = database.prepare<[string], { icv: number; state: SubmissionState }>(
    'SELECT icv, s.state FROM document AS d JOIN submission AS s USING (icv) WHERE d.uuid = ?',
  );
  const take = database.prepare<[number, string | undefined, number]>(
    `UPDATE submission SET state = 'sending', next_at = ?, sender = ?, attempts = attempts + 1 WHERE icv = ?`,
  );
  const bodies = bodiesOf(database);
  const selectTaken = database.prepare<[number], Omit<Claimed, 'xml'>>(
    `SELECT icv, d.uuid, d.hash, ${orderedTimeSql} AS issuedAt, s.mode, s.attempts, ${deadlineSql} AS dueAt
     FROM document AS d JOIN submission AS s USING (icv) LEFT JOIN wrong_time AS w USING (icv) WHERE icv = ?`,
  );
  const readableOf = createReadableOf(database);
  const putBack = database.prepare<[{ icv: number; attempts: number; now: number }]>(
    `UPDATE submission SET state = 'waiting', next_at = :now, sender = NULL, attempts = attempts - 1
     WHERE icv = :icv AND state = 'sending' AND attempts = :attempts`,
  );

  const claimOne = ({ icv, xml }: Readable, now: number, leaseMs: number): Claimed => {
    take.run(now + leaseMs, sender, icv);
    return { ...(selectTaken.get(icv) ?? fail('not-found')), xml };
  };
  const senders = () => selectSenders.all().map((each) => each ?? undefined);

  return {
    claim(uuid: string, now: number, leaseMs: number) {
      releaseExpired.run({ now });
      const found = selectState.get(uuid) ?? fail('not-found', { detail: { uuid } });
      if (found.state !== 'waiting' && found.state !== 'parked') return undefined;
      const { icv } = found;
      const xml = bodies.xml(icv) ?? damaged(icv);
      timeline.sent(icv, now);
      return claimOne({ icv, xml }, now, leaseMs);
    },
    /** Claims the due documents; records a call only for the first `limit`. */
    claimDue({ now, limit, prefetch = 0, leaseMs, urgent, inOrder }: ClaimRequest) {
      if (limit + prefetch < 1) return [];
      releaseExpired.run({ now });
      const query = { now, limit: limit + prefetch, lastChance: urgent ?? 0 };
      const ordinary = inOrder === true ? due.inOrder : due.all;
      const readable = readableOf(() => (urgent === undefined ? ordinary : due.urgent)(query));
      for (const { icv } of readable.slice(0, limit)) timeline.sent(icv, now);
      return readable.map((each) => claimOne(each, now, leaseMs));
    },
    /** Gives back a document that was claimed but not sent; this does not count as an attempt. */
    putBack: ({ icv, attempts }: Claimed, now: number) => {
      putBack.run({ icv, attempts, now });
    },
    release(now: number, isLeft: (sender: string | undefined) => boolean) {
      let released = 0;
      for (const each of senders().filter(isLeft)) released += releaseOf.run({ now, sender: each }).changes;
      return released;
    },
    /** Lists the senders with documents in progress; undefined for a sender without a name. */
    senders,
  };
}

/** Returns a function that reads due documents. A damaged one is parked for a person, so that the others are sent. */
function createReadableOf(database: Database): (selectDue: () => readonly number[]) => Readable[] {
  const { xmlUnlessDamaged } = bodiesOf(database);
  const park = database.prepare<[number]>(
    `UPDATE submission SET state = 'parked', next_at = NULL, sender = NULL WHERE icv = ?`,
  );
  return (selectDue) => {
    for (;;) {
      const icvs = selectDue();
      const readable = icvs.flatMap((icv): Readable | [] => {
        const xml = xmlUnlessDamaged(icv);
        if (xml === undefined) park.run(icv);
        return xml === undefined ? [] : { icv, xml };
      });
      if (readable.length === icvs.length) return readable;
    }
  };
}
