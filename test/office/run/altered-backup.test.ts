import {
  appendFileSync,
  chmodSync,
  cpSync,
  existsSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { backUpOffice, restoreOffice } from '../../../main/office/backup/back-up-office.ts';
import { startEmbeddedServer } from '../../../main/office/database/embedded-server.ts';
import { openOrderSigner } from '../../../main/office/orders/order-key.ts';
import { newFolder } from '../../support/khatm.ts';
import { hasServer, office, officeFolder, provideOffice } from '../office.ts';

/* Tests that a copy of an office that somebody changed is not restored, and that a whole one opens nothing to others. */

describe.skipIf(!hasServer || process.env.CITUS_URL !== undefined)('a backup of an office', () => {
  provideOffice();
  let backup: string;
  let key: string;
  beforeAll(async () => {
    if (!hasServer) return;
    const signer = await openOrderSigner(office.database, path.join(office.folder, 'order-key.json'));
    key = signer.publicKey.x;
    backup = await backUpOffice(office.folder, newFolder('backups'), Date.UTC(2026, 10, 25));
  });

  const whyNot = async (change: (copy: string) => void, officeKey?: string) => {
    const copy = path.join(newFolder('changed'), 'copy');
    cpSync(backup, copy, { recursive: true, verbatimSymlinks: true });
    change(copy);
    const folder = officeFolder();
    const refused = restoreOffice(copy, folder, officeKey).then(
      () => 'restored',
      (error: { failure?: { code: string } }) => error.failure?.code ?? String(error),
    );
    const code = await refused;
    if (code !== 'restored') expect(existsSync(path.join(folder, 'postgres'))).toBe(false);
    rmSync(folder, { recursive: true });
    return code;
  };

  it.each<[string, (copy: string) => void]>([
    ['a setting', (copy) => appendFileSync(path.join(copy, 'postgres/postgresql.auto.conf'), 'a = b\n')],
    [
      'a line of access',
      (copy) => appendFileSync(path.join(copy, 'postgres/pg_hba.conf'), 'host all all all trust\n'),
    ],
    ['a further file', (copy) => writeFileSync(path.join(copy, 'postgres/recovery.signal'), '')],
    ['a missing file', (copy) => rmSync(path.join(copy, 'postgres/PG_VERSION'))],
    ['a missing manifest', (copy) => rmSync(path.join(copy, 'manifest.json'))],
    [
      'a manifest of somebody else’s',
      (copy) => {
        const file = path.join(copy, 'manifest.json');
        writeFileSync(file, readFileSync(file, 'utf8').replace('"bytes":', '"bytes" :'));
      },
    ],
    [
      'a link',
      (copy) => {
        rmSync(path.join(copy, 'postgres-password'));
        symlinkSync('/etc/passwd', path.join(copy, 'postgres-password'));
      },
    ],
    ['a folder that is a link', (copy) => symlinkSync('/', path.join(copy, 'postgres/pg_tblspc/1'))],
  ])('is not restored with %s', async (_, change) => {
    expect(await whyNot(change)).toBe('backup-broken');
  });

  it('is not restored as the copy of another office', async () => {
    expect(await whyNot(() => undefined, `A${key.slice(1)}`)).toBe('backup-broken');
    expect(await whyNot(() => undefined, key)).toBe('restored');
  });

  it('opens nothing to others, whatever rights its files had, and starts', async () => {
    const copy = path.join(newFolder('open'), 'copy');
    cpSync(backup, copy, { recursive: true });
    for (const name of ['order-key.json', 'postgres-password']) chmodSync(path.join(copy, name), 0o666);
    const folder = officeFolder();
    await restoreOffice(copy, folder);
    for (const name of ['order-key.json', 'postgres-password', 'postgres/PG_VERSION'])
      expect(statSync(path.join(folder, name)).mode & 0o077, name).toBe(0);
    expect(readFileSync(path.join(folder, 'postgres/postgresql.conf'), 'utf8')).toMatch(/^# Written anew/);
    const server = await startEmbeddedServer(folder);
    await server.stop();
    rmSync(folder, { recursive: true });
  });
});
