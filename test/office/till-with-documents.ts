import type { OfficeDatabase } from '../../main/office/database/database.ts';
import { enrolledTill } from './enrolled-till.ts';
import { officeTime } from './office-browser.ts';

/** Makes a till of a branch and gives its documents to the office. */
export async function tillWith(
  database: OfficeDatabase,
  tenant: number,
  branch: string,
  prices: readonly string[],
) {
  const till = await enrolledTill({ database, tenant, branch, name: `Till ${branch}`, clock: officeTime });
  till.sell(prices);
  await till.feed();
  return till;
}
