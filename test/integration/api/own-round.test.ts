import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createOwnRound } from '../../../main/integration/api/own-round.ts';
import { FakeClock } from '../../support/fake-clock.ts';

/** Counts the rounds of the event loop, each `milliseconds` long, until a reader may run. */
async function roundsOf(milliseconds: number): Promise<number> {
  const clock = new FakeClock();
  const ownRound = createOwnRound(clock);
  let isThere = false;
  void ownRound().then(() => {
    isThere = true;
  });
  let rounds = 0;
  for (; !isThere; rounds += 1) {
    clock.sleep(milliseconds);
    await setImmediate();
  }
  return rounds;
}

test('a reader lets others act for some rounds, and waits no longer for sales that fill each of them', async () => {
  expect(await roundsOf(0)).toBeGreaterThanOrEqual(16);
  expect(await roundsOf(50)).toBeLessThanOrEqual(4);
});
