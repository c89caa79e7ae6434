import type { takings } from '../../shared/contract/takings.ts';
import type { GuardedCatalogue } from '../catalogue/open-catalogue.ts';
import type { OpenEnvironment } from '../environment/environment.ts';
import type { Handlers } from '../platform/dispatch.ts';
import { takingsFigures, takingsReport } from '../shift/takings-report.ts';

/** The commands about what was taken. */
export function takingsCommands(
  { ledger }: Pick<OpenEnvironment, 'ledger'>,
  { catalogue }: { readonly catalogue: Pick<GuardedCatalogue, 'ifOpen'> },
): Pick<Handlers, keyof typeof takings> {
  return {
    'takings.get': (period) => takingsReport(ledger, period, catalogue.ifOpen()?.articlesOf),
    'takings.figures': (period) => takingsFigures(ledger, period),
  };
}
