import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  backupKeyId,
  newBackupKey,
  readBackupKey,
  writeBackupKey,
} from '../../../main/base/encrypted/backup-key.ts';
import { checkEncrypted, encryptedPieces, takeCopy } from '../../../main/base/encrypted/encrypted-copy.ts';
import { inFile } from '../../../main/base/outside/outside-folder.ts';
import { backUp } from '../../../main/books/backup/back-up.ts';
import {
  encryptFrom,
  encryptionKey,
  encryptNoMore,
  keptBackupKey,
} from '../../../main/books/backup/backup-encryption.ts';
import { readBackupName } from '../../../main/books/backup/backup-name.ts';
import { putBackBeside } from '../../../main/books/backup/beside.ts';
import { examineBackup, openBackup, restoreBackup } from '../../../main/books/backup/restore.ts';
import { witnessOf } from '../../../main/books/ledger/witness/witness.ts';
import { ledgerIn } from '../../support/new-ledger.ts';
import { newEntry, readers, start } from '../ledger/sample.ts';
import { failing, testFolder, testLedger } from '../ledger/support.ts';

const part = 64 * 1024;
const key = newBackupKey();

describe('the key of encrypted backups', () => {
  it('is read as a person may type it', () => {
    const written = writeBackupKey(key);
    expect(written).toMatch(/^[0-9A-HJKMNP-TV-Z]{4}(-[0-9A-HJKMNP-TV-Z]{4}){6}$/);
    const arabic = written.replace(/\d/g, (digit) => String.fromCharCode(0x660 + Number(digit)));
    const typed = [written, written.toLowerCase(), written.replaceAll('-', ' '), ` ${arabic} `];
    typed.push(written.replaceAll('0', 'o').replaceAll('1', 'l'));
    typed.push(written.replace(/\d/g, (digit) => String.fromCharCode(0x6f0 + Number(digit))));
    // Arabic messages contain marks of direction, and Arabic and Persian keyboards have separators of their own.
    typed.push(`\u202b${written}\u202c`, `\u061c${written}`, written.replaceAll('-', '\u200c'));
    for (const mark of '،٬٫ـ') typed.push(arabic.replaceAll('-', mark));
    for (const each of typed) expect(readBackupKey(each)).toEqual(key);
  });

  it('finds a slip of the pen in nearly all cases, and never takes another key for it', () => {
    let unnoticed = 0;
    const written = writeBackupKey(key);
    for (let at = 0; at < written.length; at += 1) {
      if (written[at] === '-') continue;
      const other = written[at] === 'A' ? 'B' : 'A';
      const read = readBackupKey(written.slice(0, at) + other + written.slice(at + 1));
      if (read !== undefined) unnoticed += 1;
      expect(read?.equals(key) ?? false).toBe(false);
    }
    expect(unnoticed).toBeLessThan(3);
    expect(readBackupKey(written.slice(0, -1))).toBeUndefined();
    expect(readBackupKey('')).toBeUndefined();
  });
});

describe('the keys in the vault', () => {
  const vault = (entries: Record<string, string> = {}) => {
    const values = new Map(Object.entries(entries));
    return {
      get: async (name: string) => values.get(name),
      set: async (name: string, value: string) => void values.set(name, value),
    };
  };
  const idOf = (each: Buffer) => backupKeyId(each).toString('hex');
  const environment = 'training';

  it('stay, whatever key comes after them', async () => {
    const { settings } = testLedger();
    const secrets = vault();
    const [first, second] = [newBackupKey(), newBackupKey()];
    await encryptFrom(settings, secrets, { environment, key: first, now: start });
    await encryptFrom(settings, secrets, { environment, key: second, now: start + 1 });
    encryptNoMore(settings);
    expect(await encryptionKey(settings, secrets, environment)).toBeUndefined();
    for (const each of [first, second])
      expect(await keptBackupKey(secrets, environment, idOf(each))).toEqual(each);
    expect(await keptBackupKey(secrets, environment, idOf(newBackupKey()))).toBeUndefined();
  });
});

