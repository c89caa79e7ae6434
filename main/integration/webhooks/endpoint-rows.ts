import { type OccurrenceKind, occurrenceKinds } from '../../../shared/contract/programs/webhook-events.ts';
import { type Endpoint, removedReason } from '../../../shared/contract/programs/webhooks.ts';
import { fail } from '../../../shared/failure.ts';
import type { Database } from '../../books/ledger/database/database.ts';

/** An endpoint as it is stored; `secret` and `nextSecret` are names in the vault. */
export interface EndpointRow {
  id: string;
  url: string;
  kinds: string;
  allowPrivate: number;
  enabled: number;
  secret: string;
  nextSecret: string | null;
  createdAt: number;
  failingSince: number | null;
  pausedUntil: number | null;
  goneAt: number | null;
}

export function createEndpointRows(database: Database) {
  const columns = `id, url, kinds, allow_private AS allowPrivate, enabled, secret, next_secret AS nextSecret,
    created_at AS createdAt, failing_since AS failingSince, paused_until AS pausedUntil, gone_at AS goneAt`;
  const selectAll = database.prepare<[], EndpointRow>(
    `SELECT ${columns} FROM webhook_endpoint WHERE removed_at IS NULL ORDER BY created_at, id`,
  );
  const selectOne = database.prepare<[string], EndpointRow>(
    `SELECT ${columns} FROM webhook_endpoint WHERE id = ? AND removed_at IS NULL`,
  );
  const insert = database.prepare(
    `INSERT INTO webhook_endpoint (id, url, kinds, allow_private, enabled, secret, created_at)
     VALUES (:id, :url, :kinds, :allowPrivate, 1, :secret, :createdAt)`,
  );
  const update = database.prepare(
    `UPDATE webhook_endpoint SET url = :url, kinds = :kinds, allow_private = :allowPrivate, enabled = :enabled,
       secret = :secret, next_secret = :nextSecret WHERE id = :id`,
  );
  const selectFailures = database
    .prepare<[string], number>('SELECT failures FROM webhook_endpoint WHERE id = ?')
    .pluck();
  const markFailed = database.prepare(
    `UPDATE webhook_endpoint SET failures = failures + 1, failing_since = coalesce(failing_since, :now),
       paused_until = :pausedUntil WHERE id = :id AND failures = :failures`,
  );
  const markWell = database.prepare(
    `UPDATE webhook_endpoint SET failures = 0, failing_since = NULL, paused_until = NULL, gone_at = NULL
     WHERE id = ? AND (failures > 0 OR gone_at IS NOT NULL)`,
  );
  const markGone = database.prepare(
    'UPDATE webhook_endpoint SET enabled = 0, gone_at = ? WHERE id = ? AND enabled = 1',
  );
  const endPauses = database.prepare<[{ id: string | undefined }]>(
    'UPDATE webhook_endpoint SET paused_until = NULL WHERE paused_until IS NOT NULL AND (:id IS NULL OR id = :id)',
  );
  const tryAnew = database.prepare(
    `UPDATE webhook_delivery SET attempts = 0, tried_from = NULL WHERE state = 'waiting' AND endpoint_id = ?`,
  );
  const enable = database.transaction((row: EndpointRow) => {
    update.run(row);
    markWell.run(row.id);
    tryAnew.run(row.id);
  });
  const markRemoved = database.prepare(
    'UPDATE webhook_endpoint SET removed_at = ?, next_secret = NULL WHERE id = ?',
  );
  const discard = database.prepare(
    `UPDATE webhook_delivery SET state = 'discarded', next_at = NULL, discard_reason = ?
     WHERE endpoint_id = ? AND state IN ('waiting', 'dead')`,
  );
  const remove = database.transaction((id: string, now: number) => {
    markRemoved.run(now, id);
    return discard.run(removedReason, id).changes;
  });

  return {
    all: (): EndpointRow[] => selectAll.all(),
    get: (id: string): EndpointRow => selectOne.get(id) ?? fail('not-found'),
    insert: (row: Pick<EndpointRow, 'id' | 'url' | 'kinds' | 'allowPrivate' | 'secret' | 'createdAt'>) =>
      void insert.run(row),
    update: (row: EndpointRow) => void update.run(row),
    /** Stores a row that is on again: what waits for it gets all its attempts and days anew. */
    enable: (row: EndpointRow) => enable.immediate(row),
    /** Returns the number of calls to it that failed since the last one that did not. */
    failures: (id: string): number => selectFailures.get(id) ?? 0,
    /** Notes a failed call that began after `failures` others: calls at one time that fail together count once. */
    fail: (id: string, failures: number, { now, pausedUntil }: { now: number; pausedUntil: number }) =>
      void markFailed.run({ id, failures, now, pausedUntil }),
    /** Notes that it accepted something. */
    recover: (id: string) => void markWell.run(id),
    /** Ends the pause of an endpoint, or of all: a person wants something sent now. */
    endPause: (id: string | undefined) => void endPauses.run({ id }),
    /** Turns it off because it answered 410. Returns false if it was off already. */
    markGone: (id: string, now: number): boolean => markGone.run(now, id).changes === 1,
    /** Removes an endpoint, and discards the deliveries that wait for it or that it refused; returns their number. */
    remove: (id: string, now: number): number => remove.immediate(id, now),
  };
}

export function toEndpoint({
  id,
  url,
  kinds,
  allowPrivate,
  enabled,
  nextSecret,
  createdAt,
  failingSince,
  pausedUntil,
  goneAt,
}: EndpointRow): Endpoint {
  return {
    id,
    url,
    kinds: knownKinds(kinds),
    allowPrivate: allowPrivate === 1,
    enabled: enabled === 1,
    rotating: nextSecret !== null,
    createdAt: instant(createdAt),
    ...(failingSince !== null && { failingSince: instant(failingSince) }),
    ...(pausedUntil !== null && { pausedUntil: instant(pausedUntil) }),
    ...(goneAt !== null && { goneAt: instant(goneAt) }),
  };
}

const instant = (time: number) => new Date(time).toISOString();

/** Drops kinds that are unknown here, since another version may have stored more. */
function knownKinds(stored: string): OccurrenceKind[] {
  const kinds: unknown = JSON.parse(stored);
  return occurrenceKinds.filter((kind) => Array.isArray(kinds) && kinds.includes(kind));
}
