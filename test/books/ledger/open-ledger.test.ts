import { readdirSync, readlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { openArchive, openLedger } from '../../../main/books/ledger/ledger.ts';
import { newEntry } from './sample.ts';
import { failing, testFolder } from './support.ts';

/** Returns the files below the folder that this process has open, according to Linux. */
function openFiles(folder: string): string[] {
  return readdirSync('/proc/self/fd').flatMap((fd) => {
    try {
      const file = readlinkSync(`/proc/self/fd/${fd}`);
      return file.startsWith(folder) ? [file] : [];
    } catch {
      return []; // This was the descriptor that was open for reading the list.
    }
  });
}

const damages: [string, string][] = [
  ['lacks a table', 'DROP TABLE setting'],
  ['lacks a column', 'ALTER TABLE audit RENAME COLUMN actor TO who'],
  ['is of a later version', 'PRAGMA user_version = 999'],
  ['has no identity', 'DROP TRIGGER ledger_stays; DELETE FROM ledger; DROP TABLE setting'],
];

describe.runIf(process.platform === 'linux')('opening a ledger that fails half-way', () => {
  function damaged(sql: string): string {
    const file = join(testFolder(), 'ledger.db');
    const ledger = openLedger(file, { environment: 'training' });
    ledger.chain.append(newEntry());
    ledger.close();
    const raw = new BetterSqlite3(file);
    raw.exec(sql);
    raw.close();
    return file;
  }

  it.each(damages)('lets go of a file that %s', (_, sql) => {
    const file = damaged(sql);
    for (const open of [() => openLedger(file, { environment: 'training' }), () => openArchive(file)]) {
      expect(open).toThrow();
      expect(openFiles(join(file, '..'))).toEqual([]);
    }
  });

  it('lets go of another environment’s, and of what is no ledger', () => {
    const file = damaged('SELECT 1');
    expect(() => openLedger(file, { environment: 'production' })).toThrow(failing('ledger-broken'));
    expect(openFiles(join(file, '..'))).toEqual([]);
    const other = join(testFolder(), 'other.db');
    writeFileSync(other, 'no database at all '.repeat(500));
    expect(() => openLedger(other, { environment: 'training' })).toThrow(failing('ledger-broken'));
    expect(openFiles(join(other, '..'))).toEqual([]);
  });

  it('holds what it opened until it is closed', () => {
    const file = damaged('SELECT 1');
    const ledger = openLedger(file, { environment: 'training' });
    expect(openFiles(join(file, '..'))).toContain(file);
    ledger.close();
    expect(openFiles(join(file, '..'))).toEqual([]);
  });
});

describe('an archive', () => {
  it('is read and never written', () => {
    const file = join(testFolder(), 'ledger.db');
    const ledger = openLedger(file, { environment: 'training' });
    const { qr: _, ...entry } = ledger.chain.append(newEntry()).entry;
    ledger.search.index(10);
    ledger.close();
    const archive = openArchive(file);
    expect(archive?.documents.get(entry.uuid)).toEqual(entry);
    expect(archive?.search.list({ number: entry.number, limit: 1 }).total).toBe(1);
    expect(archive?.environment).toBe('training');
    archive?.close();
  });
});
