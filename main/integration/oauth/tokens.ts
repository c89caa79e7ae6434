import type { ApiScope } from '../../../shared/contract/programs/integration.ts';
import type { Clock } from '../../base/platform/clock.ts';
import type { Database } from '../../books/ledger/database/database.ts';
import { createDailyPrune } from '../store/prune-daily.ts';
import { type Codes, createCodes } from './codes.ts';
import {
  createGrants,
  type Grantee,
  type GrantRow,
  type MayLetIn,
  type OnEnded,
  toGrantee,
  tokenLifetimes,
  toScopes,
} from './grants.ts';
import { hashSecret } from './secrets.ts';

/** The days for which expired tokens are kept, so that a stolen one that is used late is recognised. */
const keepExpiredDays = 7;

export interface Grant extends Grantee {
  /** The present scopes: those that were granted and to which the client is still entitled. */
  readonly scopes: readonly ApiScope[];
  readonly granted: readonly ApiScope[];
}

export interface NewToken {
  readonly token: string;
  readonly scopes: readonly ApiScope[];
}

export interface NewRefresh extends NewToken {
  /** The refresh token for which it was exchanged. */
  readonly from?: string | undefined;
}

/** The reason why a token is not valid; a token that expired a week ago is forgotten and counts as unknown. */
export type TokenFate = 'expired' | 'revoked' | 'unknown';

export interface EndedToken {
  readonly fate: TokenFate;
  readonly clientId?: string | undefined;
}

interface TokenRow extends GrantRow {
  entitled: string;
}

/** The milliseconds in which an exchange whose answer did not arrive may be asked for again. */
const askAgainMs = 10_000;

/** The largest number of answers to one exchange. */
const mostAnswers = 3;

export interface TokensOptions {
  readonly mayLetIn?: MayLetIn | undefined;
  readonly onEnded?: OnEnded | undefined;
}

/** Tokens and codes as rows; only their holders know the texts themselves. */
export function createTokens(
  database: Database,
  clock: Pick<Clock, 'now'>,
  { mayLetIn = () => undefined, onEnded }: TokensOptions = {},
) {
  const { select, selectEnd, revokeOne } = prepareStatements(database);
  const grants = createGrants(database, clock, onEnded);
  /** Ends the approvals of a person who has left, or is no manager any more. */
  const endsWithPerson = ({ person }: Pick<GrantRow, 'person'>): boolean => {
    if (person === null || mayLetIn(person) !== false) return false;
    grants.endOf(person);
    return true;
  };
  const codes = createCodes(database, clock, { revokeFamily: grants.endFamily, endsWithPerson });
  const exchanges = createExchanges(database, clock);
  const prune = createPrune(database, clock, codes);

  const save = createSave(database, clock, prune);

  return {
    codes,
    grants,
    /** Ends the approvals of everybody who has left meanwhile, before somebody of the same name comes. */
    endLeft() {
      for (const person of grants.people()) endsWithPerson({ person });
    },
    save: (grantee: Grantee, access: NewToken, refresh?: NewRefresh) =>
      save.immediate(grantee, access, refresh),
    /** Returns the grant of an access token; undefined if the token is unknown, expired or revoked. */
    findAccess(token: string) {
      const row = select.get(hashSecret(token), 'access');
      if (row === undefined || clock.now() >= row.expiresAt || endsWithPerson(row)) return undefined;
      return toGrant(row);
    },
    /** Returns the reason why an access token is not valid, and its client. */
    endOf: (token: string): EndedToken => {
      const row = selectEnd.get(hashSecret(token));
      if (row === undefined) return { fate: 'unknown' };
      return { fate: row.isRevoked === 1 ? 'revoked' : 'expired', clientId: row.clientId };
    },
    /**
     * Returns a refresh token that still has a scope, and was not used or may be asked for again. If a token is used
     * otherwise a second time, somebody else has a copy, and its family is revoked (RFC 9700 §4.14.2).
     */
    findRefresh(token: string) {
      const row = select.get(hashSecret(token), 'refresh');
      if (row === undefined || endsWithPerson(row)) return undefined;
      if (row.usedAt !== null && !exchanges.mayBeAskedAgain(hashSecret(token), row.usedAt)) {
        grants.endFamily(row.family);
        return undefined;
      }
      const grant = toGrant(row);
      return clock.now() < row.expiresAt && grant.scopes.length > 0 ? grant : undefined;
    },
    /** Marks the token as used; returns false when it was used already and may not be asked for again. */
    spendRefresh: (token: string) => exchanges.spend(hashSecret(token)),
    /** Revokes the token of that client, with its family if it is a refresh token (RFC 7009 §2.1). */
    revoke(clientId: string, token: string) {
      const hash = hashSecret(token);
      const access = select.get(hash, 'access');
      if (access?.clientId === clientId) revokeOne.run(clock.now(), hash);
      const refresh = select.get(hash, 'refresh');
      if (refresh?.clientId === clientId) grants.endFamily(refresh.family);
    },
  };
}

