import { useEffect, useState } from 'react';

/** The number of milliseconds between two readings of the clock: durations are shown in minutes. */
const step = 15_000;

/** The latest reports, each with the milliseconds by which it was ahead of this device's clock when it came. */
const reports = new Map<string, number>();
const mostReports = 8;

/**
 * Notes a report of the terminal's time when it comes. A page that is opened later counts on from then, and not from its
 * own beginning.
 * @returns the milliseconds by which the terminal is ahead of this device
 */
export function noteReport(reported: string): number {
  const noted = reports.get(reported);
  if (noted !== undefined) return noted;
  const ahead = Date.parse(reported) - Date.now();
  reports.set(reported, ahead);
  const [eldest] = reports.keys();
  if (reports.size > mostReports && eldest !== undefined) reports.delete(eldest);
  return ahead;
}

/**
 * Returns the terminal's time (milliseconds since 1970), counted on from its last report, because this device's own
 * clock may differ.
 * @param reported the last report; undefined before the first one, and then this device's clock serves
 */
export function useNow(reported: string | undefined): number {
  const [now, setNow] = useState(() => Date.now() + (reported === undefined ? 0 : noteReport(reported)));
  useEffect(() => {
    const ahead = reported === undefined ? 0 : noteReport(reported);
    const look = () => setNow(Date.now() + ahead);
    look();
    const timer = setInterval(look, step);
    return () => clearInterval(timer);
  }, [reported]);
  return now;
}
