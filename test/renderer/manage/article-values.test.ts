import { expect, test } from 'vitest';
import { shortToScan } from '../../../renderer/till/articles/article-values.ts';

test('a code of one or two characters is told of, whatever is around it', () => {
  expect(shortToScan({ codes: '10023\n 7 \nAB' })).toBe('7');
  expect(shortToScan({ codes: 'ش٢' })).toBe('ش٢');
  expect(shortToScan({ codes: '\n123\n  \nA-1' })).toBeUndefined();
  expect(shortToScan({ codes: '' })).toBeUndefined();
});
