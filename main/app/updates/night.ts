import { riyadhDateTime } from '../../base/platform/riyadh-time.ts';

/** The hours in which a terminal may update itself, as HH:MM in Riyadh. */
export interface Night {
  readonly from: string;
  readonly to: string;
}

/** Returns true for a time in the night, without its end; the night may go beyond midnight. */
export function isNight({ from, to }: Night, now: number): boolean {
  const time = riyadhDateTime(now).time.slice(0, 5);
  return from <= to ? from <= time && time < to : time >= from || time < to;
}
