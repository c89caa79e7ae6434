import { randomUUID } from 'node:crypto';
import type { EventData } from '../../../shared/contract/programs/webhook-events.ts';
import type { Verdict } from '../../base/network/classify-answer.ts';
import type { Database } from '../../books/ledger/database/database.ts';
import { eventBody } from './occurrence.ts';

/*
 * The model of a queue in rows. A row has a state, the number of attempts and the time of the next one. Claiming a row
 * counts an attempt and moves its next time ahead by a lease, in one statement: a process that dies then frees the row.
 * A row whose next time is further away than the longest pause is claimed too, because then a clock was wrong. A row in
 * progress is not claimed again, even after its lease. Settling a row gives it its last state or the next time.
 */

interface EventToDeliver {
  /** The name of the event's source, see `Occurrence`. */
  readonly source: string;
  /** The time in milliseconds since 1970. */
  readonly at: number;
  readonly data: EventData;
}

/** A delivery claimed for one attempt. */
export interface DueDelivery {
  readonly id: string;
  readonly endpoint: string;
  readonly type: string;
  readonly body: string;
  /** The time in milliseconds since 1970. */
  readonly occurredAt: number;
  /** Attempts begun, this one included. */
  readonly attempts: number;
  /** When the first of them began, milliseconds since 1970. */
  readonly triedFrom: number;
}

export interface AttemptResult {
  readonly at: number;
  readonly httpStatus?: number | undefined;
  readonly answer?: string | undefined;
}

export interface ClaimOptions {
  readonly now: number;
  readonly limit: number;
  readonly leaseMs: number;
  readonly longestMs: number;
  /** The deliveries that are not claimed: their calls go on, even if a clock set forward ended their leases. */
  readonly underWay: readonly string[];
}

const dueColumns = `id, endpoint_id AS endpoint, type, body, occurred_at AS occurredAt, attempts,
  tried_from AS triedFrom`;

const insertDelivery = `INSERT INTO webhook_delivery
    (id, endpoint_id, source, event_id, type, invoice_uuid, occurred_at, state, attempts, next_at, body)
  VALUES (:id, :endpoint, :source, :eventId, :type, :invoiceUuid, :occurredAt, 'waiting', 0, :nextAt, :body)
  ON CONFLICT (endpoint_id, source) DO NOTHING`;

export function createDeliveryQueue(database: Database) {
  const insert = database.prepare(insertDelivery);
  const selectDue = database
    .prepare<[{ endpoint: string; now: number; far: number; limit: number; underWay: string }], string>(
      `SELECT id FROM webhook_delivery
       WHERE state = 'waiting' AND endpoint_id = :endpoint AND (next_at <= :now OR next_at > :far)
         AND id NOT IN (SELECT value FROM json_each(:underWay))
       ORDER BY next_at, seq LIMIT :limit`,
    )
    .pluck();
  const begin = database.prepare<[{ id: string; now: number; leaseEnd: number }], DueDelivery>(
    `UPDATE webhook_delivery
     SET attempts = attempts + 1, tried_from = coalesce(tried_from, :now), next_at = :leaseEnd
     WHERE id = :id AND state = 'waiting' RETURNING ${dueColumns}`,
  );
  const finish = database.prepare(
    `UPDATE webhook_delivery SET state = :state, next_at = :nextAt, last_at = :at, http_status = :httpStatus,
       failure = :failure, answer = :answer WHERE id = :id AND state = 'waiting'`,
  );
  const earliest = database
    .prepare<[string, string], number | null>(
      `SELECT min(next_at) FROM webhook_delivery
       WHERE state = 'waiting' AND endpoint_id IN (SELECT value FROM json_each(?))
         AND id NOT IN (SELECT value FROM json_each(?))`,
    )
    .pluck();

  const due = (endpoint: string, { now, limit, longestMs, underWay }: ClaimOptions): string[] =>
    selectDue.all({ endpoint, now, far: now + longestMs, limit, underWay: JSON.stringify(underWay) });
  const beginOne = (id: string, { now, leaseMs }: Pick<ClaimOptions, 'now' | 'leaseMs'>) =>
    begin.get({ id, now, leaseEnd: now + leaseMs });
  const claim = database.transaction((endpoint: string, options: ClaimOptions) =>
    due(endpoint, options).flatMap((id) => beginOne(id, options) ?? []),
  );

  return {
    /** Adds a delivery, due at `now`, unless there is one with this source. Runs within the caller's transaction. */
    add(endpoint: string, type: string, { at, data, source }: EventToDeliver, now: number) {
      const id = randomUUID();
      // Each delivery has its own id, as the specification requires; every attempt repeats that id.
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
    /** Claims the due deliveries of an endpoint, those due longest first. */
    claim(endpoint: string, options: ClaimOptions) {
      // Reading blocks no other program, but claiming would, so this reads first.
      if (options.limit < 1 || due(endpoint, options).length === 0) return [];
      return claim.immediate(endpoint, options);
    },
    /** Claims this delivery, even if it is not due; undefined when it is not waiting. */
    claimOne: (id: string, now: number, leaseMs: number) => beginOne(id, { now, leaseMs }),
    settle(id: string, verdict: Verdict, { at, httpStatus, answer }: AttemptResult) {
      finish.run({
        id,
        state: verdict.state,
        nextAt: verdict.state === 'waiting' ? verdict.nextAt : undefined,
        failure: verdict.state === 'delivered' ? undefined : verdict.failure,
        at,
        httpStatus,
        answer,
      });
    },
    /** The time of the next due delivery of these endpoints that is not in progress; milliseconds since 1970. */
    nextAt: (endpoints: readonly string[], underWay: readonly string[]) =>
      earliest.get(JSON.stringify(endpoints), JSON.stringify(underWay)) ?? undefined,
  };
}

export type DeliveryQueue = ReturnType<typeof createDeliveryQueue>;
