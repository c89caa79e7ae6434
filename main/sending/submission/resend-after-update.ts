import { resentVersion } from '../../../shared/stored/settings/environment.ts';
import type { Ledger } from '../../books/ledger/ledger.ts';
import type { Submitter } from './submitter.ts';

/**
 * Sends parked documents again, once for each version that opens the folder, because this version may be able to send
 * documents that an older one could not. Returns their number.
 */
export function resendAfterUpdate(
  ledger: Pick<Ledger, 'settings'>,
  submitter: Pick<Submitter, 'resendParked'>,
  version: string,
): number {
  if (ledger.settings.read(resentVersion) === version) return 0;
  const resent = submitter.resendParked();
  // This is written afterwards; after a crash in between, the documents are sent once more, which does no harm.
  ledger.settings.write(resentVersion, version);
  return resent;
}
