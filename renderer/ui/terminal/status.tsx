import { createContext, type ReactNode, useContext, useEffect } from 'react';
import type { TerminalStatus } from '../../../shared/contract/terminal/terminal.ts';
import { noteReport } from './use-now.ts';
import { useTerminalQuery } from './use-terminal-query.ts';

/** The value null stands for no provider, undefined for no status yet. */
const StatusContext = createContext<TerminalStatus | undefined | null>(null);

/** The provider of the terminal's status: only it watches the cache, so that an event costs one subscription. */
export function StatusProvider({ children }: { children: ReactNode }) {
  const { data } = useTerminalQuery('terminal.status', {});
  const now = data?.now;
  useEffect(() => {
    if (now !== undefined) noteReport(now);
  }, [now]);
  return <StatusContext value={data}>{children}</StatusContext>;
}

export function useStatus(): TerminalStatus | undefined {
  const status = useContext(StatusContext);
  if (status === null) throw new Error('outside StatusProvider');
  return status;
}
