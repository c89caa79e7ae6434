import type { PoolClient } from 'pg';
import { describe, expect, test } from 'vitest';
import { checkOffice } from '../../main/office/check/check-office.ts';
import type { OfficeDatabase } from '../../main/office/database/database.ts';
import { tenantNamed } from '../../main/office/tills/tills.ts';
import { vatSums } from '../../main/office/views/vat.ts';
import { addUpMonths } from '../../main/office/watch/add-up-months.ts';
import { enrolledTill } from './enrolled-till.ts';
import { hasServer, office, provideOffice } from './office.ts';

/*
 * Tests a server whose clock battery is empty. It may start with a date that is weeks off, until it synchronizes its
 * clock.
 */

/** Opens the office as one process sees it while the server's clock is this many days ahead. */
function ahead(days: number): OfficeDatabase {
  const { database } = office;
  const shifted = (client: PoolClient) => {
    const query = (sql: string, values?: unknown[]) =>
      client.query(sql.replaceAll('now()', `(now() + interval '${days} days')`), values);
    return new Proxy(client, {
      get: (target, name) => (name === 'query' ? query : Reflect.get(target, name)),
    });
  };
  return {
    ...database,
    within: (scope, work, ...more) => database.within(scope, (client) => work(shifted(client)), ...more),
  };
}

async function addedUpBefore(tenant: number): Promise<string | undefined> {
  const { rows } = await office.database.within({ tenant }, (client) =>
    client.query<{ before: string }>('SELECT before::text FROM past_months'),
  );
  return rows[0]?.before;
}

describe.skipIf(!hasServer)('the VAT of an office whose clock was ahead', () => {
  provideOffice();

  test('has the documents that came after it was set right, before and after their month is over', async () => {
    const tenant = await tenantNamed(office.database, 'Shops');
    // Tills have their own clocks.
    const clock = { now: Date.now() };
    const till = await enrolledTill({ tenant, clock });
    const today = new Date(clock.now);
    const ofMonth = (months: number, day: number) =>
      new Date(Date.UTC(today.getUTCFullYear(), today.getUTCMonth() + months, day))
        .toISOString()
        .slice(0, 10);
    // Two months are complete, and today in Riyadh is in one of them.
    const range = { from: ofMonth(0, 1), to: ofMonth(2, 0) };
    const vat = async () => (await vatSums(office.database, { tenant }, range, Date.now())).entities[0]?.vat;
    const findings = async () => (await checkOffice(office.database, 47)).findings;

    till.sellCoffees(1);
    await till.feed();
    await addUpMonths(office.database);
    const rightly = await addedUpBefore(tenant);
    await addUpMonths(ahead(80));
    expect((await addedUpBefore(tenant)) ?? '').not.toBe(rightly);

    till.sellCoffees(1);
    await till.feed();
    await Promise.all([addUpMonths(office.database), addUpMonths(office.database)]);
    expect(await addedUpBefore(tenant)).toBe(rightly);
    expect(await vat()).toBe(300);
    expect(await findings()).toEqual([]);

    till.sellCoffees(1);
    await till.feed();
    await addUpMonths(ahead(80));
    expect(await vat()).toBe(450);
    expect(await findings()).toEqual([]);
  });
});
