import { type Company, companySchema } from '../../shared/company.ts';
import type { SettingKey, Settings } from '../platform/settings.ts';

/**
 * The company that sells here. One that an earlier version accepted and today's rules refuse, because its name is too
 * long for a QR for instance, is read as it is: issuing says what is wrong with it, and the settings page shows it so
 * that it can be corrected.
 */
export const companySetting: SettingKey<Company | undefined> = {
  key: 'company',
  parse(stored) {
    if (stored === undefined) return undefined;
    const read = companySchema.safeParse(stored);
    return read.success ? read.data : (stored as Company);
  },
};

/** Returns the company that a ledger's settings hold, or undefined where nobody set one. */
export function keptCompany(settings: Pick<Settings, 'read'>): Company | undefined {
  return settings.read(companySetting);
}
