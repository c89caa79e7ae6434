import { type ReportKind, type reports, rowsShown } from '../../shared/contract/reports.ts';
import { screens } from '../../shared/words/screens.ts';
import type { GuardedCatalogue } from '../catalogue/open-catalogue.ts';
import type { OpenEnvironment } from '../environment/environment.ts';
import type { Clock } from '../platform/clock.ts';
import type { Handlers } from '../platform/dispatch.ts';
import type { ArticlesOf } from '../shift/one-article.ts';
import type { ReportFiles } from '../shift/reports/report-files.ts';
import { reportRows } from '../shift/reports/report-rows.ts';
import { vatDocuments } from '../shift/reports/vat-documents.ts';

interface ReportCommandsOptions {
  readonly catalogue: GuardedCatalogue;
  readonly reportFiles: Pick<ReportFiles, 'make'>;
  readonly clock: Pick<Clock, 'now'>;
}

/** The commands about reports of what was sold. */
export function reportCommands(
  { ledger }: Pick<OpenEnvironment, 'ledger'>,
  { catalogue, reportFiles, clock }: ReportCommandsOptions,
): Pick<Handlers, keyof typeof reports> {
  /** Only the list of articles knows the groups; the other reports do not need it. */
  const sourcesOf = (report: ReportKind) => ({
    ledger,
    articlesOf: (items: Parameters<ArticlesOf>[0]) =>
      (report === 'groups' ? catalogue.open() : catalogue.ifOpen())?.articlesOf(items) ??
      items.map(() => undefined),
  });
  return {
    'report.get': ({ report, ...period }) => {
      const { rows, isComplete, total } = reportRows(report, sourcesOf(report), period);
      return {
        isComplete,
        rows: rows.slice(0, rowsShown).map((row) => [...row]),
        of: rows.length,
        total: [...total],
      };
    },
    'report.vatDocuments': (question) => vatDocuments(ledger, question),
    'report.export': async ({ report, format, language, ...period }, { name }) => {
      const { rows, total } = reportRows(report, sourcesOf(report), period);
      const at = clock.now();
      const bytes = await reportFiles.make({ report, period, rows, total, format, language, madeAt: at });
      ledger.audit.write({ at, actor: name, action: 'exported', detail: { report, format, ...period } });
      const title = screens[language](`reports.kinds.${report}`, {});
      return {
        fileName: `${title} ${period.from} ${period.to}.${format}`,
        base64: Buffer.from(bytes).toString('base64'),
      };
    },
  };
}
