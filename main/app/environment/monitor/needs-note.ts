import { type Alarm, alarmKey, type Need } from '../../../../shared/alarm.ts';
import { needsSetting } from '../../../../shared/stored/settings/environment.ts';
import type { Settings } from '../../../base/platform/settings.ts';
import type { EnvironmentContext } from '../context.ts';

/**
 * Keeps what needs a person beside the records: every program on the folder, and `khatm diagnose` without any, shows
 * the same rows and the same times.
 */
export function createNeedsNote({
  settings,
  clock,
}: {
  readonly settings: Pick<Settings, 'read' | 'write'>;
  readonly clock: Pick<EnvironmentContext['clock'], 'now'>;
}) {
  /** Returns the alarms with the times from which they have lasted. */
  function dated(alarms: readonly Alarm[]): Need[] {
    const before = new Map(settings.read(needsSetting).map((need) => [alarmKey(need), need.since]));
    const now = new Date(clock.now()).toISOString();
    return alarms.map((alarm) => ({
      ...alarm,
      since: 'since' in alarm ? alarm.since : (before.get(alarmKey(alarm)) ?? now),
    }));
  }

  return {
    dated,
    /** Stores the alarms, if they are others than before. */
    keep(alarms: readonly Alarm[]) {
      // Nothing is written to a refused ledger: with lines of its own, an older copy would look like another ledger.
      if (alarms.some(({ kind }) => kind === 'ledger')) return;
      const needs = dated(alarms);
      // The difference of a clock that is wrong changes with every look.
      const isSame = form(needs) === form(settings.read(needsSetting));
      if (!isSame) settings.write(needsSetting, needs);
    },
  };
}

const form = (needs: readonly Need[]) =>
  JSON.stringify(needs.map((need) => (need.kind === 'clock' ? { ...need, skewMs: 0 } : need)));
