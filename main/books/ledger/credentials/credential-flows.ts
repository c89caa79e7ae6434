import type { FlowKind } from '../../../../shared/contract/terminal/credentials.ts';
import type { Failure } from '../../../../shared/failure.ts';
import type { AuthorityMessage } from '../../../../shared/status.ts';
import type { RecordChange } from '../audit/recorded-rows.ts';
import type { Database } from '../database/database.ts';
import { type Nulls, withoutNulls } from '../database/nulls.ts';

/** One onboarding, renewal or re-issue. Times are milliseconds since 1970. */
export interface Flow {
  readonly id: number;
  readonly kind: FlowKind;
  readonly startedAt: number;
  /** True when a request for a certificate was sent and not answered yet; the authority may have issued it. */
  readonly asked?: 'compliance' | 'production' | undefined;
  readonly failure?: Failure | undefined;
}

export interface SeriesRow {
  readonly document: string;
  readonly state: 'waiting' | 'passed' | 'failed';
  /** The hash of the document sent last; Base64. */
  readonly hash?: string | undefined;
  readonly httpStatus?: number | undefined;
  readonly messages: readonly AuthorityMessage[];
}

/** @param record runs a change with a line of the audit log */
export function createCredentialFlows(database: Database, record: RecordChange) {
  const open = database.prepare<[], Nulls<Omit<Flow, 'failure'>> & { readonly failure: string | null }>(
    "SELECT id, kind, started_at AS startedAt, asked, failure FROM flow WHERE state = 'open'",
  );
  const begin = database.prepare("INSERT INTO flow (kind, started_at, state) VALUES (?, ?, 'open')");
  const update = database.prepare('UPDATE flow SET asked = :asked, failure = :failure WHERE id = :id');
  const end = database.prepare(
    'UPDATE flow SET state = :state, ended_at = :now, asked = NULL, failure = NULL WHERE id = :id',
  );
  const kind = database.prepare<[number], FlowKind>('SELECT kind FROM flow WHERE id = ?').pluck();
  const series = database.prepare<[number], Omit<SeriesRow, 'messages'> & { messages: string }>(
    'SELECT document, state, hash, http_status AS httpStatus, messages FROM series_result WHERE flow_id = ?',
  );
  const setSeries = database.prepare(
    `INSERT OR REPLACE INTO series_result (flow_id, document, state, at, hash, http_status, messages)
     VALUES (:id, :document, :state, :now, :hash, :httpStatus, :messages)`,
  );

  function readOpen(): Flow | undefined {
    const row = open.get();
    if (row === undefined) return undefined;
    const { failure, ...flow } = row;
    return {
      ...withoutNulls<Omit<Flow, 'failure'>>(flow),
      ...(failure !== null && { failure: JSON.parse(failure) }),
    };
  }

  const mark = database
    .prepare<[], string | null>(
      `SELECT group_concat(concat_ws(' ', id, flow.state, asked, failure, (
         SELECT group_concat(concat_ws(' ', document, r.state, r.at)) FROM series_result AS r WHERE r.flow_id = flow.id)))
       FROM flow WHERE id = (SELECT max(id) FROM flow)`,
    )
    .pluck();

  return {
    /** Returns a text that changes with every step of a flow. */
    mark: () => mark.get() ?? '',
    /** Returns the flow that is in progress or has stopped; there is never more than one. */
    open: () => readOpen(),
    begin: (flowKind: FlowKind, now: number) => {
      const id = record(() => Number(begin.run(flowKind, now).lastInsertRowid), now);
      return { id, kind: flowKind, startedAt: now };
    },
    /** Sets the given fields; `undefined` removes a value. */
    update: (id: number, change: { asked?: Flow['asked']; failure?: Failure | undefined }, now: number) => {
      const flow = { ...readOpen(), ...change };
      const failure = flow.failure === undefined ? null : JSON.stringify(flow.failure);
      record(() => update.run({ id, asked: flow.asked ?? null, failure }), now);
    },
    end: (id: number, state: 'done' | 'abandoned', now: number) => {
      record(() => end.run({ id, state, now }), now);
    },
    kindOf: (id: number) => kind.get(id),
    series: (id: number) => series.all(id).map((row) => ({ ...row, messages: JSON.parse(row.messages) })),
    setSeries: (id: number, { document, state, hash, httpStatus, messages }: SeriesRow, now: number) => {
      const row = {
        id,
        document,
        state,
        now,
        hash: hash ?? null,
        httpStatus: httpStatus ?? null,
        messages: JSON.stringify(messages),
      };
      record(() => setSeries.run(row), now);
    },
  };
}
