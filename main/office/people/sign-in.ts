import { refuse } from '../../../shared/office/failure.ts';
import type { OfficeDatabase } from '../database/database.ts';
import { type Attempt, countAttempt, countCode, forgiveAttempts, knowBrowser } from './attempts.ts';
import { writeLine } from './office-log.ts';
import { isPassword, nobodysPassword } from './password.ts';
import type { PeopleDatabase } from './secrets.ts';
import { beginSession, hasEnded } from './sessions.ts';
import { matchTotp } from './totp.ts';

interface SignInRow {
  tenant: number;
  person: number;
  password: string;
  totp: Buffer;
  totp_step: string;
}

/**
 * Signs a person in by password and code. The answer is the same if either is wrong, and the password for an unknown
 * name is hashed too.
 * @returns the token of the new session
 * @throws OfficeError `wrong-sign-in`, `sign-in-locked`
 */
export async function signIn(
  { database, secrets }: PeopleDatabase,
  given: Attempt & { password: string; code: string },
  now: number,
): Promise<string> {
  const attempt = { ...given, email: given.email.trim().toLowerCase() };
  await countAttempt(database, attempt, now);
  const account = await readSignIn(database, attempt.email);
  const isRight = await isPassword(given.password, account?.password ?? nobodysPassword);
  if (account === undefined) {
    await workAsForKnown(database, attempt.email);
    return refuse('wrong-sign-in');
  }
  if (isRight) await countCode(database, attempt, now);
  const step = isRight
    ? matchTotp(secrets.decrypt(account, account.totp), given.code, now, Number(account.totp_step))
    : undefined;
  const isLetIn =
    step !== undefined &&
    (await consumeStep(database, attempt.email, step)) &&
    (await isActive(database, account, now));
  const { tenant, person } = account;
  await database.within({ tenant }, (client) =>
    writeLine(
      client,
      {
        tenant,
        person,
        action: isLetIn ? 'session.begun' : 'session.refused',
        detail: { address: given.address },
      },
      now,
    ),
  );
  if (!isLetIn) return refuse('wrong-sign-in');
  await forgiveAttempts(database, attempt);
  if (attempt.browser !== undefined) await knowBrowser(database, attempt.browser, person, now);
  return beginSession({ database, secrets }, account, now);
}

/** An unknown name costs a writing transaction too, as the log line for a known name does. */
async function workAsForKnown(database: OfficeDatabase, email: string): Promise<void> {
  await database.asOwner(async (client) => {
    await client.query('SELECT pg_advisory_xact_lock(hashtext($1))', [email]);
    await client.query('SELECT id, hash FROM office_head LIMIT 1');
    await client.query(
      'UPDATE sign_in_attempt SET count = count WHERE at = (SELECT max(at) FROM sign_in_attempt)',
    );
  });
}

async function readSignIn(database: OfficeDatabase, email: string): Promise<SignInRow | undefined> {
  const { rows } = await database.asOwner((client) =>
    client.query<SignInRow>(
      'SELECT tenant, person, password, totp, totp_step FROM sign_in WHERE email = $1',
      [email],
    ),
  );
  return rows[0];
}

/** Marks a code as used. Returns false if another request used it first. */
async function consumeStep(database: OfficeDatabase, email: string, step: number): Promise<boolean> {
  const { rowCount } = await database.asOwner((client) =>
    client.query('UPDATE sign_in SET totp_step = $2 WHERE email = $1 AND totp_step < $2', [email, step]),
  );
  return rowCount === 1;
}

async function isActive(
  database: OfficeDatabase,
  { tenant, person }: SignInRow,
  now: number,
): Promise<boolean> {
  const { rows } = await database.within({ tenant }, (client) =>
    client.query<{ until: string | null; removed_at: Date | null }>(
      'SELECT until::text AS until, removed_at FROM person WHERE person = $1',
      [person],
    ),
  );
  return rows[0] !== undefined && !hasEnded(rows[0], now);
}
