/** A clock that was set back by no more than this is a correction, by hand or by a time server, and stops no sale. */
const smallStep = 2 * 60_000;

/**
 * The time the next document gets: whole seconds, never before the document before it. After a small step back documents
 * get the second of the one before them until the clock has caught up: at most two minutes ahead of it. A larger step
 * means that the clock is wrong or was, and a person must look.
 * @param now milliseconds since 1970
 * @param previous the time of the document before; undefined for the first
 * @returns milliseconds since 1970; undefined when the clock is too far back for a document
 */
export function issueTime(now: number, previous: number | undefined): number | undefined {
  const second = Math.floor(now / 1000) * 1000;
  if (previous === undefined || second >= previous) return second;
  return previous - second <= smallStep ? previous : undefined;
}
