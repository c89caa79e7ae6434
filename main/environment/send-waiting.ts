import type { Ledger } from '../ledger/ledger.ts';
import type { Clock } from '../platform/clock.ts';
import type { Submitter } from '../submission/submitter.ts';

/** How long what waits may take to go, milliseconds. */
const patience = 60_000;
/** How often it is looked whether it has gone, milliseconds. */
const lookEvery = 200;

/** Before a re-issue: what waits goes with the credential that is still in force, as far as it will go. */
export async function sendWaiting({
  ledger,
  submitter,
  clock,
}: {
  readonly ledger: Pick<Ledger, 'search'>;
  readonly submitter: Pick<Submitter, 'wake' | 'connection'>;
  readonly clock: Clock;
}): Promise<void> {
  const until = clock.now() + patience;
  submitter.wake('network');
  while (ledger.search.counts().waiting > 0 && clock.now() < until && submitter.connection !== 'refused')
    await new Promise<void>((resolve) => clock.after(lookEvery, resolve));
}
