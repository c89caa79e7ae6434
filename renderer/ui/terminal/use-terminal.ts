import { createContext, useContext } from 'react';
import type { TerminalCache } from './terminal-cache.ts';

export const TerminalContext = createContext<TerminalCache | undefined>(undefined);

/** Returns the terminal, for the hooks of this folder alone: a screen asks and commands by them. */
export function useTerminal(): TerminalCache {
  const terminal = useContext(TerminalContext);
  if (terminal === undefined) throw new Error('outside TerminalContext');
  return terminal;
}
