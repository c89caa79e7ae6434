import { randomBytes } from 'node:crypto';
import type * as z from 'zod';
import type { ApiClient, ApiScope, integration } from '../../../shared/contract/programs/integration.ts';
import { fail } from '../../../shared/failure.ts';
import type { Clock } from '../../base/platform/clock.ts';
import type { Database } from '../../books/ledger/database/database.ts';
import { refuseReserved } from '../../till/people/reserved-name.ts';
import { createOldSecrets } from './old-secrets.ts';
import { hasHash, hashSecret, newSecret } from './secrets.ts';

type NewClient = z.output<(typeof integration)['integration.clients.create']['input']>;

interface Row extends Pick<ApiClient, 'id' | 'name' | 'kind'> {
  scopes: string;
  redirectUris: string;
  secretHash: Buffer | null;
  previousUntil: number | null;
  createdAt: number;
  usedAt: number | null;
  revokedAt: number | null;
}

interface Update {
  run(values: object): { changes: number };
}

const columns = `id, name, kind, scopes, redirect_uris AS redirectUris, secret_hash AS secretHash,
  (SELECT max(until) FROM old_client_secret WHERE client_id = client.id) AS previousUntil, created_at AS createdAt,
  used_at AS usedAt, revoked_at AS revokedAt`;

function prepareStatements(database: Database) {
  const all = database.prepare<[], Row>(
    `SELECT ${columns} FROM client ORDER BY revoked_at IS NOT NULL, created_at DESC, id`,
  );
  const one = database.prepare<[string], Row>(`SELECT ${columns} FROM client WHERE id = ?`);
  const insert = database.prepare(
    `INSERT INTO client (id, name, kind, scopes, redirect_uris, secret_hash, created_at)
     VALUES (:id, :name, :kind, :scopes, :redirectUris, :secretHash, :createdAt)`,
  );
  const updateScopes = database.prepare(
    'UPDATE client SET scopes = :scopes WHERE id = :id AND revoked_at IS NULL',
  );
  const updateSecret = database.prepare(
    'UPDATE client SET secret_hash = :hash WHERE id = :id AND revoked_at IS NULL AND secret_hash IS NOT NULL',
  );
  const markRevoked = database.prepare(
    'UPDATE client SET revoked_at = :now WHERE id = :id AND revoked_at IS NULL',
  );
  return { all, one, insert, updateScopes, updateSecret, markRevoked };
}

export function createClients(database: Database, clock: Pick<Clock, 'now'>) {
  const oldSecrets = createOldSecrets(database);
  const { all, one, insert, updateScopes, updateSecret, markRevoked } = prepareStatements(database);

  function change(statement: Update, values: { id: string; [column: string]: unknown }) {
    if (statement.run(values).changes === 0) fail('not-found');
    return toClient(one.get(values.id) ?? fail('not-found'));
  }

  function living(id: string): Row | undefined {
    const row = one.get(id);
    return row?.revokedAt === null ? row : undefined;
  }

  function accepts(row: Row, secret: string | undefined): boolean {
    if (row.secretHash === null) return secret === undefined;
    if (secret === undefined) return false;
    if (hasHash(secret, row.secretHash)) return true;
    return oldSecrets.accepts(row.id, secret, clock.now());
  }

  const replaceSecret = database.transaction((id: string, hash: Buffer, graceMs: number): ApiClient => {
    const now = clock.now();
    oldSecrets.keep(id, now, Math.round(now + graceMs));
    return change(updateSecret, { id, hash });
  });

  return {
    /** Returns the clients, newest first, with the revoked ones at the end. */
    list: () => all.all().map(toClient),
    /** Returns the client unless it is revoked. */
    get(id: string) {
      const row = living(id);
      return row && toClient(row);
    },
    /** Returns the client with this id and secret; a public client has none, and is found only without one. */
    authenticate(id: string, secret: string | undefined) {
      const row = living(id);
      return row !== undefined && accepts(row, secret) ? toClient(row) : undefined;
    },
    /** Creates a client, and returns its secret only here. @throws FailureError `bad-input` for a reserved name */
    create(input: NewClient) {
      refuseReserved(input.name);
      const id = randomBytes(16).toString('hex');
      const secret = input.kind === 'service' || input.secret ? newSecret() : undefined;
      insert.run({
        id,
        name: input.name,
        kind: input.kind,
        scopes: input.scopes.join(' '),
        redirectUris: JSON.stringify(input.kind === 'app' ? input.redirectUris : []),
        secretHash: secret === undefined ? null : hashSecret(secret),
        createdAt: clock.now(),
      });
      const client = toClient(one.get(id) ?? fail('not-found'));
      return { client, ...(secret !== undefined && { secret }) };
    },
    /** Sets the scopes of a client. @throws FailureError `not-found` */
    scope: (id: string, scopes: readonly ApiScope[]) =>
      change(updateScopes, { id, scopes: scopes.join(' ') }),
    /**
     * Makes a new secret; secrets accepted until now stay valid for `graceMs`. There may be several, if a manager makes
     * another secret before the program uses the last one.
     * @throws FailureError `not-found`, or for a client without a secret
     */
    rotate(id: string, graceMs: number) {
      const secret = newSecret();
      const client = replaceSecret.immediate(id, hashSecret(secret), graceMs);
      return { client, secret };
    },
    /** Withdraws a client's access. @throws FailureError `not-found` */
    revoke: (id: string) => change(markRevoked, { id, now: clock.now() }),
  };
}

export type Clients = ReturnType<typeof createClients>;

function toClient(row: Row): ApiClient {
  const instant = (ms: number) => new Date(ms).toISOString();
  return {
    id: row.id,
    name: row.name,
    kind: row.kind,
    scopes: row.scopes.split(' ') as ApiScope[],
    redirectUris: JSON.parse(row.redirectUris) as string[],
    hasSecret: row.secretHash !== null,
    ...(row.previousUntil !== null && { previousSecretUntil: instant(row.previousUntil) }),
    createdAt: instant(row.createdAt),
    ...(row.usedAt !== null && { usedAt: instant(row.usedAt) }),
    ...(row.revokedAt !== null && { revokedAt: instant(row.revokedAt) }),
  };
}
