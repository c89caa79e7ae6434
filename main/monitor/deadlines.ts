import type { Alarm, AlarmLevel } from '../../shared/alarm.ts';
import type { DeadlineGroup, Deadlines, DeadlineThreshold } from '../ledger/deadlines.ts';

/** Tells of what waits and runs out of time: at 12, 4 and 1 hours left, past due, and past a buyer's patience. */
export interface DeadlineMonitor {
  /**
   * Looks now. Each document and threshold is told once, grouped ("3 documents have less than 4 h"), and once only
   * whatever restarts come between: what was told is in rows.
   */
  look(): void;
  /** What is so now, whether it was told or not: each document in its tightest group. */
  current(): Alarm[];
}

export function createDeadlineMonitor(options: {
  readonly deadlines: Deadlines;
  /** Milliseconds since 1970, by the clock that the authority goes by as far as that is known. */
  readonly now: () => number;
  readonly onAlarm: (alarm: Alarm) => void;
}): DeadlineMonitor {
  const { deadlines, now, onAlarm } = options;
  return {
    look() {
      for (const group of deadlines.takeCrossings(now())) onAlarm(alarmOf(group));
    },
    current: () => deadlines.groups(now()).map(alarmOf),
  };
}

const levels: Readonly<Record<DeadlineThreshold, AlarmLevel>> = {
  0: 'red',
  1: 'red',
  4: 'amber',
  12: 'amber',
};

function alarmOf({ kind, hours, count, nearest }: DeadlineGroup): Alarm {
  const nearestDeadline = new Date(nearest).toISOString();
  if (kind === 'uncleared') return { kind, level: 'amber', count, nearestDeadline };
  return hours === 0
    ? { kind: 'late', level: levels[hours], count, nearestDeadline }
    : { kind: 'deadline', level: levels[hours], count, hours, nearestDeadline };
}
