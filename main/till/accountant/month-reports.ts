import { type ReportKind, reportKinds } from '../../../shared/contract/till/reports.ts';
import type { Language } from '../../../shared/words/index.ts';
import { screens } from '../../../shared/words/screens.ts';
import type { Period } from '../../books/ledger/sums/takings.ts';
import { createFonts } from '../../document/paper/fonts.ts';
import { reportFile } from '../table-files/report-file.ts';
import { reportRows } from './reports/report-rows.ts';

export type ReportSources = Parameters<typeof reportRows>[1];

export interface ReadReport {
  /** The name of its file, without an ending. */
  title(language: Language): string;
  workbook(language: Language, madeAt: number): Promise<Uint8Array>;
}

/** Reads one report of a period; it must be quick, so that all reports can show the same moment. */
type MonthReport = (sources: ReportSources, period: Period) => ReadReport;

/** The reports in the file of a month; a new report is one more entry. */
export const monthReports: readonly MonthReport[] = [...reportKinds.map(ofKind)];

function ofKind(report: ReportKind): MonthReport {
  return (sources, period) => {
    const { rows, total } = reportRows(report, sources, period);
    return {
      title: (language) => screens[language](`reports.kinds.${report}`, {}),
      workbook: (language, madeAt) =>
        reportFile({ report, period, rows, total, format: 'xlsx', language, madeAt }, createFonts),
    };
  };
}
