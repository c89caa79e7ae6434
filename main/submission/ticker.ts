import type { Clock } from '../platform/clock.ts';
import { createPollTimer, type PollTimer } from '../platform/poll-timer.ts';

/** When the next turn of a queue is. */
export interface Ticker extends PollTimer {
  /**
   * After whatever else is waiting in this process, an issue above all. Calls that end meanwhile share the turn, so that
   * a slow disk makes turns longer, not many.
   */
  soon(): void;
  /** One is to come soon. */
  readonly isSoon: boolean;
  /** None is asked for any more: this one begins, or the queue ends. */
  cancel(): void;
}

export function createTicker(clock: Clock, turn: () => void): Ticker {
  const timer = createPollTimer(clock, turn);
  let asked: NodeJS.Immediate | undefined;

  return {
    in: timer.in,
    soon() {
      asked ??= setImmediate(turn);
    },
    get isSoon() {
      return asked !== undefined;
    },
    cancel() {
      clearImmediate(asked);
      asked = undefined;
      timer.cancel();
    },
  };
}
