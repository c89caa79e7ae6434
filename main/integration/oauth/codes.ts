import type { ApiScope } from '../../../shared/contract/programs/integration.ts';
import type { Clock } from '../../base/platform/clock.ts';
import type { Database } from '../../books/ledger/database/database.ts';
import { type Grantee, type GrantRow, toGrantee, tokenLifetimes, toScopes } from './grants.ts';
import { hashSecret } from './secrets.ts';

export interface CodeGrant extends Grantee {
  readonly scopes: readonly ApiScope[];
  readonly redirectUri: string;
  readonly codeChallenge: string;
}

interface CodeRow extends GrantRow {
  redirectUri: string;
  codeChallenge: string;
}

export interface CodesOptions {
  /** Revokes all tokens that came from one approval. */
  readonly revokeFamily: (family: string) => void;
  /** Returns true for an approval whose person may let nobody in any more. */
  readonly endsWithPerson: (row: GrantRow) => boolean;
}

export function createCodes(
  database: Database,
  clock: Pick<Clock, 'now'>,
  { revokeFamily, endsWithPerson }: CodesOptions,
) {
  const insertCode = database.prepare(
    `INSERT INTO authorization_code (hash, client_id, family, person, scopes, redirect_uri, code_challenge, expires_at)
     VALUES (:hash, :clientId, :family, :person, :scopes, :redirectUri, :codeChallenge, :expiresAt)`,
  );
  const selectCode = database.prepare<[Buffer], CodeRow>(
    `SELECT client_id AS clientId, family, person, scopes, redirect_uri AS redirectUri,
       code_challenge AS codeChallenge, expires_at AS expiresAt, used_at AS usedAt
     FROM authorization_code WHERE hash = ?`,
  );
  const markCodeUsed = database.prepare(
    'UPDATE authorization_code SET used_at = ? WHERE hash = ? AND used_at IS NULL',
  );
  const deleteOld = database.prepare('DELETE FROM authorization_code WHERE expires_at < ?');

  return {
    save: (code: string, { clientId, family, person, scopes, redirectUri, codeChallenge }: CodeGrant) => {
      insertCode.run({
        hash: hashSecret(code),
        clientId,
        family,
        person: person ?? '',
        scopes: scopes.join(' '),
        redirectUri,
        codeChallenge,
        expiresAt: clock.now() + tokenLifetimes.code * 1000,
      });
    },
    /** Returns a code that was not used yet. At a second use every token from it is revoked (RFC 6749 §4.1.2). */
    find: (code: string): CodeGrant | undefined => {
      const row = selectCode.get(hashSecret(code));
      if (row === undefined) return undefined;
      if (row.usedAt !== null) {
        revokeFamily(row.family);
        return undefined;
      }
      const { redirectUri, codeChallenge, expiresAt } = row;
      if (clock.now() >= expiresAt || endsWithPerson(row)) return undefined;
      return { ...toGrantee(row), scopes: toScopes(row.scopes), redirectUri, codeChallenge };
    },
    /** Marks the code as used; returns false when it was used already. */
    spend: (code: string): boolean => markCodeUsed.run(clock.now(), hashSecret(code)).changes === 1,
    /** Deletes codes that expired before that time. */
    prune: (before: number) => void deleteOld.run(before),
  };
}

export type Codes = ReturnType<typeof createCodes>;
