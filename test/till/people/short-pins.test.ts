import { afterEach, beforeEach, expect, it } from 'vitest';
import { type Database, openDatabase } from '../../../main/books/ledger/database/database.ts';
import { openAttempts } from '../../../main/till/people/attempts.ts';
import { checkPin } from '../../../main/till/people/check-pin.ts';
import { openPeople, type People } from '../../../main/till/people/people.ts';
import { createPeopleGuard } from '../../../main/till/people/people-guard.ts';
import { openPeopleTable } from '../../../main/till/people/people-list.ts';
import { migrations } from '../../../main/till/people/schema.ts';
import { openShortPinLock } from '../../../main/till/people/short-pin-lock.ts';
import { isWeakPin } from '../../../shared/values/pin.ts';
import { TestClock } from '../../sandbox/device.ts';

let database: Database;
let clock: TestClock;
let people: People;

function open(): void {
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
}

const [pinOfAli, pinOfSara] = ['7391', '8264'];
const allowed = { asks: [], shortPins: true as const };
const minute = 60_000;

beforeEach(async () => {
  database = openDatabase(':memory:', migrations);
  clock = new TestClock();
  open();
  await people.save({ name: 'Mona', role: 'manager' }, '482913');
  await people.setLimits(allowed);
  await people.save({ name: 'Ali', role: 'cashier' }, pinOfAli);
  await people.save({ name: 'Sara', role: 'cashier' }, pinOfSara);
});
afterEach(() => database.close());

const codeOf = (name: string, pin: string) =>
  people.check(name, pin).then(
    () => 'right',
    (error: { failure: { code: string } }) => error.failure.code,
  );

/** Guesses by two people, so that neither has to wait long; a minute lies between two of them. */
async function guess(times: number): Promise<string[]> {
  const codes: string[] = [];
  for (let time = 0; time < times; time++) {
    codes.push(await codeOf(time % 2 === 0 ? 'Ali' : 'Sara', '1357'));
    clock.advance(minute);
  }
  return codes;
}

it('is for cashiers only, and only where a manager has allowed it', async () => {
  expect(await codeOf('Ali', pinOfAli)).toBe('right');
  const refused = { failure: { code: 'bad-input', issues: [{ path: ['pin'], code: 'pin' }] } };
  await expect(people.save({ name: 'Nora', role: 'manager' }, '7391')).rejects.toMatchObject(refused);
  await expect(people.save({ name: 'Ali', role: 'manager' }, undefined)).rejects.toMatchObject(refused);
  await people.setLimits({ asks: [] });
  await expect(people.save({ name: 'Nora', role: 'cashier' }, '7391')).rejects.toMatchObject(refused);
  expect(await codeOf('Ali', pinOfAli)).toBe('short-pins-off');
  // Its tries are not counted, so a line for each could fill the log.
  const lines: string[] = [];
  const attempt = { name: 'Ali', pin: pinOfAli, refused: 'sign-in-refused' } as const;
  await checkPin({ people, audit: (_, action) => lines.push(action) }, attempt).catch(() => undefined);
  expect(lines).toEqual([]);
  // Another role for somebody who has one leaves it; a longer one ends it.
  await people.save({ name: 'Ali', role: 'cashier' }, '739182');
  expect(await codeOf('Ali', '739182')).toBe('right');
});

it('five wrong tries, whoever’s, lock all of them until an hour has passed', async () => {
  expect(await guess(5)).toEqual([...Array<string>(4).fill('wrong-pin'), 'short-pins-locked']);
  expect(await codeOf('Sara', pinOfSara)).toBe('short-pins-locked');
  // A restart changes nothing.
  open();
  clock.advance(58 * minute);
  expect(await codeOf('Sara', pinOfSara)).toBe('short-pins-locked');
  clock.advance(2 * minute);
  expect(await codeOf('Sara', pinOfSara)).toBe('right');
});

it('a manager’s PIN ends the lock, and a cashier’s right PIN forgives nobody', async () => {
  await guess(4);
  expect(await codeOf('Sara', pinOfSara)).toBe('right');
  expect(await guess(1)).toEqual(['short-pins-locked']);
  expect(await codeOf('Mona', '111111')).toBe('wrong-pin');
  expect(await codeOf('Sara', pinOfSara)).toBe('short-pins-locked');
  expect(await codeOf('Mona', '482913')).toBe('right');
  expect(await codeOf('Sara', pinOfSara)).toBe('right');
});

it('wrong tries of a whole day that are an hour apart lock nobody, nor do a wait or long PINs', async () => {
  for (let hour = 0; hour < 12; hour++) {
    expect(await codeOf('Ali', '1357')).not.toBe('short-pins-locked');
    clock.advance(61 * minute);
  }
  await people.save({ name: 'Omar', role: 'cashier' }, '913746');
  for (let time = 0; time < 7; time++) await codeOf('Omar', '000000');
  for (let time = 0; time < 9; time++) await codeOf('Ali', '1357');
  expect(await codeOf('Sara', pinOfSara)).toBe('right');
});

it('many guesses at once are no more than five', async () => {
  const names = Array.from({ length: 12 }, (_, at) => `Cashier ${at}`);
  for (const name of names) await people.save({ name, role: 'cashier' }, pinOfAli);
  const codes = await Promise.all(names.map((name) => codeOf(name, '1357')));
  expect(codes.filter((code) => code === 'short-pins-locked').length).toBeGreaterThanOrEqual(8);
  expect(await codeOf('Sara', pinOfSara)).toBe('short-pins-locked');
});

it.each(['1111', '1212', '1234', '4321', '9876', '1122', '1221', '1990', '2015', '2580', '00000', '12345'])(
  '%s is too easy to guess',
  (pin) => expect(isWeakPin(pin)).toBe(true),
);
it.each([pinOfAli, pinOfSara, '1357', '73918'])('%s is not', (pin) => expect(isWeakPin(pin)).toBe(false));
