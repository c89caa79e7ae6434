import { randomBytes } from 'node:crypto';
import type { PoolClient } from 'pg';
import { refuse } from '../../../shared/office/failure.ts';
import type { Grant } from '../../../shared/office/people.ts';
import { riyadhDateTime } from '../../base/platform/riyadh-time.ts';
import type { OfficeDatabase, Scope } from '../database/database.ts';
import type { PeopleDatabase } from './secrets.ts';

/** A signed-in person, with their grants. */
export interface SignedIn extends Grant {
  readonly tenant: number;
  readonly person: number;
  readonly name: string;
  readonly email: string;
  /** The rows that this person's transactions can see. */
  readonly scope: Scope;
}

/** The longest session in milliseconds: without a request, and in total. */
const idleTime = 30 * 60_000;
const longestTime = 12 * 3600_000;
/** Requests are recorded at this interval, in milliseconds: recording each would add a write to each read. */
const seenEvery = 60_000;

/** Returns true when the access has ended: the person was removed, or the last day is over. */
export const hasEnded = (person: { until: string | null; removed_at: Date | null }, now: number): boolean =>
  person.removed_at !== null || (person.until !== null && person.until < riyadhDateTime(now).date);

interface SessionRow {
  proof: Buffer;
  tenant: number;
  person: number;
  begun_at: Date;
  seen_at: Date;
}

/**
 * Begins a session with the password, as it is stored, that was checked for it, and returns its token; the database
 * has only its digest.
 * @throws OfficeError `wrong-sign-in` if the password is no longer the person's
 */
export async function beginSession(
  { database, secrets }: PeopleDatabase,
  { tenant, person, password }: { tenant: number; person: number; password: string },
  now: number,
): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  const begunAt = new Date(now);
  const proof = secrets.proofOf({ tenant, person }, token, begunAt);
  await database.asOwner(async (client) => {
    await client.query('DELETE FROM session WHERE begun_at < $1', [new Date(now - longestTime)]);
    // Another link may have ended this way in since it was checked; one that is being made waits for this row.
    const { rowCount } = await client.query(
      'SELECT FROM sign_in WHERE tenant = $1 AND person = $2 AND password = $3 FOR SHARE',
      [tenant, person, password],
    );
    if (rowCount !== 1) refuse('wrong-sign-in');
    await client.query(
      'INSERT INTO session (digest, proof, tenant, person, begun_at, seen_at) VALUES ($1, $2, $3, $4, $5, $5)',
      [secrets.digestOf(token), proof, tenant, person, begunAt],
    );
  });
  return token;
}

/** Finds the person who sent a token; undefined if the session or the person's access has ended. */
export async function signedInBy(
  { database, secrets }: PeopleDatabase,
  token: string,
  now: number,
): Promise<SignedIn | undefined> {
  const digest = secrets.digestOf(token);
  const session = await database.asOwner(async (client) => {
    const { rows } = await client.query<SessionRow>(
      `SELECT proof, tenant, person, begun_at, seen_at FROM session
       WHERE digest = $1 AND begun_at > $2 AND seen_at > $3`,
      [digest, new Date(now - longestTime), new Date(now - idleTime)],
    );
    const [row] = rows;
    if (row !== undefined && !secrets.isSame(row.proof, secrets.proofOf(row, token, row.begun_at)))
      return undefined;
    if (row !== undefined && now - row.seen_at.getTime() > seenEvery)
      await client.query('UPDATE session SET seen_at = $2 WHERE digest = $1', [digest, new Date(now)]);
    return row;
  });
  if (session === undefined) return undefined;
  return database.within({ tenant: session.tenant }, async (client) => {
    const { rows } = await client.query<
      Omit<SignedIn, 'tenant' | 'email' | 'scope'> & {
        email: string | null;
        removed_at: Date | null;
        seen_at: Date | null;
      }
    >(
      `SELECT person, name, email, role, entities, branches, until::text AS until, removed_at, seen_at
       FROM person WHERE person = $1`,
      [session.person],
    );
    const [row] = rows;
    if (row === undefined || row.email === null || hasEnded(row, now)) return undefined;
    if (now - (row.seen_at?.getTime() ?? 0) > seenEvery)
      await client.query('UPDATE person SET seen_at = $2 WHERE person = $1', [session.person, new Date(now)]);
    const { removed_at: _, seen_at: __, email, ...signedIn } = row;
    const { tenant } = session;
    return { ...signedIn, email, tenant, scope: await scopeOf(client, tenant, signedIn) };
  });
}

async function scopeOf(client: PoolClient, tenant: number, { entities, branches }: Grant): Promise<Scope> {
  if (branches.length === 0) return { tenant, entities };
  return { tenant, entities: await entitiesOf(client, branches), branches };
}

async function entitiesOf(client: PoolClient, branches: readonly number[]): Promise<number[]> {
  const { rows } = await client.query<{ entity: number }>(
    'SELECT DISTINCT entity FROM branch WHERE branch = ANY ($1::integer[])',
    [branches],
  );
  return rows.map(({ entity }) => entity);
}

export async function endSession({ database, secrets }: PeopleDatabase, token: string): Promise<void> {
  await database.asOwner((client) =>
    client.query('DELETE FROM session WHERE digest = $1', [secrets.digestOf(token)]),
  );
}

export async function endSessions(database: OfficeDatabase, person: number): Promise<void> {
  await database.asOwner((client) => client.query('DELETE FROM session WHERE person = $1', [person]));
}
