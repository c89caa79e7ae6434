import type { OpenEnvironment } from './environment/environment.ts';

/** What a terminal still does while nobody is at its screen. */
export interface Outstanding {
  /** It sells for real: documents come in from other programs, backups are made, the certificate is watched. */
  readonly isLive: boolean;
  /** Documents that wait to be sent, of whichever environment. */
  readonly waiting: number;
  /** Of the first of them, milliseconds since 1970. */
  readonly nearestDeadline: number | undefined;
}

/** Training's documents reach nobody, and may wait for ever. */
export function outstandingOf(
  environments: Iterable<Pick<OpenEnvironment, 'environment' | 'ledger' | 'credentials'>>,
): Outstanding {
  const real = [...environments].filter(({ environment }) => environment !== 'training');
  const counts = real.map(({ ledger }) => ledger.counts());
  const deadlines = counts.flatMap(({ waiting, nearestDeadline }) =>
    waiting > 0 ? (nearestDeadline ?? []) : [],
  );
  return {
    isLive: real.some(
      ({ environment, credentials }) => environment === 'production' && credentials.state() === 'production',
    ),
    waiting: counts.reduce((sum, { waiting }) => sum + waiting, 0),
    nearestDeadline: deadlines.length === 0 ? undefined : Math.min(...deadlines),
  };
}
