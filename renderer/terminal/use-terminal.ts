import { createContext, useContext } from 'react';
import type { TerminalCache } from './terminal-cache.ts';

export const TerminalContext = createContext<TerminalCache | undefined>(undefined);

/**
 * Returns the terminal, for queries and commands in the middle of other work. A screen that shows an answer uses
 * `useTerminalQuery`, a button `useTerminalCommand`.
 */
export function useTerminal(): TerminalCache {
  const terminal = useContext(TerminalContext);
  if (terminal === undefined) throw new Error('outside TerminalContext');
  return terminal;
}
