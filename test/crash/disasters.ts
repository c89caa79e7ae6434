import { setTimeout as pause } from 'node:timers/promises';
import { readVault } from './check-secrets.ts';
import { copyLedger } from './copy-ledger.ts';
import { makeOldForm } from './old-form.ts';
import type { Random } from './random.ts';
import type { Shop } from './shop.ts';
import type { Aim, AimPoint } from './till-messages.ts';
import { type WireFault, wireFaults } from './wire-faults.ts';

/** One kind of disaster. It leaves the shop in whatever state it likes. */
export interface Disaster {
  readonly name: string;
  /** How often it is drawn, beside the others. */
  readonly weight: number;
  /** Only as a shop's first (there is no credential yet), or as its last (the shop's clock is no longer the machine's). */
  readonly place?: 'first' | 'last';
  readonly needsSmallDisk?: boolean;
  strike(shop: Shop, random: Random): Promise<void>;
}

/** A moment too short for a timer: a timer's own step is a millisecond. */
async function moment(random: Random, mostMs: number): Promise<void> {
  const milliseconds = random.next() * mostMs;
  if (milliseconds >= 1) await pause(milliseconds);
  const until = performance.now() + (milliseconds % 1);
  while (performance.now() < until);
}

/** How long a till may take to get where it is to die, milliseconds. */
const longestAim = 3_000;

/** Kills the first till at a point of its work, or shortly after it is there. @returns when it is dead */
async function dieAt(shop: Shop, random: Random, point: AimPoint, mostNth: number): Promise<void> {
  const aim: Aim = { point, nth: random.whole(1, mostNth), deed: random.chance(0.5) ? 'die' : 'tell' };
  const told = shop.till.next('at');
  shop.till.order({ do: 'aim', aim });
  shop.till.order(shop.sellOn(random.pick([0, 0, 2, 10])));
  // The point may never come: nothing is sent on a mute wire.
  await Promise.race([told, shop.till.gone, pause(longestAim)]);
  await moment(random, 4);
  await shop.till.kill();
}

/** Some of it on most days. */
function troubleTheWire(shop: Shop, random: Random, share = random.pick([0, 0, 0.1, 0.3])): void {
  if (share > 0) shop.wire.misbehave(random.branch('wire'), share);
}

/** A till dies again and again while it starts, at no chosen point. */
async function dieInStart(shop: Shop, random: Random, times: number): Promise<void> {
  for (let time = 0; time < times; time += 1) {
    const till = shop.startTill();
    await till.next('opening');
    await moment(random, 250);
    await till.kill();
  }
}

const onboarding: Disaster = {
  name: 'onboarding',
  weight: 1,
  place: 'first',
  async strike(shop, random) {
    await shop.authority();
    troubleTheWire(shop, random);
    for (let times = random.whole(1, 3); times > 0; times -= 1) {
      const till = shop.startTill(
        random.chance(0.3)
          ? {
              point: random.pick(['renamed', 'written', 'committed', 'migration']),
              nth: random.whole(1, 12),
              deed: 'die',
            }
          : undefined,
      );
      const ready = await till.next('ready');
      if (ready === undefined || ready.state === 'production') continue;
      const point = random.pick<AimPoint>([
        'written',
        'renamed',
        'send',
        'sent',
        'answered',
        'uncommitted',
        'committed',
      ]);
      till.order({ do: 'aim', aim: { point, nth: random.whole(1, 8), deed: 'die' } });
      const ended = till.next('credential');
      till.order({ do: 'credential', kind: ready.flow ?? 'onboarding', otp: await shop.makeOtp() });
      await Promise.race([ended, pause(5_000)]); // a mute wire would hold it for half a minute
      await till.kill();
    }
  },
};

const issue: Disaster = {
  name: 'issue',
  weight: 4,
  async strike(shop, random) {
    troubleTheWire(shop, random);
    await dieAt(shop, random, random.pick(['begun', 'document', 'uncommitted', 'committed']), 20);
    if (random.chance(0.3)) await shop.killAuthority();
  },
};

const sending: Disaster = {
  name: 'sending',
  weight: 4,
  async strike(shop, random) {
    troubleTheWire(shop, random);
    await dieAt(
      shop,
      random,
      random.pick(['send', 'sent', 'sent', 'answered', 'uncommitted', 'committed']),
      12,
    );
  },
};

