import { type Company, companySchema } from '../../shared/company.ts';
import type { Settings } from '../platform/settings.ts';

/**
 * Returns the company that a ledger's settings hold, or undefined where nobody set one. One that an earlier version
 * took and today's rules refuse, because its name is too long for a QR say, is returned as it is: sealing says what is
 * wrong with it, and the settings page shows it so that it can be mended.
 */
export function keptCompany(settings: Pick<Settings, 'get'>): Company | undefined {
  const kept = settings.get('company');
  if (kept === undefined) return undefined;
  const read = companySchema.safeParse(kept);
  return read.success ? read.data : (kept as Company);
}
