import { riyadhMidnight } from '../../base/platform/riyadh-time.ts';

/* The months of archives: when they are closed, and how long they are kept. */

/** The number of days after a month before it is closed: tills may have been away. */
const closedAfterDays = 40;
export const day = 24 * 3_600_000;
/** VAT Implementing Regulations, article 66: from the end of the tax period. */
const retainYears = 6;

/** Returns the beginning and the end of a month in Riyadh; milliseconds since 1970. */
export function monthOf(period: string): { readonly from: number; readonly through: number } {
  const [year = 0, month = 0] = period.split('-').map(Number);
  const next = new Date(Date.UTC(year, month, 1)).toISOString().slice(0, 10);
  return { from: riyadhMidnight(`${period}-01`), through: riyadhMidnight(next) };
}

/** Returns the time from which a month is closed; milliseconds since 1970. */
export const closedOn = (period: string): number => monthOf(period).through + closedAfterDays * day;

/** A month's tax period is at most its quarter. */
export function retainUntil(period: string): string {
  const [year = 0, month = 0] = period.split('-').map(Number);
  return new Date(Date.UTC(year + retainYears, Math.ceil(month / 3) * 3, 0)).toISOString().slice(0, 10);
}
