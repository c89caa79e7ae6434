import { randomBytes } from 'node:crypto';
import { checkBytes } from '../check/check-bytes.ts';
import { checkOffice, type Finding } from '../check/check-office.ts';
import type { OfficeDatabase } from '../database/database.ts';
import { checkLog } from '../people/office-log.ts';
import { allTenants } from '../tills/all-tenants.ts';
import { withDatabase } from './open-context.ts';
import type { Values } from './usage.ts';

/**
 * Prints each finding of the check on its own line. The exit code is 1 if there are any, as with `khatm ledger check`.
 */
export async function printCheck(values: Values): Promise<void> {
  const { data, database: url, documents: isWhole, json } = values;
  if (url !== undefined) process.env.DATABASE_URL = url;
  await withDatabase(url === undefined ? data : undefined, async (database) => {
    const { findings, ...sum } = await checkOffice(database, randomBytes(6).readUIntBE(0, 6));
    const all = [...findings];
    if (isWhole) for await (const finding of checkBytes(database)) all.push(finding);
    const logs = await brokenLogs(database);
    if (json) console.log(JSON.stringify({ ...sum, findings: all, logs }));
    else {
      for (const finding of all) console.log(wordsOf(finding));
      for (const { tenant, brokenAt } of logs) console.log(`office-log: tenant ${tenant}, line ${brokenAt}`);
      console.log(`${sum.documents} documents of ${sum.chains} tills: ${all.length || 'no'} faults`);
    }
    if (all.length + logs.length > 0) process.exitCode = 1;
  });
}

/** Checks the log of what people did at the office, whose lines are a chain as well. */
async function brokenLogs(database: OfficeDatabase): Promise<{ tenant: number; brokenAt: number }[]> {
  const broken: { tenant: number; brokenAt: number }[] = [];
  for (const tenant of await allTenants(database)) {
    const { brokenAt } = await checkLog(database, tenant);
    if (brokenAt !== null) broken.push({ tenant, brokenAt });
  }
  return broken;
}

function wordsOf({ code, till, at, detail }: Finding): string {
  return `${code}: ${till}, ${at}${detail === '' ? '' : ` (${detail})`}`;
}
