import type { PoolClient } from 'pg';
import { refuse } from '../../../shared/office/failure.ts';
import type { Grant, OfficePerson } from '../../../shared/office/people.ts';
import type { OfficeDatabase } from '../database/database.ts';
import { makeInvitation } from './invitations.ts';
import { isSameName } from './look-of-name.ts';
import { writeLine } from './office-log.ts';
import type { PeopleDatabase } from './secrets.ts';
import { endSessions, hasEnded, type SignedIn } from './sessions.ts';

interface PersonRow extends Grant {
  person: number;
  name: string;
  email: string | null;
  joined_at: Date | null;
  seen_at: Date | null;
  removed_at: Date | null;
}

/** Returns all people of the tenant, with those who left at the end. */
export function listPeople(database: OfficeDatabase, tenant: number, now: number): Promise<OfficePerson[]> {
  return database.within({ tenant }, async (client) => {
    const { rows } = await client.query<PersonRow>(
      `SELECT person, name, email, role, entities, branches, until::text AS until, joined_at, seen_at, removed_at
       FROM person ORDER BY removed_at IS NOT NULL, name, person`,
    );
    return rows.map(({ joined_at, seen_at, removed_at, ...row }) => ({
      ...row,
      lastSeen: seen_at?.toISOString() ?? null,
      state:
        removed_at !== null
          ? 'removed'
          : hasEnded({ until: row.until, removed_at }, now)
            ? 'ended'
            : joined_at === null
              ? 'invited'
              : 'active',
    }));
  });
}

/**
 * Adds a person and returns the link that invites them.
 * @throws OfficeError `name-taken` if another person here has the name
 */
export async function invite(
  { database, secrets }: PeopleDatabase,
  by: Pick<SignedIn, 'tenant'> & { person: number | null },
  { name, role, entities, branches, until }: Grant & { name: string },
  now: number,
): Promise<{ person: number; link: string }> {
  const { tenant } = by;
  const person = await database.within({ tenant }, async (client) => {
    await holdToTenant(client, { entities, branches });
    if (by.person !== null) {
      // This locks all people, so that a simultaneous invitation sees the person that the first one added.
      await present(client, by.person);
      await refuseSameName(client, name);
    }
    const { rows } = await client.query<{ person: number }>(
      `INSERT INTO person (tenant, name, role, entities, branches, until, invited_by, invited_at)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8) RETURNING person`,
      [tenant, name, role, entities, branches, until, by.person, new Date(now)],
    );
    const added = rows[0]?.person ?? refuse('internal');
    const detail = { person: added, name, role, entities, branches, until };
    await writeLine(client, { tenant, person: by.person, action: 'person.invited', detail }, now);
    return added;
  });
  return { person, link: await makeInvitation({ database, secrets }, { tenant, person }, now) };
}

/** Gives a person a new link; the former password and authenticator become invalid. */
export async function inviteAgain(
  { database, secrets }: PeopleDatabase,
  by: { tenant: number; person: number | null },
  person: number,
  now: number,
): Promise<{ person: number; link: string }> {
  const { tenant } = by;
  await database.within({ tenant }, async (client) => {
    await present(client, person);
    await client.query('UPDATE person SET invited_by = $2, invited_at = $3 WHERE person = $1', [
      person,
      by.person,
      new Date(now),
    ]);
    await writeLine(
      client,
      { tenant, person: by.person, action: 'person.invited-again', detail: { person } },
      now,
    );
  });
  return { person, link: await makeInvitation({ database, secrets }, { tenant, person }, now) };
}

export async function changePerson(
  database: OfficeDatabase,
  { tenant, person: by }: SignedIn,
  { person, role, entities, branches, until }: Grant & { person: number },
  now: number,
): Promise<void> {
  await database.within({ tenant }, async (client) => {
    const before = await present(client, person);
    await holdToTenant(client, { entities, branches });
    const isFull = role === 'owner' && until === null && entities.length === 0 && branches.length === 0;
    if (before.role === 'owner' && !isFull) await holdOwner(client, person);
    await client.query(
      'UPDATE person SET role = $2, entities = $3, branches = $4, until = $5 WHERE person = $1',
      [person, role, entities, branches, until],
    );
    const detail = { person, role, entities, branches, until };
    await writeLine(client, { tenant, person: by, action: 'person.changed', detail }, now);
  });
}

