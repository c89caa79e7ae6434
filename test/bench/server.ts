import { type ChildProcess, spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { Client } from 'pg';
import type { EmbeddedServer } from '../../main/office/database/embedded-server.ts';

/**
 * Returns the seconds of processor time that the processes of a PostgreSQL have used, including those that have ended.
 * @param server the first process
 */
export function serverSeconds(server: number): number {
  const ownSeconds = processSeconds(server);
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => {
      try {
        const other = processSeconds(Number(name));
        return other.parent === server ? other.used : 0;
      } catch {
        return 0; // It ended while it was read.
      }
    })
    .reduce((sum, seconds) => sum + seconds, ownSeconds.used + ownSeconds.ofEndedChildren);
}

/** Returns the seconds of processor time of one process, without its children. */
export function processSeconds(pid: number) {
  const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const fields = text
    .slice(text.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number);
  // These fields (see `man proc`) are the parent, then the user and system time of the process and of its children that
  // ended.
  const [user = 0, system = 0, endedUser = 0, endedSystem = 0] = fields.slice(11, 15);
  return {
    parent: fields[1],
    used: (user + system) / 100,
    ofEndedChildren: (endedUser + endedSystem) / 100,
  };
}

/** Runs the maintenance that the server would run itself within minutes of many changes. */
export async function tidyUp(server: EmbeddedServer): Promise<void> {
  const client = new Client({ connectionString: server.url });
  await client.connect();
  await client.query('VACUUM ANALYZE');
  await client.query('CHECKPOINT');
  await client.end();
}

/** Starts a head office as a process of its own, with its PostgreSQL. */
export async function startOffice(folder: string): Promise<{ office: ChildProcess; address: string }> {
  const office = spawn(process.execPath, ['main/office/start.ts', '--data', folder], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const address = await new Promise<string>((resolve, reject) => {
    office.once('exit', () => reject(new Error('the office ended')));
    createInterface({ input: office.stdout }).on('line', (text) => {
      const [, found] = /(http:\S+)/.exec(text) ?? [];
      if (found !== undefined) resolve(found);
    });
  });
  return { office, address };
}
