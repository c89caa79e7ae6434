import * as z from 'zod';
import type { Ledger } from '../ledger/ledger.ts';
import { settingKey } from '../platform/settings.ts';
import type { Submitter } from './submitter.ts';

/** The version that last sent again what was parked. */
const versionSetting = settingKey('submission.version', z.string().optional().catch(undefined));

/**
 * Sends parked documents again, once for each version that opens the folder: an older version could not send them, this
 * one may. Returns how many.
 */
export function resendAfterUpdate(
  ledger: Pick<Ledger, 'settings'>,
  submitter: Pick<Submitter, 'resendParked'>,
  version: string,
): number {
  if (ledger.settings.read(versionSetting) === version) return 0;
  const resent = submitter.resendParked();
  // Afterwards: a crash in between sends them once more, which does no harm.
  ledger.settings.write(versionSetting, version);
  return resent;
}
