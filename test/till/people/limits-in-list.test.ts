import BetterSqlite3 from 'better-sqlite3';
import { beforeEach, expect, test } from 'vitest';
import { type Database, openDatabase } from '../../../main/books/ledger/database/database.ts';
import { openAttempts } from '../../../main/till/people/attempts.ts';
import { openPeople, type People } from '../../../main/till/people/people.ts';
import { createPeopleGuard, type PeopleGuard } from '../../../main/till/people/people-guard.ts';
import { openPeopleTable } from '../../../main/till/people/people-list.ts';
import type { PeopleKeeper } from '../../../main/till/people/recorded-people.ts';
import { migrations } from '../../../main/till/people/schema.ts';
import { openShortPinLock } from '../../../main/till/people/short-pin-lock.ts';
import { usualLimits } from '../../../shared/values/limits.ts';
import { TestClock } from '../../sandbox/device.ts';
import { memorySecrets } from '../../support/memory-secrets.ts';

/* Tests the limits of cashiers in a list whose record is in the vault. */

const store = memorySecrets();
const lines: string[] = [];
const keeper: PeopleKeeper = {
  environment: 'simulation',
  store,
  audit: {
    has: (action) => lines.includes(action),
    write: (line) => {
      lines.push(line.action);
      return { id: 1, hash: '', detail: {}, ...line };
    },
  },
  isCurrent: async () => true,
  toldRevision: async () => 0,
  keeps: () => true,
};
let database: Database;
let people: People;
let guard: PeopleGuard;

function open(isLive: boolean): void {
  const clock = new TestClock();
  const ignore = () => undefined;
  guard = createPeopleGuard({
    table: openPeopleTable(database),
    isLive,
    now: () => clock.now(),
    onChange: ignore,
    onAltered: ignore,
    onError: ignore,
  });
  people = openPeople(guard, openAttempts(database, clock), openShortPinLock(database, clock));
}

const strict = { discountPercent: 5, asks: ['reprint' as const] };

beforeEach(async () => {
  lines.length = 0;
  await store.delete('simulation/people');
  database = openDatabase(':memory:', migrations);
  open(false);
  await people.save({ name: 'Mona', role: 'manager' }, '482913');
});

test('protect the owner before a manager has saved any', async () => {
  expect(people.limits()).toEqual({
    discountPercent: 10,
    refund: 200_00,
    refundDays: 14,
    asks: ['price', 'drawer', 'totals', 'no-receipt', 'other-means'],
  });
  await people.setLimits({ asks: [] });
  expect(people.limits()).toEqual({ asks: [] });
});

test('hold before and after the vault keeps the list', async () => {
  await people.setLimits(strict);
  expect(people.limits()).toEqual(strict);
  await guard.agreeWith(keeper);
  expect(people.limits()).toEqual(strict);
  await people.setLimits({ asks: [] });
  open(true);
  // No people are known, so there is no cashier either.
  expect(people.list()).toEqual([]);
  await guard.agreeWith(keeper);
  expect(people.limits()).toEqual({ asks: [] });
  expect(guard.alteration).toBeUndefined();
});

test('do not become looser by an older copy of the list, nor by an edit of this one', async () => {
  await people.setLimits({ asks: [] });
  await guard.agreeWith(keeper);
  const copy = database.serialize();
  await people.setLimits(strict);
  for (const put of [
    () => {
      database = new BetterSqlite3(copy);
    },
    () => void database.prepare(`UPDATE people_limits SET limits = '{"asks":[]}'`).run(),
  ]) {
    put();
    open(true);
    await guard.agreeWith(keeper);
    expect(people.limits()).toEqual(strict);
    expect(guard.alteration).toBeDefined();
  }
});

test('are not taken over from outside into a list that had none', async () => {
  await guard.agreeWith(keeper);
  database.prepare('INSERT INTO people_limits VALUES (1, ?)').run('{"asks":[]}');
  open(true);
  await guard.agreeWith(keeper);
  expect(people.limits()).toEqual(usualLimits);
  expect(guard.alteration?.why).toBe('altered');
});
