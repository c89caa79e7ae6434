import type { Alarm } from '../../../../shared/alarm.ts';
import type { HandOverRule } from '../../../../shared/hand-over.ts';
import type { Ledger } from '../../../books/ledger/ledger.ts';
import type { Submitter } from '../../../sending/submission/submitter.ts';
import type { EnvironmentContext } from '../context.ts';
import { type AlarmSources, activeAlarms } from './active-alarms.ts';
import { createAlarmAnnouncer } from './alarm-announcer.ts';
import { type ClockEvent, createClockMonitor } from './clock-monitor.ts';
import { createDeadlineMonitor } from './deadlines.ts';
import { createNeedsNote } from './needs-note.ts';
import { type ShopAlarmSources, shopAlarms } from './shop-alarms.ts';

export interface MonitorOptions extends Pick<EnvironmentContext, 'environment' | 'clock'> {
  readonly ledger: AlarmSources['ledger'] &
    ShopAlarmSources['ledger'] &
    Pick<Ledger, 'deadlines' | 'audit' | 'settings' | 'documents'>;
  readonly hasCashier?: ShopAlarmSources['hasCashier'];
  readonly limits?: ShopAlarmSources['limits'];
  readonly certificateEnd?: AlarmSources['certificateEnd'];
  readonly submitter: Pick<Submitter, 'pauseReason' | 'perSecond' | 'wake'>;
  /** Returns the shop's interpretation of the rule for uncleared invoices; the profile's by default. */
  readonly handOver?: () => HandOverRule;
  /** Lasting alarms from elsewhere, by the time in milliseconds since 1970. */
  readonly otherAlarms?: (now: number) => readonly Alarm[];
  /** Called when the present alarms have changed, for a screen that shows them. */
  readonly onChange?: () => void;
  /** Called once for each new alarm, for a banner, a notification, a webhook. */
  readonly onAlarm: (alarm: Alarm) => void;
  /** Called for an error in monitoring, which continues. */
  readonly onError: (error: unknown) => void;
}

/** The interval between checks, in milliseconds: well below the shortest threshold. */
const pollIntervalMs = 30_000;

/** Returns a function that does some work, and reports its errors. */
function createGuarded(onError: (error: unknown) => void): (work: () => void) => void {
  return (work) => {
    try {
      work();
    } catch (error) {
      onError(error);
    }
  };
}

/** Records that the clock jumped, and sends what that may have made possible. */
function handleJump({ kind, byMs }: ClockEvent, { ledger, submitter, clock }: MonitorOptions): void {
  // A machine sleeps every night, but a clock that was set is worth recording.
  if (kind !== 'slept')
    ledger.audit.write({ at: clock.now(), actor: 'terminal', action: `clock-${kind}`, detail: { byMs } });
  // After sleep the network may have changed; after the clock was set back, everything waits for a time that is now far
  // ahead.
  submitter.wake(kind === 'set-forward' ? undefined : 'network');
}

/** Returns a function that reports changes between two events, such as a deadline that passed. */
function createChangeNotice(current: () => readonly Alarm[], onChange: (() => void) | undefined) {
  let shown = '';
  return () => {
    const before = shown;
    shown = JSON.stringify(current());
    if (shown !== before) onChange?.();
  };
}

/** Watches one environment's queue and the clock, and warns people early. */
export function createMonitor(options: MonitorOptions) {
  const { environment, ledger, submitter, clock, otherAlarms, onAlarm, onChange, onError } = options;
  const clockWatch = createClockMonitor({ clock, onJump });
  /** A clock that was set wrong must not make documents look late. */
  const now = () => clock.now() - (clockWatch.skewMs() ?? 0);
  const deadlines = createDeadlineMonitor({
    deadlines: ledger.deadlines,
    now,
    handOver: options.handOver,
    onAlarm,
  });
  const note = createNeedsNote({ settings: ledger.settings, clock });
  const announcer = createAlarmAnnouncer({ audit: ledger.audit, clock, onAlarm });
  const guarded = createGuarded(onError);
  let cancel = () => {};
  let watching = false;
  const notifyChange = createChangeNotice(() => current(), onChange);

  function lasting(): Alarm[] {
    const skewed = clockWatch.current();
    const now = clock.now();
    const active = activeAlarms(environment, options, now);
    // No sale needs these figures: damage to them must not keep the status from the screen.
    guarded(() => active.push(...shopAlarms(options, now)));
    return [...active, ...(skewed === undefined ? [] : [skewed]), ...(otherAlarms?.(now) ?? [])];
  }

  function look(): void {
    cancel();
    cancel = clock.after(pollIntervalMs, poll);
    guarded(() => deadlines.look());
    guarded(() => announcer.announce(lasting()));
    guarded(() => note.keep(current()));
    guarded(notifyChange);
  }

  /** Also sends documents that another program on the folder did not send; no event reports those here. */
  function poll(): void {
    guarded(() => submitter.wake());
    look();
  }

  /** The present alarms, red before amber. */
  function current(): Alarm[] {
    return [...deadlines.current(), ...lasting()].sort(byLevel);
  }

  function onJump(event: ClockEvent): void {
    guarded(() => handleJump(event, options));
    look();
  }

  return {
    start() {
      watching = true;
      clockWatch.start();
      look();
    },
    /** Checks again at once; for use when a lasting alarm may have begun or ended. */
    lookAgain() {
      if (watching) look();
    },
    stop() {
      watching = false;
      clockWatch.stop();
      cancel();
    },
    noteServerTime: clockWatch.noteServerTime,
    current,
    /** The present alarms, each with the time from which it has lasted. */
    needs: () => note.dated(current()),
    /** The number of milliseconds that this clock is ahead of the gateway's; undefined while that is unknown. */
    skewMs: clockWatch.skewMs,
    /** The time at which all waiting documents will have been sent; undefined while nothing waits or is being sent. */
    forecast: () => forecastOf(ledger, submitter),
  };
}

export type Monitor = ReturnType<typeof createMonitor>;

function forecastOf({ search }: Pick<Ledger, 'search'>, submitter: MonitorOptions['submitter']) {
  const { waiting } = search.counts();
  const rate = submitter.perSecond;
  if (waiting === 0 || rate === 0 || submitter.pauseReason !== undefined) return undefined;
  return { waiting, remainingMs: Math.round((waiting / rate) * 1000) };
}

const byLevel = (one: Alarm, other: Alarm) => Number(other.level === 'red') - Number(one.level === 'red');