/** Encrypts bytes; returns the file's bytes, and what they decrypt to. */
async function encrypted(bytes: Buffer) {
  const folder = testFolder();
  const [plain, file, out] = ['plain', 'encrypted', 'out'].map((name) => path.join(folder, name)) as [
    string,
    string,
    string,
  ];
  writeFileSync(plain, bytes);
  const pieces: Buffer[] = [];
  await inFile(plain, async (from) => {
    for await (const piece of encryptedPieces(from, { key, kind: 'ledger' })) pieces.push(piece);
  });
  writeFileSync(file, Buffer.concat(pieces));
  return {
    bytes: readFileSync(file),
    async opened(changed: Buffer) {
      writeFileSync(file, changed);
      await takeCopy(file, out, { key, kind: 'ledger' });
      return readFileSync(out);
    },
  };
}

describe('an encrypted file', () => {
  it.each([0, 1, part - 1, part, part + 1, 3 * part])('of %i bytes comes back as it was', async (length) => {
    const bytes = Buffer.alloc(length, 'khatm');
    const { bytes: file, opened } = await encrypted(bytes);
    expect(file.includes('khatmkhatm')).toBe(false);
    expect((await opened(file)).equals(bytes)).toBe(true);
  });

  it('is refused with any bit changed, any end missing and anything added', async () => {
    const { bytes: file, opened } = await encrypted(Buffer.alloc(2 * part + 100, 'khatm'));
    const refused = (changed: Buffer, code: 'backup-broken' | 'backup-key-wrong' = 'backup-broken') =>
      expect(opened(changed)).rejects.toThrow(failing(code));
    await fc.assert(
      fc.asyncProperty(fc.nat(file.length - 17), fc.nat(7), async (at, bit) => {
        const changed = Buffer.from(file);
        changed.writeUInt8(changed.readUInt8(at + 16) ^ (1 << bit), at + 16);
        await refused(changed, at + 16 < 24 ? 'backup-key-wrong' : 'backup-broken');
      }),
      { numRuns: 30 },
    );
    for (const length of [40, 41, 40 + part + 16, 40 + 2 * (part + 16), file.length - 1])
      await refused(file.subarray(0, length));
    await refused(Buffer.concat([file, Buffer.alloc(1)]));
  });

  it('is refused with its parts in another order, twice, or from another file', async () => {
    const { bytes: file, opened } = await encrypted(Buffer.alloc(2 * part + 100, 'khatm'));
    const { bytes: other } = await encrypted(Buffer.alloc(2 * part + 100, 'khatm'));
    const size = part + 16;
    const head = file.subarray(0, 40);
    const [first, second, last] = [0, 1, 2].map((n) => file.subarray(40 + n * size, 40 + (n + 1) * size)) as [
      Buffer,
      Buffer,
      Buffer,
    ];
    const foreign = other.subarray(40, 40 + size);
    for (const parts of [
      [second, first, last],
      [first, first, last],
      [foreign, second, last],
      [first, last],
    ])
      await expect(opened(Buffer.concat([head, ...parts]))).rejects.toThrow(failing('backup-broken'));
  });
});

/** Creates a ledger with an encrypted backup and a settings file beside it. */
async function shop() {
  const folder = testFolder();
  const target = path.join(folder, 'ledger.db');
  const ledger = ledgerIn(target);
  for (let i = 0; i < 5; i++) ledger.chain.append(newEntry());
  const drive = testFolder();
  const terminal = path.join(testFolder(), 'terminal.db');
  new Database(terminal).exec('CREATE TABLE setting (key TEXT)').close();
  const besides = { integration: path.join(folder, 'none'), terminal, catalogue: path.join(folder, 'none') };
  const options = { ledger, folder: drive, vatNumber: '399999999900003', readers, besides, scratch: folder };
  const make = (more: { now: number; keep: number }) => backUp({ ...options, ...more, key });
  const { file } = await make({ now: start, keep: 9 });
  return { folder, target, ledger, drive, file, make, options, witness: witnessOf(ledger) };
}

