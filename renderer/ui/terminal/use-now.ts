import { useEffect, useState } from 'react';

/** The number of milliseconds between two readings of the clock: durations are shown in minutes. */
const step = 15_000;

/**
 * Returns the terminal's time (milliseconds since 1970), counted on from its last report, because this device's own
 * clock may differ.
 * @param reported the last report; undefined before the first one, and then this device's clock serves
 */
export function useNow(reported: string | undefined): number {
  const [now, setNow] = useState(() => (reported === undefined ? Date.now() : Date.parse(reported)));
  useEffect(() => {
    const ahead = reported === undefined ? 0 : Date.parse(reported) - Date.now();
    const look = () => setNow(Date.now() + ahead);
    look();
    const timer = setInterval(look, step);
    return () => clearInterval(timer);
  }, [reported]);
  return now;
}
