import { expect, test } from 'vitest';
import { createSession, lockAfter } from '../../../main/till/people/session.ts';
import type { Person } from '../../../shared/contract/people/people.ts';
import type { Limits } from '../../../shared/values/limits.ts';
import { TestClock } from '../../sandbox/device.ts';

const peopleOf = (person: Person, limits: () => Limits) => ({
  list: () => [person],
  find: (name: string) => (name === person.name ? { ...person, mark: 'a PIN' } : undefined),
  limits,
});

test('a screen that asks for nothing is told when it locks', () => {
  const clock = new TestClock();
  const told: string[] = [];
  const session = createSession({
    people: peopleOf({ name: 'Mona', role: 'manager' }, () => ({ asks: [] })),
    state: () => 'known',
    clock,
    onChange: () => told.push(session.role()),
    onExpired: (name) => told.push(`${name} left`),
  });
  session.signIn({ name: 'Mona', role: 'manager' });
  clock.advance(lockAfter - 1);
  session.touch();
  clock.advance(lockAfter - 1);
  expect(told).toEqual(['manager']);
  clock.advance(1);
  expect(told).toEqual(['manager', 'nobody', 'Mona left']);
});

test('a cashier is signed out after the minutes that a manager has set, but not while a command is under way', () => {
  const clock = new TestClock();
  let lockMinutes: number | undefined;
  const sami = { name: 'Sami', role: 'cashier' } as const;
  const session = createSession({
    people: peopleOf(sami, () => ({ asks: [], lockMinutes })),
    state: () => 'known',
    clock,
    onChange: () => undefined,
    onExpired: () => undefined,
  });
  const minute = 60_000;
  session.signIn(sami);
  clock.advance(60 * minute);
  expect(session.role()).toBe('cashier');
  lockMinutes = 3;
  session.signIn(sami);
  clock.advance(2 * minute);
  const end = session.begin();
  clock.advance(5 * minute);
  expect(session.role()).toBe('cashier');
  end();
  clock.advance(3 * minute - 1);
  expect(session.role()).toBe('cashier');
  clock.advance(1);
  expect(session.role()).toBe('nobody');
});
