import { readdirSync } from 'node:fs';
import path from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import { expect, it } from 'vitest';
import { type Migration, openDatabase } from '../../../../main/books/ledger/database/database.ts';
import { nextMigration } from '../../../support/next-migration.ts';
import { testFolder } from '../support.ts';

const steps: Migration[] = [];
for (const name of ['a', 'b', 'c', 'd', 'e'])
  steps.push(nextMigration(name, `CREATE TABLE ${name} (x); INSERT INTO ${name} VALUES ('${name}')`, steps));
const broken = { name: 'broken', sql: 'CREATE TABLE a (x)', schema: '' };

it('a database is copied before it gets another schema, and the newest two copies stay', () => {
  const folder = testFolder();
  const file = path.join(folder, 'ledger.db');
  const names = () => readdirSync(folder).filter((name) => name.startsWith('ledger.db.'));
  openDatabase(file, steps.slice(0, 1)).close();
  expect(names()).toEqual([]); // The database did not exist before.

  // Commits that are still in the log are in the copy too.
  const open = openDatabase(file, steps.slice(0, 1));
  open.exec(`INSERT INTO a VALUES ('late')`);
  openDatabase(file, steps.slice(0, 2)).close();
  open.close();
  expect(names()).toEqual(['ledger.db.form-1']);
  const copy = new BetterSqlite3(path.join(folder, 'ledger.db.form-1'), { readonly: true });
  expect(copy.pragma('user_version', { simple: true })).toBe(1);
  expect(copy.prepare('SELECT x FROM a').pluck().all()).toEqual(['a', 'late']);
  copy.close();

  openDatabase(file, steps.slice(0, 2)).close();
  expect(names()).toEqual(['ledger.db.form-1']);
  for (const schema of [3, 4]) openDatabase(file, steps.slice(0, schema)).close();
  expect(names()).toEqual(['ledger.db.form-2', 'ledger.db.form-3']);
  expect(() => openDatabase(file, [...steps.slice(0, 4), broken])).toThrow();
  expect(names()).toEqual(['ledger.db.form-3', 'ledger.db.form-4']);
});
