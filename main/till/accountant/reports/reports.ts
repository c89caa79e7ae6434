import type { CommandOutput, CommandParsed } from '../../../../shared/contract/index.ts';
import { type ReportKind, rowsShown } from '../../../../shared/contract/till/reports.ts';
import { screens } from '../../../../shared/words/screens.ts';
import type { NamedFile } from '../../../base/platform/files/named-file.ts';
import type { Ledger } from '../../../books/ledger/ledger.ts';
import type { GuardedCatalogue } from '../../catalogue/open-catalogue.ts';
import type { ArticlesOf } from '../../shift/one-article.ts';
import type { ReportFiles } from '../../table-files/report-files.ts';
import { reportRows } from './report-rows.ts';

export interface ReportsOptions {
  readonly ledger: Pick<Ledger, 'takings' | 'documents' | 'shifts'>;
  readonly catalogue: Pick<GuardedCatalogue, 'open' | 'ifOpen'>;
  readonly reportFiles: Pick<ReportFiles, 'make'>;
}

export function createReports({ ledger, catalogue, reportFiles }: ReportsOptions) {
  /** Only the list of articles knows the groups; the other reports do not need it. */
  const sourcesOf = (report: ReportKind) => ({
    ledger,
    articlesOf: (items: Parameters<ArticlesOf>[0]) =>
      (report === 'groups' ? catalogue.open() : catalogue.ifOpen())?.articlesOf(items) ??
      items.map(() => undefined),
  });

  return {
    /** Returns the rows that fit on a screen. @throws FailureError `articles-broken` */
    show({ report, ...period }: CommandParsed<'report.get'>): CommandOutput<'report.get'> {
      const { rows, isComplete, total } = reportRows(report, sourcesOf(report), period);
      return {
        isComplete,
        rows: rows.slice(0, rowsShown).map((row) => [...row]),
        of: rows.length,
        total: [...total],
      };
    },
    /** Writes a whole report as a file. @throws FailureError `articles-broken` */
    async write(
      { report, format, language, ...period }: CommandParsed<'report.export'>,
      madeAt: number,
    ): Promise<NamedFile> {
      const { rows, total } = reportRows(report, sourcesOf(report), period);
      const bytes = await reportFiles.make({ report, period, rows, total, format, language, madeAt });
      const title = screens[language](`reports.kinds.${report}`, {});
      return { fileName: `${title} ${period.from} ${period.to}.${format}`, bytes };
    },
  };
}
