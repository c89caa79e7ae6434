import { expect, test } from 'vitest';
import { isWrongDay, readDay } from '../../../renderer/ui/language/read-day.ts';

test.each([
  ['2026-11-20', '2026-11-20'],
  [' ٢٠٢٦-١١-٢٠ ', '2026-11-20'],
  ['2028-02-29', '2028-02-29'],
  ['2026-02-29', undefined],
  ['2026-13-01', undefined],
  ['20/11/2026', undefined],
  ['2026-11', undefined],
  ['', undefined],
])('reads %s as %s', (text, day) => {
  expect(readDay(text)).toBe(day);
  expect(isWrongDay(text)).toBe(day === undefined && text !== '');
});
