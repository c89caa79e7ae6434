import { copyFileSync, readdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import { describe, expect, it, onTestFinished } from 'vitest';
import { machineRecordOf } from '../../../main/app/environment/guards/machine-record.ts';
import { backUp } from '../../../main/books/backup/back-up.ts';
import { openBackup, restoreBackup } from '../../../main/books/backup/restore.ts';
import type { Migration } from '../../../main/books/ledger/database/database.ts';
import { migrations } from '../../../main/books/ledger/database/schema/index.ts';
import { type Ledger, openLedger } from '../../../main/books/ledger/ledger.ts';
import { openSender, sendersOf } from '../../../main/books/ledger/queue/sender.ts';
import { headMarkerOf, openHeadMarker } from '../../../main/books/ledger/witness/head-marker.ts';
import { checkWitness, witnessOf } from '../../../main/books/ledger/witness/witness.ts';
import type { Witness } from '../../../shared/stored/notes/ledger.ts';
import { nextMigration } from '../../support/next-migration.ts';
import { changeBody } from '../../support/read-bodies.ts';
import { tamper } from '../../support/tamper.ts';
import { newEntry, readers, start } from '../ledger/sample.ts';
import { failing, testFolder } from '../ledger/support.ts';

/** Creates a shop's folder with a ledger of some documents, its backup, and the witness at the time of the backup. */
async function shop(documents = 5) {
  const folder = testFolder();
  const target = path.join(folder, 'ledger.db');
  const ledger = openLedger(target, { environment: 'training' });
  for (let i = 0; i < documents; i++) ledger.chain.append(newEntry());
  const copies = testFolder();
  const options = {
    ledger,
    folder: copies,
    scratch: folder,
    vatNumber: '399999999900003',
    now: start,
    readers,
    keep: 9,
  };
  const { file } = await backUp(options);
  const witness = witnessOf(ledger);
  return { folder, target, ledger, file, witness };
}

const restoring = (file: string, target: string, witness: Witness | undefined) =>
  restoreBackup({ file, target, environment: 'training', witness, readers, now: start });

function withLedger<T>(file: string, use: (ledger: Ledger) => T): T {
  const ledger = openLedger(file, { environment: 'training' });
  try {
    return use(ledger);
  } finally {
    ledger.close();
  }
}

describe('restoring a backup', () => {
  it('goes on with the chain where the witness saw nothing newer', async () => {
    const { folder, target, ledger, file, witness } = await shop();
    ledger.close();
    writeFileSync(target, 'the disk did this');
    const before = readFileSync(file);
    const { head, setAside } = await restoring(file, target, witness);
    expect(head).toMatchObject({ icv: 5 });
    withLedger(target, (restored) => {
      expect(() => checkWitness(restored, witness, {})).not.toThrow();
      expect(restored.chain.append(newEntry()).entry.icv).toBe(6);
    });
    expect(readFileSync(setAside ?? '', 'utf8')).toBe('the disk did this');
    expect(readdirSync(folder).toSorted()).toEqual(['ledger.db', 'ledger.db.aside-2026-11-20T130000']);
    expect(readFileSync(file)).toEqual(before);
  });

  it('sets commits aside that are still in the write-ahead log', async () => {
    const { target, ledger, file, witness } = await shop();
    const { entry } = ledger.chain.append(newEntry());
    // The ledger is copied while open, so that the copy looks as it does after a crash.
    const crashed = path.join(testFolder(), 'ledger.db');
    for (const ending of ['', '-wal']) copyFileSync(target + ending, crashed + ending);
    ledger.close();
    const { setAside } = await restoring(file, crashed, witness);
    expect(withLedger(setAside ?? '', (aside) => aside.documents.get(entry.uuid)?.icv)).toBe(6);
    expect(withLedger(crashed, (restored) => restored.chain.head()?.icv)).toBe(5);
  });

  it('needs nothing in the place', async () => {
    const { file, ledger, witness } = await shop();
    ledger.close();
    const target = path.join(testFolder(), 'new', 'ledger.db');
    expect(await restoring(file, target, witness)).toMatchObject({ setAside: undefined });
    expect(withLedger(target, (restored) => restored.chain.head()?.icv)).toBe(5);
  });

  it('refuses one that is older than the witness, leaves all as it is, and lets it be read', async () => {
    const { folder, target, ledger, file } = await shop();
    ledger.chain.append(newEntry());
    const witness = witnessOf(ledger);
    ledger.close();
    const names = readdirSync(folder);
    await expect(restoring(file, target, witness)).rejects.toMatchObject({
      failure: { code: 'ledger-old', detail: { icv: 5, witnessIcv: 6 } },
    });
    expect(readdirSync(folder)).toEqual(names);
    expect(withLedger(target, (kept) => kept.chain.head()?.icv)).toBe(6);

    const archive = await openBackup(file, { environment: 'training', scratch: testFolder() });
    expect(archive.search.list({ limit: 10 }).rows.map(({ icv }) => icv)).toEqual([5, 4, 3, 2, 1]);
    expect(() => (archive as Ledger).chain.append(newEntry())).toThrow(failing('folder-unusable'));
    archive.close();
  });

  it('refuses while any program sells from the ledger, also one that does not lead', async () => {
    const { target, ledger, file, witness } = await shop();
    const selling = openSender(sendersOf(target));
    await expect(restoring(file, target, witness)).rejects.toEqual(failing('terminal-busy'));
    expect(ledger.chain.append(newEntry()).entry.icv).toBe(6);
    selling.close();
    ledger.close();
    await expect(restoring(file, target, witness)).resolves.toMatchObject({ head: { icv: 5 } });
  });

  it('lets nobody begin to sell while it looks through the backup', async () => {
    const { target, ledger, file, witness } = await shop();
    ledger.close();
    const begin = () => openSender(sendersOf(target)).close();
    const began: unknown[] = [];
    const read: typeof readers.read = (xml) => {
      try {
        began.push(begin());
      } catch (error) {
        began.push(error);
      }
      return readers.read(xml);
    };
    const options = { file, target, environment: 'training', witness, now: start } as const;
    await restoreBackup({ ...options, readers: { read } });
    expect(began).toEqual(Array(5).fill(failing('terminal-busy')));
    expect(begin).not.toThrow();
  });

  it('refuses one that is older by a moment that nobody witnessed', async () => {
    const { target, ledger, file, witness } = await shop();
    const note = openHeadMarker(headMarkerOf(target), ledger);
    ledger.chain.append(newEntry());
    note.write();
    note.close();
    ledger.close();
    await expect(restoring(file, target, witness)).rejects.toEqual(failing('ledger-old'));
  });

  it('refuses another ledger’s', async () => {
    const mine = await shop();
    const other = await shop();
    for (const { ledger } of [mine, other]) ledger.close();
    const restored = restoring(other.file, mine.target, mine.witness);
    await expect(restored).rejects.toEqual(failing('ledger-forked'));
  });

  it.each([
    ['cut short', (file: string) => truncateSync(file, 20_000), 'backup-broken'],
    ['no backup', (file: string) => writeFileSync(file, 'nothing of the kind '.repeat(999)), 'backup-broken'],
  ] as const)('refuses one that is %s', async (_, damage, code) => {
    const { folder, target, ledger, file, witness } = await shop(60);
    ledger.close();
    damage(file);
    await expect(restoring(file, target, witness)).rejects.toEqual(failing(code));
    expect(readdirSync(folder)).toEqual(['ledger.db']);
  });

  /** Changes rows of a backup without its triggers. */
  function alter(file: string, change: (backup: BetterSqlite3.Database) => void): void {
    tamper(file, change);
  }

  it.each([
    [
      'a document has other bytes',
      (backup: BetterSqlite3.Database) => changeBody(backup, 2, (text) => text.replaceAll('T1-', 'T2-')),
    ],
    [
      'a line of the audit log says something else',
      (backup: BetterSqlite3.Database) => backup.exec(`UPDATE audit SET actor = 'nobody' WHERE id = 1`),
    ],
  ] as const)('refuses one in which %s', async (_, change) => {
    const { folder, target, ledger } = await shop(0);
    ledger.audit.write({ at: start, actor: 'Mona', action: 'signed-in' });
    for (let i = 0; i < 5; i++) ledger.chain.append(newEntry());
    const options = {
      ledger,
      folder: testFolder(),
      scratch: testFolder(),
      vatNumber: '399999999900003',
      now: start,
      readers,
      keep: 9,
    };
    const { file } = await backUp(options);
    const witness = witnessOf(ledger);
    ledger.close();
    alter(file, change);
    const names = readdirSync(folder);
    await expect(restoring(file, target, witness)).rejects.toEqual(failing('backup-broken'));
    expect(readdirSync(folder)).toEqual(names);
  });

  it('refuses one without what keeps its documents as they are', async () => {
    const { target, ledger, file, witness } = await shop();
    ledger.close();
    const backup = new BetterSqlite3(file);
    backup.exec('DROP TRIGGER document_is_fixed');
    backup.close();
    await expect(restoring(file, target, witness)).rejects.toEqual(failing('backup-broken'));
  });

  it('finds a document that would never be sent', async () => {
    const { target, ledger } = await shop();
    ledger.close();
    alter(target, (ledger) => ledger.exec('DELETE FROM submission WHERE icv = 2'));
    const found = withLedger(target, (damaged) => damaged.checkFile());
    expect(found).toEqual(['a submission is missing at 2']);
  });

  it('refuses one that is older than what the machine knows', async () => {
    const { target, ledger, file, witness } = await shop();
    ledger.chain.append(newEntry());
    const record = machineRecordOf(testFolder(), ledger.id);
    await record.store.write(witnessOf(ledger));
    ledger.close();
    const restored = restoreBackup({
      file,
      target,
      environment: 'training',
      witness,
      readers,
      now: start,
      onMachine: () => record,
    });
    await expect(restored).rejects.toEqual(failing('ledger-old'));
  });

  it('refuses another environment’s', async () => {
    const { target, ledger, file, witness } = await shop();
    ledger.close();
    const options = { file, target, environment: 'production', witness, readers, now: start } as const;
    await expect(restoreBackup(options)).rejects.toEqual(failing('ledger-broken'));
  });

  it('says that there is no such file', async () => {
    const { target, ledger, witness } = await shop();
    ledger.close();
    await expect(restoring(`${target}.none`, target, witness)).rejects.toEqual(failing('folder-unusable'));
  });
});

it('a backup of the version before is read in a copy, and restored in the present schema', async () => {
  const { file, ledger, target } = await shop();
  const issued = ledger.chain.head();
  ledger.close();
  const before = readFileSync(file);
  onTestFinished(() => void (migrations as Migration[]).pop());
  (migrations as Migration[]).push(
    nextMigration('next', 'ALTER TABLE document ADD COLUMN seat TEXT', migrations),
  );
  const archive = await openBackup(file, { environment: 'training', scratch: testFolder() });
  expect(archive.chain.head()).toEqual(issued);
  archive.close();
  const elsewhere = path.join(testFolder(), 'ledger.db');
  const options = {
    file,
    target: elsewhere,
    environment: 'training',
    witness: undefined,
    now: start,
  } as const;
  await restoreBackup({ ...options, readers });
  expect(withLedger(elsewhere, (restored) => restored.chain.head())).toEqual(issued);
  expect(readdirSync(path.dirname(elsewhere))).toEqual(['ledger.db']);
  expect(readFileSync(file)).toEqual(before);
  expect(target).not.toBe(elsewhere);
});
