import type { SubmissionMode, SubmissionState } from '../../../../shared/status.ts';
import type { Database } from '../database/database.ts';
import { unlessDamaged } from '../documents/damage.ts';
import { createAnswerDigest, isDecisiveSql } from '../documents/row-digest.ts';

/** The part of a submission that the authority's answer decides. */
interface Decided {
  readonly state: SubmissionState;
  readonly outcome: string | null;
  readonly status: string | null;
  readonly warnings: number;
  readonly acceptedAt: number | null;
}

interface Diverted {
  readonly icv: number;
  readonly reportBy: number | null;
  readonly isLater: 0 | 1;
}

const decidedColumns = 's.state, s.outcome, s.status, s.warnings, s.accepted_at AS acceptedAt';

/**
 * Compares submissions with the events that led to them, and these with their lines. No line states the attempts and
 * times of a document that is still to be sent, or calls that the authority has not answered yet.
 * @param find takes the counter of a document whose submission is not what its lines say
 */
export function createAnswerLines(database: Database, find: (icv: number) => void) {
  const digestOf = createAnswerDigest(database);
  const event = database.prepare<[number], { icv: number; at: number; status: string | null }>(
    'SELECT icv, at, status FROM submission_event WHERE id = ?',
  );
  const submission = database.prepare<[number], Decided>(
    `SELECT ${decidedColumns} FROM submission AS s WHERE icv = ?`,
  );
  const told = new Set<number>();
  const final = new Set<number>();
  const diverted = new Map<number, number>();
  const isWhole = (icv: number, id: number, digest: unknown) =>
    unlessDamaged(
      () => digestOf(icv, id) === digest,
      () => false,
    );

  return {
    /** Takes the facts of a line, whatever somebody made of them. */
    take({ outcome, warnings, reportBy, digest, ...named }: Readonly<Record<string, unknown>>): void {
      const [icv, id] = [Number(named.icv), Number(named.event)];
      const row = event.get(id);
      told.add(id);
      if (row?.icv !== icv || !isWhole(icv, id, digest)) {
        find(icv);
        return;
      }
      if (typeof reportBy === 'number' && !diverted.has(icv)) diverted.set(icv, reportBy);
      if ((outcome !== 'accepted' && outcome !== 'rejected') || final.has(icv)) return;
      // The first final answer counts, and no later one changes it.
      final.add(icv);
      const decided = submission.get(icv);
      const isSame =
        decided?.state === outcome &&
        decided.outcome === outcome &&
        decided.status === row.status &&
        decided.warnings === warnings &&
        decided.acceptedAt === (outcome === 'accepted' ? row.at : null);
      if (!isSame) find(icv);
    },
    end(): void {
      const decisive = database
        .prepare<[], { id: number; icv: number }>(
          `SELECT id, icv FROM submission_event WHERE ${isDecisiveSql}`,
        )
        .iterate();
      for (const { id, icv } of decisive) if (!told.has(id)) find(icv);
      const submissions = database.prepare<[], Decided & { icv: number }>(
        `SELECT s.icv, ${decidedColumns} FROM submission AS s`,
      );
      const outcomes = createOutcomes(database);
      for (const { icv, ...decided } of submissions.iterate()) {
        const isFinal = decided.state === 'accepted' || decided.state === 'rejected';
        if (isFinal ? !final.has(icv) : !outcomes.has(icv, decided)) find(icv);
      }
      for (const icv of wronglyDiverted(database, diverted)) find(icv);
      for (const icv of wronglyCounted(database)) find(icv);
    },
  };
}

/** Looks up what the events of a document that waits or is parked may have left in its submission. */
function createOutcomes(database: Database) {
  const has = database
    .prepare<[Omit<Decided, 'state' | 'acceptedAt'> & { icv: number }], 0 | 1>(
      `SELECT EXISTS (SELECT 1 FROM submission_event WHERE icv = :icv AND outcome = :outcome AND status IS :status
         AND :warnings <= json_array_length(messages))`,
    )
    .pluck();
  return {
    has: (icv: number, { outcome, status, warnings, acceptedAt }: Decided): boolean =>
      acceptedAt === null &&
      (outcome === null
        ? status === null && warnings === 0
        : has.get({ icv, outcome, status, warnings }) === 1),
  };
}

/** Documents whose way or deadline is another than the one for which they were issued, or to which an answer led. */
function* wronglyDiverted(database: Database, diverted: ReadonlyMap<number, number>): Generator<number> {
  const rows = database.prepare<[], Diverted & { mode: SubmissionMode; modeNow: SubmissionMode }>(
    `SELECT d.icv, d.mode, s.mode AS modeNow, s.report_by AS reportBy, w.icv IS NOT NULL AS isLater
     FROM document AS d JOIN submission AS s USING (icv) LEFT JOIN wrong_time AS w USING (icv)
     WHERE s.mode <> d.mode OR s.report_by IS NOT NULL`,
  );
  const found = new Set<number>();
  for (const { icv, mode, modeNow, reportBy, isLater } of rows.iterate()) {
    found.add(icv);
    const expected = diverted.get(icv);
    const isInTime = reportBy === expected || (isLater === 1 && (reportBy ?? 0) < (expected ?? 0));
    if (expected === undefined || mode !== 'clearance' || modeNow !== 'reporting' || !isInTime) yield icv;
  }
  for (const icv of diverted.keys()) if (!found.has(icv)) yield icv;
}

/** The first document without its place in the order of changes, or out of it; 0 for a wrong number of submissions. */
function wronglyCounted(database: Database): number[] {
  return database
    .prepare<[], number>(
      `SELECT d.icv FROM document AS d LEFT JOIN status_change AS c USING (icv) WHERE c.icv IS NULL
       UNION SELECT icv FROM (SELECT icv, at < lag(at) OVER (ORDER BY id) AS isEarlier FROM status_change)
         WHERE isEarlier
       UNION SELECT 0 FROM submission_count AS c
         WHERE count <> (SELECT count(*) FROM submission AS s WHERE s.state = c.state)`,
    )
    .pluck()
    .all();
}
