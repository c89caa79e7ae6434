import { randomUUID } from 'node:crypto';
import type { Delivery, DeliveryFailure, DeliveryState } from '../../../shared/contract/webhooks.ts';
import { fail } from '../../../shared/failure.ts';
import { type Database, withFailures } from '../../ledger/database.ts';
import { eventBody, type Occurrence } from './occurrence.ts';
import type { Verdict } from './policy.ts';

/** A delivery taken for one attempt. */
export interface DueDelivery {
  readonly id: string;
  readonly endpoint: string;
  readonly type: string;
  readonly body: string;
  /** Milliseconds since 1970. */
  readonly occurredAt: number;
  /** Attempts begun, this one included. */
  readonly attempts: number;
}

/** What an attempt came to, beside its verdict. */
export interface AttemptResult {
  readonly at: number;
  readonly httpStatus?: number | undefined;
  /** The beginning of the receiver's answer. */
  readonly answer?: string | undefined;
}

export interface DeliveryQuery {
  readonly before?: number | undefined;
  readonly limit: number;
  readonly states?: readonly DeliveryState[] | undefined;
  readonly endpoint?: string | undefined;
}

/** The rows of deliveries: one for each event and endpoint, from the event to its end. */
export interface Deliveries {
  /**
   * A new delivery, due at `now`; none when this endpoint has one of the same source. Within the caller's transaction.
   * @param more its type on the wire, and `source` left out for what is told on purpose again and again
   */
  add(
    endpoint: string,
    type: string,
    occurrence: Pick<Occurrence, 'at' | 'data'> & { source?: string },
    now: number,
  ): string | undefined;
  /**
   * Takes what is due at an endpoint, longest due first, and writes that an attempt begins. If no result is written
   * within `leaseMs`, the attempt is taken for lost and the delivery is due again. `longestMs`: what is set for later
   * than that was set by a clock that was wrong, and is due too.
   */
  claim(endpoint: string, options: ClaimOptions): DueDelivery[];
  /** Takes this one, whenever it is due; undefined when it does not wait. */
  claimOne(id: string, now: number, leaseMs: number): DueDelivery | undefined;
  settle(id: string, verdict: Verdict, result: AttemptResult): void;
  /** When the next one of these endpoints is due, but for these deliveries; milliseconds since 1970. */
  nextAt(endpoints: readonly string[], underWay: readonly string[]): number | undefined;

  /** Newest first. */
  list(query: DeliveryQuery): { rows: Delivery[]; cursor?: number };
  counts(): Record<DeliveryState, number>;
  /** Fails with `not-found`. */
  get(id: string): Delivery & { body: string; answer?: string };
  /** Dead letters wait again, due now, with all attempts before them: one by its id, or all (of an endpoint). */
  resend(id: string, now: number): boolean;
  resendAll(endpoint: string | undefined, now: number): number;
  /** A dead letter or a waiting one is given up. False when it is neither. */
  discard(id: string, reason: string): boolean;
  discardAll(endpoint: string, reason: string): number;
  /** Deletes what was delivered or discarded and happened before that time. The ledger keeps what happened. */
  prune(before: number): number;
}

export interface ClaimOptions {
  readonly now: number;
  readonly limit: number;
  readonly leaseMs: number;
  readonly longestMs: number;
  /** Never taken: their calls have not ended, whatever a clock that was set forward makes of their leases. */
  readonly underWay: readonly string[];
}

interface Row {
  seq: number;
  id: string;
  endpoint: string;
  url: string;
  eventId: string;
  type: string;
  invoiceUuid: string | null;
  occurredAt: number;
  state: DeliveryState;
  attempts: number;
  nextAt: number | null;
  lastAt: number | null;
  httpStatus: number | null;
  failure: DeliveryFailure | null;
  discardReason: string | null;
}

const columns = `seq, d.id, endpoint, e.url, event_id AS eventId, type, invoice_uuid AS invoiceUuid,
  occurred_at AS occurredAt, state, attempts, next_at AS nextAt, last_at AS lastAt, http_status AS httpStatus, failure,
  discard_reason AS discardReason`;
