import type { Alarm, AlarmLevel } from '../../shared/alarm.ts';
import { describeAlarm } from '../../shared/words/alarms.ts';
import type { Language } from '../../shared/words/index.ts';

/** The one thing that mends it, or the place where it is mended. */
export type Fix =
  | 'waiting'
  | 'parked'
  | 'certificate'
  | 'clock'
  | 'backups'
  | 'records'
  | 'integrations'
  | 'people';

/** One line of the banner. */
export interface Notice {
  readonly key: string;
  readonly level: AlarmLevel;
  readonly says: string;
  readonly advice: string;
  /** undefined where the program cannot help. */
  readonly mend: Fix | undefined;
  /** What to do is done at the till, whoever stands there. */
  readonly forCashier: boolean;
}

/** What whoever is at the screen must know now, red before amber. */
export function noticesOf(
  alarms: readonly Alarm[],
  isManager: boolean,
  language: Language,
): readonly Notice[] {
  // These harm no sale at the till: they are a manager's to know.
  const told = alarms.filter(
    ({ kind }) => isManager || !['backup', 'witness', 'integrations'].includes(kind),
  );
  return told.map((alarm) => ({
    // Several deadlines are told apart by their hours.
    key: alarm.kind === 'deadline' ? `deadline-${alarm.hours}` : alarm.kind,
    level: alarm.level,
    ...describeAlarm(alarm, language),
    mend: mendOf(alarm),
    forCashier: alarm.kind === 'uncleared',
  }));
}

function mendOf(alarm: Alarm): Fix | undefined {
  switch (alarm.kind) {
    case 'clock':
    case 'parked':
      return alarm.kind;
    case 'refusals':
      return 'certificate';
    case 'held':
      return alarm.why === 'credential' ? 'certificate' : 'waiting';
    case 'deadline':
    case 'late':
    case 'uncleared':
      return 'waiting';
    case 'ledger':
      return 'records';
    case 'backup':
      return 'backups';
    case 'integrations':
      return 'integrations';
    case 'people':
      return 'people';
    case 'witness':
      return undefined;
  }
}
