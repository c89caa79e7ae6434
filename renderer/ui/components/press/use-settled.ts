import { useEffect, useState } from 'react';

/**
 * The number of milliseconds within which a press may be a double click, a mistake, or meant for what was here before.
 */
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
