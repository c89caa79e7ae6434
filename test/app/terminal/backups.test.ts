import { randomUUID } from 'node:crypto';
import {
  closeSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import path from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TerminalOptions } from '../../../main/app/terminal/options.ts';
import { openTerminal, type Terminal } from '../../../main/app/terminal/terminal.ts';
import { newBackupKey, writeBackupKey } from '../../../main/base/encrypted/backup-key.ts';
import type { CommandInput, CommandName, CommandOutput } from '../../../shared/contract/index.ts';
import { contract } from '../../../shared/contract/index.ts';
import { FailureError } from '../../../shared/failure.ts';
import { failing, testFolder } from '../../books/ledger/support.ts';
import { newFolder } from '../../support/khatm.ts';
import { onboardedFolder } from '../../support/onboarded-folder.ts';
import { cashier, manager } from '../../support/run/callers.ts';

/* Tests backups as a manager uses them on the screen: their key, examining one, and replacing the data with one. */

let folder: string;
let terminal: Terminal;
const drive = newFolder('drive');
const older = newFolder('older');

async function ask<N extends CommandName>(
  name: N,
  input: CommandInput<N>,
  caller = manager,
): Promise<CommandOutput<N>> {
  const result = await terminal.call(name, input, caller);
  if (!result.ok) throw new FailureError(result.failure);
  return result.value as CommandOutput<N>;
}
const sell = () =>
  ask('sale.issue', { saleId: randomUUID(), lines: [{ name: 'Coffee', quantity: 1, unitPrice: '10.00' }] });
const open = async (more: Partial<TerminalOptions> = {}) => {
  terminal = await openTerminal({ folder, version: '0', ...more });
  await terminal.ready().catch(() => undefined);
};
/** Returns everything about a folder that a change would affect. */
const lookOf = (place: string) =>
  readdirSync(place).map((name) => [
    name,
    statSync(path.join(place, name)).mtimeMs,
    readFileSync(path.join(place, name)).length,
  ]);
const copies = () =>
  readdirSync(path.join(folder, 'training')).filter((name) => name.startsWith('.reading-'));

beforeAll(async () => {
  folder = await onboardedFolder('backups');
  await open();
});
afterAll(() => terminal.close());

