import type { Halalas } from '../../../shared/values/money.ts';

/** The notes of the central bank, in halalas. */
const notes: readonly Halalas[] = [500, 1000, 2000, 5000, 10_000, 20_000, 50_000];

/** The most amounts that are offered; reading more would take longer than typing. */
const most = 5;

/**
 * Returns the amounts above the amount due that a customer is likely to hand over, the smallest first: for each note,
 * the least sum of such notes that is enough.
 */
export function quickNotes(due: Halalas): Halalas[] {
  const sums = notes.map((note) => Math.ceil(due / note) * note).filter((sum) => sum > due);
  return [...new Set(sums)].toSorted((a, b) => a - b).slice(0, most);
}
