import { tills } from './0001-tills.ts';
import { facts } from './0002-facts.ts';
import { status } from './0003-status.ts';
import { orders } from './0004-orders.ts';
import { onboarding } from './0005-onboarding.ts';
import { people } from './0006-people.ts';
import { search } from './0007-search.ts';
import { alarms } from './0008-alarms.ts';
import { archive } from './0009-archive.ts';
import { signIn } from './0010-sign-in.ts';
import { certificate } from './0011-certificate.ts';
import { release } from './0012-release.ts';
import { again } from './0013-again.ts';
import { notices } from './0014-notices.ts';
import { deductions } from './0015-deductions.ts';
import { archiveSize } from './0016-archive-size.ts';
import { announcedPins } from './0017-announced-pins.ts';
import { deducting } from './0018-deducting.ts';
import { months } from './0019-months.ts';
import { monthsByTrigger } from './0020-months-by-trigger.ts';
import { archiveAlarms } from './0021-archive-alarms.ts';
import { pastMonths } from './0022-past-months.ts';
import { analysis } from './0023-analysis.ts';
import { stampAlarms } from './0024-stamp-alarms.ts';
import { stampAlarmsBeside } from './0025-stamp-alarms-beside.ts';
import type { OfficeMigration } from './guarded.ts';

/** All steps in order; a new one is added at the end, in its own file. */
export const officeMigrations: readonly OfficeMigration[] = [
  tills,
  facts,
  status,
  orders,
  onboarding,
  people,
  search,
  alarms,
  archive,
  signIn,
  certificate,
  release,
  again,
  notices,
  deductions,
  archiveSize,
  announcedPins,
  deducting,
  months,
  monthsByTrigger,
  archiveAlarms,
  pastMonths,
  analysis,
  stampAlarms,
  stampAlarmsBeside,
];