describe('backups at the screen', () => {
  let key: string;
  let olderKey: string;
  let newest: string;
  const file = async () => {
    const [first] = (await ask('backup.files', { folder: drive })).files;
    if (first === undefined) throw new Error('no backup');
    return first.file;
  };

  test('are encrypted with a key that a manager typed whole, which only the vault keeps', async () => {
    await sell();
    ({ number: newest } = await sell());
    await ask('maintenance.setBackups', { folder: older });
    ({ key: olderKey } = await ask('backup.newKey', {}));
    await ask('backup.encrypt', { key: olderKey });
    await ask('backup.encryptNoMore', {});
    await ask('maintenance.setBackups', { folder: testFolder() });
    ({ key } = await ask('backup.newKey', {}));
    const slip = `${key.slice(0, -1)}${key.endsWith('A') ? 'B' : 'A'}`;
    await expect(ask('backup.encrypt', { key: slip })).rejects.toThrow(failing('bad-input'));
    expect((await ask('maintenance.backups', {})).encryptedSince).toBeUndefined();
    expect(await ask('backup.encrypt', { key: key.toLowerCase() })).toMatchObject({
      encryptedSince: expect.any(String),
      last: { isEncrypted: true },
    });
    await ask('maintenance.setBackups', { folder: drive });
    expect(readdirSync(drive).every((name) => name.endsWith('.encrypted'))).toBe(true);
    expect(await ask('backup.showKey', {})).toEqual({ key });
    for (const name of readdirSync(folder, { recursive: true }) as string[]) {
      const place = path.join(folder, name);
      if (!statSync(place).isFile()) continue;
      const bytes = readFileSync(place);
      for (const form of [key, olderKey, key.replaceAll('-', '')])
        expect(bytes.includes(form), name).toBe(false);
    }
  });

  test('are read without a change to them, and leave no copy behind', async () => {
    const before = lookOf(drive);
    const at = await file();
    expect(await ask('backup.open', { file: at })).toMatchObject({
      documents: 2,
      newest: { number: newest },
    });
    const { rows } = await ask('backup.documents', { file: at, query: { number: newest } });
    expect(rows).toMatchObject([{ number: newest }]);
    const shown = await ask('backup.document', { file: at, uuid: rows[0]?.uuid ?? '', paper: 'roll80' });
    expect(shown.html).toContain(newest);
    expect(shown.xml).toContain('<Invoice');
    const other = writeBackupKey(newBackupKey());
    await expect(ask('backup.open', { file: at, key: other })).rejects.toThrow(failing('backup-key-wrong'));
    expect(copies()).toHaveLength(1);
    await ask('backup.close', {});
    expect(copies()).toEqual([]);
    await expect(ask('backup.documents', { file: at, query: {} })).rejects.toThrow(failing('not-found'));
    expect(lookOf(drive)).toEqual(before);
  });

  test('under an earlier key are still read here, without typing it', async () => {
    const encrypted = (await ask('backup.files', { folder: older })).files.find(
      ({ isEncrypted }) => isEncrypted,
    );
    const at = encrypted?.file ?? '';
    expect(await ask('backup.open', { file: at })).toMatchObject({
      documents: 2,
      newest: { number: newest },
    });
    await expect(ask('backup.open', { file: at, key })).rejects.toThrow(failing('backup-key-wrong'));
    await ask('backup.close', {});
  });

  test('are listed beside a file whose name has a time that never was', async () => {
    const before = await ask('backup.files', { folder: drive });
    const odd = path.join(drive, '399999999900003_20261399T250000_0123abcd_000001.khatm');
    writeFileSync(odd, '');
    expect(await ask('backup.files', { folder: drive })).toEqual(before);
    rmSync(odd);
  });

  test('of two that are opened at once, one is open afterwards', async () => {
    const at = await file();
    const both = await Promise.allSettled([
      ask('backup.open', { file: at }),
      ask('backup.open', { file: at }),
    ]);
    expect(both.filter(({ status }) => status === 'fulfilled').length).toBeGreaterThan(0);
    expect(copies()).toHaveLength(1);
    await ask('backup.close', {});
    expect(copies()).toEqual([]);
  });

  test('are nothing for a cashier', async () => {
    for (const name of Object.keys(contract) as CommandName[])
      if (name.startsWith('backup.'))
        expect(await terminal.call(name, {}, cashier), name).toMatchObject({
          failure: { code: 'not-allowed' },
        });
  });

  test('do not take the place of newer books, whose shop sells on', async () => {
    const at = await file();
    const later = await sell();
    await expect(ask('backup.restore', { file: at, last: newest })).rejects.toThrow(failing('ledger-old'));
    expect(await ask('backup.examine', { file: at })).toMatchObject({ refused: { code: 'ledger-old' } });
    expect(copies()).toEqual([]);
    newest = (await sell()).number;
    expect(newest).not.toBe(later.number);
  });

  test('bring lost books back, by the number of the newest document and no other', async () => {
    await ask('maintenance.backUp', {});
    const at = await file();
    await terminal.close();
    const lost = path.join(folder, 'training', 'ledger.db');
    for (const ending of ['', '-wal', '-shm']) rmSync(lost + ending, { force: true });
    await open();
    expect((await ask('terminal.status', {})).unready).toMatchObject({ code: 'ledger-lost' });
    expect(await ask('backup.files', { folder: drive })).toMatchObject({ files: [{ isOwn: false }, {}] });
    await expect(ask('backup.restore', { file: at, last: 'T1' })).rejects.toThrow(failing('bad-input'));
    // A receipt was given after the backup, which would be issued a second time.
    const later = `${newest.slice(0, -6)}999999`;
    await expect(ask('backup.restore', { file: at, last: later })).rejects.toThrow(failing('receipts-after'));
    const other = writeBackupKey(newBackupKey());
    await expect(ask('backup.restore', { file: at, key: other, last: newest })).rejects.toThrow(
      failing('backup-key-wrong'),
    );
    const damaged = path.join(testFolder(), path.basename(at));
    writeFileSync(damaged, readFileSync(at).subarray(0, -20));
    await expect(ask('backup.restore', { file: damaged, last: newest })).rejects.toThrow(
      failing('backup-broken'),
    );
    expect((await ask('terminal.status', {})).unready).toMatchObject({ code: 'ledger-lost' });

    const examined = await ask('backup.examine', { file: at });
    expect(examined).toMatchObject({ documents: 4, newest: { number: newest } });
    expect(examined.refused).toBeUndefined();
    expect(await ask('backup.restore', { file: at, last: newest })).toMatchObject({
      documents: 4,
      setAside: expect.stringContaining('.aside-'),
    });
    expect((await ask('terminal.status', {})).unready).toBeUndefined();
    expect((await ask('maintenance.backups', {})).folder).toBe(drive);
    expect((await sell()).icv).toBe(5);
    expect(await ask('maintenance.check', {})).toEqual({ documents: 5 });
  });

  test('bring damaged books back, which are opened for nothing else', async () => {
    const later = await sell();
    const at = await file();
    const ledger = path.join(folder, 'training', 'ledger.db');
    await terminal.close();
    const sound = readFileSync(ledger);
    const garbage = 'garbage'.repeat(1000);
    writeFileSync(ledger, garbage);
    await expect(openTerminal({ folder, version: '0' })).rejects.toThrow(failing('ledger-broken'));
    await open({ opensBroken: true });
    expect(await ask('terminal.status', {})).toMatchObject({
      unready: { code: 'ledger-broken' },
      alarms: [{ kind: 'ledger', why: 'ledger-broken' }],
    });
    await expect(sell()).rejects.toThrow(failing('ledger-broken'));
    await expect(ask('maintenance.setBackups', { folder: drive })).rejects.toThrow(failing('ledger-broken'));
    await expect(ask('maintenance.backUp', {})).rejects.toThrow(failing('ledger-broken'));
    // A document was issued after that backup.
    expect(await ask('backup.examine', { file: at })).toMatchObject({ refused: { code: 'ledger-old' } });
    await expect(ask('backup.restore', { file: at, last: newest })).rejects.toThrow(failing('ledger-old'));
    expect(readFileSync(ledger, 'utf8')).toBe(garbage);

    await terminal.close();
    writeFileSync(ledger, sound);
    await open();
    await ask('maintenance.backUp', {});
    await terminal.close();
    writeFileSync(ledger, garbage);
    await open({ opensBroken: true });
    const whole = await file();
    const { setAside = '' } = await ask('backup.restore', { file: whole, last: later.number });
    expect(readFileSync(setAside, 'utf8')).toBe(garbage);
    expect((await ask('terminal.status', {})).unready).toBeUndefined();
    expect((await sell()).icv).toBe(later.icv + 1);
    expect(await ask('maintenance.check', {})).toEqual({ documents: later.icv + 1 });
  });

  test('bring books back that were damaged while the till is at work', async () => {
    await ask('maintenance.backUp', {});
    const [whole] = (await ask('backup.files', { folder: drive })).files;
    const { newest: last } = await ask('backup.examine', { file: whole?.file ?? '' });
    await terminal.close();
    await open();
    const ledger = path.join(folder, 'training', 'ledger.db');
    const spoiled = spoil(ledger, 'known_buyer');
    expect((await ask('terminal.status', {})).unready).toBeUndefined();
    await expect(ask('account.find', { text: 'شركة' })).rejects.toThrow(failing('ledger-broken'));
    const status = () => ask('terminal.status', {});
    await expect.poll(async () => (await status()).unready?.code).toBe('ledger-broken');
    expect(await status()).toMatchObject({ alarms: [{ kind: 'ledger', why: 'ledger-broken' }] });
    await expect(sell()).rejects.toThrow(failing('ledger-broken'));
    await terminal.close();
    // The state survives a restart, although such a file opens.
    await open();
    expect((await status()).unready).toMatchObject({ code: 'ledger-broken' });
    await expect(sell()).rejects.toThrow(failing('ledger-broken'));

    const { setAside = '' } = await ask('backup.restore', {
      file: whole?.file ?? '',
      last: last?.number ?? '',
    });
    expect(readFileSync(setAside).includes(spoiled)).toBe(true);
    expect((await status()).unready).toBeUndefined();
    expect((await sell()).icv).toBeGreaterThan(0);
  });
});

/** Overwrites the first page of a table, as a failing disk would. Returns the new bytes of the page. */
function spoil(file: string, table: string): Buffer {
  const database = new BetterSqlite3(file, { readonly: true });
  const page = database.pragma('page_size', { simple: true }) as number;
  const root = database
    .prepare<[string], number>('SELECT rootpage FROM sqlite_schema WHERE name = ?')
    .pluck();
  const at = root.get(table) ?? 0;
  database.close();
  const bytes = Buffer.alloc(page, 0xa5);
  const open = openSync(file, 'r+');
  writeSync(open, bytes, 0, page, (at - 1) * page);
  closeSync(open);
  return bytes;
}