const anywhere: Disaster = {
  name: 'anywhere',
  weight: 3,
  async strike(shop, random) {
    troubleTheWire(shop, random);
    shop.till.order(shop.sellOn(0));
    await shop.till.issued(random.whole(1, 25));
    await moment(random, 3);
    await shop.powerOff();
    await dieInStart(shop, random, random.whole(0, 2));
  },
};

const wire: Disaster = {
  name: 'wire',
  weight: 5,
  async strike(shop, random) {
    const faults: WireFault[] = Array.from({ length: random.whole(1, 4) }, () => random.pick(wireFaults));
    shop.wire.misbehave(random.branch('wire'), random.pick([0.3, 0.7, 1]), faults);
    if (random.chance(0.2)) await shop.wire.shut();
    shop.till.order(shop.sellOn(random.pick([5, 20])));
    await shop.till.issued(random.whole(5, 20));
    await pause(random.whole(0, 600));
    // With and without a death: what waits must also go when the wire is mended under a living till.
    if (random.chance(0.5)) await shop.till.kill();
    else await shop.wire.heal();
  },
};

const authority: Disaster = {
  name: 'authority',
  weight: 2,
  async strike(shop, random) {
    shop.till.order(shop.sellOn(random.pick([2, 10])));
    for (let times = random.whole(1, 2); times > 0; times -= 1) {
      await shop.till.issued(random.whole(2, 10));
      await moment(random, 5);
      await shop.killAuthority();
      await shop.till.issued(random.whole(1, 4));
      await shop.authority();
    }
    await shop.till.issued(random.whole(1, 5));
  },
};

const backup: Disaster = {
  name: 'backup',
  weight: 2,
  async strike(shop, random) {
    const { till } = shop;
    till.order(shop.sellOn(5));
    if (random.chance(0.5)) {
      const whole = till.next('backed-up');
      till.order({ do: 'backup', folder: shop.backups });
      await whole;
    }
    const begun = till.next('backing-up');
    const ended = till.next('backed-up');
    if (random.chance(0.4))
      till.order({ do: 'aim', aim: { point: random.pick(['written', 'renamed']), nth: 1, deed: 'die' } });
    till.order({ do: 'backup', folder: shop.backups });
    await begun;
    await Promise.race([ended, moment(random, 300)]);
    await till.kill();
  },
};

const migration: Disaster = {
  name: 'migration',
  weight: 2,
  async strike(shop, random) {
    await shop.powerOff();
    const steps = makeOldForm(shop.ledgerFile, random);
    for (let times = random.whole(1, 3); times > 0; times -= 1) {
      const point = random.pick<AimPoint>(['migration', 'migration', 'committed']);
      const dead = shop.startTill({ point, nth: random.whole(1, steps + 1), deed: 'die' });
      const ready = await dead.next('ready');
      if (ready !== undefined) await dead.kill();
    }
  },
};

const credential = (kind: 'renewal' | 'reissue'): Disaster => ({
  name: kind,
  weight: 2,
  async strike(shop, random) {
    troubleTheWire(shop, random);
    shop.till.order(shop.sellOn(10));
    await shop.till.issued(3);
    const point = random.pick<AimPoint>([
      'written',
      'renamed',
      'send',
      'sent',
      'answered',
      'uncommitted',
      'committed',
    ]);
    // A re-issue first sends what waits, which takes till the sales end.
    if (kind === 'reissue') shop.till.order({ do: 'rest' });
    const ended = shop.till.next('credential');
    shop.till.order({ do: 'credential', kind, otp: await shop.makeOtp() });
    shop.till.order({ do: 'aim', aim: { point, nth: random.whole(1, 14), deed: 'die' } });
    await Promise.race([ended, pause(4_000)]);
    if (!shop.till.isGone) {
      shop.till.order(shop.sellOn(0));
      await shop.till.issued(random.whole(1, 5));
    }
  },
});

