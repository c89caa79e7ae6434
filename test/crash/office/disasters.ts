import { setTimeout as pause } from 'node:timers/promises';
import { within } from '../process.ts';
import type { Random } from '../random.ts';
import type { KillPoint } from '../till/till-messages.ts';
import { copyOf, type House, type HouseTill, replaceBy } from './house.ts';

/* Ways in which a head office, its database, its tills and the wire between them fail. */

export interface OfficeDisaster {
  readonly name: string;
  /** The disaster's probability relative to the others. */
  readonly weight: number;
  strike(house: House, random: Random): Promise<void>;
}

const day = 24 * 3_600_000;

/** Makes all tills sell. Resolves when each has made its sales or died. */
async function sellAll(house: House, random: Random, most = 12): Promise<void> {
  await Promise.all(house.tills.map((till) => sell(till, random.whole(1, most))));
}

async function sell(till: HouseTill, count: number, stepMs = 0): Promise<void> {
  const sold = await till.process.ask({ do: 'sell', count, stepMs }, 'sold');
  if (sold?.refused !== undefined) throw new Error(`${till.name} sells nothing: ${sold.refused}`);
}

const someOf = (house: House, random: Random) => house.tills.filter(() => random.chance(0.6));

/** The points at which a till can die while it writes its ledger or speaks to the office. */
const tillPoints: readonly KillPoint[] = [
  'begun',
  'document',
  'uncommitted',
  'committed',
  'send',
  'sent',
  'answered',
];

/** Plans a kill at one of the statements of a post, or of the office's background work. */
function planKillAnywhere(house: House, random: Random, dies: 'office' | 'database' | 'connection') {
  return house.planOfficeKill({ nth: random.whole(1, 40), when: random.pick(['before', 'after']), dies });
}

async function officeKilled(house: House, random: Random): Promise<void> {
  for (let times = random.whole(1, 2); times > 0; times -= 1) {
    await planKillAnywhere(house, random, 'office');
    await sellAll(house, random);
    // The point is reached with the next posts, or never.
    for (let looks = 0; looks < 40 && !house.office.isGone; looks += 1) await pause(25);
    if (random.chance(0.3)) await house.office.kill('database');
    await house.heal();
  }
}

async function databaseKilled(house: House, random: Random): Promise<void> {
  await planKillAnywhere(house, random, 'database');
  await sellAll(house, random);
  await pause(random.whole(0, 500));
}

async function connectionKilled(house: House, random: Random): Promise<void> {
  for (let times = 0; times < 3; times += 1) {
    await planKillAnywhere(house, random, 'connection');
    await sellAll(house, random, 5);
    await pause(random.whole(0, 300));
  }
}

async function tillsKilled(house: House, random: Random): Promise<void> {
  for (const till of someOf(house, random)) {
    if (random.chance(0.7))
      till.process.order({
        do: 'kill-plan',
        killPlan: { point: random.pick(tillPoints), nth: random.whole(1, 6), effect: 'die' },
      });
    else setTimeout(() => void till.process.kill(), random.whole(0, 400));
  }
  await sellAll(house, random, 20);
  await pause(400);
}

async function everythingKilled(house: House, random: Random): Promise<void> {
  await sellAll(house, random, 5);
  const selling = sellAll(house, random, 60);
  await pause(random.whole(0, 400));
  await Promise.all([house.office.kill('database'), ...house.tills.map(({ process }) => process.kill())]);
  await selling;
}

async function wireFails(house: House, random: Random): Promise<void> {
  for (const { wire, name } of house.tills) wire.misbehave(random.branch(name), 0.5);
  for (let times = 0; times < 4; times += 1) {
    await sellAll(house, random, 5);
    await pause(random.whole(50, 300));
  }
}

async function noWire(house: House, random: Random): Promise<void> {
  const cut = someOf(house, random);
  for (const { wire } of cut) await wire.shut();
  await sellAll(house, random, 30);
}

/** Repeats earlier posts, in whole or in part, in any order. */
async function replayed(house: House, random: Random): Promise<void> {
  const { recorder } = house;
  const selling = sellAll(house, random);
  for (let times = 0; times < 25 && recorder.posts.length > 0; times += 1) {
    const post = random.pick(recorder.posts);
    if (random.chance(0.3)) await recorder.sendHalf(post);
    else await recorder.replay(post);
  }
  await selling;
}

/** Cuts a till off for a month while it continues to sell. The clocks of the others advance as well. */
async function monthAway(house: House, random: Random): Promise<void> {
  const away = random.pick(house.tills);
  await away.wire.shut();
  const count = random.whole(150, 400);
  await within('a month of sales', sell(away, count, Math.floor((30 * day) / count)));
  const others = house.tills.filter((till) => till !== away);
  for (let week = 1; week <= 4; week += 1) {
    await house.setClocks(house.aheadMs + 7.5 * day);
    for (const till of others) await sell(till, random.whole(1, 4));
  }
}

