import type { Alarm, AlarmLevel } from '../../../../shared/alarm.ts';
import type { HandOverRule } from '../../../../shared/hand-over.ts';
import type { DeadlineGroup, Deadlines, DeadlineThreshold } from '../../../books/ledger/queue/deadlines.ts';

/** Warns of documents with 12, 4 or 1 hours left, overdue ones, and buyers who have waited too long. */
export function createDeadlineMonitor(options: {
  readonly deadlines: Deadlines;
  /** The time in milliseconds since 1970, by the authority's clock as far as it is known. */
  readonly now: () => number;
  readonly handOver?: (() => HandOverRule) | undefined;
  readonly onAlarm: (alarm: Alarm) => void;
}) {
  const { deadlines, now, handOver, onAlarm } = options;
  const alarmOf = (group: DeadlineGroup) => alarmAbout(group, handOver?.() === 'clearedFirst');
  return {
    /** Checks now. Each document and threshold is reported once, grouped; rows remember this across restarts. */
    look() {
      for (const group of deadlines.takeCrossings(now())) onAlarm(alarmOf(group));
    },
    /** Returns the present alarms, reported or not. Each document is in its most urgent group. */
    current: () => deadlines.groups(now()).map(alarmOf),
  };
}

const levels: Readonly<Record<DeadlineThreshold, AlarmLevel>> = {
  0: 'red',
  1: 'red',
  4: 'amber',
  12: 'amber',
};

function alarmAbout(
  { kind, hours, count, nearest, number, uuid }: DeadlineGroup,
  clearedFirst: boolean,
): Alarm {
  const facts = { count, nearestDeadline: new Date(nearest).toISOString(), number, uuid };
  if (kind === 'uncleared') return { kind, level: 'amber', ...facts, ...(clearedFirst && { clearedFirst }) };
  return hours === 0
    ? { kind: 'late', level: levels[hours], ...facts }
    : { kind: 'deadline', level: levels[hours], hours, ...facts };
}
