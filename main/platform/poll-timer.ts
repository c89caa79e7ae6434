import type { Clock } from './clock.ts';

/** The one timer of work whose truth is in rows: when they are looked at next. */
export interface PollTimer {
  /** In so many milliseconds, or sooner where that is very long; in place of what was said before. */
  in(milliseconds: number): void;
  cancel(): void;
}

/** The clock may be set, or the machine asleep: nothing is waited for longer than this without looking again. */
export const longestPauseMs = 60_000;
/** After a look at the rows that failed. */
export const pauseAfterErrorMs = 5_000;

export function createPollTimer(clock: Pick<Clock, 'after'>, look: () => void): PollTimer {
  let cancel = () => {};

  return {
    in(milliseconds) {
      cancel();
      cancel = clock.after(Math.min(milliseconds, longestPauseMs), look);
    },
    cancel: () => cancel(),
  };
}
