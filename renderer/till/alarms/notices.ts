import {
  type AlarmLevel,
  type AlarmPlace,
  alarmKey,
  alarmKinds,
  leadsTo,
  type Need,
} from '../../../shared/alarm.ts';
import { describeAlarm } from '../../../shared/words/alarms.ts';
import type { Language } from '../../../shared/words/index.ts';

export interface Notice {
  readonly key: string;
  readonly level: AlarmLevel;
  /** The time from which it has lasted. */
  readonly since: string;
  readonly says: string;
  readonly advice: string;
  readonly fix: AlarmPlace;
  /** True when the advice is for the person at the till in any role. */
  readonly forCashier: boolean;
}

/** Returns the notices for a manager or for a cashier, in the order of the alarms, red before amber. */
export function noticesOf(
  alarms: readonly Need[],
  isManager: boolean,
  language: Language,
): readonly Notice[] {
  return alarms
    .filter(({ kind }) => isManager || !alarmKinds[kind].isForManager)
    .map((alarm) => ({
      key: alarmKey(alarm),
      level: alarm.level,
      since: alarm.since,
      ...describeAlarm(alarm, language),
      fix: leadsTo(alarm),
      forCashier: alarmKinds[alarm.kind].adviceIsForAll === true,
    }));
}
