import type { Alarm } from '../../../shared/alarm.ts';
import { describeAlarm } from '../../../shared/words/alarms.ts';

/** Returns what needs a person in one line, with its level, its words and the time from which it has lasted. */
export function needLine(need: Alarm & { readonly since?: string }): string {
  const { says, advice } = describeAlarm(need, 'en');
  const since = need.since === undefined ? '' : ` (since ${need.since})`;
  return `${need.level}: ${says}${since} ${advice}`.trim();
}
