export const spans = ['day', 'week', 'month', 'quarter'] as const;
export type Span = (typeof spans)[number];

/** Days in Riyadh, `YYYY-MM-DD`, both included. */
export interface Period {
  readonly from: string;
  readonly to: string;
}

/** A period up to a full hour: on its last day, only the hours before `before` count. */
export interface Part extends Period {
  readonly before: number;
}

const millisecondsPerDay = 86_400_000;

/** Returns the period of a span that a day is in. Weeks begin on Sunday. */
export function periodOf(span: Span, day: string): Period {
  const [year, month, weekday] = partsOf(day);
  switch (span) {
    case 'day':
      return { from: day, to: day };
    case 'week':
      return { from: plusDays(day, -weekday), to: plusDays(day, 6 - weekday) };
    case 'month':
      return monthsFrom(year, month, 1);
    case 'quarter':
      return monthsFrom(year, month - (month % 3), 3);
  }
}

/** Returns an earlier or later period; `steps` is negative for earlier ones. */
export function moved(span: Span, { from }: Period, steps: number): Period {
  const [year, month] = partsOf(from);
  switch (span) {
    case 'day':
      return periodOf(span, plusDays(from, steps));
    case 'week':
      return periodOf(span, plusDays(from, 7 * steps));
    case 'month':
      return monthsFrom(year, month + steps, 1);
    case 'quarter':
      return monthsFrom(year, month + 3 * steps, 3);
  }
}

/**
 * Returns the part of a period that is over.
 * @param hour the last full hour of today
 */
export function partOver(period: Period, today: string, hour: number): Part {
  return period.to < today ? { ...period, before: 24 } : { from: period.from, to: today, before: hour };
}

/** Returns the equally long part of an earlier period, at most the whole, so that the two can be compared. */
export function samePart({ to, before }: Part, period: Period, earlier: Period): Part {
  if (to === period.to && before === 24) return { ...earlier, before };
  const last = plusDays(earlier.from, (Date.parse(to) - Date.parse(period.from)) / millisecondsPerDay);
  return last > earlier.to ? { ...earlier, before: 24 } : { from: earlier.from, to: last, before };
}

/** Year, month from 0, and day of the week from 0 for Sunday. */
function partsOf(day: string): [number, number, number] {
  const date = new Date(`${day}T00:00:00Z`);
  return [date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDay()];
}

function monthsFrom(year: number, month: number, count: number): Period {
  return { from: textOf(Date.UTC(year, month, 1)), to: textOf(Date.UTC(year, month + count, 0)) };
}

export const plusDays = (day: string, days: number): string =>
  textOf(Date.parse(day) + days * millisecondsPerDay);

const textOf = (instant: number) => new Date(instant).toISOString().slice(0, 10);
