import { riyadhDateTime, riyadhOffset } from '../../../shared/values/riyadh-time.ts';

export { riyadhDateTime } from '../../../shared/values/riyadh-time.ts';

/**
 * Returns the moment of a wall clock time in Riyadh, in milliseconds since 1970; NaN if the text is not a time.
 * @param text `YYYY-MM-DDTHH:mm:ss`, as QR tag 3 has it
 */
export function riyadhInstant(text: string): number {
  return Date.parse(`${text}Z`) - riyadhOffset;
}

/** Returns the beginning of a day in Riyadh, in milliseconds since 1970. @param date `YYYY-MM-DD` */
export const riyadhMidnight = (date: string): number => riyadhInstant(`${date}T00:00:00`);

/** Returns the end of a day in Riyadh, which is the beginning of the next. @param date `YYYY-MM-DD` */
export const riyadhDayEnd = (date: string): number => riyadhMidnight(date) + 24 * 60 * 60 * 1000;

/** Returns a moment in a form that spreadsheets read: the wall clock time in Riyadh. */
export function riyadhText(milliseconds: number): string {
  const { date, time } = riyadhDateTime(milliseconds);
  return `${date} ${time}`;
}
