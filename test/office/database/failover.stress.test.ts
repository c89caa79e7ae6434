import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { checkOffice } from '../../../main/office/check/check-office.ts';
import { type OfficeDatabase, openOfficeDatabase } from '../../../main/office/database/database.ts';
import { type OfficeProcesses, startOffices, startSelling } from '../selling-tills.ts';
import { type Cluster, hasPatroni, startCluster } from './patroni-cluster.ts';

/*
 * Tests two processes of an office on a cluster that loses its primary while two hundred documents arrive per second.
 */

const tillCount = 20;
/** The number of documents per second. */
const rate = 200;
/**
 * The promised number of seconds until documents are stored again. It depends on a lease, not on the speed of the
 * machine.
 */
const mostSeconds = 30;

let cluster: Cluster;
let database: OfficeDatabase;
let offices: OfficeProcesses | undefined;

describe.skipIf(!hasPatroni)('a cluster that loses its primary', () => {
  beforeAll(async () => {
    if (!hasPatroni) return;
    cluster = await startCluster();
    database = await openOfficeDatabase(cluster.url);
  });
  afterAll(async () => {
    await offices?.stop();
    await database?.close();
    await cluster?.stop();
  });

  test('keeps documents again within half a minute, and has each one that it acknowledged', async () => {
    offices = await startOffices(cluster.url);
    const { addresses } = offices;
    const selling = await startSelling(database, { addresses, tills: tillCount, rate: rate / tillCount });
    const posts = () => selling.flatMap(({ kept }) => kept);
    await expect.poll(() => posts().length, { timeout: 120_000 }).toBeGreaterThan(2 * tillCount);
    const lostPrimary = await cluster.killPrimary();
    const killedAt = performance.now();
    const isKeptAgain = () => posts().some((began) => began > killedAt);
    await expect.poll(isKeptAgain, { timeout: 180_000 }).toBe(true);
    const seconds = (performance.now() - killedAt) / 1000;
    const newPrimary = await cluster.untilWhole(lostPrimary);
    await pause(3_000);
    for (const { stopSelling } of selling) stopSelling();
    await Promise.all(selling.map(({ done }) => done));
    const issued = selling.reduce((sum, { till }) => sum + till.icv, 0);
    console.log(`${issued} documents; kept again ${seconds.toFixed(1)} s after the primary died`);

    expect(newPrimary).not.toBe(lostPrimary);
    expect(selling.flatMap(({ lost }) => lost)).toEqual([]);
    const { rows } = await database.asOwner((client) =>
      client.query<{ device: number; documents: number; last: number }>(
        `SELECT device, count(*)::integer AS documents, max(icv)::integer AS last FROM document GROUP BY device`,
      ),
    );
    const stored = new Map(rows.map(({ device, ...row }) => [device, row]));
    for (const { till } of selling)
      expect(stored.get(till.device)).toEqual({ documents: till.icv, last: till.icv });
    expect(await checkOffice(database, 47)).toMatchObject({ documents: issued, findings: [] });
    expect(seconds).toBeLessThanOrEqual(mostSeconds);
  });
});