export async function removePerson(
  database: OfficeDatabase,
  { tenant, person: by }: SignedIn,
  person: number,
  now: number,
): Promise<void> {
  await database.within({ tenant }, async (client) => {
    const { role } = await present(client, person);
    if (role === 'owner') await holdOwner(client, person);
    await client.query('UPDATE person SET removed_at = $2 WHERE person = $1', [person, new Date(now)]);
    await writeLine(client, { tenant, person: by, action: 'person.removed', detail: { person } }, now);
  });
  await database.asOwner(async (client) => {
    await client.query('DELETE FROM known_browser WHERE person = $1', [person]);
    await client.query('DELETE FROM sign_in WHERE person = $1', [person]);
    await client.query('DELETE FROM invitation WHERE person = $1', [person]);
  });
  await endSessions(database, person);
}

export async function signOutPerson(
  database: OfficeDatabase,
  { tenant, person: by }: SignedIn,
  person: number,
  now: number,
): Promise<void> {
  await database.within({ tenant }, async (client) => {
    await present(client, person);
    await writeLine(client, { tenant, person: by, action: 'person.signed-out', detail: { person } }, now);
  });
  await endSessions(database, person);
}

/**
 * Makes a link for the first owner, or, at the machine itself, for an owner who lost access.
 * @returns undefined if there is an owner and nobody asks
 */
export async function ownersLink(
  context: PeopleDatabase,
  tenant: number,
  now: number,
  isAsked = false,
): Promise<string | undefined> {
  const by = { tenant, person: null };
  // An owner who sees only a part, or whose access ends, could not let others in again.
  const { rows } = await context.database.within({ tenant }, (client) =>
    client.query<{ person: number }>(
      `SELECT person FROM person WHERE role = 'owner' AND removed_at IS NULL
         AND until IS NULL AND entities = '{}' AND branches = '{}' ORDER BY joined_at NULLS LAST, person`,
    ),
  );
  const [first] = rows;
  if (first === undefined) {
    const grant: Grant = { role: 'owner', entities: [], branches: [], until: null };
    return (await invite(context, by, { name: 'Owner', ...grant }, now)).link;
  }
  if (!isAsked) return undefined;
  return (await inviteAgain(context, by, first.person, now)).link;
}

async function refuseSameName(client: PoolClient, name: string): Promise<void> {
  const { rows } = await client.query<{ name: string }>('SELECT name FROM person WHERE removed_at IS NULL');
  if (rows.some((other) => isSameName(other.name, name))) refuse('name-taken');
}

/** Returns true once an owner has accepted an invitation. */
export async function hasOwner(database: OfficeDatabase, tenant: number): Promise<boolean> {
  const { rows } = await database.within({ tenant }, (client) =>
    client.query(
      `SELECT FROM person WHERE role = 'owner' AND removed_at IS NULL AND joined_at IS NOT NULL LIMIT 1`,
    ),
  );
  return rows.length === 1;
}

/** Returns a present person. Locks all rows in one order, so that two owners cannot remove each other. */
async function present(client: PoolClient, person: number): Promise<{ role: Grant['role'] }> {
  const { rows } = await client.query<{ person: number; role: Grant['role'] }>(
    'SELECT person, role FROM person WHERE removed_at IS NULL ORDER BY person FOR UPDATE',
  );
  return rows.find((row) => row.person === person) ?? refuse('not-found');
}

/** Refuses a change after which no owner would see everything. */
async function holdOwner(client: PoolClient, person: number): Promise<void> {
  const { rows } = await client.query<{ person: number }>(
    `SELECT person FROM person WHERE role = 'owner' AND removed_at IS NULL AND joined_at IS NOT NULL
       AND until IS NULL AND entities = '{}' AND branches = '{}'`,
  );
  if (!rows.some((owner) => owner.person !== person)) refuse('last-owner');
}

/** Refuses grants for entities and branches that do not belong to the tenant. */
async function holdToTenant(
  client: PoolClient,
  { entities, branches }: Pick<Grant, 'entities' | 'branches'>,
): Promise<void> {
  const { rows } = await client.query<{ found: string }>(
    `SELECT (SELECT count(*) FROM entity WHERE entity = ANY ($1::integer[]))
       + (SELECT count(*) FROM branch WHERE branch = ANY ($2::integer[])) AS found`,
    [entities, branches],
  );
  if (Number(rows[0]?.found) !== new Set(entities).size + new Set(branches).size) refuse('not-found');
}
