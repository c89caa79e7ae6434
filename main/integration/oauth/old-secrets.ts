import type { Database } from '../../books/ledger/database/database.ts';
import { hashSecret } from './secrets.ts';

/** The secrets that newer ones replaced, and that are still valid for a time. */
export function createOldSecrets(database: Database) {
  const forgetEnded = database.prepare<[number]>('DELETE FROM old_client_secret WHERE until <= ?');
  const changeEnds = database.prepare<[number, string]>(
    'UPDATE old_client_secret SET until = ? WHERE client_id = ?',
  );
  const insert = database.prepare<[number, string]>(
    `INSERT INTO old_client_secret (hash, client_id, until)
     SELECT secret_hash, id, ? FROM client WHERE id = ? AND revoked_at IS NULL AND secret_hash IS NOT NULL`,
  );
  const find = database
    .prepare<[string, Buffer, number]>(
      'SELECT 1 FROM old_client_secret WHERE client_id = ? AND hash = ? AND until > ?',
    )
    .pluck();
  return {
    /** Keeps a client's present secret as an old one; all of its old secrets are then valid until the same moment. */
    keep(client: string, now: number, until: number) {
      forgetEnded.run(now);
      changeEnds.run(until, client);
      insert.run(until, client);
    },
    accepts: (client: string, secret: string, now: number): boolean =>
      find.get(client, hashSecret(secret), now) !== undefined,
  };
}
