import { createHash } from 'node:crypto';
import type { PoolClient } from 'pg';
import { refuse } from '../../../shared/office/failure.ts';
import type { OfficeDatabase } from '../database/database.ts';
import { networkOf } from '../port/network-of.ts';

/** The number of attempts that need no wait, by the kind of key under which they are counted. */
const limits = { account: 5, address: 50, code: 5 } as const;
const firstWait = 30_000;
const longestWait = 15 * 60_000;
/** After this time without an attempt, the count begins again. */
const forgotten = 24 * 3600_000;
/** The time for which a browser stays known after a sign-in with it. */
const knownFor = 90 * 24 * 3600_000;

const keyOf = (kind: string, name: string) => createHash('sha256').update(`${kind} ${name}`).digest();

export interface Attempt {
  readonly email: string;
  readonly address: string;
  /** The mark of a browser, by which it is known once somebody has signed in with it. */
  readonly browser?: string | undefined;
}

interface Counted {
  readonly key: Buffer;
  readonly free: number;
}

/**
 * The keys by which an attempt is counted. A name is counted for each network by itself, and a known browser too:
 * strangers elsewhere who try the same name keep its person out of neither.
 */
function countedBy({ email, address, browser }: Attempt, isKnown: boolean): Counted[] {
  if (isKnown) return [{ key: keyOf('browser', `${browser} ${email}`), free: limits.account }];
  return [
    { key: keyOf('account', `${networkOf(address)} ${email}`), free: limits.account },
    { key: keyOf('address', networkOf(address)), free: limits.address },
  ];
}

const markOf = (browser: string, person: number) => keyOf('mark', `${person} ${browser}`);

async function isKnownBrowser(client: PoolClient, { email, browser }: Attempt, now: number) {
  if (browser === undefined) return false;
  const { rows } = await client.query<{ person: number }>('SELECT person FROM sign_in WHERE email = $1', [
    email,
  ]);
  const { rows: marks } = await client.query(
    'SELECT FROM known_browser WHERE digest = $1 AND person = $2 AND at > $3',
    [markOf(browser, rows[0]?.person ?? 0), rows[0]?.person ?? 0, new Date(now - knownFor)],
  );
  return marks.length === 1;
}

/**
 * Counts an attempt before it is checked, so that simultaneous attempts have no advantage over successive ones. Names
 * that do not exist are counted too.
 * @throws OfficeError `sign-in-locked` while the next attempt must wait
 */
export function countAttempt(database: OfficeDatabase, attempt: Attempt, now: number): Promise<void> {
  return count(
    database,
    async (client) => countedBy(attempt, await isKnownBrowser(client, attempt, now)),
    now,
  );
}

/**
 * Counts an attempt whose password is right, whatever network it comes from: nobody with the password alone can try all
 * codes. A stranger without the password never comes this far.
 * @throws OfficeError `sign-in-locked` while the next attempt must wait
 */
export function countCode(database: OfficeDatabase, { email }: Attempt, now: number): Promise<void> {
  return count(database, async () => [{ key: keyOf('code', email), free: limits.code }], now);
}

async function count(
  database: OfficeDatabase,
  keysOf: (client: PoolClient) => Promise<Counted[]>,
  now: number,
): Promise<void> {
  const wait = await database.asOwner(async (client) => {
    let longest = 0;
    for (const { key, free } of await keysOf(client)) {
      await client.query(
        'INSERT INTO sign_in_attempt (key, count, at) VALUES ($1, 0, $2) ON CONFLICT DO NOTHING',
        [key, new Date(now)],
      );
      const { rows } = await client.query<{ count: number; at: Date }>(
        'SELECT count, at FROM sign_in_attempt WHERE key = $1 FOR UPDATE',
        [key],
      );
      const [{ count, at } = { count: 0, at: new Date(now) }] = rows;
      const since = now - at.getTime();
      if (count >= free)
        longest = Math.max(
          longest,
          Math.min(firstWait * 2 ** Math.min(count - free, 10), longestWait) - since,
        );
      if (longest <= 0)
        await client.query(
          'UPDATE sign_in_attempt SET count = CASE WHEN $3 THEN 1 ELSE count + 1 END, at = $2 WHERE key = $1',
          [key, new Date(now), since > forgotten],
        );
    }
    return longest;
  });
  if (wait > 0) refuse('sign-in-locked', { seconds: Math.ceil(wait / 1000) });
}

/** Forgets the attempts after a success, and subtracts this one from the count of its address. */
export async function forgiveAttempts(
  database: OfficeDatabase,
  { email, address, browser }: Attempt,
): Promise<void> {
  await database.asOwner(async (client) => {
    const ownKeys = [
      keyOf('account', `${networkOf(address)} ${email}`),
      keyOf('browser', `${browser} ${email}`),
      keyOf('code', email),
    ];
    await client.query('DELETE FROM sign_in_attempt WHERE key = ANY ($1)', [ownKeys]);
    await client.query('UPDATE sign_in_attempt SET count = greatest(count - 1, 0) WHERE key = $1', [
      keyOf('address', networkOf(address)),
    ]);
  });
}

export async function knowBrowser(
  database: OfficeDatabase,
  browser: string,
  person: number,
  now: number,
): Promise<void> {
  await database.asOwner(async (client) => {
    await client.query('DELETE FROM known_browser WHERE at < $1', [new Date(now - knownFor)]);
    await client.query(
      `INSERT INTO known_browser (digest, person, at) VALUES ($1, $2, $3)
       ON CONFLICT (digest) DO UPDATE SET at = excluded.at`,
      [markOf(browser, person), person, new Date(now)],
    );
  });
}
