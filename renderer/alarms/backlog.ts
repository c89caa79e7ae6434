import type { TerminalStatus } from '../../shared/contract/terminal.ts';

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

/** The page's own; a reload begins to count anew. */
let followed: Backlog | undefined;

/** How much of what has been waiting is sent: for a progress bar. */
export function progressOf(status: Pick<TerminalStatus, 'environment' | 'waiting'>): {
  done: number;
  of: number;
} {
  followed = followBacklog(followed, status);
  return { done: followed.most - status.waiting, of: followed.most };
}
