import type { reports as contract } from '../../shared/contract/reports.ts';
import type { OpenEnvironment } from '../environment/environment.ts';
import type { Clock } from '../platform/clock.ts';
import type { Handlers } from '../platform/dispatch.ts';
import { fileAnswer } from '../platform/named-file.ts';
import { createReports, type ReportsOptions } from '../shift/reports/reports.ts';
import { vatDocuments } from '../shift/reports/vat-documents.ts';

interface ReportCommandsOptions extends Pick<ReportsOptions, 'catalogue' | 'reportFiles'> {
  readonly clock: Pick<Clock, 'now'>;
}

/** The commands about reports of what was sold. */
export function reportCommands(
  { ledger }: Pick<OpenEnvironment, 'ledger'>,
  { catalogue, reportFiles, clock }: ReportCommandsOptions,
): Pick<Handlers, keyof typeof contract> {
  const reports = createReports({ ledger, catalogue, reportFiles });
  return {
    'report.get': reports.show,
    'report.vatDocuments': (question) => vatDocuments(ledger, question),
    'report.export': async (asked, { name }) => {
      const at = clock.now();
      const file = await reports.write(asked, at);
      const { report, format, from, to } = asked;
      ledger.audit.write({ at, actor: name, action: 'exported', detail: { report, format, from, to } });
      return fileAnswer(file);
    },
  };
}
