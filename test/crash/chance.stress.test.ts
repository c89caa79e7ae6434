import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { rounds } from '../support/effort.ts';
import { playRounds, problemsOf } from './short-run.ts';

/* Plays some rounds of the disaster laboratory; `npm run crash` can play any number. */

test('a shop comes through the disasters that chance sends', async () => {
  const seed = randomUUID().slice(0, 8);
  const many = rounds(20);
  // Prints the command that repeats a failure.
  console.log(`npm run crash -- --seed ${seed} --rounds ${many}`);
  expect(problemsOf(await playRounds(seed, many, false)).join('\n'), `seed ${seed}`).toBe('');
}, 900_000);