export type Tokens = ReturnType<typeof createTokens>;

/** Returns a function that stores the tokens of one answer together. */
function createSave(database: Database, clock: Pick<Clock, 'now'>, prune: () => void) {
  const { insert, markClientUsed } = prepareStatements(database);
  return database.transaction((grantee: Grantee, access: NewToken, refresh?: NewRefresh) => {
    const now = clock.now();
    prune();
    const { clientId, family, person = null } = grantee;
    const row = {
      clientId,
      family,
      person,
      parent: refresh?.from === undefined ? null : hashSecret(refresh.from),
    };
    const add = (kind: 'access' | 'refresh', { token, scopes }: NewToken) =>
      insert.run({
        ...row,
        kind,
        scopes: scopes.join(' '),
        hash: hashSecret(token),
        expiresAt: now + tokenLifetimes[kind] * 1000,
      });
    add('access', access);
    if (refresh !== undefined) add('refresh', refresh);
    markClientUsed.run(now, clientId);
  });
}

/**
 * The exchanges of refresh tokens. If the answer to one does not arrive, the app asks again with the same token and gets
 * another answer. The first of the answers that is used counts; the others are worth nothing, and a program that
 * comes with one of them reveals that a token was copied.
 */
function createExchanges(database: Database, clock: Pick<Clock, 'now'>) {
  const answers = database.prepare<[Buffer], { made: number; used: number }>(
    `SELECT count(*) AS made, count(used_at) AS used FROM token WHERE parent = ? AND kind = 'refresh'`,
  );
  const usedAt = database
    .prepare<[Buffer], number | null>(`SELECT used_at FROM token WHERE hash = ? AND revoked_at IS NULL`)
    .pluck();
  const markUsed = database.prepare(
    'UPDATE token SET used_at = ? WHERE hash = ? AND used_at IS NULL AND revoked_at IS NULL',
  );
  const passOver = database.prepare(
    `UPDATE token SET used_at = 0 WHERE kind = 'refresh' AND used_at IS NULL
       AND parent = (SELECT parent FROM token WHERE hash = ?)`,
  );

  function mayBeAskedAgain(hash: Buffer, used: number): boolean {
    const age = clock.now() - used;
    if (age < 0 || age >= askAgainMs) return false;
    const all = answers.get(hash);
    return all === undefined || (all.used === 0 && all.made < mostAnswers);
  }

  const spend = database.transaction((hash: Buffer): boolean => {
    if (markUsed.run(clock.now(), hash).changes === 1) {
      passOver.run(hash);
      return true;
    }
    const used = usedAt.get(hash);
    return typeof used === 'number' && mayBeAskedAgain(hash, used);
  });

  return { mayBeAskedAgain, spend: (hash: Buffer): boolean => spend.immediate(hash) };
}

function prepareStatements(database: Database) {
  const insert = database.prepare(
    `INSERT INTO token (hash, kind, client_id, family, person, scopes, expires_at, parent)
     VALUES (:hash, :kind, :clientId, :family, :person, :scopes, :expiresAt, :parent)`,
  );
  const select = database.prepare<[Buffer, string], TokenRow>(
    `SELECT t.client_id AS clientId, t.family, t.person, t.scopes, t.expires_at AS expiresAt,
       t.used_at AS usedAt, c.scopes AS entitled
     FROM token AS t JOIN client AS c ON c.id = t.client_id
     WHERE t.hash = ? AND t.kind = ? AND t.revoked_at IS NULL AND c.revoked_at IS NULL`,
  );
  const selectEnd = database.prepare<[Buffer], { clientId: string; isRevoked: number }>(
    `SELECT t.client_id AS clientId, t.revoked_at IS NOT NULL OR c.revoked_at IS NOT NULL AS isRevoked
     FROM token AS t JOIN client AS c ON c.id = t.client_id WHERE t.hash = ? AND t.kind = 'access'`,
  );
  const markClientUsed = database.prepare('UPDATE client SET used_at = ? WHERE id = ?');
  const revokeOne = database.prepare('UPDATE token SET revoked_at = ? WHERE hash = ? AND revoked_at IS NULL');
  return { insert, select, selectEnd, markClientUsed, revokeOne };
}

function toGrant(row: TokenRow): Grant {
  const granted = toScopes(row.scopes);
  const entitled = toScopes(row.entitled);
  const scopes = granted.filter((scope) => entitled.includes(scope));
  return { ...toGrantee(row), scopes, granted };
}

/** Deletes long-expired rows, once a day. */
function createPrune(database: Database, clock: Pick<Clock, 'now'>, codes: Pick<Codes, 'prune'>) {
  const deleteOld = database.prepare('DELETE FROM token WHERE expires_at < ?');
  return createDailyPrune({
    database,
    clock,
    keepDays: keepExpiredDays,
    prune(before) {
      deleteOld.run(before);
      codes.prune(before);
    },
  });
}
