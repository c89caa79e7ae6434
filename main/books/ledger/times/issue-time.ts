/** A clock set back by at most this is a correction, by hand or by a time server, and does not stop sales. */
const smallStep = 2 * 60_000;

/**
 * Returns the time of the next document: whole seconds, never before the previous document. After a small step back,
 * documents get the time of the previous one until the clock has caught up, at most two minutes later. A larger step
 * means that the clock is or was wrong, and a person must check it.
 * @param now milliseconds since 1970
 * @param previous the time of the previous document; undefined for the first
 * @returns milliseconds since 1970; undefined when the clock is too far back for a document
 */
export function issueTime(now: number, previous: number | undefined): number | undefined {
  const second = Math.floor(now / 1000) * 1000;
  if (previous === undefined || second >= previous) return second;
  return previous - second <= smallStep ? previous : undefined;
}
