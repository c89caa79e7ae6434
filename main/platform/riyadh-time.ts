/** Riyadh is UTC+3 all year, and the rules have no other time zone (KSA-25, BR-KSA-70). */
const riyadhOffset = 3 * 60 * 60 * 1000;

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

/**
 * Returns the wall clock time in Riyadh.
 * @param milliseconds since 1970, UTC; a part of a second is cut off
 */
export function riyadhDateTime(milliseconds: number): { date: string; time: string } {
  const iso = new Date(milliseconds + riyadhOffset).toISOString();
  return { date: iso.slice(0, 10), time: iso.slice(11, 19) };
}
