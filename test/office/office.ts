import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmodSync, existsSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import { type OfficeDatabase, openOfficeDatabase } from '../../main/office/database/database.ts';
import {
  type EmbeddedServer,
  hasEmbeddedServer,
  startEmbeddedServer,
} from '../../main/office/database/embedded-server.ts';
import { createPeopleSecrets } from '../../main/office/people/secrets.ts';
import { newFolder } from '../support/khatm.ts';
import { newCitusDatabase } from './database/citus-database.ts';

/**
 * False if npm installed no server for this machine. Tests that need one are then skipped, and the skip is reported.
 */
export const hasServer = await hasEmbeddedServer();

/** The server of this file's tests, with an empty office. With CITUS_URL it is a separate database there. */
export const office: {
  server: Pick<EmbeddedServer, 'url' | 'stop'>;
  database: OfficeDatabase;
  folder: string;
} = {} as never;

/** The secrets of people under a key of the tests. */
export const secrets = createPeopleSecrets((text) => createHash('sha256').update(text).digest());

/** Returns the database with the secrets of its people. */
export const people = () => ({ database: office.database, secrets });

/** Starts the server before the tests and stops it after them. */
export function provideOffice(): void {
  beforeAll(async () => {
    if (!hasServer) return;
    const citus = process.env.CITUS_URL;
    office.folder = citus === undefined ? await folderOfOffice() : officeFolder();
    office.server = citus === undefined ? await startEmbeddedServer(office.folder) : await citusServer(citus);
    office.database = await openOfficeDatabase(office.server.url);
  });
  afterAll(async () => {
    await office.database?.close();
    await office.server?.stop();
    if (existsSync(office.folder ?? '')) rmSync(office.folder, { recursive: true, force: true });
  });
}

async function citusServer(citus: string): Promise<typeof office.server> {
  const { url, drop } = await newCitusDatabase(citus);
  return { url, stop: drop };
}

/**
 * Makes a folder with an empty office in it. A server's data and the office's schema take a second of processor time,
 * so they are created once per run and copied together with their owner.
 */
async function folderOfOffice(): Promise<string> {
  if (process.platform === 'win32') return officeFolder();
  const ready = path.join(tmpdir(), 'office');
  if (!existsSync(ready)) await makeOffice(ready);
  const folder = officeFolder();
  execFileSync('cp', ['-a', `${ready}/.`, folder]);
  return folder;
}

async function makeOffice(ready: string): Promise<void> {
  const folder = officeFolder();
  const server = await startEmbeddedServer(folder);
  await (await openOfficeDatabase(server.url)).close();
  await server.stop();
  if (existsSync(path.join(folder, 'postgres', 'postmaster.pid')))
    throw new Error('the server of the office to copy has not ended');
  try {
    renameSync(folder, ready);
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    if (!['EEXIST', 'ENOTEMPTY'].includes(code)) throw error;
    // Another test worker was faster.
    rmSync(folder, { recursive: true });
  }
}

/** The folder must be accessible to the server's user, who is a different one when the tests run as root. */
export function officeFolder(): string {
  if (process.env.KHATM_TEST_RUN === tmpdir()) chmodSync(tmpdir(), 0o711);
  const folder = newFolder('office');
  chmodSync(folder, 0o711);
  return folder;
}
