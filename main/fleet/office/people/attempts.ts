import { createHash } from 'node:crypto';
import { refuse } from '../../../../shared/headquarters/failure.ts';
import type { OfficeDatabase } from '../database/database.ts';

/** Attempts that cost no waiting, and what they are counted by. */
const limits = { account: 5, address: 50 } as const;
const firstWait = 30_000;
const longestWait = 15 * 60_000;
/** After this time without an attempt, the count begins anew. */
const forgotten = 24 * 3600_000;

const keyOf = (kind: keyof typeof limits, name: string) =>
  createHash('sha256').update(`${kind} ${name}`).digest();

/** An attempt, by the name that was typed and the address of the machine. */
export interface Attempt {
  readonly email: string;
  readonly address: string;
}

/**
 * Counts an attempt before it is looked at, so that many at once are as few as one after the other. Names that do not
 * exist are counted too.
 * @throws OfficeError `sign-in-locked` while it has to wait
 */
export async function countAttempt(
  database: OfficeDatabase,
  { email, address }: Attempt,
  now: number,
): Promise<void> {
  const keys = [
    { key: keyOf('account', email), free: limits.account },
    { key: keyOf('address', address), free: limits.address },
  ];
  const wait = await database.asOwner(async (client) => {
    let longest = 0;
    for (const { key, free } of keys) {
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

/** Forgets the attempts on an account after a success, and takes back the one of its address. */
export async function forgiveAttempts(database: OfficeDatabase, { email, address }: Attempt): Promise<void> {
  await database.asOwner(async (client) => {
    await client.query('DELETE FROM sign_in_attempt WHERE key = $1', [keyOf('account', email)]);
    await client.query('UPDATE sign_in_attempt SET count = greatest(count - 1, 0) WHERE key = $1', [
      keyOf('address', address),
    ]);
  });
}
