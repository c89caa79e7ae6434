import { useEffect, useState } from 'react';

/** Milliseconds of a double click, of a second press by mistake, and of the key that a person was about to press. */
export const settling = 600;

/**
 * Returns true once nothing has changed for a moment, so that a press meant for what was here before does nothing.
 * @param change a number that rises with each change
 */
export function useSettled(change = 0): boolean {
  const [settled, setSettled] = useState<number>();
  useEffect(() => {
    const timer = setTimeout(() => setSettled(change), settling);
    return () => clearTimeout(timer);
  }, [change]);
  return settled === change;
}
