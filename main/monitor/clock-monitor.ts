import type { Alarm } from '../../shared/alarm.ts';
import type { ServerTimeSighting } from '../gateway/observe.ts';
import type { Clock } from '../platform/clock.ts';

/** What the terminal's clock did between two looks. `byMs` is how far it moved, or how long the machine slept. */
export interface ClockEvent {
  readonly kind: 'slept' | 'set-forward' | 'set-back';
  readonly byMs: number;
}

/**
 * Watches the system clock, which a person may set and a battery may lose: against the gateway's own clock, as its
 * answers tell it, and against a clock that nobody can set. It changes nothing: documents carry the system's time.
 */
export interface ClockMonitor {
  start(): void;
  stop(): void;
  /** Takes in what time the gateway said it was. */
  sight(sighting: ServerTimeSighting): void;
  /**
   * Milliseconds by which the system clock is certainly ahead of the gateway's (behind where negative); 0 while they
   * may agree, undefined before the first answer.
   */
  skewMs(): number | undefined;
  current(): Extract<Alarm, { kind: 'clock' }> | undefined;
}

/** How often the clocks are compared. */
const lookEveryMs = 15_000;
/** From here on a skew is an alarm. */
export const toleratedSkewMs = 2 * 60_000;
/** The header has whole seconds, cut off. */
const grainMs = 1_000;
/** What timers and the adjustments of a time server come to; more is a clock that was set or a machine that slept. */
const jumpMs = 2_000;
/** A timer that comes so late did not run: the machine slept, or this process was stopped. */
const sleepMs = 30_000;

export function createClockMonitor(options: {
  readonly clock: Clock;
  /** Once for each jump. After any of them, timers may be wrong by as much. */
  readonly onJump: (event: ClockEvent) => void;
}): ClockMonitor {
  const { clock, onJump } = options;
  /** The gateway's clock lies between these, milliseconds ahead of the clock that nobody sets. */
  let ahead: { least: number; most: number } | undefined;
  let last = moment();
  let cancel = () => {};

  function moment() {
    return { wall: clock.now(), even: clock.monotonic() };
  }

  function look(): void {
    const now = moment();
    const passed = now.even - last.even;
    const moved = now.wall - last.wall - passed;
    last = now;
    // Scheduled first: whoever is told of a jump may look at the time too.
    cancel = clock.after(lookEveryMs, look);
    if (moved >= jumpMs) onJump({ kind: 'set-forward', byMs: moved });
    if (moved <= -jumpMs) onJump({ kind: 'set-back', byMs: -moved });
    if (passed - lookEveryMs >= sleepMs) onJump({ kind: 'slept', byMs: passed - lookEveryMs });
  }

  function skewMs(): number | undefined {
    if (ahead === undefined) return undefined;
    const { wall, even } = moment();
    const offset = wall - even;
    if (offset > ahead.most) return Math.round(offset - ahead.most);
    return offset < ahead.least ? Math.round(offset - ahead.least) : 0;
  }

  return {
    start() {
      last = moment();
      cancel();
      cancel = clock.after(lookEveryMs, look);
    },
    stop: () => cancel(),
    sight({ serverTime, begunAt, endedAt }) {
      // The clock was set while the call was under way: nothing can be told from it.
      if (endedAt < begunAt) return;
      const { wall, even } = moment();
      const toEven = even - wall;
      // The header was written after the call began and before it ended.
      ahead = {
        least: serverTime - (endedAt + toEven),
        most: serverTime + grainMs - (begunAt + toEven),
      };
    },
    skewMs,
    current() {
      const skew = skewMs() ?? 0;
      return Math.abs(skew) > toleratedSkewMs ? { kind: 'clock', level: 'red', skewMs: skew } : undefined;
    },
  };
}