const checkpoint: Disaster = {
  name: 'checkpoint',
  weight: 2,
  async strike(shop, random) {
    const told = shop.till.next('at');
    shop.till.order({ do: 'aim', aim: { point: 'checkpoint', nth: 1, deed: 'tell' } });
    shop.till.order(shop.sellOn(0));
    // Past this the log is worth moving, and rest is when it is moved.
    await shop.till.issued(60);
    shop.till.order({ do: 'rest' });
    await Promise.race([told, pause(3_000)]);
    await moment(random, 6);
    await shop.till.kill();
  },
};

const diskFull: Disaster = {
  name: 'disk-full',
  weight: 3,
  needsSmallDisk: true,
  async strike(shop, random) {
    const { till, disk } = shop;
    till.order(shop.sellOn(2));
    await till.issued(3);
    const refused = till.next('refused');
    disk?.fill(random.whole(0, 40) * 4096);
    await refused;
    if (random.chance(0.3)) {
      await till.kill();
      await dieInStart(shop, random, 1);
      return;
    }
    // Room again: the same process sells on.
    await pause(random.whole(0, 300));
    disk?.empty();
    await till.surely('issued');
  },
};

const together: Disaster = {
  name: 'together',
  weight: 3,
  async strike(shop, random) {
    troubleTheWire(shop, random);
    const second = shop.startSecondTill();
    shop.till.order(shop.sellOn(5));
    const cli = random.chance(0.7) ? shop.startIssue(random.whole(3, 20)) : undefined;
    await second.next('ready');
    second.order(shop.sellOn(5, true));
    await second.issued(random.whole(1, 10));
    await moment(random, 5);
    const dies = random.pick([shop.till, second, cli ?? second]);
    await dies.kill();
    if (random.chance(0.5)) await pause(random.whole(0, 300));
  },
};

/** How long a till may take, on a busy machine, to note outside its ledger how far that has come, milliseconds. */
const untilWitnessed = 20_000;

async function witnessed(shop: Shop, icv: number): Promise<void> {
  for (const until = Date.now() + untilWitnessed; Date.now() < until; await pause(50)) {
    const witness = (await readVault(shop.vaultFile, shop.passphrase)).get('simulation/witness');
    if (witness !== undefined && JSON.parse(witness).icv >= icv) return;
  }
  throw new Error(`document ${icv} was not witnessed within ${untilWitnessed} ms`);
}

const olderCopy: Disaster = {
  name: 'older-copy',
  weight: 1,
  async strike(shop, random) {
    shop.till.order({ do: 'rest' });
    await shop.powerOff();
    const older = copyLedger(shop.ledgerFile, 'older');
    shop.startTill();
    await shop.till.surely('ready');
    shop.till.order(shop.sellOn(5));
    const { icv } = await shop.till.surely('issued');
    await witnessed(shop, icv);
    await moment(random, 50);
    await shop.powerOff();
    const newest = copyLedger(shop.ledgerFile, 'newest');
    older.putBack();

    // Somebody put back an old copy of the file: its till must not use up a counter again.
    const till = shop.startTill();
    await till.surely('ready');
    const answer = Promise.race([till.next('issued'), till.next('refused')]);
    till.order(shop.sellOn(5));
    const said = await answer;
    await till.kill();
    if (said?.is !== 'refused' || said.code !== 'ledger-old')
      throw new Error(`an older copy of the ledger: ${JSON.stringify(said)}`);
    newest.putBack();
  },
};

/** Long enough for the slowest start. */
const nearlyDueMs = 60_000;

const deadline: Disaster = {
  name: 'deadline',
  weight: 1,
  place: 'last',
  async strike(shop, random) {
    await shop.wire.shut();
    shop.till.order(shop.sellOn(random.pick([0, 5])));
    await shop.till.issued(random.whole(5, 30));
    await shop.powerOff();
    await shop.killAuthority();
    // A day without a network; the till starts when a little is left, and the network comes back later still.
    shop.aheadMs += 24 * 60 * 60 * 1000 - nearlyDueMs - random.whole(0, 3 * 60_000);
    await shop.authority();
    shop.startTill();
    await shop.till.surely('ready');
    await pause(random.whole(0, 1_500));
  },
};

export const disasters: readonly Disaster[] = [
  onboarding,
  issue,
  sending,
  anywhere,
  wire,
  authority,
  backup,
  migration,
  credential('renewal'),
  credential('reissue'),
  checkpoint,
  diskFull,
  together,
  olderCopy,
  deadline,
];
