import type { Period } from './period.ts';
import { readDay } from './read-day.ts';

/** The number of milliseconds of a year and its leap day. */
const longest = 366 * 86_400_000;

/** Returns the typed days, if they are valid, in order, and at most a year. */
export function readDays({ from, to }: { from: string; to: string }): Period | undefined {
  const [first, last] = [readDay(from), readDay(to)];
  if (first === undefined || last === undefined) return undefined;
  const [begin, end] = [Date.parse(first), Date.parse(last)];
  const isPeriod = end >= begin && end - begin < longest;
  return isPeriod ? { from: first, to: last } : undefined;
}
