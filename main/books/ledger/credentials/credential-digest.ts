import type { AuditLog } from '../audit/audit-log.ts';
import type { Database } from '../database/database.ts';
import { digestOf } from '../documents/row-digest.ts';

/** Everything that is kept of certificates and of how they were requested; a few rows in the life of a terminal. */
const queries = [
  'SELECT * FROM flow ORDER BY id',
  'SELECT * FROM series_result ORDER BY flow_id, document',
  'SELECT * FROM credential ORDER BY id',
  'SELECT * FROM credential_refusal ORDER BY id',
  'SELECT * FROM credential_let_in ORDER BY credential_id',
];

/** The digest where nothing was ever requested. */
export const noCredentials = digestOf(queries.map(() => []));

/** Returns a function for the digest of all rows about certificates. */
export function createCredentialDigest(database: Database): () => string {
  const statements = queries.map((sql) => database.prepare<[], unknown>(sql));
  return () => digestOf(statements.map((each) => each.all()));
}

/** Runs a change of these rows in one transaction with a line of the audit log that has their new digest. */
export type RecordChange = <T>(at: number, change: () => T) => T;

export function createRecordChange(database: Database, audit: Pick<AuditLog, 'write'>): RecordChange {
  const digest = createCredentialDigest(database);
  return (at, change) =>
    database
      .transaction(() => {
        const before = digest();
        const result = change();
        const after = digest();
        if (after !== before)
          audit.write({ at, actor: 'terminal', action: 'credentials-recorded', detail: { digest: after } });
        return result;
      })
      .immediate();
}
