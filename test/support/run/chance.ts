import { randomUUID } from 'node:crypto';
import { beforeEach, onTestFailed, type TestContext, TestRunner } from 'vitest';
import { createRandom, type Random } from '../../crash/random.ts';

/**
 * Returns a new seed, or the one in `KHATM_SEED`, which repeats a run. The current test reports it when it fails;
 * outside of a test, each test of the file or of the surrounding `describe` does.
 */
export function newSeed(): string {
  const seed = process.env.KHATM_SEED ?? randomUUID();
  const say = ({ task }: TestContext) => {
    // A long log is shortened in the middle, so the seed is added to the failure.
    for (const error of task.result?.errors ?? []) {
      const prefix = `KHATM_SEED=${seed} repeats it: `;
      if (error.message.startsWith(prefix)) continue;
      if (error.stack !== undefined)
        error.stack = error.stack.replace(error.message, () => prefix + error.message);
      error.message = prefix + error.message;
    }
  };
  if (TestRunner.getCurrentTest() === undefined) beforeEach((test) => test.onTestFailed(say));
  else onTestFailed(say);
  return seed;
}

/** Returns a random generator for the current test, whose seed is reported when the test fails. */
export const chance = (): Random => createRandom(newSeed());
