import { useEffect, useState } from 'react';

/** Milliseconds between two looks at the clock: spans are shown in minutes. */
const step = 15_000;

/**
 * The terminal's time (milliseconds since 1970), going on from when the terminal last said it: this device's own
 * clock may differ.
 * @param said undefined before the terminal has said anything: then this device's clock is all there is
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
