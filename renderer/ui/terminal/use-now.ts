import { useEffect, useState } from 'react';

/** The number of milliseconds between two readings of the clock: durations are shown in minutes. */
const step = 15_000;

/**
 * Returns the terminal's time (milliseconds since 1970), counted on from its last report, because this device's own
 * clock may differ.
 * @param said the last report; undefined before the first one, and then this device's clock serves
 */
export function useNow(said: string | undefined): number {
  const [now, setNow] = useState(() => (said === undefined ? Date.now() : Date.parse(said)));
  useEffect(() => {
    const ahead = said === undefined ? 0 : Date.parse(said) - Date.now();
    const look = () => setNow(Date.now() + ahead);
    look();
    const timer = setInterval(look, step);
    return () => clearInterval(timer);
  }, [said]);
  return now;
}
