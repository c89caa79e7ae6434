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
}

/** The refusals of one cause. */
export interface RefusalCause extends Omit<CredentialRefusal, 'at'> {
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
}

export function createCredentialRefusals(database: Database): CredentialRefusals {
  const insert = database.prepare(
    'INSERT INTO credential_refusal (at, call, http_status, code, message) VALUES (?, ?, ?, ?, ?)',
  );
  const count = database
    .prepare<[number, number], number>('SELECT count(*) FROM credential_refusal WHERE at >= ? AND at < ?')
    .pluck();
  const causes = database.prepare<[number], Row>(
    `SELECT call, http_status AS httpStatus, code, message, count(*) AS count, max(at) AS lastAt
     FROM credential_refusal WHERE at >= ? GROUP BY call, http_status, code, message ORDER BY count(*) DESC, lastAt DESC`,
  );
  return {
    note({ at, call, httpStatus, code, message }) {
      withFailures(() => insert.run(at, call, httpStatus, code, message));
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
  };
}

interface Row extends Omit<RefusalCause, 'code' | 'message'> {
  code: string | null;
  message: string | null;
}
