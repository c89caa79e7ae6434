import { chmodSync, existsSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { afterAll, beforeAll } from 'vitest';
import { type OfficeDatabase, openOfficeDatabase } from '../../main/fleet/office/database/database.ts';
import {
  type EmbeddedServer,
  hasEmbeddedServer,
  startEmbeddedServer,
} from '../../main/fleet/office/database/embedded-server.ts';
import { newFolder } from '../support/khatm.ts';

/** False if npm installed no server for this machine; tests that need one are skipped, and reported. */
export const hasServer = await hasEmbeddedServer();

/** The server of this file's tests, with an empty office in it. */
export const office: { server: EmbeddedServer; database: OfficeDatabase; folder: string } = {} as never;

/** Starts it before the tests and stops it after them. */
export function provideOffice(): void {
  beforeAll(async () => {
    if (!hasServer) return;
    office.folder = officeFolder();
    office.server = await startEmbeddedServer(office.folder);
    office.database = await openOfficeDatabase(office.server.url);
  });
  afterAll(async () => {
    await office.database?.close();
    await office.server?.stop();
    if (existsSync(office.folder ?? '')) rmSync(office.folder, { recursive: true, force: true });
  });
}

/** A folder that the server's user may enter, who is another one where the tests run as root. */
export function officeFolder(): string {
  if (process.env.KHATM_TEST_RUN === tmpdir()) chmodSync(tmpdir(), 0o711);
  const folder = newFolder('office');
  chmodSync(folder, 0o711);
  return folder;
}
