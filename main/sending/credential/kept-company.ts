import type { Company } from '../../../shared/company.ts';
import { companySetting } from '../../../shared/stored/settings/environment.ts';
import type { Settings } from '../../base/platform/settings.ts';

/** The company that sells here. */
export const keptCompany = (settings: Pick<Settings, 'read'>): Company | undefined =>
  settings.read(companySetting);
