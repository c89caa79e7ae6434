/** The growth of the pause between two attempts; pauses are in milliseconds. */
export interface BackOff {
  /** The ceiling after the first attempt. */
  readonly first: number;
  readonly factor: number;
  readonly longest: number;
  /** The share of a ceiling, 0 to 1, by which chance shortens it: failed attempts are not repeated together. */
  readonly jitter: number;
  readonly shortest?: number | undefined;
}

/**
 * Returns the pause before the next attempt, milliseconds.
 * @param attempts the number of attempts made so far, from 1
 * @param random returns a number evenly from [0, 1)
 */
export function pauseAfter(attempts: number, backOff: BackOff, random: () => number): number {
  const { first, factor, longest, jitter, shortest = 0 } = backOff;
  const ceiling = Math.min(longest, first * factor ** (attempts - 1));
  const floor = Math.max(shortest, ceiling * (1 - jitter));
  return Math.round(floor + random() * (ceiling - floor));
}
