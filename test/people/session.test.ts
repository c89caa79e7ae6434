import { expect, test } from 'vitest';
import { createSession, lockAfter } from '../../main/people/session.ts';
import { TestClock } from '../sandbox/device.ts';

test('a screen that asks for nothing is told when it locks', () => {
  const clock = new TestClock();
  const told: string[] = [];
  const desk = createSession({
    people: { list: () => [{ name: 'Mona', role: 'manager' }] },
    state: () => 'held',
    clock,
    onChange: () => told.push(desk.role()),
    onExpired: (name) => told.push(`${name} left`),
  });
  desk.signIn({ name: 'Mona', role: 'manager' }, { isWeak: false });
  clock.advance(lockAfter - 1);
  desk.touch();
  clock.advance(lockAfter - 1);
  expect(told).toEqual(['manager']);
  clock.advance(1);
  expect(told).toEqual(['manager', 'nobody', 'Mona left']);
});
