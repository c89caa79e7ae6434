import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { trainingCompany } from '../../main/environment/training.ts';
import { checkOffice } from '../../main/fleet/office/check/check-office.ts';
import { type OfficeDatabase, openOfficeDatabase } from '../../main/fleet/office/database/database.ts';
import { enrolSimulatedTill, type SimulatedTill } from '../../main/fleet/office/demo/simulated-till.ts';
import { addTill, tenantNamed } from '../../main/fleet/office/tills/tills.ts';
import { newFolder } from '../support/khatm.ts';
import { programFile } from '../support/programs.ts';
import { type Cluster, hasPatroni, startCluster } from './patroni-cluster.ts';

/* Two processes of an office on a cluster that loses its primary while two hundred documents a second come in. */

const start = programFile('main/fleet/office/start.ts');
const { vatNumber } = trainingCompany;
const line = { name: 'قهوة', quantity: '1', unitPrice: '11.50' };
const tillCount = 20;
/** Documents a second. */
const rate = 200;
/** The promise: seconds until documents are kept again. A lease decides it, not the speed of the machine. */
const mostSeconds = 30;

let cluster: Cluster;
let database: OfficeDatabase;
const processes: ChildProcess[] = [];

async function startProcess(key: string): Promise<string> {
  const env = { ...process.env, DATABASE_URL: cluster.url, KHATM_ORDER_KEY: key };
  const child = spawn(process.execPath, [start], { env, stdio: ['ignore', 'pipe', 'ignore'] });
  processes.push(child);
  return new Promise((resolve, reject) => {
    child.once('exit', () => reject(new Error('the office ended')));
    createInterface({ input: child.stdout }).on('line', (text) => {
      const [, address] = /^head office at (\S+)/.exec(text) ?? [];
      if (address !== undefined) resolve(address);
    });
  });
}

/** A till that sells and posts until it is stopped, and what the office acknowledged to it. */
function open(till: SimulatedTill, onKept: (began: number) => void) {
  let acknowledged = 0;
  let due = 0;
  let isSelling = true;
  const lost: string[] = [];
  const post = async () => {
    const began = performance.now();
    const answer = await till.post().catch(() => undefined);
    if (answer?.result !== 'kept') return;
    if (answer.have.icv < acknowledged) lost.push(`${till.name}: ${answer.have.icv} after ${acknowledged}`);
    if (answer.have.icv > acknowledged) onKept(began);
    acknowledged = answer.have.icv;
  };
  const done = (async () => {
    let before = performance.now();
    while (isSelling || acknowledged < till.icv) {
      const now = performance.now();
      if (isSelling) due += ((now - before) / 1000) * (rate / tillCount);
      before = now;
      for (; due >= 1; due -= 1) till.sell({ lines: [line] }, Date.now());
      await post();
      await pause(500);
    }
  })();
  return {
    lost,
    stopSelling: () => {
      isSelling = false;
    },
    done,
  };
}

describe.skipIf(!hasPatroni)('a cluster that loses its primary', () => {
  beforeAll(async () => {
    if (!hasPatroni) return;
    cluster = await startCluster();
    database = await openOfficeDatabase(cluster.url);
  });
  afterAll(async () => {
    for (const child of processes) {
      child.kill('SIGTERM');
      await once(child, 'exit');
    }
    await database?.close();
    await cluster?.stop();
  });

  test('keeps documents again within half a minute, and has each one that it acknowledged', async () => {
    const key = path.join(newFolder('failover'), 'order-key.json');
    // One process makes the key, and the other one reads it.
    const addresses = [await startProcess(key), await startProcess(key)];
    const tenant = await tenantNamed(database, 'Shops');
    const tills: SimulatedTill[] = [];
    for (let index = 0; index < tillCount; index += 1) {
      const name = `Till ${index}`;
      const code = await addTill(database, { tenant, vatNumber, branch: 'Olaya', name });
      const address = addresses[index % addresses.length] ?? '';
      const given = { name, numberPrefix: `T${index}`, seller: trainingCompany, address, code };
      tills.push(await enrolSimulatedTill({ ...given, certificateDays: 300, now: Date.now }));
    }
    let killedAt = Number.POSITIVE_INFINITY;
    let keptAgain = Number.POSITIVE_INFINITY;
    let posts = 0;
    const selling = tills.map((till) =>
      open(till, (began) => {
        posts += 1;
        if (began > killedAt) keptAgain = Math.min(keptAgain, performance.now());
      }),
    );
    await expect.poll(() => posts, { timeout: 120_000 }).toBeGreaterThan(2 * tillCount);
    const lostPrimary = await cluster.killPrimary();
    killedAt = performance.now();
    await expect.poll(() => keptAgain, { timeout: 180_000 }).toBeLessThan(Number.POSITIVE_INFINITY);
    const seconds = (keptAgain - killedAt) / 1000;
    const newPrimary = await cluster.untilWhole(lostPrimary);
    await pause(3_000);
    for (const { stopSelling } of selling) stopSelling();
    await Promise.all(selling.map(({ done }) => done));
    const issued = tills.reduce((sum, { icv }) => sum + icv, 0);
    console.log(`${issued} documents; kept again ${seconds.toFixed(1)} s after the primary died`);

    expect(newPrimary).not.toBe(lostPrimary);
    expect(selling.flatMap(({ lost }) => lost)).toEqual([]);
    const { rows } = await database.asOwner((client) =>
      client.query<{ device: number; documents: number; last: number }>(
        `SELECT device, count(*)::integer AS documents, max(icv)::integer AS last FROM document GROUP BY device`,
      ),
    );
    const stored = new Map(rows.map(({ device, ...row }) => [device, row]));
    for (const { device, icv } of tills) expect(stored.get(device)).toEqual({ documents: icv, last: icv });
    expect(await checkOffice(database)).toMatchObject({ documents: issued, findings: [] });
    expect(seconds).toBeLessThanOrEqual(mostSeconds);
  });
});
