import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import { trainingCompany } from '../../main/app/environment/credentials/training.ts';
import type { OfficeDatabase } from '../../main/office/database/database.ts';
import { enrolSimulatedTill, type SimulatedTill } from '../../main/office/demo/simulated-till.ts';
import { addTill, tenantNamed } from '../../main/office/tills/tills.ts';
import { newFolder } from '../support/khatm.ts';
import { programFile } from '../support/run/programs.ts';

/* Runs processes of an office on one database, and tills that sell and post to them while its servers die. */

const start = programFile('main/office/start.ts');
const { vatNumber } = trainingCompany;
const line = { name: 'قهوة', quantity: '1', unitPrice: '11.50' };

export interface OfficeProcesses {
  readonly addresses: readonly string[];
  stop(): Promise<void>;
}

/** Starts two processes of an office on a database. */
export async function startOffices(url: string): Promise<OfficeProcesses> {
  const key = path.join(newFolder('offices'), 'order-key.json');
  const processes: ChildProcess[] = [];
  const begin = () => {
    const env = { ...process.env, DATABASE_URL: url, KHATM_ORDER_KEY: key };
    const child = spawn(process.execPath, [start], { env, stdio: ['ignore', 'pipe', 'ignore'] });
    processes.push(child);
    return new Promise<string>((resolve, reject) => {
      child.once('exit', () => reject(new Error('the office ended')));
      createInterface({ input: child.stdout }).on('line', (text) => {
        const [, address] = /^head office at (\S+)/.exec(text) ?? [];
        if (address !== undefined) resolve(address);
      });
    });
  };
  const stop = async () => {
    for (const child of processes) {
      if (child.exitCode !== null || child.signalCode !== null) continue;
      child.kill('SIGTERM');
      await once(child, 'exit');
    }
  };
  try {
    // One process creates the key, and the other reads it.
    return { addresses: [await begin(), await begin()], stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

export interface SellingTill {
  readonly till: SimulatedTill;
  /** The acknowledged documents that were missing from a later answer. */
  readonly lost: readonly string[];
  /** The start times of the stored posts, by `performance.now()`. */
  readonly kept: readonly number[];
  stopSelling(): void;
  /** Resolves when the till has stopped selling and the office has all of its documents. */
  readonly done: Promise<void>;
}

/**
 * Enrols tills, each at one of the addresses. They sell and post until they are stopped.
 * @param rate the number of documents that each till makes per second
 */
export async function startSelling(
  database: OfficeDatabase,
  { addresses, tills, rate }: { addresses: readonly string[]; tills: number; rate: number },
): Promise<SellingTill[]> {
  const tenant = await tenantNamed(database, 'Shops');
  const enrolled: SimulatedTill[] = [];
  for (let index = 0; index < tills; index += 1) {
    const name = `Till ${index}`;
    const code = await addTill(database, { tenant, vatNumber, branch: 'Olaya', name });
    const address = addresses[index % addresses.length] ?? '';
    const given = { name, numberPrefix: `T${index}`, seller: trainingCompany, address, code };
    enrolled.push(await enrolSimulatedTill({ ...given, certificateDays: 300, now: Date.now }));
  }
  return enrolled.map((till) => sell(till, rate));
}

function sell(till: SimulatedTill, rate: number): SellingTill {
  let acknowledged = 0;
  let due = 0;
  let isSelling = true;
  const lost: string[] = [];
  const kept: number[] = [];
  const post = async () => {
    const began = performance.now();
    const answer = await till.post().catch(() => undefined);
    if (answer?.result !== 'kept') return;
    if (answer.have.icv < acknowledged) lost.push(`${till.name}: ${answer.have.icv} after ${acknowledged}`);
    if (answer.have.icv > acknowledged) kept.push(began);
    acknowledged = answer.have.icv;
  };
  const done = (async () => {
    let before = performance.now();
    while (isSelling || acknowledged < till.icv) {
      const now = performance.now();
      if (isSelling) due += ((now - before) / 1000) * rate;
      before = now;
      for (; due >= 1; due -= 1) till.sell({ lines: [line] }, Date.now());
      await post();
      await pause(500);
    }
  })();
  return {
    till,
    lost,
    kept,
    stopSelling: () => {
      isSelling = false;
    },
    done,
  };
}
