import type { OfficeDatabase } from '../../main/fleet/office/database/database.ts';
import { enrolledTill } from './enrolled-till.ts';
import { officeTime } from './office-browser.ts';

/** A till of a branch whose documents the office has. */
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
