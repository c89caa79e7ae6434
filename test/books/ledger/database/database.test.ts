import { closeSync, existsSync, openSync, statSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import {
  checkpoint,
  type Database,
  openDatabase,
  withFailures,
} from '../../../../main/books/ledger/database/database.ts';
import { nextMigration } from '../../../support/next-migration.ts';
import { failing, testFolder } from '../support.ts';

const notes = nextMigration('notes', 'CREATE TABLE note (id INTEGER PRIMARY KEY, text TEXT)');
const colours = nextMigration('colours', 'ALTER TABLE note ADD COLUMN colour TEXT', [notes]);

const pragma = (database: Database, name: string) => database.pragma(name, { simple: true });

describe('a database', () => {
  it('syncs every commit, also after the first write, on every connection', () => {
    const file = join(testFolder(), 'a.db');
    for (const _ of ['made', 'opened again']) {
      const database = openDatabase(file, [notes]);
      database.prepare('INSERT INTO note (text) VALUES (?)').run('a');
      expect(pragma(database, 'journal_mode')).toBe('wal');
      expect(pragma(database, 'synchronous')).toBe(2); // The value 2 means FULL; better-sqlite3 returns 1 here when it is not set.
      expect(pragma(database, 'foreign_keys')).toBe(1);
      expect(pragma(database, 'busy_timeout')).toBe(5000);
      expect(pragma(database, 'trusted_schema')).toBe(0);
      database.close();
    }
  });

  it('takes each migration once, in order', () => {
    const file = join(testFolder(), 'a.db');
    const old = openDatabase(file, [notes]);
    old.prepare('INSERT INTO note (text) VALUES (?)').run('kept');
    old.close();
    const database = openDatabase(file, [notes, colours]);
    expect(database.prepare('SELECT text, colour FROM note').all()).toEqual([{ text: 'kept', colour: null }]);
    expect(pragma(database, 'user_version')).toBe(2);
    database.close();
  });

  it('takes a migration wholly or not at all', () => {
    const file = join(testFolder(), 'a.db');
    const sql = 'CREATE TABLE half (id INTEGER); CREATE TABLE note (id INTEGER)';
    const half = { name: 'half', sql, schema: '' };
    openDatabase(file, [notes]).close();
    expect(() => openDatabase(file, [notes, half])).toThrow();
    const database = openDatabase(file, [notes]);
    expect(pragma(database, 'user_version')).toBe(1);
    expect(database.prepare(`SELECT name FROM sqlite_schema WHERE type = 'table'`).all()).toEqual([
      { name: 'note' },
    ]);
    database.close();
  });

  it('refuses a database from the future and leaves it as it is', () => {
    const file = join(testFolder(), 'a.db');
    openDatabase(file, [notes, colours]).close();
    expect(() => openDatabase(file, [notes])).toThrow(
      expect.objectContaining({ failure: { code: 'ledger-newer', detail: { found: 2, known: 1 } } }),
    );
    const database = openDatabase(file, [notes, colours]);
    expect(pragma(database, 'user_version')).toBe(2);
    database.close();
  });

  it('refuses what is no database', () => {
    const file = join(testFolder(), 'a.db');
    writeFileSync(file, 'this is no database, but it is longer than the header of one. '.repeat(100));
    expect(() => openDatabase(file, [notes])).toThrow(failing('ledger-broken'));
  });

  it('refuses a damaged database', () => {
    const file = join(testFolder(), 'a.db');
    openDatabase(file, [notes]).close();
    const handle = openSync(file, 'r+');
    writeSync(handle, Buffer.alloc(2000, 0xff), 0, 2000, 100); // This overwrites the root of the schema.
    closeSync(handle);
    expect(() => openDatabase(file, [notes, colours])).toThrow(failing('ledger-broken'));
  });

  it('says that the disk is full', () => {
    const database = openDatabase(':memory:', [notes]);
    database.pragma('max_page_count = 10');
    const fill = database.prepare('INSERT INTO note (text) VALUES (?)');
    expect(() => withFailures(() => fill.run('x'.repeat(100_000)))).toThrow(failing('disk-full'));
  });

  it('says that another process holds it', () => {
    const file = join(testFolder(), 'a.db');
    const database = openDatabase(file, [notes]);
    database.pragma('busy_timeout = 1');
    const other = new BetterSqlite3(file);
    other.exec('BEGIN IMMEDIATE');
    const insert = database.prepare('INSERT INTO note (text) VALUES (?)');
    expect(() => withFailures(() => insert.run('a'))).toThrow(failing('database-busy'));
    other.close();
    database.close();
  });

  it('moves a long write-ahead log into the file when asked to, and not by itself', () => {
    const file = join(testFolder(), 'a.db');
    const database = openDatabase(file, [notes]);
    const insert = database.prepare('INSERT INTO note (text) VALUES (?)');
    const before = statSync(file).size;
    for (let i = 0; i < 2000; i++) insert.run('x'.repeat(5000));
    expect(existsSync(`${file}-wal`)).toBe(true);
    expect(statSync(file).size).toBe(before);
    checkpoint(database);
    expect(statSync(file).size).toBeGreaterThan(2000 * 5000);
    database.close();
  });
});
