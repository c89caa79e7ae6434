const day = 24 * 60 * 60_000;

/** From which gap between the clock and the latest time known to be true a person is asked; milliseconds. */
export const clockQuestions = {
  dayMs: day,
  /**
   * Anyone says that the date is right. A night and a closed day ask nothing; a week-end of two days may, once.
   */
  askAfterMs: 1.5 * day,
  /**
   * A manager does, and says why: a wrong month or year is always more than this, a long closure too, once.
   */
  managerAfterMs: 7 * day,
} as const;