describe('an encrypted backup', () => {
  it('says nothing to somebody who finds the drive, and leaves nothing plain on it or beside the books', async () => {
    const { folder, ledger, drive, file } = await shop();
    expect(readBackupName(path.basename(file))).toMatchObject({ icv: 5, isEncrypted: true });
    const names = readdirSync(drive).toSorted();
    expect(names.map((name) => name.replace(/^.*_000005/, ''))).toEqual([
      '.khatm.encrypted',
      '.terminal.db.encrypted',
    ]);
    for (const name of names) {
      const bytes = readFileSync(path.join(drive, name));
      for (const plain of ['SQLite format', ledger.id, 'T1-00001']) expect(bytes.includes(plain)).toBe(false);
    }
    expect(readdirSync(folder).filter((name) => name.includes('.part'))).toEqual([]);
    ledger.close();
  });

  it('is restored with its key, and with no other: nothing is touched then', async () => {
    const { folder, target, ledger, file, witness } = await shop();
    ledger.close();
    writeFileSync(target, 'the disk did this');
    const before = readdirSync(folder).map((name) => [name, statSync(path.join(folder, name)).mtimeMs]);
    const restore = (given: Buffer | undefined) =>
      restoreBackup({ file, key: given, target, environment: 'training', witness, readers, now: start });
    await expect(restore(undefined)).rejects.toThrow(failing('backup-key-needed'));
    await expect(restore(newBackupKey())).rejects.toThrow(failing('backup-key-wrong'));
    expect(readdirSync(folder).map((name) => [name, statSync(path.join(folder, name)).mtimeMs])).toEqual(
      before,
    );
    expect(await restore(key)).toMatchObject({ head: { icv: 5 } });
    const restored = ledgerIn(target);
    expect(restored.chain.append(newEntry()).entry.icv).toBe(6);
    restored.close();
    const settings = path.join(testFolder(), 'terminal.db');
    expect(await putBackBeside(file, 'terminal', settings, { key, hashes: undefined })).toBe('put-back');
    new Database(settings).exec('SELECT key FROM setting').close();
  });

  it('is read and examined in a copy, and an older one is refused without a change', async () => {
    const { target, ledger, file, witness } = await shop();
    ledger.chain.append(newEntry());
    const later = witnessOf(ledger);
    const before = [readFileSync(file), statSync(file).mtimeMs];
    const scratch = testFolder();
    const archive = await openBackup(file, { environment: 'training', scratch, key });
    expect(archive.chain.head()).toMatchObject({ icv: 5 });
    archive.close();
    const examine = (given: typeof witness) =>
      examineBackup({ file, key, target, environment: 'training', witness: given, readers }, testFolder());
    expect(await examine(witness)).toMatchObject({ head: { icv: 5 }, refused: undefined });
    expect((await examine(later)).refused).toMatchObject({
      code: 'ledger-old',
      detail: { icv: 5, witnessIcv: 6 },
    });
    expect(await examine({ ...witness, ledger: 'another' })).toMatchObject({
      refused: { code: 'ledger-forked' },
    });
    expect([readFileSync(file), statSync(file).mtimeMs]).toEqual(before);
    ledger.close();
  });

  it('is counted and replaced like any other, with the files beside it', async () => {
    const { ledger, drive, make, options } = await shop();
    await make({ now: start + 60_000, keep: 2 });
    await backUp({ ...options, now: start + 120_000, keep: 2 });
    const left = readdirSync(drive).toSorted();
    expect(left.filter((name) => readBackupName(name))).toHaveLength(2);
    expect(left.filter((name) => name.endsWith('.encrypted'))).toHaveLength(2);
    expect(left).toHaveLength(4);
    ledger.close();
  });

  it('cannot be changed for a plain file of its name', async () => {
    const file = path.join(testFolder(), 'one.khatm.encrypted');
    writeFileSync(file, 'plain');
    const taken = takeCopy(file, `${file}.copy`, { key: newBackupKey(), kind: 'ledger' });
    await expect(taken).rejects.toMatchObject({ failure: { code: 'backup-broken' } });
  });

  it('cannot be changed for a file of another kind', async () => {
    const { ledger, drive, file } = await shop();
    ledger.close();
    const settings = readdirSync(drive).find((name) => name.includes('terminal')) ?? '';
    const check = () => inFile(file, (opened) => checkEncrypted(opened, 'ledger', key));
    await check();
    writeFileSync(file, readFileSync(path.join(drive, settings)));
    await expect(check()).rejects.toThrow(failing('backup-broken'));
  });
});
