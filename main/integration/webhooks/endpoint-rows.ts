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
}

export function createEndpointRows(database: Database) {
  const columns = `id, url, kinds, allow_private AS allowPrivate, enabled, secret, next_secret AS nextSecret,
    created_at AS createdAt`;
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
    insert: (row: Omit<EndpointRow, 'enabled' | 'nextSecret'>) => void insert.run(row),
    update: (row: EndpointRow) => void update.run(row),
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
}: EndpointRow): Endpoint {
  return {
    id,
    url,
    kinds: knownKinds(kinds),
    allowPrivate: allowPrivate === 1,
    enabled: enabled === 1,
    rotating: nextSecret !== null,
    createdAt: new Date(createdAt).toISOString(),
  };
}

/** Drops kinds that are unknown here, since another version may have stored more. */
function knownKinds(stored: string): OccurrenceKind[] {
  const kinds: unknown = JSON.parse(stored);
  return occurrenceKinds.filter((kind) => Array.isArray(kinds) && kinds.includes(kind));
}
