import { expect, it } from 'vitest';
import { type BackOff, pauseAfter } from '../../../main/base/platform/back-off.ts';

const backOff: BackOff = { first: 1_000, factor: 4, longest: 60_000, jitter: 0.5 };
const [lowest, highest] = [() => 0, () => 1];

it('grows by its factor up to the longest pause', () => {
  const pauses = [1, 2, 3, 4, 400].map((attempts) => pauseAfter(attempts, backOff, highest));
  expect(pauses).toEqual([1_000, 4_000, 16_000, 60_000, 60_000]);
});

it('lets chance take away its jitter, down to the shortest pause', () => {
  expect(pauseAfter(2, backOff, lowest)).toBe(2_000);
  expect(pauseAfter(2, { ...backOff, jitter: 0 }, lowest)).toBe(4_000);
  expect(pauseAfter(2, { ...backOff, jitter: 1 }, lowest)).toBe(0);
  expect(pauseAfter(2, { ...backOff, jitter: 1, shortest: 500 }, lowest)).toBe(500);
});
