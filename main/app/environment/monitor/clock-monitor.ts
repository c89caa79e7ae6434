import type { Alarm } from '../../../../shared/alarm.ts';
import type { Clock } from '../../../base/platform/clock.ts';
import type { ServerTimeReading } from '../../../gateway/observe.ts';

type ClockAlarm = Extract<Alarm, { kind: 'clock' }>;

/** A change of the clock between two checks. `byMs` is how far it moved, or how long the machine slept. */
export interface ClockEvent {
  readonly kind: 'slept' | 'set-forward' | 'set-back';
  readonly byMs: number;
}

/** The interval between comparisons of the clocks. */
const pollIntervalMs = 15_000;
/** The smallest skew that raises an alarm. */
export const toleratedSkewMs = 2 * 60_000;
/** The header is truncated to whole seconds. */
const grainMs = 1_000;
/** The largest difference that timers and time servers cause; more means a clock that was set, or sleep. */
const jumpMs = 2_000;
/** A timer this late did not run: the machine slept, or this process was stopped. */
const sleepMs = 30_000;

/**
 * Watches the system clock, which a person may set and an empty battery may reset. It compares the clock with the
 * gateway's, which answers contain, and with a monotonic clock that nobody can set. It changes nothing: documents have
 * the system's time.
 */
export function createClockMonitor(options: {
  readonly clock: Clock;
  /** Called once for each jump. Afterwards, timers may be wrong by the same amount. */
  readonly onJump: (event: ClockEvent) => void;
}) {
  const { clock, onJump } = options;
  /** Bounds of the gateway's clock, milliseconds ahead of the clock that nobody sets. */
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
    // The next comparison is scheduled first, because a listener to a jump may read the time too.
    cancel = clock.after(pollIntervalMs, look);
    if (moved >= jumpMs) onJump({ kind: 'set-forward', byMs: moved });
    if (moved <= -jumpMs) onJump({ kind: 'set-back', byMs: -moved });
    if (passed - pollIntervalMs >= sleepMs) onJump({ kind: 'slept', byMs: passed - pollIntervalMs });
  }

  /**
   * The number of milliseconds by which the system clock is certainly ahead of the gateway's (negative when behind); 0
   * while they may agree, undefined before the first answer.
   */
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
      cancel = clock.after(pollIntervalMs, look);
    },
    stop: () => cancel(),
    /** Takes note of an observation of the gateway's time. */
    noteServerTime({ serverTime, begunAt, endedAt }: ServerTimeReading) {
      // The clock was set during the call, which therefore proves nothing.
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
    current(): ClockAlarm | undefined {
      const skew = skewMs() ?? 0;
      return Math.abs(skew) > toleratedSkewMs ? { kind: 'clock', level: 'red', skewMs: skew } : undefined;
    },
  };
}

export type ClockMonitor = ReturnType<typeof createClockMonitor>;
