import type { Alarm, Forecast } from '../../shared/alarm.ts';
import type { Environment } from '../../shared/status.ts';
import type { ServerTimeSighting } from '../gateway/observe.ts';
import type { Ledger } from '../ledger/ledger.ts';
import type { Clock } from '../platform/clock.ts';
import type { Submitter } from '../submission/submitter.ts';
import { activeAlarms } from './active-alarms.ts';
import { type ClockEvent, createClockMonitor } from './clock-monitor.ts';
import { createDeadlineMonitor } from './deadlines.ts';

/** Watches one environment's queue and the clock, and tells a person early. */
export interface Monitor {
  start(): void;
  stop(): void;
  /** Takes in what time the gateway said it was: an observer of the gateway client. */
  sight(sighting: ServerTimeSighting): void;
  /** What is wrong now, red before amber. */
  current(): Alarm[];
  /** When the last of what waits will be sent; undefined while nothing waits or nothing is being sent. */
  forecast(): Forecast | undefined;
  /** Something that lasts may have begun or ended: looks at once. */
  lookAgain(): void;
}

export interface MonitorOptions {
  readonly environment: Environment;
  readonly ledger: Pick<Ledger, 'search' | 'deadlines' | 'refusals' | 'audit'>;
  readonly submitter: Pick<Submitter, 'hold' | 'perSecond' | 'wake'>;
  readonly clock: Clock;
  /** Alarms that last and are known elsewhere, by the time in milliseconds since 1970. */
  readonly others?: (now: number) => readonly Alarm[];
  /** What is wrong now is not what was wrong before: for a screen that shows it. */
  readonly onChange?: () => void;
  /** Something a person must know has come up, once each; for a banner, a notification, a webhook. */
  readonly onAlarm: (alarm: Alarm) => void;
  /** Something went wrong in watching; it goes on. */
  readonly onError: (error: unknown) => void;
}

/** How often it looks, milliseconds: well below the shortest threshold. */
const lookEveryMs = 30_000;
/** What comes and goes by the minute (a skew just at the limit, a gateway that takes every other call) is told once. */
const overAfterMs = 10 * 60_000;

export function createMonitor(options: MonitorOptions): Monitor {
  const { environment, ledger, submitter, clock, others, onAlarm, onChange, onError } = options;
  const clockWatch = createClockMonitor({ clock, onJump });
  /** A clock that somebody set wrong makes no document late. */
  const now = () => clock.now() - (clockWatch.skewMs() ?? 0);
  const deadlines = createDeadlineMonitor({ deadlines: ledger.deadlines, now, onAlarm });
  /** Of the alarms that last, those told since they began: the count that was told, and when they were last so. */
  const told = new Map<Alarm['kind'], { readonly count: number; readonly at: number }>();
  let cancel = () => {};
  let watching = false;
  let shown = '';

  function guarded(work: () => void): void {
    try {
      work();
    } catch (error) {
      onError(error);
    }
  }

  function lasting(): Alarm[] {
    const skewed = clockWatch.current();
    const now = clock.now();
    const standing = activeAlarms(environment, ledger, submitter, now);
    return [...standing, ...(skewed === undefined ? [] : [skewed]), ...(others?.(now) ?? [])];
  }

  function look(): void {
    cancel();
    cancel = clock.after(lookEveryMs, look);
    guarded(() => deadlines.look());
    guarded(tellLasting);
    guarded(tellChange);
  }

  /** What began or ended between two events, a deadline that was crossed or a clock that was set right. */
  function tellChange(): void {
    const before = shown;
    shown = JSON.stringify(current());
    if (shown !== before) onChange?.();
  }

  function current(): Alarm[] {
    return [...deadlines.current(), ...lasting()].sort(
      (a, b) => Number(b.level === 'red') - Number(a.level === 'red'),
    );
  }

  function tellLasting(): void {
    const at = clock.monotonic();
    for (const alarm of lasting()) {
      // More parked documents are news; more documents waiting behind what holds them are not.
      const count = alarm.kind === 'parked' ? alarm.count : 1;
      const before = told.get(alarm.kind)?.count ?? 0;
      told.set(alarm.kind, { count, at });
      if (count <= before) continue;
      // A ledger that is refused is not written to: with lines of its own an older copy would look like another ledger.
      if (alarm.kind !== 'ledger')
        ledger.audit.write({ at: clock.now(), actor: 'terminal', action: 'alarm', detail: alarm });
      onAlarm(alarm);
    }
    for (const [kind, last] of told) if (at - last.at >= overAfterMs) told.delete(kind);
  }

  function onJump({ kind, byMs }: ClockEvent): void {
    guarded(() => {
      // Sleep is every night's; a clock that was set is worth knowing afterwards.
      if (kind !== 'slept')
        ledger.audit.write({ at: clock.now(), actor: 'terminal', action: `clock-${kind}`, detail: { byMs } });
      // After sleep the network is another; after a clock set back all waits for a time that will not come for long.
      submitter.wake(kind === 'set-forward' ? undefined : 'network');
    });
    look();
  }

  return {
    start() {
      watching = true;
      clockWatch.start();
      look();
    },
    lookAgain() {
      if (watching) look();
    },
    stop() {
      watching = false;
      clockWatch.stop();
      cancel();
    },
    sight: clockWatch.sight,
    current,
    forecast() {
      const { waiting } = ledger.search.counts();
      const rate = submitter.perSecond;
      if (waiting === 0 || rate === 0 || submitter.hold !== undefined) return undefined;
      return { waiting, remainingMs: Math.round((waiting / rate) * 1000) };
    },
  };
}
