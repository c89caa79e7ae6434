import { expect, test } from 'vitest';
import { createSession, lockAfter } from '../../main/people/session.ts';
import { TestClock } from '../sandbox/device.ts';

test('a screen that asks for nothing is told when it locks', () => {
  const clock = new TestClock();
  const told: string[] = [];
  const session = createSession({
    people: { list: () => [{ name: 'Mona', role: 'manager' }] },
    state: () => 'held',
    clock,
    onChange: () => told.push(session.role()),
    onExpired: (name) => told.push(`${name} left`),
  });
  session.signIn({ name: 'Mona', role: 'manager' }, { isWeak: false });
  clock.advance(lockAfter - 1);
  session.touch();
  clock.advance(lockAfter - 1);
  expect(told).toEqual(['manager']);
  clock.advance(1);
  expect(told).toEqual(['manager', 'nobody', 'Mona left']);
});
