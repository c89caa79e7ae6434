import type { Alarm, AlarmLevel } from '../../shared/alarm.ts';
import { describeAlarm } from '../../shared/words/alarms.ts';
import type { Language } from '../../shared/words/index.ts';

/** The one thing that mends it, or the place where it is mended. */
export type Mend = 'waiting' | 'parked' | 'certificate' | 'clock' | 'backups';

/** One line of the banner. */
export interface Notice {
  readonly key: string;
  readonly level: AlarmLevel;
  readonly says: string;
  readonly advice: string;
  readonly mend: Mend;
  /** What to do is done at the till, whoever stands there. */
  readonly forCashier: boolean;
}

/** What a person must know now, red before amber. The words of a failed backup come from who calls. */
export function noticesOf(
  alarms: readonly Alarm[],
  backup: Pick<Notice, 'says' | 'advice'> | undefined,
  language: Language,
): readonly Notice[] {
  const notices: Notice[] = alarms.map((alarm) => ({
    // Several deadlines are told apart by their hours.
    key: alarm.kind === 'deadline' ? `deadline-${alarm.hours}` : alarm.kind,
    level: alarm.level,
    ...describeAlarm(alarm, language),
    mend: mendOf(alarm),
    forCashier: alarm.kind === 'uncleared',
  }));
  if (backup !== undefined)
    notices.push({
      key: 'backup',
      level: 'amber',
      ...backup,
      mend: 'backups',
      forCashier: false,
    });
  return notices;
}

function mendOf(alarm: Alarm): Mend {
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
  }
}
