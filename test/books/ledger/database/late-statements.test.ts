import BetterSqlite3 from 'better-sqlite3';
import { afterEach, expect, it, vi } from 'vitest';
import { openDatabase } from '../../../../main/books/ledger/database/database.ts';
import { preparingLate } from '../../../../main/books/ledger/database/late-statements.ts';
import { migrations } from '../../../../main/books/ledger/database/schema/index.ts';
import { ledgerInMemory } from '../../../support/new-ledger.ts';
import { newEntry } from '../sample.ts';

afterEach(() => vi.restoreAllMocks());

const newest = () => openDatabase(':memory:', migrations);

it('a ledger prepares what it runs, once', () => {
  const prepare = vi.spyOn(BetterSqlite3.prototype, 'prepare');
  const ledger = ledgerInMemory();
  expect(prepare.mock.calls.length).toBeLessThan(20);
  ledger.chain.append(newEntry());
  ledger.chain.append(newEntry());
  const first = prepare.mock.calls.length;
  ledger.chain.append(newEntry());
  ledger.chain.append(newEntry());
  expect(prepare.mock.calls.length).toBe(first);
  ledger.close();
});

it('a statement does as one that was prepared at once', () => {
  const newestSchema = newest();
  const database = preparingLate(newestSchema);
  expect(database).not.toBe(newestSchema);
  const rows = "SELECT column1 AS a, column2 AS b FROM (VALUES (1, 'x'), (2, 'y')) WHERE column1 >= ?";
  for (const [late, eager] of [
    [database.prepare(rows), newestSchema.prepare(rows)],
    [database.prepare(rows).pluck(), newestSchema.prepare(rows).pluck()],
    [database.prepare(rows).raw(), newestSchema.prepare(rows).raw()],
    [database.prepare(rows).safeIntegers(), newestSchema.prepare(rows).safeIntegers()],
    [database.prepare(rows).expand(), newestSchema.prepare(rows).expand()],
  ] as const) {
    expect(late.all(1)).toEqual(eager.all(1));
    expect(late.get(2)).toEqual(eager.get(2));
    expect([...late.iterate(1)]).toEqual([...eager.iterate(1)]);
    expect(late.pluck().get(1)).toEqual(eager.pluck().get(1));
    expect(late.columns()).toEqual(eager.columns());
    expect([late.source, late.reader, late.readonly, late.busy]).toEqual([rows, true, true, false]);
    expect(late.database).toBe(newestSchema);
  }
  expect(database.prepare(rows).bind(2).all()).toEqual([{ a: 2, b: 'y' }]);
  // The statement is first used while another one is being read.
  const inner = database.prepare("SELECT 'z'").pluck();
  for (const _ of database.prepare(rows).iterate(1)) expect(inner.get()).toBe('z');
  const put = database.prepare('INSERT INTO setting (key, value) VALUES (?, ?)');
  database.transaction(() => put.run('a', '1'))();
  expect(newestSchema.prepare("SELECT value FROM setting WHERE key = 'a'").pluck().get()).toBe('1');
  const never = database.prepare('SELECT none FROM setting');
  expect(() => never.get()).toThrow(
    expect.objectContaining({
      failure: { code: 'ledger-broken', detail: { sqlite: 'SQLITE_ERROR' } },
      cause: expect.objectContaining({ message: 'no such column: none' }),
    }),
  );
  database.close();
  expect(() => inner.get()).toThrow(/not open/);
  expect(() => database.prepare('SELECT 1').get()).toThrow(/not open/);
});