async function oldBackup(house: House, random: Random): Promise<void> {
  await house.office.stop();
  house.office.backUp();
  await house.heal();
  for (let times = random.whole(1, 2); times > 0; times -= 1) await sellAll(house, random, 20);
  if (random.chance(0.7)) await house.drain();
  await house.office.kill('database');
  house.office.putBack();
  await sellAll(house, random, 5);
}

/**
 * Restores the image of a machine with its vault. The witness must notice this before the first sale if the office
 * answers, and otherwise at its first answer.
 */
async function imagePutBack(house: House, random: Random): Promise<void> {
  const till = random.pick(house.tills);
  await sell(till, random.whole(1, 5));
  await till.process.kill();
  const image = copyOf(till, 'image');
  await house.heal();
  await sell(till, random.whole(1, 9));
  await house.drain();
  await till.process.kill();
  const isAway = random.chance(0.4);
  if (isAway) await till.wire.shut();
  await house.expectCopyOf(till);
  const old = house.startTill(till, { folder: image, isCopy: true });
  const ready = await old.ready;
  if (isAway) {
    const first = await old.ask({ do: 'sell', count: random.whole(1, 12), stepMs: 0 }, 'sold');
    if (first?.refused !== undefined) throw new Error(`sells nothing without an office: ${first.refused}`);
    await till.wire.heal();
  } else if (ready?.refused === undefined && ready?.isAsked) {
    throw new Error(`${till.name}: an image that was put back is not refused before it sells`);
  }
  await untilRefused(house, till, old);
  await old.kill();
}

/** Copies a till, and lets both continue from the same document. Only one of them can remain the till. */
async function cloned(house: House, random: Random): Promise<void> {
  const till = random.pick(house.tills);
  await sell(till, random.whole(1, 5));
  const { icv: common = 0 } = (await till.process.ask({ do: 'head' }, 'head'))?.head ?? {};
  await till.process.kill();
  const folder = copyOf(till, 'clone');
  await till.wire.shut();
  till.process = house.startTill(till);
  const clone = house.startTill(till, { folder, isCopy: true });
  await Promise.all([till.process.ready, clone.ready]);
  await sell(till, random.whole(1, 9));
  await clone.ask({ do: 'sell', count: random.whole(1, 9), stepMs: 0 }, 'sold');
  await house.expectCopyOf(till);
  // From now on, the till is the machine that reaches the office first.
  const isOriginal = random.chance(0.5);
  const [first, second] = isOriginal ? [till.process, clone] : [clone, till.process];
  await second.kill();
  await till.wire.heal();
  await house.drain([{ ...till, process: first }]);
  const loserFolder = isOriginal ? folder : till.folder;
  const loser = house.startTill(till, { folder: loserFolder, isCopy: true });
  await loser.ready;
  await untilRefused(house, till, loser);
  await loser.kill();
  await first.kill();
  if (isOriginal) return;
  // The receipts that the first machine made after the copy are in none of the office's chains.
  for (const icv of till.receipts.keys()) if (icv > common) till.receipts.delete(icv);
  replaceBy(till, folder);
}

/**
 * Waits until a machine that is no longer the till sells nothing, because the office has answered, and until the office
 * has noticed it.
 */
async function untilRefused(house: House, till: HouseTill, { ask }: HouseTill['process']): Promise<void> {
  for (let tries = 0; ; tries += 1) {
    const sold = await ask({ do: 'sell', count: 1, stepMs: 0 }, 'sold');
    if (sold === undefined) throw new Error('the copy died');
    if (sold.refused === 'ledger-old' || sold.refused === 'ledger-forked') break;
    if (sold.refused !== undefined) throw new Error(`refused as ${sold.refused}`);
    if (tries === mostTries) throw new Error('a copy of a till sells on');
    await pause(50);
  }
  for (let tries = 0; !(await house.knowsCopyOf(till)); tries += 1) {
    if (tries === mostTries) throw new Error('a copy of a till is refused, and the office does not say so');
    await pause(50);
  }
}
const mostTries = 200;

export const officeDisasters: readonly OfficeDisaster[] = [
  { name: 'office', weight: 4, strike: officeKilled },
  { name: 'database', weight: 3, strike: databaseKilled },
  { name: 'connection', weight: 2, strike: connectionKilled },
  { name: 'tills', weight: 3, strike: tillsKilled },
  { name: 'power', weight: 2, strike: everythingKilled },
  { name: 'wire', weight: 3, strike: wireFails },
  { name: 'no-wire', weight: 1, strike: noWire },
  { name: 'replay', weight: 2, strike: replayed },
  { name: 'month-away', weight: 2, strike: monthAway },
  { name: 'old-backup', weight: 3, strike: oldBackup },
  { name: 'image', weight: 3, strike: imagePutBack },
  { name: 'clone', weight: 3, strike: cloned },
];
