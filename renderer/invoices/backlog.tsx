import { createContext, type ReactNode, useContext, useState } from 'react';
import type { TerminalStatus } from '../../shared/contract/terminal.ts';
import { useStatus } from '../terminal/use-terminal-query.ts';

/** What waited when most did, since the last time that nothing waited. */
export interface Backlog {
  readonly environment: TerminalStatus['environment'];
  readonly most: number;
}

/** Takes in how many wait now. */
export function followBacklog(
  backlog: Backlog | undefined,
  { environment, waiting }: Pick<TerminalStatus, 'environment' | 'waiting'>,
): Backlog {
  const isSame = backlog?.environment === environment && waiting > 0;
  return { environment, most: isSame ? Math.max(backlog.most, waiting) : waiting };
}

const isSame = (one: Backlog | undefined, other: Backlog | undefined): boolean =>
  one?.most === other?.most && one?.environment === other?.environment;

const BacklogContext = createContext<Backlog | undefined>(undefined);

/** Follows how many wait, whichever screen is open; a reload of the page begins to count anew. */
export function BacklogProvider({ children }: { children: ReactNode }) {
  const status = useStatus();
  const [followed, setFollowed] = useState<Backlog>();
  const backlog = status && followBacklog(followed, status);
  if (!isSame(backlog, followed)) setFollowed(backlog);
  return <BacklogContext value={backlog}>{children}</BacklogContext>;
}

/** How much of what has been waiting is sent: for a progress bar. */
export function useProgress({ waiting }: Pick<TerminalStatus, 'waiting'>): { done: number; of: number } {
  const of = useContext(BacklogContext)?.most ?? waiting;
  return { done: of - waiting, of };
}
