import { setTimeout as pause } from 'node:timers/promises';
import { Client, type ClientConfig } from 'pg';
import { isOtherAlive } from '../../base/platform/system/process-alive.ts';

/** The lock of the program that started the server. It ends with the program's connection, even if that is killed. */
const holdLock = 5_281;
const betweenTries = 500;

/**
 * Marks the server as used by this program. The connection may be lost while this program and the server's first process
 * go on, since PostgreSQL ends every connection when one of its processes crashes; the server is then marked again.
 */
export async function holdServer(url: string): Promise<{ end(): Promise<void> }> {
  let isOver = false;
  let client = await take();

  async function take(): Promise<Client> {
    const taking = newClient(url);
    try {
      await taking.connect();
      await taking.query('SELECT pg_advisory_lock($1)', [holdLock]);
    } catch (error) {
      await taking.end().catch(() => undefined);
      throw error;
    }
    taking.once('end', () => void takeAgain());
    return taking;
  }

  async function takeAgain(): Promise<void> {
    while (!isOver) {
      try {
        client = await take();
        return;
      } catch {
        await pause(betweenTries);
      }
    }
  }

  return {
    async end() {
      isOver = true;
      await client.end().catch(() => undefined);
    },
  };
}

/** The setting by which a server names the process that started it. */
export const starterSetting = (pid: number) => `khatm.office=${pid}`;

/** The number of minutes in which a server becomes ready, at most, and the program that started it marks it. */
const marksWithin = 3;

/**
 * Says who uses a server: `office` while the program that started it is alive, `starting` while that may not have marked
 * it yet, `nobody` if it was left behind; undefined if the server does not answer.
 */
export async function userOf(url: string): Promise<'office' | 'starting' | 'nobody' | undefined> {
  const client = newClient(url, { query_timeout: answersWithin });
  try {
    await client.connect();
    const { rows } = await client.query<{ isFree: boolean; isYoung: boolean; starter: string | null }>(
      `SELECT pg_try_advisory_lock($1) AS "isFree", current_setting('khatm.office', true) AS starter,
         now() < pg_postmaster_start_time() + $2 * interval '1 minute' AS "isYoung"`,
      [holdLock, marksWithin],
    );
    const [row] = rows;
    if (row === undefined) return undefined;
    if (!row.isFree) return 'office';
    return row.isYoung && isOtherAlive(Number(row.starter)) ? 'starting' : 'nobody';
  } catch {
    return undefined;
  } finally {
    await client.end().catch(() => undefined);
  }
}

export async function answers(url: string): Promise<boolean> {
  const client = newClient(url);
  try {
    await client.connect();
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** The number of milliseconds to wait: after a power cut, another program may have the port and never answer. */
const answersWithin = 10_000;

/** Returns a client whose calls reject with its errors, and which does not report them otherwise. */
function newClient(url: string, limits: ClientConfig = {}): Client {
  const client = new Client({
    connectionString: url,
    connectionTimeoutMillis: answersWithin,
    ...limits,
  });
  client.on('error', () => undefined);
  return client;
}
