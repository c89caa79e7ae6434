/** A document with the time by which it is ordered: that which it states, or the true one from a correction before. */
export interface Timed {
  readonly icv: number;
  readonly orderedAt: number;
}

/**
 * Returns the true times of documents that were issued under a clock that was ahead. It is unknown how far ahead it
 * was, but the last of them was not issued after this moment.
 * @param wrong the documents in order, all later than `now`
 * @param before the time of the document before them, which stays the earliest; milliseconds since 1970 as all times
 */
export function takenBack(wrong: readonly Timed[], now: number, before: number): ReadonlyMap<number, number> {
  const last = wrong.at(-1);
  const times = new Map<number, number>();
  if (last === undefined) return times;
  const ahead = aheadOf(last, now);
  let earliest = before;
  for (const { icv, orderedAt } of wrong) {
    earliest = Math.max(earliest, orderedAt - ahead);
    times.set(icv, earliest);
  }
  return times;
}

/** Returns by how many milliseconds a clock was ahead at least, which gave this time to the newest document. */
export const aheadOf = (last: Timed, now: number): number => last.orderedAt - Math.floor(now / 1000) * 1000;
