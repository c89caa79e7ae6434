import type { en } from '../../en/screens/index.ts';
import type { Translation } from '../../plural.ts';
import { ar as accounts } from './accounts.ts';
import { ar as activity } from './activity.ts';
import { ar as alarms } from './alarms.ts';
import { ar as app } from './app.ts';
import { ar as articles } from './articles.ts';
import { ar as guide } from './guide.ts';
import { ar as integrations } from './integrations.ts';
import { ar as invoices } from './invoices.ts';
import { ar as month } from './month.ts';
import { ar as pay } from './pay.ts';
import { ar as receipt } from './receipt.ts';
import { ar as reports } from './reports.ts';
import { ar as returning } from './return.ts';
import { ar as sale } from './sale.ts';
import { ar as scanner } from './scanner.ts';
import { ar as about } from './settings/about.ts';
import { ar as backups } from './settings/backups.ts';
import { ar as buyers } from './settings/buyers.ts';
import { ar as devices } from './settings/devices.ts';
import { ar as diagnosis } from './settings/diagnosis.ts';
import { ar as maintenance } from './settings/maintenance.ts';
import { ar as practice } from './settings/practice.ts';
import { ar as settings } from './settings/settings.ts';
import { ar as startup } from './settings/startup.ts';
import { ar as updates } from './settings/updates.ts';
import { ar as setup } from './setup.ts';
import { ar as shift } from './shift.ts';
import { ar as signIn } from './sign-in.ts';
import { ar as tables } from './tables.ts';
import { ar as today } from './today.ts';

export const ar: Translation<typeof en> = {
  ...about,
  ...accounts,
  ...activity,
  ...alarms,
  ...app,
  ...articles,
  ...backups,
  ...buyers,
  ...devices,
  ...diagnosis,
  ...guide,
  ...integrations,
  ...invoices,
  ...maintenance,
  ...month,
  ...pay,
  ...practice,
  ...receipt,
  ...reports,
  ...returning,
  ...sale,
  ...scanner,
  ...settings,
  ...setup,
  ...shift,
  ...signIn,
  ...startup,
  ...today,
  ...updates,
  ...tables,
};
