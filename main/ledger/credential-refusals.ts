import { type Database, withFailures } from './database.ts';

/** The authority said that it does not know this terminal (401) or that it may not do this (403). */
export interface CredentialRefusal {
  /** Milliseconds since 1970. */
  readonly at: number;
  /** Which of the gateway's calls it was. */
  readonly call: string;
  /** 0: refused here, because the credential cannot be written into a header at all. */
  readonly httpStatus: number;
  /** As they came, of the first error; for instance invalid-credentials. */
  readonly code?: string | undefined;
  readonly message?: string | undefined;
  /** Whose pair it was, where that is one of the ledger's credentials that serve. */
  readonly credentialId?: number | undefined;
  /** What the terminal could tell of it by itself, in the credential room's words. */
  readonly cause?: string | undefined;
}

/** The refusals of one cause. */
export interface RefusalCause extends Omit<CredentialRefusal, 'at' | 'credentialId' | 'cause'> {
  readonly count: number;
  /** Milliseconds since 1970, of the last one. */
  readonly lastAt: number;
}

/** Every refusal of the credential; rows are only added. */
export interface CredentialRefusals {
  note(refusal: CredentialRefusal): void;
  /** How many at this time (milliseconds since 1970) or later, and before `until` where it is given. */
  countSince(time: number, until?: number): number;
  /** By cause, the most frequent first. */
  causesSince(time: number): RefusalCause[];
  /** The latest at this time or later. */
  latestSince(time: number): CredentialRefusal | undefined;
  /** How many of this credential since it was last let in. */
  inARow(credentialId: number): number;
  /** The authority let a call with it in: what came before counts no more. */
  letIn(credentialId: number): void;
}

export function createCredentialRefusals(database: Database): CredentialRefusals {
  const insert = database.prepare(
    `INSERT INTO credential_refusal (at, call, http_status, code, message, credential_id, cause)
     VALUES (?, ?, ?, ?, ?, ?, ?)`,
  );
  const count = database
    .prepare<[number, number], number>('SELECT count(*) FROM credential_refusal WHERE at >= ? AND at < ?')
    .pluck();
  const causes = database.prepare<[number], Row>(
    `SELECT call, http_status AS httpStatus, code, message, count(*) AS count, max(at) AS lastAt
     FROM credential_refusal WHERE at >= ? GROUP BY call, http_status, code, message ORDER BY count(*) DESC, lastAt DESC`,
  );
  const latest = database.prepare<[number], LatestRow>(
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
    note({ at, call, httpStatus, code, message, credentialId, cause }) {
      withFailures(() => insert.run(at, call, httpStatus, code, message, credentialId, cause));
    },
    countSince: (time, until = Number.MAX_SAFE_INTEGER) => withFailures(() => count.get(time, until) ?? 0),
    causesSince: (time) =>
      withFailures(() =>
        causes.all(time).map(({ code, message, ...cause }) => ({
          ...cause,
          code: code ?? undefined,
          message: message ?? undefined,
        })),
      ),
    latestSince(time) {
      const row = withFailures(() => latest.get(time));
      if (row === undefined) return undefined;
      const given = Object.entries(row).filter(([, value]) => value !== null);
      return Object.fromEntries(given) as unknown as CredentialRefusal;
    },
    inARow: (credentialId) => withFailures(() => inARow.get({ id: credentialId }) ?? 0),
    letIn(credentialId) {
      // Nearly always there is nothing to take back, and nothing is written.
      withFailures(() => (inARow.get({ id: credentialId }) ?? 0) > 0 && letIn.run({ id: credentialId }));
    },
  };
}

type LatestRow = { [K in keyof CredentialRefusal]-?: CredentialRefusal[K] | null };

interface Row extends Omit<RefusalCause, 'code' | 'message'> {
  code: string | null;
  message: string | null;
}
