import { randomUUID } from 'node:crypto';
import { onTestFailed } from 'vitest';
import { createRandom, type Random } from '../crash/random.ts';

/** A new seed, or the one that `KHATM_SEED` repeats. */
export const newSeed = (): string => process.env.KHATM_SEED ?? randomUUID();

/** Chance for the test that is running, which says how to repeat it when it fails. */
export function chance(): Random {
  const seed = newSeed();
  onTestFailed(() => console.error(`chance of this test: KHATM_SEED=${seed}`));
  return createRandom(seed);
}
