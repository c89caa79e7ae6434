import type { ApiScope, GivenApproval } from '../../../shared/contract/programs/integration.ts';
import { fail } from '../../../shared/failure.ts';
import type { Clock } from '../../base/platform/clock.ts';
import type { Database } from '../../books/ledger/database/database.ts';

/** Returns whether a person may let apps in; undefined while this is not known, for instance while there are no people. */
export type MayLetIn = (person: string) => boolean | undefined;

/** The lifetimes in seconds; an access token's is the specification's, and each use renews a refresh token's. */
export const tokenLifetimes = { access: 3600, refresh: 30 * 24 * 3600, code: 60 } as const;

/** The client to which a token or code was granted, and the person who approved it. */
export interface Grantee {
  readonly clientId: string;
  /** The tokens of one approval; they are revoked together. */
  readonly family: string;
  /** The person who approved; undefined for a service. */
  readonly person?: string | undefined;
}

/** The columns that codes and tokens have in common. */
export interface GrantRow {
  clientId: string;
  family: string;
  person: string | null;
  scopes: string;
  expiresAt: number;
  usedAt: number | null;
}

interface GivenRow extends Omit<GivenApproval, 'scopes' | 'usedAt'> {
  scopes: string;
  expiresAt: number;
}

/** The approvals in force that people gave to apps: all tokens that came from one are a family. */
export function createGrants(database: Database, clock: Pick<Clock, 'now'>) {
  // Of each family, this is its newest refresh token.
  const select = database.prepare<
    [{ now: number; clientId: string | null; person: string | null }],
    GivenRow
  >(
    `SELECT t.family AS id, t.client_id AS clientId, c.name AS clientName, t.person, t.scopes,
       max(t.expires_at) AS expiresAt
     FROM token AS t JOIN client AS c ON c.id = t.client_id
     WHERE t.kind = 'refresh' AND t.person IS NOT NULL AND t.revoked_at IS NULL AND c.revoked_at IS NULL
       AND t.expires_at > :now AND t.client_id = coalesce(:clientId, t.client_id)
       AND t.person = coalesce(:person, t.person)
     GROUP BY t.family ORDER BY expiresAt DESC, id`,
  );
  const revoke = database.prepare(
    'UPDATE token SET revoked_at = :now WHERE family = :family AND revoked_at IS NULL',
  );
  const spendCodes = database.prepare(
    'UPDATE authorization_code SET used_at = :now WHERE family = :family AND used_at IS NULL',
  );
  const given = ({ clientId = null, person = null }: { clientId?: string | null; person?: string | null }) =>
    select.all({ now: clock.now(), clientId, person });
  const endAll = database.transaction((rows: readonly GivenRow[]): GivenApproval[] => {
    for (const { id: family } of rows) {
      revoke.run({ now: clock.now(), family });
      spendCodes.run({ now: clock.now(), family });
    }
    return rows.map(toGiven);
  });

  return {
    /** Returns the approvals of a client, the one used last first. */
    list: (clientId: string) => given({ clientId }).map(toGiven),
    /** Ends one approval, with all that came from it. @throws FailureError `not-found` */
    end(id: string): GivenApproval {
      const [ended] = endAll.immediate(given({}).filter((one) => one.id === id));
      return ended ?? fail('not-found');
    },
    /** Ends all approvals of a person, and returns them. */
    endOf: (person: string): GivenApproval[] => endAll.immediate(given({ person })),
  };
}

/** Each use of an approval makes a refresh token, so the newest one tells when that was. */
function toGiven({ expiresAt, scopes, ...row }: GivenRow): GivenApproval {
  const usedAt = new Date(expiresAt - tokenLifetimes.refresh * 1000).toISOString();
  return { ...row, scopes: toScopes(scopes), usedAt };
}

export const toScopes = (text: string) => text.split(' ') as ApiScope[];

export const toGrantee = ({ clientId, family, person }: GrantRow): Grantee => ({
  clientId,
  family,
  ...(person !== null && { person }),
});
