import { useEffect, useState } from 'react';
import { useTerminal } from './use-terminal.ts';

/** Returns false while the terminal's process does not answer, so that the screen may be out of date. */
export function useReach(): boolean {
  const terminal = useTerminal();
  const [isReached, setReached] = useState(true);
  useEffect(() => terminal.onReach(setReached), [terminal]);
  return isReached;
}
