import { lchown, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { ServerUser } from './server-user.ts';

/*
 * The settings of the office's own PostgreSQL. They can name programs to run and people to let in, so those in its data
 * are believed at no start: a copy of the data may come from anywhere. All that is set is on the command line.
 */

const access = 'postgres-access.conf';
const names = 'postgres-names.conf';

/** Returns the settings that name the files of who may connect, which are outside the data. */
export const accessSettings = (folder: string): string[] => [
  `hba_file=${path.resolve(folder, access)}`,
  `ident_file=${path.resolve(folder, names)}`,
];

const ours = '# Written anew by the head office at each start. Its settings are on the command line.\n';

/** Every person who connects comes from this machine, with the password. */
const letIn = `${ours}host all all 127.0.0.1/32 scram-sha-256\n`;

/**
 * Files of the data that PostgreSQL would read for settings, or that make it fetch data with a command. The last two
 * would let it become somebody else's copy.
 */
const readInData = ['postgresql.conf', 'postgresql.auto.conf', 'pg_hba.conf', 'pg_ident.conf'];
const followers = ['recovery.signal', 'standby.signal', 'recovery.conf'];

/** Writes all settings anew, before a start and when a copy is restored. */
export async function writeSettings(folder: string, data: string, user?: ServerUser): Promise<void> {
  await replace(folder, path.join(folder, access), letIn);
  await replace(folder, path.join(folder, names), ours);
  for (const name of readInData) await replace(folder, path.join(data, name), ours, user);
  for (const name of followers) await rm(path.join(data, name), { force: true });
}

/** Replaces what has this name, a link too, and never what a link leads to. */
async function replace(folder: string, file: string, text: string, user?: ServerUser): Promise<void> {
  // Other starts read the data at this moment, so nothing unfinished is there.
  const coming = path.join(folder, `${path.basename(file)}.${process.pid}`);
  await rm(coming, { force: true });
  await writeFile(coming, text, { mode: 0o644, flag: 'wx' });
  if (user !== undefined) await lchown(coming, user.uid, user.gid);
  await rename(coming, file);
}
