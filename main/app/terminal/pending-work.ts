import type { OpenEnvironment } from '../environment/environment.ts';

/** The work that continues while nobody is at the screen. */
export interface PendingWork {
  /** True when it makes real sales: other programs send some, backups are made, the certificate is watched. */
  readonly isLive: boolean;
  /** The number of documents that wait to be sent, in any environment. */
  readonly waiting: number;
  /** The nearest deadline of these documents, in milliseconds since 1970. */
  readonly nearestDeadline: number | undefined;
  /** True when no document can be sent before somebody unlocks the key. */
  readonly isLocked: boolean;
}

/** Returns the pending work. Training's documents do not count, and may wait for ever. */
export function pendingWorkOf(
  environments: Iterable<Pick<OpenEnvironment, 'environment' | 'ledger' | 'credentials' | 'vault'>>,
): PendingWork {
  const real = [...environments]
    .filter(({ environment }) => environment !== 'training')
    .map(({ environment, ledger, credentials, vault }) => ({
      isLive: environment === 'production' && credentials.state() === 'production' && vault.isOpen,
      isOpen: vault.isOpen,
      ...ledger.search.counts(),
    }));
  const unsent = real.filter(({ waiting }) => waiting > 0);
  const deadlines = unsent.flatMap(({ nearestDeadline }) => nearestDeadline ?? []);
  return {
    isLive: real.some(({ isLive }) => isLive),
    waiting: unsent.reduce((sum, { waiting }) => sum + waiting, 0),
    nearestDeadline: deadlines.length === 0 ? undefined : Math.min(...deadlines),
    isLocked: unsent.length > 0 && unsent.every(({ isOpen }) => !isOpen),
  };
}
