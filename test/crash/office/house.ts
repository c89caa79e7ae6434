import { cpSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { trainingCompany } from '../../../main/app/environment/credentials/training.ts';
import { addTill, tenantNamed } from '../../../main/office/tills/tills.ts';
import type { FeedHead } from '../../../shared/office/wire/feed.ts';
import { timeoutMs } from '../process.ts';
import { openWire, type Wire } from '../wire/wire.ts';
import type { OfficeKillPlan, Receipt, TillStart } from './messages.ts';
import { createOffice, type Office } from './office.ts';
import { openRecorder, type Recorder } from './recorder.ts';
import { startTill, type Till } from './till-process.ts';

/** A till of the house, with what its customers and the laboratory know about it. */
export interface HouseTill {
  readonly name: string;
  /** The folder of the machine that continues; a disaster may change it. */
  readonly folder: string;
  readonly wire: Wire;
  /** Its number at the office. */
  device: number;
  process: Till;
  /** Receipts of the customers, by counter, without those of a discarded machine. */
  receipts: Map<number, string>;
  /** True once a copy of the till has existed. The office must then have refused one of the two. */
  isForked: boolean;
  /** The time of the office's last refusal when the last copy appeared. */
  refusedBefore: string;
}

/** A merchant with a head office and some tills, who exists for some rounds. */
export interface House {
  readonly folder: string;
  readonly office: Office;
  readonly recorder: Recorder;
  readonly tills: readonly HouseTill[];
  readonly tenant: number;
  /** The offset of everybody's clock from this machine's. */
  readonly aheadMs: number;
  /** Moves everybody's clock. */
  setClocks(aheadMs: number): Promise<void>;
  /** Starts the process of a till, or of a copy of it in another folder. */
  startTill(till: HouseTill, more?: Partial<TillStart> & { isCopy?: boolean }): Till;
  /** Makes the office or its database die at one of the next statements. */
  planOfficeKill(killPlan: OfficeKillPlan): Promise<void>;
  /** Notes that a copy of the till exists, which the office must notice. */
  expectCopyOf(till: HouseTill): Promise<void>;
  /** Returns true when the office has refused a copy since. */
  knowsCopyOf(till: HouseTill): Promise<boolean>;
  /** Repairs everything: restores the wires, and starts the office and the tills that died. */
  heal(): Promise<void>;
  /** Waits until the office has everything from all tills, or from the given ones. */
  drain(some?: readonly HouseTill[]): Promise<void>;
  close(): Promise<void>;
}

export interface HouseOptions {
  readonly folder: string;
  readonly tills: number;
  /** Determines what the processes of the house leave to chance. */
  readonly seed: string;
}

export const tenantName = 'Head office';

export async function openHouse({ folder, tills: count, seed }: HouseOptions): Promise<House> {
  mkdirSync(folder, { recursive: true });
  const recorder = await openRecorder();
  const office = createOffice({ folder: path.join(folder, 'office'), seed }, recorder.leadTo);
  let aheadMs = 0;
  await office.start(aheadMs);
  const tills: HouseTill[] = [];
  let started = 0;

  const start = (
    till: Omit<HouseTill, 'process'>,
    { isCopy = false, ...more }: Partial<TillStart> & { isCopy?: boolean } = {},
  ) => {
    started += 1;
    return startTill(
      { folder: till.folder, aheadMs, seed: `${seed} / till process ${started}`, ...more },
      { NODE_EXTRA_CA_CERTS: certificateOf(till) },
      (receipt) => (isCopy ? undefined : take(till, receipt)),
    );
  };
  const certificateOf = ({ name }: Pick<HouseTill, 'name'>) => path.join(folder, `${name}.pem`);

  async function addOne(number: number): Promise<void> {
    const name = `till-${number}`;
    const wire = await openWire();
    wire.leadTo(recorder.port);
    const tillFolder = path.join(folder, name);
    mkdirSync(tillFolder);
    writeFileSync(path.join(folder, `${name}.pem`), wire.certificate);
    const facts = {
      name,
      folder: tillFolder,
      wire,
      device: 0,
      receipts: new Map<number, string>(),
      isForked: false,
      refusedBefore: '',
    };
    const till: HouseTill = { ...facts, process: start(facts) };
    await till.process.ready;
    const code = await office.withDatabase(async (database) => {
      const tenant = await tenantNamed(database, tenantName);
      return addTill(database, { tenant, vatNumber: trainingCompany.vatNumber, branch: 'Olaya', name });
    });
    const enrolled = await till.process.ask({ do: 'enrol', address: wire.origin, code }, 'enrolled');
    if (enrolled === undefined) throw new Error(`${name} is not enrolled: ${till.process.output()}`);
    tills.push(till);
  }
  await Promise.all(Array.from({ length: count }, (_, index) => addOne(index + 1)));
  const { tenant, devices } = await office.withDatabase(async (database) => {
    const tenant = await tenantNamed(database, tenantName);
    return database.within({ tenant }, async (client) => {
      const { rows } = await client.query<{ device: number; name: string }>(
        'SELECT device, name FROM device',
      );
      return { tenant, devices: new Map(rows.map(({ device, name }) => [name, device])) };
    });
  });
  for (const till of tills) till.device = devices.get(till.name) ?? 0;

  const lastRefusal = ({ device }: HouseTill) =>
    office.withDatabase((database) =>
      database.within({ tenant }, async (client) => {
        const { rows } = await client.query<{ at: Date | null }>(
          'SELECT refused_at AS at FROM chain WHERE device = $1',
          [device],
        );
        return String(rows[0]?.at?.getTime());
      }),
    );

  return {
    folder,
    office,
    recorder,
    tills,
    tenant,
    get aheadMs() {
      return aheadMs;
    },
    async setClocks(to) {
      aheadMs = to;
      await office.order({ do: 'clock', aheadMs: to });
      for (const { process } of tills) await process.ask({ do: 'clock', aheadMs: to }, 'moved');
    },
    startTill: start,
    async expectCopyOf(till) {
      till.isForked = true;
      till.refusedBefore = await lastRefusal(till);
    },
    knowsCopyOf: async (till) => (await lastRefusal(till)) !== till.refusedBefore,
    planOfficeKill: (killPlan) => office.order({ do: 'kill-plan', killPlan }),
    async heal() {
      for (const { wire } of tills) await wire.heal();
      await office.order({ do: 'kill-plan' });
      if (office.isGone) {
        await office.kill();
        await office.start(aheadMs);
      }
      for (const { process } of tills)
        if (!process.isGone) await process.ask({ do: 'kill-plan' }, 'kill-planned');
      const dead = tills.filter(({ process }) => process.isGone);
      await Promise.all(
        dead.map(async (till) => {
          till.process = start(till);
          const ready = await till.process.ready;
          if (ready === undefined || ready.refused !== undefined)
            throw new Error(`${till.name} does not start: ${ready?.refused}\n${till.process.output()}`);
        }),
      );
    },
    drain: (some = tills) => drain(office, tenant, some),
    async close() {
      for (const till of tills) {
        await till.process.kill();
        await till.wire.close();
      }
      if (office.isGone) await office.kill('database');
      else await office.stop();
      recorder.close();
    },
  };
}

/** Records a receipt. A machine must use each counter only once. */
function take(till: Pick<HouseTill, 'name' | 'receipts'>, { icv, hash }: Receipt): void {
  const before = till.receipts.get(icv);
  if (before !== undefined && before !== hash) throw new Error(`${till.name}: two receipts ${icv}`);
  till.receipts.set(icv, hash);
}

async function drain(office: Office, tenant: number, tills: readonly HouseTill[]): Promise<void> {
  const until = performance.now() + timeoutMs;
  const heads = new Map<HouseTill, FeedHead>();
  for (const till of tills) {
    const answer = await till.process.ask({ do: 'head' }, 'head');
    if (answer === undefined) throw new Error(`${till.name} died: ${till.process.output().slice(-1500)}`);
    if (answer.found !== undefined) throw new Error(`${till.name} is said to be ${answer.found}`);
    heads.set(till, answer.head);
  }
  await office.withDatabase(async (database) => {
    for (;;) {
      const kept = await database.within({ tenant }, async (client) => {
        const { rows } = await client.query<{ device: number } & Record<'icv' | 'event' | 'audit', string>>(
          'SELECT device, icv, event, audit FROM chain',
        );
        return new Map(rows.map((row) => [row.device, row]));
      });
      const behind = tills.filter((till) => {
        const have = kept.get(till.device);
        const head = heads.get(till);
        return (['icv', 'event', 'audit'] as const).some(
          (name) => Number(have?.[name]) < (head?.[name] ?? 0),
        );
      });
      if (behind.length === 0) return;
      if (performance.now() > until)
        throw new Error(
          `the office does not get what ${behind.map(({ name }) => name).join(', ')} has:\n${office.output().slice(-1500)}`,
        );
      await pause(40);
    }
  });
}

/** Copies the folder of a till that is not running. */
export function copyOf(till: HouseTill, name: string): string {
  const copy = `${till.folder}.${name}`;
  rmSync(copy, { recursive: true, force: true });
  cpSync(till.folder, copy, { recursive: true });
  return copy;
}

/** Replaces a till's folder by another one. */
export function replaceBy(till: HouseTill, folder: string): void {
  rmSync(till.folder, { recursive: true, force: true });
  renameSync(folder, till.folder);
}
