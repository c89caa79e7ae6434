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

/** An approval that is over, with all that came from it. */
export interface EndedApproval {
  readonly family: string;
  readonly clientId: string;
  /** The person who gave it; null for the tokens of a service, which nobody gave. */
  readonly person: string | null;
}

/** Receives each approval that ended, and who ended it. */
export type OnEnded = (ended: EndedApproval, actor: string) => void;

/** The actor where nobody ended an approval: its person has left, or a copy of a token came. */
const terminal = 'terminal';

/** The approvals that people gave to apps: all tokens that came from one are a family. */
export function createGrants(database: Database, clock: Pick<Clock, 'now'>, onEnded: OnEnded = () => {}) {
  const statements = prepareStatements(database);
  const given = (clientId: string | null = null) => statements.given.all({ now: clock.now(), clientId });
  const endAll = database.transaction((of: EndOf, actor: string): void => {
    const rows = statements.unended.all(of);
    for (const { family } of rows) {
      statements.revoke.run({ now: clock.now(), family });
      statements.spendCodes.run({ now: clock.now(), family });
    }
    if (of.person !== null) statements.denyAnswered.run(of.person);
    // Inside, since nothing ends without its line.
    for (const ended of rows) if (ended.person !== null) onEnded(ended, actor);
  });
  const end = (of: EndOf, actor: string): void => endAll.immediate(of, actor);

  return {
    /** Returns the approvals of a client in force, the one used last first. */
    list: (clientId: string) => given(clientId).map(toGiven),
    /** Ends one approval in force, with all that came from it. @throws FailureError `not-found` */
    end(id: string, actor: string): GivenApproval {
      const found = given().find((one) => one.id === id) ?? fail('not-found');
      end({ family: id, person: null }, actor);
      return toGiven(found);
    },
    /** Ends an approval because of what came with one of its tokens. */
    endFamily: (family: string) => end({ family, person: null }, terminal),
    /** Ends all approvals of a person for good, also those that are over unless the clock is set back. */
    endOf: (person: string, actor: string = terminal) => end({ family: null, person }, actor),
    /** Returns everybody whose approvals may still be used. */
    people: (): string[] => statements.people.all(),
  };
}

/** The approvals to end: one, or all of a person. */
interface EndOf {
  readonly family: string | null;
  readonly person: string | null;
}

function prepareStatements(database: Database) {
  const ofEnded = '(family = :family OR person = :person)';
  return {
    // Of each family, this is its newest refresh token.
    given: database.prepare<[{ now: number; clientId: string | null }], GivenRow>(
      `SELECT t.family AS id, t.client_id AS clientId, c.name AS clientName, t.person, t.scopes,
         max(t.expires_at) AS expiresAt
       FROM token AS t JOIN client AS c ON c.id = t.client_id
       WHERE t.kind = 'refresh' AND t.person IS NOT NULL AND t.revoked_at IS NULL AND c.revoked_at IS NULL
         AND t.expires_at > :now AND t.client_id = coalesce(:clientId, t.client_id)
       GROUP BY t.family ORDER BY expiresAt DESC, id`,
    ),
    unended: database.prepare<[EndOf], EndedApproval>(
      `SELECT family, client_id AS clientId, person FROM token WHERE revoked_at IS NULL AND ${ofEnded}
       UNION SELECT family, client_id, person FROM authorization_code WHERE used_at IS NULL AND ${ofEnded}`,
    ),
    people: database
      .prepare<[], string>(
        `SELECT person FROM token WHERE revoked_at IS NULL AND person IS NOT NULL
         UNION SELECT person FROM authorization_code WHERE used_at IS NULL`,
      )
      .pluck(),
    revoke: database.prepare(
      'UPDATE token SET revoked_at = :now WHERE family = :family AND revoked_at IS NULL',
    ),
    spendCodes: database.prepare(
      'UPDATE authorization_code SET used_at = :now WHERE family = :family AND used_at IS NULL',
    ),
    denyAnswered: database.prepare(
      `UPDATE approval SET state = 'denied' WHERE person = ? AND state = 'approved'`,
    ),
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
