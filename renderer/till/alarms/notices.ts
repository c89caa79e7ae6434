import type { Alarm, AlarmLevel } from '../../../shared/alarm.ts';
import { describeAlarm } from '../../../shared/words/alarms.ts';
import type { Language } from '../../../shared/words/index.ts';

export type Fix =
  | 'waiting'
  | 'parked'
  | 'certificate'
  | 'clock'
  | 'backups'
  | 'records'
  | 'integrations'
  | 'people'
  | 'devices'
  | 'policy'
  | 'updates'
  | 'refused'
  | 'printing'
  | 'drawer';

export interface Notice {
  readonly key: string;
  readonly level: AlarmLevel;
  readonly says: string;
  readonly advice: string;
  readonly fix: Fix | undefined;
  /** True when the advice is for the person at the till in any role. */
  readonly forCashier: boolean;
}

/** Returns the notices for a manager or for a cashier, in the order of the alarms, red before amber. */
export function noticesOf(
  alarms: readonly Alarm[],
  isManager: boolean,
  language: Language,
): readonly Notice[] {
  // The following alarms affect no sale, so only a manager sees them.
  const told = alarms.filter(
    ({ kind }) =>
      isManager ||
      !['backup', 'backup-strange', 'witness', 'integrations', 'card', 'policy', 'update'].includes(kind),
  );
  return told.map((alarm) => ({
    key: keyOf(alarm),
    level: alarm.level,
    ...describeAlarm(alarm, language),
    fix: fixOf(alarm),
    forCashier: alarm.kind === 'uncleared' || alarm.kind === 'drawer',
  }));
}

/** Returns a key that distinguishes alarms of one kind: several deadlines, the two kinds of card payments. */
function keyOf(alarm: Alarm): string {
  if (alarm.kind === 'deadline') return `deadline-${alarm.hours}`;
  if (alarm.kind === 'card-late') return `card-late-${alarm.payment}`;
  return alarm.kind === 'card' ? `card-${alarm.why}` : alarm.kind;
}

function fixOf(alarm: Alarm): Fix | undefined {
  switch (alarm.kind) {
    case 'clock':
    case 'parked':
      return alarm.kind;
    case 'refusals':
      return 'certificate';
    case 'paused':
      return alarm.why === 'credential' ? 'certificate' : 'waiting';
    case 'deadline':
    case 'late':
    case 'uncleared':
      return 'waiting';
    case 'ledger':
      return 'records';
    case 'backup':
    case 'backup-strange':
      return 'backups';
    case 'integrations':
      return 'integrations';
    case 'people':
      return 'people';
    case 'card':
    case 'card-late':
      return 'devices';
    case 'policy':
    case 'safe-mode':
      return 'policy';
    case 'update':
      return 'updates';
    case 'drawer':
      return 'drawer';
    case 'office':
    case 'witness':
      return 'policy';
  }
}
