import { expect, test } from 'vitest';
import { pendingWorkOf } from '../../../../main/app/terminal/pending-work.ts';
import type { Environment } from '../../../../shared/status.ts';

const counted = { parked: 0, rejected: 0, issued: 9 };
const environment = (
  name: Environment,
  waiting: number,
  nearestDeadline?: number,
  credential: 'production' | 'none' = 'production',
  isOpen = true,
) =>
  ({
    environment: name,
    ledger: { search: { counts: () => ({ ...counted, waiting, nearestDeadline }) } },
    credentials: { state: () => credential },
    vault: { isOpen },
  }) as unknown as Parameters<typeof pendingWorkOf>[0] extends Iterable<infer One> ? One : never;

test('what a terminal still does is what waits of all that is real, whichever is on the screen', () => {
  expect(pendingWorkOf([environment('training', 40, 5)])).toEqual({
    isLive: false,
    waiting: 0,
    nearestDeadline: undefined,
    isLocked: false,
  });
  expect(
    pendingWorkOf([
      environment('training', 40, 5),
      environment('simulation', 2, 900),
      environment('production', 3, 800),
    ]),
  ).toEqual({ isLive: true, waiting: 5, nearestDeadline: 800, isLocked: false });
});

test('a production that is not set up yet is not live', () => {
  expect(pendingWorkOf([environment('production', 0, undefined, 'none')]).isLive).toBe(false);
});

test('what waits behind a locked key does not go', () => {
  const locked = environment('production', 3, 800, 'production', false);
  expect(pendingWorkOf([locked])).toMatchObject({ isLive: false, waiting: 3, isLocked: true });
  expect(pendingWorkOf([locked, environment('simulation', 2, 900)]).isLocked).toBe(false);
  expect(pendingWorkOf([environment('simulation', 0, undefined, 'production', false)]).isLocked).toBe(false);
});
