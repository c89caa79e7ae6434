import { createContext, type ReactNode, useContext, useState } from 'react';
import type { TerminalStatus } from '../../../shared/contract/terminal/terminal.ts';
import { useStatus } from '../../ui/terminal/status.tsx';

/** The largest number of documents that waited at once since the queue was last empty. */
export interface Backlog {
  readonly environment: TerminalStatus['environment'];
  readonly most: number;
}

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

/** The provider of the backlog, which counts on every screen; a reload of the page starts the count again. */
export function BacklogProvider({ children }: { children: ReactNode }) {
  const status = useStatus();
  const [followed, setFollowed] = useState<Backlog>();
  const backlog = status && followBacklog(followed, status);
  if (!isSame(backlog, followed)) setFollowed(backlog);
  return <BacklogContext value={backlog}>{children}</BacklogContext>;
}

/** Returns the part of the backlog that has been sent, for a progress bar. */
export function useProgress({ waiting }: Pick<TerminalStatus, 'waiting'>): { done: number; of: number } {
  const of = useContext(BacklogContext)?.most ?? waiting;
  return { done: of - waiting, of };
}
