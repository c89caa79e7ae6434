import { type activity, activityShown } from '../../../../shared/contract/people/activity.ts';
import type { Handlers } from '../../../base/platform/dispatch.ts';
import { fileAnswer } from '../../../base/platform/files/named-file.ts';
import { activityFile } from '../../../till/shift/activity/activity-file.ts';
import { toActivityLine } from '../../../till/shift/activity/activity-line.ts';
import { checkActivity } from '../../../till/shift/activity/check-activity.ts';
import type { OpenEnvironment } from '../../environment/environment.ts';
import type { CommandContext, CommandTerminal } from '../context.ts';

export function activityCommands({
  environment: { ledger },
  terminal: { clock, reportFiles },
}: CommandContext<
  Pick<OpenEnvironment, 'ledger'>,
  Pick<CommandTerminal, 'clock' | 'reportFiles'>,
  unknown
>): Pick<Handlers, keyof typeof activity> {
  return {
    'activity.list': (query) => {
      const { lines, next } = ledger.activity.page({ ...query, limit: activityShown });
      return { lines: lines.map(toActivityLine), ...(next !== undefined && { next }) };
    },
    'activity.people': () => ({ names: ledger.activity.names() }),
    'activity.export': async ({ language, format, ...query }, { name }) => {
      const at = clock.now();
      const file = await activityFile(ledger, query, { format, language, madeAt: at, reportFiles });
      const detail = { report: 'activity', format, ...query };
      ledger.audit.write({ at, actor: name, action: 'exported', detail });
      return fileAnswer(file);
    },
    'activity.check': () => checkActivity(ledger),
  };
}
