import { copyFileSync, existsSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { backUp } from '../../main/backup/back-up.ts';
import { newBackupKey } from '../../main/backup/backup-key.ts';
import { besideFile, stagedFile } from '../../main/backup/beside.ts';
import { restoreBackup } from '../../main/backup/restore.ts';
import { hashOfFile, newNote, settleRestore, writeNote } from '../../main/backup/restore-note.ts';
import { openLedger } from '../../main/ledger/ledger.ts';
import { witnessOf } from '../../main/ledger/witness.ts';
import { newEntry, readers, start } from '../ledger/sample.ts';
import { failing, testFolder } from '../ledger/support.ts';

function database(file: string, says: string): void {
  const opened = new Database(file);
  opened.exec('CREATE TABLE IF NOT EXISTS setting (key TEXT, value TEXT)');
  opened.prepare('INSERT INTO setting VALUES (?, ?)').run('says', says);
  opened.close();
}

const saidIn = (file: string) => {
  const opened = new Database(file, { readonly: true });
  try {
    return opened.prepare<[], string>('SELECT value FROM setting').pluck().all();
  } finally {
    opened.close();
  }
};

/** Makes two backups of a ledger with the connections to other programs beside it, and loses all but the ledger. */
async function shop(key?: Buffer) {
  const folder = testFolder();
  const target = path.join(folder, 'ledger.db');
  const integration = path.join(folder, 'integration.db');
  const ledger = openLedger(target, { environment: 'training' });
  const drive = testFolder();
  const besides = { integration, terminal: path.join(folder, 'none'), catalogue: path.join(folder, 'none') };
  const options = { ledger, folder: drive, vatNumber: '399999999900003', readers, keep: 9, besides };
  const sealing = key && { key, scratch: testFolder() };
  const make = async (says: string, now: number) => {
    ledger.chain.append(newEntry());
    database(integration, says);
    return (await backUp({ ...options, now, sealing })).file;
  };
  const older = await make('old', start);
  const newer = await make('new', start + 60_000);
  const witness = witnessOf(ledger);
  ledger.close();
  renameSync(integration, path.join(folder, 'lost'));
  const restore = (file = newer, more: object = {}) =>
    restoreBackup({
      file,
      key,
      target,
      environment: 'training' as const,
      witness,
      readers,
      now: start,
      besides: { integration },
      ...more,
    });
  return { folder, target, integration, older, newer, restore };
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
    expect(saidIn(integration)).toEqual(['old', 'new']);
    expect((await restore()).besides).toEqual({ integration: 'kept' });
    expect(readdirSync(folder).filter((name) => /part|restor/.test(name))).toEqual([]);
  });
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

  it('while nothing was in the place of the ledger is finished, or else the old one comes back', async () => {
    const { folder, target } = await shop();
    const ready = `${target}.part`;
    copyFileSync(target, ready);
    const note = { ...newNote(), ledger: await hashOfFile(ready), aside: 'ledger.db.aside' };
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
    await writeNote(folder, { ...newNote(), staged, ledger: await hashOfFile(target), aside: 'aside' });
    expect(await settleRestore(folder)).toBe('finished');
    expect(readFileSync(integration, 'utf8')).toBe('restored');
    expect(readFileSync(path.join(folder, 'catalogue.db'), 'utf8')).toBe('newer');
    expect(readdirSync(folder).filter((name) => /restor/.test(name))).toEqual([]);
  });
});
