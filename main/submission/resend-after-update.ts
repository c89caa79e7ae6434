import type { Ledger } from '../ledger/ledger.ts';
import type { Submitter } from './submitter.ts';

const setting = 'submission.version';

/**
 * Sends parked documents again, once for each version that opens the folder: an older version could not send them, this
 * one may. Returns how many.
 */
export function resendAfterUpdate(
  ledger: Pick<Ledger, 'settings'>,
  submitter: Pick<Submitter, 'resendParked'>,
  version: string,
): number {
  if (ledger.settings.get(setting) === version) return 0;
  const resent = submitter.resendParked();
  // Afterwards: a crash in between sends them once more, which does no harm.
  ledger.settings.set(setting, version);
  return resent;
}
