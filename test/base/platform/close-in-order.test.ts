import { expect, test } from 'vitest';
import { closeInOrder, closeTogether } from '../../../main/base/platform/close-in-order.ts';
import { FakeClock } from '../../support/fake-clock.ts';

const never = () => new Promise<never>(() => undefined);

test('each step waits for the one before, and one that hangs or fails does not keep the others from ending', async () => {
  const clock = new FakeClock();
  const [done, errors]: [string[], unknown[]] = [[], []];
  const closing = closeInOrder(
    {
      first: async () => done.push('first'),
      hanging: never,
      failing: () => {
        throw new Error('broken');
      },
      last: async () => done.push('last'),
    },
    { clock, withinMs: 1_000, onError: (error) => errors.push(error) },
  );
  await clock.advance(999);
  expect(done).toEqual(['first']);
  await clock.advance(1);
  await closing;
  expect(done).toEqual(['first', 'last']);
  expect(errors.map(String)).toEqual([
    'Error: hanging did not end in 1000 ms and was left behind',
    'Error: broken',
  ]);
});

test('steps that need not wait for each other share one deadline', async () => {
  const clock = new FakeClock();
  const errors: unknown[] = [];
  const closing = closeTogether(
    { one: never, other: never },
    { clock, withinMs: 1_000, onError: (error) => errors.push(error) },
  );
  await clock.advance(1_000);
  await closing;
  expect(errors).toHaveLength(2);
});
