import { en as accounts } from './accounts.ts';
import { en as activity } from './activity.ts';
import { en as alarms } from './alarms.ts';
import { en as app } from './app.ts';
import { en as articles } from './articles.ts';
import { en as guide } from './guide.ts';
import { en as integrations } from './integrations.ts';
import { en as invoices } from './invoices.ts';
import { en as month } from './month.ts';
import { en as pay } from './pay.ts';
import { en as receipt } from './receipt.ts';
import { en as reports } from './reports.ts';
import { en as returning } from './return.ts';
import { en as sale } from './sale.ts';
import { en as scanner } from './scanner.ts';
import { en as about } from './settings/about.ts';
import { en as backups } from './settings/backups.ts';
import { en as buyers } from './settings/buyers.ts';
import { en as devices } from './settings/devices.ts';
import { en as diagnosis } from './settings/diagnosis.ts';
import { en as maintenance } from './settings/maintenance.ts';
import { en as practice } from './settings/practice.ts';
import { en as settings } from './settings/settings.ts';
import { en as startup } from './settings/startup.ts';
import { en as updates } from './settings/updates.ts';
import { en as setup } from './setup.ts';
import { en as shift } from './shift.ts';
import { en as signIn } from './sign-in.ts';
import { en as tables } from './tables.ts';
import { en as today } from './today.ts';

/** All texts of the screens. A key is a path such as `sale.title`. */
export const en = {
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
} as const;
