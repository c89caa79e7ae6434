import {
  type Delivery,
  type DeliveryFailure,
  type DeliveryState,
  deliveryFailures,
} from '../../../shared/contract/programs/webhooks.ts';
import { fail } from '../../../shared/failure.ts';
import type { Database } from '../../books/ledger/database/database.ts';
import { type Nulls, withoutNulls } from '../../books/ledger/database/nulls.ts';

export interface DeliveryQuery {
  readonly before?: number | undefined;
  readonly limit: number;
  readonly states?: readonly DeliveryState[] | undefined;
  readonly endpoint?: string | undefined;
  readonly invoiceUuid?: string | undefined;
}

/** The fields of a delivery that its row has as they are. */
type AsStored = Omit<Delivery, 'createdAt' | 'lastAt' | 'nextAt' | 'failure'>;

interface Row extends Nulls<AsStored> {
  seq: number;
  occurredAt: number;
  nextAt: number | null;
  lastAt: number | null;
  failure: string | null;
}

const columns = `seq, d.id, endpoint_id AS endpoint, e.url, event_id AS eventId, type, invoice_uuid AS invoiceUuid,
  occurred_at AS occurredAt, state, attempts, next_at AS nextAt, last_at AS lastAt, http_status AS httpStatus, failure,
  discard_reason AS discardReason`;
const from = 'FROM webhook_delivery AS d JOIN webhook_endpoint AS e ON e.id = d.endpoint_id';

export function createDeliveryList(database: Database) {
  const page = createPage(database);
  const countStates = database.prepare<[], { state: DeliveryState; count: number }>(
    'SELECT state, count(*) AS count FROM webhook_delivery GROUP BY state',
  );
  const selectOne = database.prepare<[string], Row & { body: string; answer: string | null }>(
    `SELECT ${columns}, body, answer ${from} WHERE d.id = ?`,
  );
  const resend = `UPDATE webhook_delivery SET state = 'waiting', next_at = :now, attempts = 0,
    tried_from = NULL WHERE state = 'dead'`;
  const resendOne = database.prepare<[{ id: string; now: number }]>(`${resend} AND id = :id`);
  const resendMany = database.prepare<[{ endpoint: string | undefined; now: number }]>(
    `${resend} AND (:endpoint IS NULL OR endpoint_id = :endpoint)
       AND endpoint_id IN (SELECT id FROM webhook_endpoint WHERE removed_at IS NULL)`,
  );
  // A waiting delivery keeps its count of attempts, so that a program that asks repeatedly cannot cause more of them.
  const redeliver = database.prepare<[{ id: string; now: number }]>(
    `UPDATE webhook_delivery SET next_at = :now, attempts = iif(state = 'waiting', attempts, 0),
       tried_from = iif(state = 'waiting', tried_from, NULL),
       http_status = iif(state = 'delivered', NULL, http_status), answer = iif(state = 'delivered', NULL, answer),
       state = 'waiting'
     WHERE id = :id AND state <> 'discarded'
       AND endpoint_id IN (SELECT id FROM webhook_endpoint WHERE removed_at IS NULL)`,
  );
  const discard = `UPDATE webhook_delivery SET state = 'discarded', next_at = NULL, discard_reason = :reason
    WHERE state IN ('dead', 'waiting')`;
  const discardOne = database.prepare<[{ id: string; reason: string }]>(`${discard} AND id = :id`);
  const deleteOld = database.prepare<[number]>(
    `DELETE FROM webhook_delivery WHERE occurred_at < ? AND (state IN ('delivered', 'discarded')
       OR (state = 'waiting' AND endpoint_id IN (SELECT id FROM webhook_endpoint WHERE enabled = 0)))`,
  );

  return {
    /** Returns the deliveries, newest first. */
    list: (query: DeliveryQuery): { rows: Delivery[]; cursor?: number } => {
      const rows = page(query);
      const last = rows.length === query.limit ? rows.at(-1)?.seq : undefined;
      return { rows: rows.map(fromRow), ...(last !== undefined && { cursor: last }) };
    },
    counts: (): Record<DeliveryState, number> => {
      const counts = { waiting: 0, delivered: 0, dead: 0, discarded: 0 };
      for (const { state, count } of countStates.all()) counts[state] = count;
      return counts;
    },
    /** Returns a delivery with its body. Fails with `not-found`. */
    get: (id: string): Delivery & { body: string; answer?: string } => {
      const { body, answer, ...row } = selectOne.get(id) ?? fail('not-found');
      return { ...fromRow(row), body, ...(answer !== null && { answer }) };
    },
    /** Makes a dead letter due now, with all its attempts again. Returns false when it is not a dead letter. */
    resend: (id: string, now: number): boolean => resendOne.run({ id, now }).changes === 1,
    /**
     * Makes a delivery due now under the same ids, even one that was delivered or is a dead letter. Returns false when it
     * was discarded, or its receiver was removed.
     */
    redeliver: (id: string, now: number): boolean => redeliver.run({ id, now }).changes === 1,
    /** Does for all dead letters, or all those of an endpoint, what `resend` does for one. Returns their number. */
    resendAll: (endpoint: string | undefined, now: number): number =>
      resendMany.run({ endpoint, now }).changes,
    /** Discards a dead letter or a waiting delivery. Returns false when it is neither. */
    discard: (id: string, reason: string): boolean => discardOne.run({ id, reason }).changes === 1,
    /** Deletes old deliveries that are over, or wait for a receiver that is off. The ledger keeps the events. */
    prune: (before: number): number => deleteOld.run(before).changes,
  };
}

export type DeliveryList = ReturnType<typeof createDeliveryList>;

/** Reads a page by an index: there may be a million rows, and a program that asks every minute. */
function createPage(database: Database): (query: DeliveryQuery) => Row[] {
  const select = (condition: string) =>
    database.prepare<[Record<string, unknown>], Row>(
      `SELECT ${columns} ${from}
       WHERE seq < :before AND ${condition} AND (:endpoint IS NULL OR endpoint_id = :endpoint)
       ORDER BY seq DESC LIMIT :limit`,
    );
  const ofAll = select('TRUE');
  const ofState = select('state = :state');
  const ofInvoice = select(
    'invoice_uuid = :invoiceUuid AND (:states IS NULL OR state IN (SELECT value FROM json_each(:states)))',
  );
  return ({ before = Number.MAX_SAFE_INTEGER, limit, states, endpoint, invoiceUuid }) => {
    const within = { before, limit, endpoint };
    if (invoiceUuid !== undefined)
      return ofInvoice.all({ ...within, invoiceUuid, states: states && JSON.stringify(states) });
    if (states === undefined) return ofAll.all(within);
    return [...new Set(states)]
      .flatMap((state) => ofState.all({ ...within, state }))
      .toSorted((a, b) => b.seq - a.seq)
      .slice(0, limit);
  };
}

function fromRow({ seq, occurredAt, lastAt, nextAt, failure, ...row }: Row): Delivery {
  return {
    ...withoutNulls<AsStored>(row),
    createdAt: instant(occurredAt),
    ...(lastAt !== null && { lastAt: instant(lastAt) }),
    ...(nextAt !== null && { nextAt: instant(nextAt) }),
    ...(failure !== null && { failure: knownFailure(failure) }),
  };
}

/** Another version may name reasons that this one does not know. */
const knownFailure = (stored: string): DeliveryFailure =>
  deliveryFailures.find((failure) => failure === stored) ?? 'connection-failed';

const instant = (milliseconds: number) => new Date(milliseconds).toISOString();
