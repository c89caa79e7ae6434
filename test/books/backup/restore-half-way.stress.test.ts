import {
  copyFileSync,
  existsSync,
  promises,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import path from 'node:path';
import Database from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { newBackupKey } from '../../../main/base/encrypted/backup-key.ts';
import { digestOfFile } from '../../../main/base/outside/outside-folder.ts';
import { besideFile, stagedFile } from '../../../main/books/backup/beside.ts';
import { newNote, settleRestore, writeNote } from '../../../main/books/backup/restore-note.ts';
import { openLedger } from '../../../main/books/ledger/ledger.ts';
import { newEntry } from '../ledger/sample.ts';
import { failing } from '../ledger/support.ts';
import { shop } from './two-backups.ts';

const contentsOf = (file: string) => {
  const opened = new Database(file, { readonly: true });
  try {
    return opened.prepare<[], string>('SELECT value FROM setting').pluck().all();
  } finally {
    opened.close();
  }
};

/** Puts the file back after its removal, as on a disk whose power failed before its folder was synced. */
async function withoutRemoving(name: string, work: () => Promise<void>): Promise<void> {
  const { rm } = promises;
  promises.rm = async (file, options) => {
    if (path.basename(String(file)) !== name) await rm(file, options);
  };
  syncBuiltinESMExports();
  try {
    await work();
  } finally {
    promises.rm = rm;
    syncBuiltinESMExports();
  }
}

/** Lets no new note be written during the work, as on a full disk. Files can still be removed. */
async function onFullDisk(work: () => Promise<void>): Promise<void> {
  const { writeFile } = promises;
  promises.writeFile = async (file, ...rest) => {
    if (path.basename(String(file)).startsWith('restoring.json'))
      throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC', syscall: 'write' });
    await writeFile(file, ...rest);
  };
  syncBuiltinESMExports();
  try {
    await work();
  } finally {
    promises.writeFile = writeFile;
    syncBuiltinESMExports();
  }
}

describe('the files beside a ledger', () => {
  it.each([undefined, newBackupKey()])('belong to their backup alone, encrypted or not', async (key) => {
    const { integration, older, newer, restore, folder } = await shop(key);
    copyFileSync(besideFile(older, 'integration'), besideFile(newer, 'integration'));
    expect((await restore()).besides).toEqual({ integration: 'foreign' });
    expect(existsSync(integration)).toBe(false);
    const early = { integration };
    await expect(restore(newer, { besides: {}, early })).rejects.toEqual(failing('backup-broken'));
    expect(readdirSync(folder).filter((name) => /part|restor/.test(name))).toEqual([]);
  });

  it('are put back with their own backup, which says nothing of it afterwards', async () => {
    const { integration, restore, folder } = await shop();
    expect((await restore()).besides).toEqual({ integration: 'put-back' });
    expect(contentsOf(integration)).toEqual(['old', 'new']);
    expect((await restore()).besides).toEqual({ integration: 'kept' });
    expect(readdirSync(folder).filter((name) => /part|restor/.test(name))).toEqual([]);
  });
});

it('a note that the ledger is damaged goes away with its file', async () => {
  const { target, restore } = await shop();
  writeFileSync(`${target}-damage`, 'row 7 missing');
  const { setAside } = await restore();
  expect([existsSync(`${target}-damage`), existsSync(`${setAside}-damage`)]).toEqual([false, true]);
});

describe('a restore that stopped half-way', () => {
  it('before the ledger was replaced leaves no trace', async () => {
    const { folder, target, integration } = await shop();
    const before = readFileSync(target);
    const early = path.join(folder, 'terminal.db');
    for (const file of [early, stagedFile(integration), `${target}.part`]) writeFileSync(file, 'half');
    const staged = [{ from: path.basename(stagedFile(integration)), to: 'integration.db' }];
    await writeNote(folder, { ...newNote(['terminal.db']), staged, ledger: 'another' });
    expect(await settleRestore(folder)).toBe('undone');
    expect(readdirSync(folder).toSorted()).toEqual(['ledger.db', 'lost']);
    expect(readFileSync(target)).toEqual(before);
    expect(await settleRestore(folder)).toBe('none');
  });

  it.each(['undone', 'finished'])(
    'and was %s touches nothing once more, though its note comes back',
    async (how) => {
      const { folder, target } = await shop();
      const terminal = path.join(folder, 'terminal.db');
      writeFileSync(terminal, 'early');
      const ledger = how === 'finished' ? (await digestOfFile(target)).sha256 : 'another';
      writeFileSync(`${target}.aside`, 'the ledger that was there');
      const note = { ...newNote(['terminal.db']), ledger, aside: 'ledger.db.aside', hadLedger: true };
      await writeNote(folder, note);
      await withoutRemoving('restoring.json', async () => {
        if (how === 'undone') writeFileSync(`${target}.part`, 'half');
        expect(await settleRestore(folder)).toBe(how);
      });
      rmSync(`${target}.aside`);
      writeFileSync(terminal, 'newer');
      await settleRestore(folder);
      expect(readFileSync(terminal, 'utf8')).toBe('newer');
      expect(existsSync(path.join(folder, 'restoring.json'))).toBe(false);
    },
  );

  it.each(['undone', 'finished'])('and was %s on a full disk is not settled once more', async (how) => {
    const { folder, target } = await shop();
    const terminal = path.join(folder, 'terminal.db');
    writeFileSync(terminal, 'early');
    writeFileSync(`${target}.aside`, 'the ledger that was there');
    const ledger = (await digestOfFile(target)).sha256;
    await writeNote(folder, {
      ...newNote(['terminal.db']),
      ledger,
      aside: 'ledger.db.aside',
      hadLedger: true,
    });
    if (how === 'undone') writeFileSync(`${target}.part`, 'half');
    await onFullDisk(async () => {
      expect(await settleRestore(folder)).toBe(how);
    });
    // The shop frees space, and continues.
    rmSync(`${target}.aside`);
    writeFileSync(terminal, 'newer');
    expect(await settleRestore(folder)).toBe('none');
    expect(readFileSync(terminal, 'utf8')).toBe('newer');
    expect(readdirSync(folder).filter((name) => name.startsWith('restoring'))).toEqual([]);
  });

  it('while nothing was in the place of the ledger is finished, or else the old one comes back', async () => {
    const { folder, target } = await shop();
    const ready = `${target}.part`;
    copyFileSync(target, ready);
    const note = { ...newNote(), ledger: (await digestOfFile(ready)).sha256, aside: 'ledger.db.aside' };
    for (const isWhole of [true, false]) {
      await writeNote(folder, note);
      renameSync(target, `${target}.aside`);
      if (!isWhole) writeFileSync(ready, 'half');
      expect(await settleRestore(folder)).toBe(isWhole ? 'finished' : 'undone');
      expect(existsSync(target)).toBe(true);
      expect(existsSync(`${target}.aside`)).toBe(isWhole);
      expect(existsSync(ready)).toBe(false);
    }
  });

  it('after the ledger was replaced puts the others in their places, but in no newer one’s', async () => {
    const { folder, target, integration } = await shop();
    const staged = [
      { from: path.basename(stagedFile(integration)), to: 'integration.db' },
      { from: 'catalogue.db.restored', to: 'catalogue.db' },
    ];
    for (const { from } of staged) writeFileSync(path.join(folder, from), 'restored');
    writeFileSync(path.join(folder, 'catalogue.db'), 'newer');
    await writeNote(folder, {
      ...newNote(),
      staged,
      ledger: (await digestOfFile(target)).sha256,
      aside: 'aside',
    });
    expect(await settleRestore(folder)).toBe('finished');
    expect(readFileSync(integration, 'utf8')).toBe('restored');
    expect(readFileSync(path.join(folder, 'catalogue.db'), 'utf8')).toBe('newer');
    expect(readdirSync(folder).filter((name) => /restor/.test(name))).toEqual([]);
  });

  it('after the ledger was replaced is finished, though a command wrote to the ledger since', async () => {
    const { folder, target, integration } = await shop();
    const staged = [{ from: path.basename(stagedFile(integration)), to: 'integration.db' }];
    writeFileSync(stagedFile(integration), 'restored');
    writeFileSync(`${target}.aside`, 'the ledger that was there');
    const note = {
      ...newNote(['terminal.db']),
      staged,
      ledger: (await digestOfFile(target)).sha256,
      hadLedger: true,
    };
    await writeNote(folder, { ...note, aside: 'ledger.db.aside' });
    writeFileSync(path.join(folder, 'terminal.db'), 'early');
    const ledger = openLedger(target, { environment: 'training' });
    ledger.chain.append(newEntry());
    ledger.close();
    expect(await settleRestore(folder)).toBe('finished');
    expect(readFileSync(integration, 'utf8')).toBe('restored');
    expect(existsSync(path.join(folder, 'terminal.db'))).toBe(true);
  });

  it('while it looked at its copy leaves no log that is played into the next one', async () => {
    const { target, newer, restore } = await shop();
    const [part, kept] = [`${target}.part`, `${target}.kept`];
    copyFileSync(newer, part);
    const copy = new Database(part);
    copy.pragma('journal_mode = WAL');
    copy.exec('CREATE TABLE of_another_copy (x)');
    copyFileSync(`${part}-wal`, kept);
    copy.close();
    renameSync(kept, `${part}-wal`);
    await restore();
    const restored = new Database(target, { readonly: true });
    const found = restored
      .prepare("SELECT count(*) FROM sqlite_master WHERE name = 'of_another_copy'")
      .pluck()
      .get();
    restored.close();
    expect(found).toBe(0);
  });
});
