import { type Alarm, alarmKey, alarmKinds } from '../../../../shared/alarm.ts';
import type { Ledger } from '../../../books/ledger/ledger.ts';
import type { EnvironmentContext } from '../context.ts';

export interface AlarmAnnouncerOptions extends Pick<EnvironmentContext, 'clock'> {
  readonly audit: Ledger['audit'];
  readonly onAlarm: (alarm: Alarm) => void;
}

/** An alarm that ends and begins again within these milliseconds, like a skew at the limit, is announced once. */
const overAfterMs = 10 * 60_000;

/** Announces each lasting alarm once, when it begins. */
export function createAlarmAnnouncer({ audit, clock, onAlarm }: AlarmAnnouncerOptions) {
  /** The count that was announced, and the time at which the alarm was last active. */
  const announced = new Map<string, { readonly count: number; readonly at: number }>();

  return {
    /** @param active all present alarms */
    announce(active: readonly Alarm[]) {
      const at = clock.monotonic();
      for (const alarm of active) {
        // More documents waiting for the same obstacle are no news.
        const count = alarmKinds[alarm.kind].growthIsNews && 'count' in alarm ? alarm.count : 1;
        const before = announced.get(alarmKey(alarm))?.count ?? 0;
        announced.set(alarmKey(alarm), { count, at });
        if (count <= before) continue;
        // Nothing is written to a refused ledger: with lines of its own, an older copy would look like another ledger.
        if (alarm.kind !== 'ledger')
          audit.write({ at: clock.now(), actor: 'terminal', action: 'alarm', detail: alarm });
        onAlarm(alarm);
      }
      for (const [key, last] of announced) if (at - last.at >= overAfterMs) announced.delete(key);
    },
  };
}
