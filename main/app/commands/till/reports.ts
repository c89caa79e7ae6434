import type { reports as contract } from '../../../../shared/contract/till/reports.ts';
import type { Handlers } from '../../../base/platform/dispatch.ts';
import { fileAnswer } from '../../../base/platform/files/named-file.ts';
import { createReports } from '../../../till/accountant/reports/reports.ts';
import { vatDocuments } from '../../../till/accountant/reports/vat-documents.ts';
import type { CommandContext } from '../context.ts';

export function reportCommands({
  environment: { ledger },
  terminal: { catalogue, reportFiles, clock },
}: CommandContext): Pick<Handlers, keyof typeof contract> {
  const reports = createReports({ ledger, catalogue, reportFiles });
  return {
    'report.get': reports.show,
    'report.vatDocuments': (question) => vatDocuments(ledger, question),
    'report.export': async (input, { name }) => {
      const at = clock.now();
      const file = await reports.write(input, at);
      const { report, format, from, to } = input;
      ledger.audit.write({ at, actor: name, action: 'exported', detail: { report, format, from, to } });
      return fileAnswer(file);
    },
  };
}
