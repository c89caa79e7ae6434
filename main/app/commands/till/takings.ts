import type { takings } from '../../../../shared/contract/till/takings.ts';
import type { Handlers } from '../../../base/platform/dispatch.ts';
import { takingsFigures, takingsReport } from '../../../till/shift/takings-report.ts';
import type { CommandContext } from '../context.ts';

export function takingsCommands({
  environment: { ledger },
  terminal: { catalogue },
}: CommandContext): Pick<Handlers, keyof typeof takings> {
  return {
    'takings.get': (period) => takingsReport(ledger, period, catalogue.ifOpen()?.articlesOf),
    'takings.figures': (period) => takingsFigures(ledger, period),
  };
}
