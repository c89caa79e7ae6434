import {
  appendFileSync,
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { newBackupKey } from '../../../main/base/encrypted/backup-key.ts';
import { backUpOffice, restoreOffice } from '../../../main/office/backup/back-up-office.ts';
import { startEmbeddedServer } from '../../../main/office/database/embedded-server.ts';
import { openOrderSigner } from '../../../main/office/orders/order-key.ts';
import { newFolder } from '../../support/khatm.ts';
import { oneIn } from '../../support/run/effort.ts';
import { hasServer, office, officeFolder, provideOffice } from '../office.ts';

/* Tests that a copy of an office that somebody changed is not restored, and that a whole one opens nothing to others. */

function changeByte(file: string): void {
  const bytes = readFileSync(file);
  bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) ^ 1;
  writeFileSync(file, bytes);
}

describe.skipIf(!hasServer || process.env.CITUS_URL !== undefined)('a backup of an office', () => {
  provideOffice();
  let backup: string;
  let isOpenToAll: boolean;
  let key: string;
  let encrypted: string;
  const backupKey = newBackupKey();
  beforeAll(async () => {
    if (!hasServer) return;
    const signer = await openOrderSigner(office.database, path.join(office.folder, 'order-key.json'));
    key = signer.publicKey.x;
    const now = Date.UTC(2026, 10, 25);
    ({ folder: backup, isOpenToAll } = await backUpOffice(office.folder, {
      to: newFolder('backups'),
      now,
      key: undefined,
    }));
    ({ folder: encrypted } = await backUpOffice(office.folder, {
      to: newFolder('backups'),
      now,
      key: backupKey,
    }));
  });

  const whyNot = async (
    change: (copy: string) => void,
    { of = backup, ...options }: Partial<Parameters<typeof restoreOffice>[2]> & { of?: string } = {},
  ) => {
    const copy = path.join(newFolder('changed'), 'copy');
    cpSync(of, copy, { recursive: true, verbatimSymlinks: true });
    change(copy);
    const folder = officeFolder();
    const refused = restoreOffice(copy, folder, { key: async () => undefined, ...options }).then(
      () => 'restored',
      (error: { failure?: { code: string } }) => error.failure?.code ?? String(error),
    );
    const code = await refused;
    if (code !== 'restored') expect(existsSync(path.join(folder, 'postgres'))).toBe(false);
    rmSync(folder, { recursive: true });
    return code;
  };

  it.each(
    oneIn<[string, (copy: string) => void]>(4, [
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
          writeFileSync(file, readFileSync(file, 'utf8').replace('"size":', '"size" :'));
        },
      ],
      [
        'a link',
        (copy) => {
          rmSync(path.join(copy, 'postgres-password'));
          symlinkSync('/etc/passwd', path.join(copy, 'postgres-password'));
        },
      ],
      ['a folder that is a link', (copy) => symlinkSync('/', path.join(copy, 'postgres/pg_tblspc'))],
    ]),
  )('is not restored with %s', async (_, change) => {
    expect(await whyNot(change)).toBe('backup-broken');
  });

  it('is not restored as the copy of another office', async () => {
    expect(await whyNot(() => undefined, { officeKey: `A${key.slice(1)}` })).toBe('backup-broken');
  });

  it('is readable with its key alone, and none of its bytes are in plain', async () => {
    const [password, orderKey] = ['postgres-password', 'order-key.json'].map((name) =>
      readFileSync(path.join(office.folder, name)),
    );
    const names = readdirSync(encrypted, { recursive: true, withFileTypes: true }).filter((each) =>
      each.isFile(),
    );
    expect(names.length).toBeGreaterThan(500);
    const inPlain = [password, orderKey, Buffer.from('PostgreSQL'), Buffer.from('pg_catalog')];
    for (const { parentPath, name } of names) {
      const bytes = readFileSync(path.join(parentPath, name));
      expect(bytes.subarray(0, 14).toString('latin1'), name).toBe('khatm backup 1');
      for (const each of inPlain) expect(bytes.includes(each as Buffer), name).toBe(false);
    }
    const key = async () => backupKey;
    expect(await whyNot(() => undefined, { of: encrypted })).toBe('backup-key-needed');
    const other = async () => newBackupKey();
    expect(await whyNot(() => undefined, { of: encrypted, key: other })).toBe('backup-key-wrong');
    expect(await whyNot(() => undefined, { of: encrypted, key })).toBe('restored');
  });

  it.each(
    oneIn<[string, (copy: string) => void]>(4, [
      ['a changed byte', (copy) => changeByte(path.join(copy, 'postgres/PG_VERSION'))],
      ['a changed manifest', (copy) => changeByte(path.join(copy, 'manifest.json'))],
      [
        'two files that changed places',
        (copy) => {
          const [one, other] = [
            path.join(copy, 'postgres/PG_VERSION'),
            path.join(copy, 'postgres/pg_ident.conf'),
          ];
          renameSync(one, `${one}.x`);
          renameSync(other, one);
          renameSync(`${one}.x`, other);
        },
      ],
    ]),
  )('is not restored, encrypted, with %s', async (_, change) => {
    expect(await whyNot(change, { of: encrypted, key: async () => backupKey })).toBe('backup-broken');
  });

  it('is not restored in plain where an encrypted one is meant', async () => {
    expect(await whyNot(() => undefined, { mustBeEncrypted: true })).toBe('backup-broken');
  });

  it('lies in a folder that everybody may write, and that is said', async () => {
    if (process.platform === 'win32') return;
    const to = newFolder('backups');
    const copyTo = () => backUpOffice(office.folder, { to, now: 0, key: undefined });
    expect(isOpenToAll).toBe(false);
    chmodSync(to, 0o777);
    // The remains of a call that was killed are removed, and no link in them is followed.
    mkdirSync(path.join(to, 'khatm-office-19700101000000.part'));
    symlinkSync(office.folder, path.join(to, 'khatm-office-19700101000000.part', 'postgres'));
    expect((await copyTo()).isOpenToAll).toBe(true);
    expect(readdirSync(to)).toEqual(['khatm-office-19700101000000']);
    expect(existsSync(path.join(office.folder, 'postgres', 'PG_VERSION'))).toBe(true);
  });

  it('of this office opens nothing to others, whatever rights its files had, and starts', async () => {
    const copy = path.join(newFolder('open'), 'copy');
    cpSync(backup, copy, { recursive: true });
    for (const name of ['order-key.json', 'postgres-password']) chmodSync(path.join(copy, name), 0o666);
    const folder = officeFolder();
    await restoreOffice(copy, folder, { key: async () => undefined, officeKey: key });
    for (const name of ['order-key.json', 'postgres-password', 'postgres/PG_VERSION'])
      expect(statSync(path.join(folder, name)).mode & 0o077, name).toBe(0);
    expect(readFileSync(path.join(folder, 'postgres/postgresql.conf'), 'utf8')).toMatch(/^# Written anew/);
    const server = await startEmbeddedServer(folder);
    await server.stop();
    rmSync(folder, { recursive: true });
  });
});
