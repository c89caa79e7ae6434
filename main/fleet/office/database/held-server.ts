import { setTimeout as pause } from 'node:timers/promises';
import { Client } from 'pg';

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

/** Returns true while the program that started the server is alive. */
export async function isHeld(url: string): Promise<boolean> {
  const client = newClient(url);
  try {
    await client.connect();
    const asked = 'SELECT pg_try_advisory_lock($1) AS free';
    const { rows } = await client.query<{ free: boolean }>(asked, [holdLock]);
    return rows[0]?.free === false;
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
function newClient(url: string): Client {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: answersWithin });
  client.on('error', () => undefined);
  return client;
}
