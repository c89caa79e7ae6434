const day = 24 * 60 * 60_000;

/** The gaps between the clock and the latest known correct time, in milliseconds, at which a person is asked. */
export const clockQuestions = {
  dayMs: day,
  /** Anyone may confirm the date. A night or a closed day asks nothing; a week-end of two days may ask once. */
  askAfterMs: 1.5 * day,
  /** A manager must confirm, with a reason: a wrong month or year always exceeds this, and so does one long closure. */
  managerAfterMs: 7 * day,
} as const;
