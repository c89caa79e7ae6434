import { randomUUID } from 'node:crypto';
import { onTestFailed } from 'vitest';
import { createRandom, type Random } from '../crash/random.ts';

/** Returns a new seed, or the one in `KHATM_SEED`, which repeats a run. */
export const newSeed = (): string => process.env.KHATM_SEED ?? randomUUID();

/** Returns a random generator for the current test, which prints the seed when it fails. */
export function chance(): Random {
  const seed = newSeed();
  onTestFailed(() => console.error(`chance of this test: KHATM_SEED=${seed}`));
  return createRandom(seed);
}
