import { expect, test } from 'vitest';
import { drawnFrom } from '../support/run/effort.ts';
import { disasters } from './disasters/index.ts';
import { roundsPerShop } from './play.ts';
import { leftOut, playRounds, problemsOf } from './short-run.ts';

test('a shop comes through each disaster', { timeout: 900_000 }, async () => {
  // A shop begins with its onboarding and ends with its clock; of the others CI plays every second one.
  const others = disasters.filter(({ place }) => place === undefined).map(({ name }) => name);
  const drawn = drawnFrom(2, others);
  const without = [...leftOut, ...others.filter((name) => !drawn.includes(name))];
  const all = roundsPerShop({ each: true, leftOut: without });
  const played = await playRounds('khatm', all, true, without);
  expect(problemsOf(played)).toEqual([]);
  expect(played.length).toBe(all);
  // The shop has sold something, so the run is not empty.
  expect(played.at(-1)?.receipts).toBeGreaterThan(25);
});
