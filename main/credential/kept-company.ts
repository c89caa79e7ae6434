import { type Company, companySchema } from '../../shared/company.ts';
import type { SettingKey, Settings } from '../platform/settings.ts';

/**
 * The company that sells here. One that an earlier version accepted and today's rules refuse, for instance for a name
 * too long for a QR, is still read: issuing reports the fault, and the settings page shows it so that it can
 * be corrected.
 */
export const companySetting: SettingKey<Company | undefined> = {
  key: 'company',
  parse(stored) {
    if (stored === undefined) return undefined;
    const read = companySchema.safeParse(stored);
    return read.success ? read.data : (stored as Company);
  },
};

/** Returns the company in a ledger's settings, or undefined if it was never set. */
export function keptCompany(settings: Pick<Settings, 'read'>): Company | undefined {
  return settings.read(companySetting);
}
