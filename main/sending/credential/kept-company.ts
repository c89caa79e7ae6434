import { type Company, companySchema } from '../../../shared/company.ts';
import type { SettingKey, Settings } from '../../base/platform/settings.ts';

/**
 * The company that sells here. A company stays while the rules change, so one that was accepted is read even if
 * today's rules refuse it. Issuing then reports the fault, and the settings page shows it for correction.
 */
export const companySetting: SettingKey<Company | undefined> = {
  key: 'company',
  parse(stored) {
    if (stored === undefined) return undefined;
    const read = companySchema.safeParse(stored);
    return read.success ? read.data : (stored as Company);
  },
};

export function keptCompany(settings: Pick<Settings, 'read'>): Company | undefined {
  return settings.read(companySetting);
}
