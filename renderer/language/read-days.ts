import { withLatinNumbers } from '../../shared/arabic-digits.ts';
import type { Period } from './period.ts';

/** The number of milliseconds of a year and its leap day. */
const longest = 366 * 86_400_000;

/** Returns the typed days, if they are valid, in order, and at most a year. */
export function readDays({ from, to }: { from: string; to: string }): Period | undefined {
  const [first, last] = [from, to].map((text) => withLatinNumbers(text).trim());
  if (first === undefined || last === undefined) return undefined;
  const [begin, end] = [Date.parse(`${first}T00:00:00Z`), Date.parse(`${last}T00:00:00Z`)];
  if (!/^\d{4}-\d{2}-\d{2}$/.test(first) || !/^\d{4}-\d{2}-\d{2}$/.test(last)) return undefined;
  const isPeriod = end >= begin && end - begin < longest;
  return isPeriod ? { from: first, to: last } : undefined;
}
