import type { Clock } from '../../base/platform/clock.ts';
import type { Ledger } from '../../books/ledger/ledger.ts';
import type { Submitter } from '../../sending/submission/submitter.ts';

/** The number of milliseconds in which the waiting documents must be sent. */
const timeoutMs = 60_000;
/** The number of milliseconds between two checks of the waiting documents. */
const pollIntervalMs = 200;

/** Sends waiting documents before a re-issue, with the credential that is still in force, if it can be used. */
export async function sendWaiting({
  ledger,
  submitter,
  clock,
}: {
  readonly ledger: Pick<Ledger, 'search'>;
  readonly submitter: Pick<Submitter, 'wake' | 'connection'>;
  readonly clock: Clock;
}): Promise<void> {
  const until = clock.now() + timeoutMs;
  submitter.wake('network');
  while (ledger.search.counts().waiting > 0 && clock.now() < until && submitter.connection !== 'refused')
    await new Promise<void>((resolve) => clock.after(pollIntervalMs, resolve));
}
