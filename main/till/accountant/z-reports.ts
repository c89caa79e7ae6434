import type { Company } from '../../../shared/company.ts';
import type { ShiftReport } from '../../../shared/contract/till/shifts.ts';
import type { ShopLines } from '../../../shared/shop-lines.ts';
import type { Ledger } from '../../books/ledger/ledger.ts';
import type { StoredReport } from '../../books/ledger/shifts/shifts.ts';
import { shiftPapers } from '../../document/paper/shift-paper.ts';
import type { Month } from './month.ts';

/** Returns the closing reports of the shifts that were closed in a month, oldest first. */
export const zReportsOf = ({ shifts }: Pick<Ledger, 'shifts'>, { begin, end }: Month): StoredReport[] =>
  shifts.closedBetween(begin, end);

/** Makes a page for reading and printing, with each closing report on its own sheet. */
export function zPapers(
  reports: readonly StoredReport[],
  title: string,
  company: Company,
  shop: ShopLines,
  environment: Ledger['environment'],
): string {
  return shiftPapers(
    title,
    reports.map(({ report, hash }) => ({
      report: report as ShiftReport,
      hash,
      company,
      shop,
      marks: environment === 'production' ? [] : [environment],
    })),
  );
}

/** Writes the closing reports as they are stored, each with the hash of the previous one. */
export function zJson(reports: readonly StoredReport[]): string {
  const rows = reports.map(({ closedAt, ...row }) => ({
    ...row,
    closedAt: new Date(closedAt).toISOString(),
  }));
  return `${JSON.stringify(rows, undefined, 2)}\n`;
}
