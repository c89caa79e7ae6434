import { appendFileSync, existsSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startEmbeddedServer } from '../../../main/office/database/embedded-server.ts';
import { serverUser } from '../../../main/office/database/server-user.ts';
import { hasServer, officeFolder } from '../office.ts';

/* Tests that a start believes no settings in the data, which somebody may have altered, and who owns the password. */

describe.skipIf(!hasServer)('the settings of the embedded server', () => {
  let folder: string;
  beforeAll(() => {
    if (hasServer) folder = officeFolder();
  });
  afterAll(() => {
    if (folder !== undefined) rmSync(folder, { recursive: true, force: true });
  });

  it('runs no command and lets nobody in that altered files name', async () => {
    await (await startEmbeddedServer(folder)).stop();
    const inData = (name: string) => path.join(folder, 'postgres', name);
    const ran = path.join(folder, 'ran');
    const command = `\narchive_mode = 'on'\narchive_command = 'touch ${ran}'\narchive_timeout = 1\n`;
    for (const name of ['postgresql.conf', 'postgresql.auto.conf']) appendFileSync(inData(name), command);
    writeFileSync(inData('pg_hba.conf'), 'host all all 127.0.0.1/32 trust\n');
    writeFileSync(path.join(folder, 'postgres-access.conf'), 'host all all 127.0.0.1/32 trust\n');
    writeFileSync(inData('standby.signal'), '');
    const elsewhere = path.join(folder, 'elsewhere');
    writeFileSync(elsewhere, 'untouched');
    rmSync(inData('pg_ident.conf'));
    symlinkSync(elsewhere, inData('pg_ident.conf'));
    const server = await startEmbeddedServer(folder);
    try {
      const client = new Client({ connectionString: server.url });
      await client.connect();
      const { rows } = await client.query(
        `SELECT current_setting('archive_mode') AS archives, current_setting('archive_command') AS command,
           pg_is_in_recovery() AS follows`,
      );
      expect(rows).toEqual([{ archives: 'off', command: '(disabled)', follows: false }]);
      await client.query('SELECT pg_switch_wal()');
      await client.end();
      const stranger = new Client({ connectionString: server.url.replace(/:[0-9a-f]{48}@/, '@') });
      await expect(stranger.connect()).rejects.toThrow(/password/);
      expect(existsSync(ran)).toBe(false);
      expect(statSync(elsewhere).size).toBe('untouched'.length);
    } finally {
      await server.stop();
    }
  });

  it('keeps the password to the user who starts the office', () => {
    const { mode, uid } = statSync(path.join(folder, 'postgres-password'));
    expect([mode & 0o777, uid]).toEqual([0o600, process.getuid?.()]);
  });

  it.skipIf(process.getuid?.() !== 0)('does not choose the user that root’s database runs as', () => {
    const { KHATM_POSTGRES_USER: named } = process.env;
    const why = (text: string) =>
      expect.objectContaining({
        failure: { code: 'folder-unusable', detail: { why: expect.stringContaining(text) } },
      });
    try {
      delete process.env.KHATM_POSTGRES_USER;
      expect(serverUser).toThrow(why('name the one that PostgreSQL runs as in KHATM_POSTGRES_USER'));
      for (const wrong of ['root', 'no such user'])
        expect(() => {
          process.env.KHATM_POSTGRES_USER = wrong;
          serverUser();
        }).toThrow(why('no ordinary user'));
    } finally {
      process.env.KHATM_POSTGRES_USER = named;
    }
  });
});
