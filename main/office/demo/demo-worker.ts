import { parentPort, workerData } from 'node:worker_threads';
import { createDemoChance } from './demo-chance.ts';
import { enrolSimulatedTill, type SimulatedTill, type SimulatedTillOptions } from './simulated-till.ts';

/*
 * Runs the tills of the demonstration in a thread: they make a day of sales, and then go on selling while somebody
 * looks.
 */

export interface DemoTill extends Pick<SimulatedTillOptions, 'name' | 'numberPrefix' | 'code' | 'seller'> {
  readonly part: DemoPart;
}
/**
 * `stolen`: its chain was frozen, and it continues. `clone`: it runs on two machines. `silent`: it has sent nothing
 * since yesterday.
 */
export type DemoPart = 'shop' | 'stolen' | 'clone' | 'silent' | 'expiring' | 'waiting';

export interface DemoWork {
  readonly address: string;
  readonly tills: readonly DemoTill[];
}

/** `day`: all tills have sent their sales of the day. `struck`: the stolen till and the clone have gone on selling. */
export type DemoMessage =
  | { readonly is: 'day'; readonly devices: Readonly<Record<string, number>> }
  | { readonly is: 'struck' };
/** An order to the thread: `strike` means that the stolen till was stopped. */
export type DemoOrder = 'strike';

const hour = 3_600_000;
const openHours = 9;
const each = { least: 12, most: 36 };
const everyMs = 1_500;

const { address, tills: wanted } = workerData as DemoWork;
const port = parentPort;
const tills = new Map<string, { till: SimulatedTill; part: DemoPart }>();
const send = (message: DemoMessage) => port?.postMessage(message);
const { whole, basket } = createDemoChance(Math.random);

await Promise.all(wanted.map(openDay));
send({
  is: 'day',
  devices: Object.fromEntries([...tills].map(([name, { till }]) => [name, till.device])),
});
port?.once('message', (_: DemoOrder) => void strike().then(proceed));

async function openDay({ part, ...more }: DemoTill): Promise<void> {
  const certificateDays = part === 'expiring' ? 5 : 360;
  const till = await enrolSimulatedTill({ ...more, address, certificateDays, now: Date.now });
  tills.set(more.name, { till, part });
  const begin = Date.now() - openHours * hour - (part === 'silent' ? 24 * hour : 0);
  const count = whole(each.least, each.most);
  for (let sold = 0; sold < count; sold += 1) {
    till.sell(basket(), begin + Math.floor((sold * openHours * hour) / count) + whole(0, 60_000));
    // This lets the other tills and the office work.
    await new Promise(setImmediate);
  }
  till.accept(till.icv - (part === 'waiting' ? 9 : 0), Date.now());
  while ((await till.post())?.have.icv !== till.icv);
}

/** Goes on selling, as a thief would, or somebody with a copy of a machine. */
async function strike(): Promise<void> {
  for (const { till, part } of tills.values()) {
    if (part !== 'stolen' && part !== 'clone') continue;
    const clone = part === 'clone' ? till.copy() : undefined;
    if (clone) await clone.post();
    till.sell(basket(), Date.now());
    await till.post();
    if (clone === undefined) continue;
    clone.sell(basket(), Date.now());
    await clone.post();
  }
  send({ is: 'struck' });
}

/** Shops sell one at a time; after some time each of them has sold. */
async function proceed(): Promise<void> {
  const open = [...tills.values()].filter(({ part }) => part === 'shop' || part === 'expiring');
  for (let sale = 0; ; sale += 1) {
    await new Promise((resolve) => setTimeout(resolve, everyMs));
    const { till } = open[sale % open.length] ?? {};
    if (till === undefined) return;
    till.sell(basket(), Date.now());
    till.accept(till.icv - 1, Date.now());
    await till.post().catch(() => undefined);
  }
}
