import { expect, test } from 'vitest';
import { newSeed } from '../support/run/chance.ts';
import { playRounds, problemsOf } from './short-run.ts';

/* Plays the first rounds of a shop of the disaster laboratory; `npm run prove` plays hundreds. */

const rounds = 6;

test('a shop comes through the disasters that chance sends', async () => {
  const seed = newSeed();
  // Prints the command that repeats a failure.
  console.log(`npm run prove -- laboratory --seed ${seed} --rounds ${rounds}`);
  expect(problemsOf(await playRounds(seed, rounds, false)).join('\n'), `seed ${seed}`).toBe('');
}, 900_000);
