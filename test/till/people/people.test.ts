import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Database, openDatabase } from '../../../main/books/ledger/database/database.ts';
import { openAttempts } from '../../../main/till/people/attempts.ts';
import { openPeople, type People } from '../../../main/till/people/people.ts';
import { createPeopleGuard } from '../../../main/till/people/people-guard.ts';
import { openPeopleTable } from '../../../main/till/people/people-list.ts';
import { migrations } from '../../../main/till/people/schema.ts';
import { openShortPinLock } from '../../../main/till/people/short-pin-lock.ts';
import { TestClock } from '../../sandbox/device.ts';

let database: Database;
let clock: TestClock;
let people: People;

beforeEach(async () => {
  database = openDatabase(':memory:', migrations);
  clock = new TestClock();
  const ignore = () => undefined;
  const guard = createPeopleGuard({
    table: openPeopleTable(database),
    isLive: false,
    now: () => clock.now(),
    onChange: ignore,
    onAltered: ignore,
    onError: ignore,
  });
  people = openPeople(guard, openAttempts(database, clock), openShortPinLock(database, clock));
  await people.save({ name: 'Mona', role: 'manager' }, '482913');
});
afterEach(() => database.close());

const wrong = async (seconds: number) =>
  expect(people.check('Mona', '000000')).rejects.toMatchObject({
    failure: { code: 'wrong-pin', detail: { seconds } },
  });

test('many guesses at once are worth no more than guesses one by one', async () => {
  const guesses = Array.from({ length: 40 }, (_, guess) => people.check('Mona', String(100000 + guess)));
  const answers = await Promise.allSettled(guesses);
  expect(answers.every(({ status }) => status === 'rejected')).toBe(true);
  const { failures } = database.prepare('SELECT failures FROM attempt').get() as { failures: number };
  expect(failures).toBe(3);
  await expect(people.check('Mona', '482913')).rejects.toMatchObject({ failure: { code: 'wrong-pin' } });
});

test('a clock set back by a year locks nobody out for that year', async () => {
  await wrong(0);
  await wrong(0);
  await wrong(5);
  clock.advance(-365 * 24 * 60 * 60 * 1000);
  expect(await people.check('Mona', '482913')).toEqual({ name: 'Mona', role: 'manager' });
});

test('two managers who demote each other at once leave one', async () => {
  await people.save({ name: 'سارة', role: 'manager' }, '135790');
  const both = await Promise.allSettled([
    people.save({ name: 'Mona', role: 'cashier' }, '111111'),
    people.save({ name: 'سارة', role: 'cashier' }, '222222'),
  ]);
  expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  expect(people.list().filter(({ role }) => role === 'manager')).toHaveLength(1);
});

test('a name that is added twice at once is one person', async () => {
  await Promise.all([
    people.save({ name: 'Sami', role: 'cashier' }, '111111'),
    people.save({ name: 'Sami', role: 'cashier' }, '111111'),
  ]);
  expect(people.list().map(({ name }) => name)).toEqual(['Mona', 'Sami']);
});
