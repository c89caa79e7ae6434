const day = 24 * 60 * 60_000;

/** The gaps between the clock and the latest known correct time, in milliseconds, at which a person is asked. */
export const clockQuestions = {
  dayMs: day,
  /**
   * Anyone may confirm the date. After a night or a closed day nobody is asked; after a weekend of two days, perhaps
   * once.
   */
  askAfterMs: 1.5 * day,
  /** A manager must confirm, with a reason. A wrong month or year always exceeds this, and so does a long closure. */
  managerAfterMs: 7 * day,
} as const;
