import { expect, test } from 'vitest';
import { knownEnds } from '../../../renderer/till/scanner/known-ends.ts';

const gtin = '6281000000014';

test('a code that may go on is waited for as long after the number of an article as after any other', () => {
  const ends = knownEnds();
  ends.note(true);
  expect(ends.silenceFactor(gtin)).toBe(ends.silenceFactor('B-10023'));
});

test('the number of an article is waited for least, where a scanner sends no end', () => {
  const ends = knownEnds();
  ends.note(false);
  expect(ends.silenceFactor(gtin)).toBeLessThan(ends.silenceFactor('B-10023'));
  // The shorter code may be the beginning of a longer one.
  expect(ends.silenceFactor('96385074')).toBe(ends.silenceFactor('B-10023'));
});
