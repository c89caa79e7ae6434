import { randomBytes } from 'node:crypto';
import type { OfficeRole } from '../../../shared/office/command.ts';
import { refuse } from '../../../shared/office/failure.ts';
import { writeLine } from './office-log.ts';
import { hashPassword } from './password.ts';
import type { PeopleDatabase } from './secrets.ts';
import { matchTotp, newTotpSecret, totpAddress, totpText } from './totp.ts';

const daysOfALink = 3;

/**
 * Makes the link with which a person sets a password and an authenticator. Former ones, an earlier link and every
 * session become invalid.
 */
export async function makeInvitation(
  { database, secrets }: PeopleDatabase,
  { tenant, person }: { tenant: number; person: number },
  now: number,
): Promise<string> {
  const link = `${tenant}.${randomBytes(24).toString('base64url')}`;
  const totp = secrets.encrypt({ tenant, person }, newTotpSecret());
  await database.asOwner(async (client) => {
    await client.query('DELETE FROM invitation WHERE person = $1', [person]);
    await client.query('DELETE FROM sign_in WHERE person = $1', [person]);
    await client.query('DELETE FROM session WHERE person = $1', [person]);
    await client.query('DELETE FROM known_browser WHERE person = $1', [person]);
    await client.query(
      'INSERT INTO invitation (digest, tenant, person, until, totp) VALUES ($1, $2, $3, $4, $5)',
      [secrets.digestOf(link), tenant, person, new Date(now + daysOfALink * 86_400_000), totp],
    );
  });
  return link;
}

interface Invitation {
  readonly tenant: number;
  readonly person: number;
  readonly totp: Buffer;
}

async function readInvitation(
  { database, secrets }: PeopleDatabase,
  link: string,
  now: number,
): Promise<Invitation> {
  const { rows } = await database.asOwner((client) =>
    client.query<Invitation>('SELECT tenant, person, totp FROM invitation WHERE digest = $1 AND until > $2', [
      secrets.digestOf(link),
      new Date(now),
    ]),
  );
  const found = rows[0] ?? refuse('link-dead');
  return { ...found, totp: secrets.decrypt(found, found.totp) };
}

/** Returns the person whom the link invites, and the data for their authenticator app. */
export async function lookAtInvitation(context: PeopleDatabase, link: string, now: number) {
  const { tenant, person, totp } = await readInvitation(context, link, now);
  const { rows } = await context.database.within({ tenant }, (client) =>
    client.query<{ name: string; role: OfficeRole }>('SELECT name, role FROM person WHERE person = $1', [
      person,
    ]),
  );
  const { name, role } = rows[0] ?? refuse('link-dead');
  return { name, role, secret: totpText(totp), address: totpAddress(totp, name) };
}

/** Stores the password and the authenticator of the invited person; works once. */
export async function acceptInvitation(
  { database, secrets }: PeopleDatabase,
  { link, email, password, code }: { link: string; email: string; password: string; code: string },
  now: number,
): Promise<{ tenant: number; person: number; password: string }> {
  const { tenant, person, totp } = await readInvitation({ database, secrets }, link, now);
  const step = matchTotp(totp, code, now, 0) ?? refuse('wrong-code');
  const kept = await hashPassword(password);
  await database.asOwner(async (client) => {
    const { rowCount } = await client.query('DELETE FROM invitation WHERE digest = $1', [
      secrets.digestOf(link),
    ]);
    if (rowCount !== 1) refuse('link-dead');
    const added = await client.query(
      `INSERT INTO sign_in (email, tenant, person, password, totp, totp_step) VALUES ($1, $2, $3, $4, $5, $6)
       ON CONFLICT DO NOTHING`,
      [email, tenant, person, kept, secrets.encrypt({ tenant, person }, totp), step],
    );
    if (added.rowCount !== 1) refuse('email-taken');
  });
  await database.within({ tenant }, async (client) => {
    await client.query(
      'UPDATE person SET email = $2, joined_at = coalesce(joined_at, $3) WHERE person = $1',
      [person, email, new Date(now)],
    );
    await writeLine(client, { tenant, person, action: 'invitation.accepted' }, now);
  });
  return { tenant, person, password: kept };
}
