import type { en } from '../../en/screens/index.ts';
import type { Translation } from '../../plural.ts';
import { ar as about } from './about.ts';
import { ar as accounts } from './accounts.ts';
import { ar as activity } from './activity.ts';
import { ar as alarms } from './alarms.ts';
import { ar as app } from './app.ts';
import { ar as articles } from './articles.ts';
import { ar as backups } from './backups.ts';
import { ar as buyers } from './buyers.ts';
import { ar as devices } from './devices.ts';
import { ar as diagnosis } from './diagnosis.ts';
import { ar as guide } from './guide.ts';
import { ar as integrations } from './integrations.ts';
import { ar as invoices } from './invoices.ts';
import { ar as maintenance } from './maintenance.ts';
import { ar as month } from './month.ts';
import { ar as pay } from './pay.ts';
import { ar as practice } from './practice.ts';
import { ar as receipt } from './receipt.ts';
import { ar as reports } from './reports.ts';
import { ar as returning } from './return.ts';
import { ar as sale } from './sale.ts';
import { ar as scanner } from './scanner.ts';
import { ar as settings } from './settings.ts';
import { ar as setup } from './setup.ts';
import { ar as shift } from './shift.ts';
import { ar as signIn } from './sign-in.ts';
import { ar as startup } from './startup.ts';
import { ar as tables } from './tables.ts';
import { ar as today } from './today.ts';
import { ar as updates } from './updates.ts';

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
