import { createContext, useContext } from 'react';
import type { TerminalCache } from './terminal-cache.ts';

export const TerminalContext = createContext<TerminalCache | undefined>(undefined);

/**
 * The terminal behind the screens, for what is asked or told in the midst of something else. A screen that shows an
 * answer uses `useTerminalQuery`, a button `useTerminalCommand`.
 */
export function useTerminal(): TerminalCache {
  const terminal = useContext(TerminalContext);
  if (terminal === undefined) throw new Error('outside TerminalContext');
  return terminal;
}