const from = 'FROM webhook_delivery AS d JOIN webhook_endpoint AS e ON e.id = d.endpoint';
const dueColumns = 'id, endpoint, type, body, occurred_at AS occurredAt, attempts';

export function createDeliveries(database: Database): Deliveries {
  const insert = database.prepare(
    `INSERT INTO webhook_delivery
       (id, endpoint, source, event_id, type, invoice_uuid, occurred_at, state, attempts, next_at, body)
     VALUES (:id, :endpoint, :source, :eventId, :type, :invoiceUuid, :occurredAt, 'waiting', 0, :nextAt, :body)
     ON CONFLICT (endpoint, source) DO NOTHING`,
  );
  const selectDue = database
    .prepare<[{ endpoint: string; now: number; far: number; limit: number; underWay: string }], string>(
      `SELECT id FROM webhook_delivery
       WHERE state = 'waiting' AND endpoint = :endpoint AND (next_at <= :now OR next_at > :far)
         AND id NOT IN (SELECT value FROM json_each(:underWay))
       ORDER BY next_at, seq LIMIT :limit`,
    )
    .pluck();
  const begin = database.prepare<[{ id: string; leaseEnd: number }], DueDelivery>(
    `UPDATE webhook_delivery SET attempts = attempts + 1, next_at = :leaseEnd
     WHERE id = :id AND state = 'waiting' RETURNING ${dueColumns}`,
  );
  const finish = database.prepare(
    `UPDATE webhook_delivery SET state = :state, next_at = :nextAt, last_at = :at, http_status = :httpStatus,
       failure = :failure, answer = :answer WHERE id = :id AND state = 'waiting'`,
  );
  const earliest = database
    .prepare<[string, string], number | null>(
      `SELECT min(next_at) FROM webhook_delivery
       WHERE state = 'waiting' AND endpoint IN (SELECT value FROM json_each(?))
         AND id NOT IN (SELECT value FROM json_each(?))`,
    )
    .pluck();

  const selectPage = database.prepare<[Record<string, unknown>], Row>(
    `SELECT ${columns} ${from}
     WHERE seq < :before AND (:states IS NULL OR state IN (SELECT value FROM json_each(:states)))
       AND (:endpoint IS NULL OR endpoint = :endpoint)
     ORDER BY seq DESC LIMIT :limit`,
  );
  const countStates = database.prepare<[], { state: DeliveryState; count: number }>(
    'SELECT state, count(*) AS count FROM webhook_delivery GROUP BY state',
  );
  const selectOne = database.prepare<[string], Row & { body: string; answer: string | null }>(
    `SELECT ${columns}, body, answer ${from} WHERE d.id = ?`,
  );
  const resend = `UPDATE webhook_delivery SET state = 'waiting', next_at = :now, attempts = 0 WHERE state = 'dead'`;
  const resendOne = database.prepare<[{ id: string; now: number }]>(`${resend} AND id = :id`);
  const resendMany = database.prepare<[{ endpoint: string | undefined; now: number }]>(
    `${resend} AND (:endpoint IS NULL OR endpoint = :endpoint)
       AND endpoint IN (SELECT id FROM webhook_endpoint WHERE removed_at IS NULL)`,
  );
  const discard = `UPDATE webhook_delivery SET state = 'discarded', next_at = NULL, discard_reason = :reason
    WHERE state IN ('dead', 'waiting')`;
  const discardOne = database.prepare<[{ id: string; reason: string }]>(`${discard} AND id = :id`);
  const discardMany = database.prepare<[{ endpoint: string; reason: string }]>(
    `${discard} AND endpoint = :endpoint`,
  );
  const deleteOld = database.prepare<[number]>(
    `DELETE FROM webhook_delivery WHERE state IN ('delivered', 'discarded') AND occurred_at < ?`,
  );

  const due = (endpoint: string, { now, limit, longestMs, underWay }: ClaimOptions): string[] =>
    selectDue.all({ endpoint, now, far: now + longestMs, limit, underWay: JSON.stringify(underWay) });
  const claim = database.transaction((endpoint: string, options: ClaimOptions) => {
    const leaseEnd = options.now + options.leaseMs;
    return due(endpoint, options).flatMap((id) => begin.get({ id, leaseEnd }) ?? []);
  });

  return {
    add(endpoint, type, { at, data, source }, now) {
      const id = randomUUID();
      // Its own id for each delivery, as the specification has it; every attempt repeats it.
      const eventId = randomUUID();
      const added = insert.run({
        id,
        endpoint,
        source,
        eventId,
        type,
        invoiceUuid: 'invoiceUuid' in data ? data.invoiceUuid : undefined,
        occurredAt: at,
        nextAt: now,
        body: eventBody(eventId, type, { at, data }),
      });
      return added.changes === 1 ? id : undefined;
    },
    claim: (endpoint, options) =>
      withFailures(() => {
        // Reading keeps nobody waiting, claiming would.
        if (options.limit < 1 || due(endpoint, options).length === 0) return [];
        return claim.immediate(endpoint, options);
      }),
    claimOne: (id, now, leaseMs) => withFailures(() => begin.get({ id, leaseEnd: now + leaseMs })),
    settle(id, verdict, { at, httpStatus, answer }) {
      withFailures(() =>
        finish.run({
          id,
          state: verdict.state,
          nextAt: verdict.state === 'waiting' ? verdict.nextAt : undefined,
          failure: verdict.state === 'delivered' ? undefined : verdict.failure,
          at,
          httpStatus,
          answer,
        }),
      );
    },
    nextAt: (endpoints, underWay) =>
      withFailures(() => earliest.get(JSON.stringify(endpoints), JSON.stringify(underWay)) ?? undefined),

    list: ({ before = Number.MAX_SAFE_INTEGER, limit, states, endpoint }) =>
      withFailures(() => {
        const rows = selectPage.all({ before, limit, states: states && JSON.stringify(states), endpoint });
        const last = rows.length === limit ? rows.at(-1)?.seq : undefined;
        return { rows: rows.map(fromRow), ...(last !== undefined && { cursor: last }) };
      }),
    counts: () =>
      withFailures(() => {
        const counts = { waiting: 0, delivered: 0, dead: 0, discarded: 0 };
        for (const { state, count } of countStates.all()) counts[state] = count;
        return counts;
      }),
    get: (id) =>
      withFailures(() => {
        const row = selectOne.get(id) ?? fail('not-found');
        return { ...fromRow(row), body: row.body, ...(row.answer !== null && { answer: row.answer }) };
      }),
    resend: (id, now) => withFailures(() => resendOne.run({ id, now }).changes === 1),
    resendAll: (endpoint, now) => withFailures(() => resendMany.run({ endpoint, now }).changes),
    discard: (id, reason) => withFailures(() => discardOne.run({ id, reason }).changes === 1),
    discardAll: (endpoint, reason) => withFailures(() => discardMany.run({ endpoint, reason }).changes),
    prune: (before) => withFailures(() => deleteOld.run(before).changes),
  };
}

function fromRow(row: Row): Delivery {
  const { id, endpoint, url, eventId, type, state, attempts } = row;
  return {
    id,
    endpoint,
    url,
    eventId,
    type,
    state,
    attempts,
    createdAt: instant(row.occurredAt),
    ...(row.invoiceUuid !== null && { invoiceUuid: row.invoiceUuid }),
    ...(row.lastAt !== null && { lastAt: instant(row.lastAt) }),
    ...(row.nextAt !== null && { nextAt: instant(row.nextAt) }),
    ...(row.httpStatus !== null && { httpStatus: row.httpStatus }),
    ...(row.failure !== null && { failure: row.failure }),
    ...(row.discardReason !== null && { discardReason: row.discardReason }),
  };
}

const instant = (milliseconds: number) => new Date(milliseconds).toISOString();
