import { type activity, activityShown } from '../../shared/contract/activity.ts';
import type { OpenEnvironment } from '../environment/environment.ts';
import type { Clock } from '../platform/clock.ts';
import type { Handlers } from '../platform/dispatch.ts';
import { activityFile } from '../shift/activity/activity-file.ts';
import { toActivityLine } from '../shift/activity/activity-line.ts';
import { checkActivity } from '../shift/activity/check-activity.ts';

/** The commands about what was done at this terminal. */
export function activityCommands(
  { ledger }: Pick<OpenEnvironment, 'ledger'>,
  clock: Pick<Clock, 'now'>,
): Pick<Handlers, keyof typeof activity> {
  return {
    'activity.list': (query) => {
      const { lines, next } = ledger.activity.page({ ...query, limit: activityShown });
      return { lines: lines.map(toActivityLine), ...(next !== undefined && { next }) };
    },
    'activity.people': () => ({ names: ledger.activity.names() }),
    'activity.export': async ({ language, ...query }, { name }) => {
      const file = await activityFile(ledger, query, language);
      const detail = { report: 'activity', format: 'csv', ...query };
      ledger.audit.write({ at: clock.now(), actor: name, action: 'exported', detail });
      return file;
    },
    'activity.check': () => checkActivity(ledger),
  };
}
