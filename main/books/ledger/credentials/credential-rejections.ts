import type { RecordChange } from '../audit/recorded-rows.ts';
import type { Database } from '../database/database.ts';
import { type Nulls, withoutNulls } from '../database/nulls.ts';

/** The authority rejected the credential: it does not know this terminal (401) or forbids the action (403). */
export interface CredentialRejection {
  readonly at: number;
  readonly call: string;
  /** The HTTP status; 0 if the call was refused here, because the credential cannot be written into a header. */
  readonly httpStatus: number;
  /** The first error's code as received, for instance invalid-credentials. */
  readonly code?: string | undefined;
  readonly message?: string | undefined;
  /** The rejected credential; undefined if it is none that the ledger knows as in use. */
  readonly credentialId?: number | undefined;
  /** The cause as far as the terminal can tell, in the terms of the credential room. */
  readonly cause?: string | undefined;
}

export interface CountedCause extends Omit<CredentialRejection, 'at' | 'credentialId' | 'cause'> {
  readonly count: number;
  /** The time of the last of these rejections, in milliseconds since 1970. */
  readonly lastAt: number;
}

/** Every rejection of the credential; rows are only added. @param record runs a change with a line of the audit log */
export function createCredentialRejections(database: Database, record: RecordChange) {
  const insert = database.prepare(
    `INSERT INTO credential_refusal (at, call, http_status, code, message, credential_id, cause)
     VALUES (?, ?, ?, ?, ?, ?, ?)`,
  );
  const count = database
    .prepare<[number, number], number>('SELECT count(*) FROM credential_refusal WHERE at >= ? AND at < ?')
    .pluck();
  const causes = database.prepare<[number], Nulls<CountedCause>>(
    `SELECT call, http_status AS httpStatus, code, message, count(*) AS count, max(at) AS lastAt
     FROM credential_refusal WHERE at >= ? GROUP BY call, http_status, code, message ORDER BY count(*) DESC, lastAt DESC`,
  );
  const latest = database.prepare<[number], Nulls<CredentialRejection>>(
    `SELECT at, call, http_status AS httpStatus, code, message, credential_id AS credentialId, cause
     FROM credential_refusal WHERE at >= ? ORDER BY id DESC LIMIT 1`,
  );
  const inARow = database
    .prepare<[{ id: number }], number>(
      `SELECT count(*) FROM credential_refusal WHERE credential_id = :id
       AND id > coalesce((SELECT after_refusal FROM credential_let_in WHERE credential_id = :id), 0)`,
    )
    .pluck();
  const letIn = database.prepare(
    `INSERT INTO credential_let_in (credential_id, after_refusal)
     SELECT :id, max(id) FROM credential_refusal WHERE credential_id = :id
     ON CONFLICT (credential_id) DO UPDATE SET after_refusal = excluded.after_refusal`,
  );

  return {
    note({ at, call, httpStatus, code, message, credentialId, cause }: CredentialRejection) {
      record(() => insert.run(at, call, httpStatus, code, message, credentialId, cause), at);
    },
    /** Counts rejections from a time (milliseconds since 1970) on, and before `until` if that is given. */
    countSince: (time: number, until: number = Number.MAX_SAFE_INTEGER) => count.get(time, until) ?? 0,
    /** Returns the rejections by cause, the most frequent first. */
    causesSince: (time: number) => causes.all(time).map((row) => withoutNulls<CountedCause>(row)),
    latestSince(time: number) {
      const row = latest.get(time);
      return row && withoutNulls<CredentialRejection>(row);
    },
    /** Counts rejections of this credential since it was last accepted. */
    inARow: (credentialId: number) => inARow.get({ id: credentialId }) ?? 0,
    /** Records that the authority accepted a call with the credential, so earlier rejections no longer count. */
    letIn(credentialId: number, now: number) {
      // Usually there is nothing to reset, and nothing is written.
      if ((inARow.get({ id: credentialId }) ?? 0) > 0) record(() => letIn.run({ id: credentialId }), now);
    },
  };
}
