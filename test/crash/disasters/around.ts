import { setTimeout as pause } from 'node:timers/promises';
import { type WireFault, wireFaults } from '../wire/wire-faults.ts';
import { type Disaster, dieAt, dieInStart, moment } from './disaster.ts';
import { mustRefuse } from './ledger-file.ts';

/* Failures of the till's surroundings: the wire, the authority, the disk, and the clock. */

export const wire: Disaster = {
  name: 'wire',
  weight: 5,
  async strike(shop, random) {
    const faults: WireFault[] = Array.from({ length: random.whole(1, 4) }, () => random.pick(wireFaults));
    shop.wire.misbehave(random.branch('wire'), random.pick([0.3, 0.7, 1]), faults);
    if (random.chance(0.2)) await shop.wire.shut();
    shop.till.order(shop.sellOn(random.pick([5, 20])));
    await shop.till.issued(random.whole(5, 20));
    await pause(random.whole(0, 600));
    // The till is not always killed, because waiting documents must also be sent when the wire recovers under a running
    // till.
    if (random.chance(0.5)) await shop.till.kill();
    else await shop.wire.heal();
  },
};

export const authority: Disaster = {
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

export const diskFull: Disaster = {
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
    // The disk has space again, so the same process must continue to sell.
    await pause(random.whole(0, 300));
    disk?.empty();
    await till.surely('issued');
  },
};

const oneDay = 24 * 60 * 60_000;

export const clockAhead: Disaster = {
  name: 'clock-ahead',
  weight: 1,
  place: 'last',
  async strike(shop, random) {
    shop.till.order({ do: 'rest' });
    await shop.powerOff();
    // The network is down, so that the till cannot verify its wrong clock.
    await shop.wire.shut();
    const right = shop.aheadMs;
    shop.aheadMs = right + random.whole(8, 300) * oneDay;
    await mustRefuse(shop, 'clock-ahead');

    // A manager confirms the wrong time.
    const till = shop.startTill();
    await till.surely('ready');
    const confirmed = till.surely('clock-settled');
    till.order({ do: 'clock', say: 'confirm' });
    await confirmed;
    const refund = random.branch('refund');
    // In half of all cases, money goes back to a card just before the power fails, and its credit note is issued after
    // the correction. It then names a sale with a date in the future.
    if (refund.chance(0.5)) await dieAt(shop, refund, refund.pick(['refund-given', 'refund-answered']), 1);
    else {
      till.order(shop.sellOn(5));
      await till.issued(random.whole(1, 10));
      await moment(random, 200);
    }
    await shop.powerOff();

    shop.aheadMs = right;
    await mustRefuse(shop, 'clock-back');
    for (let times = random.whole(0, 1); times >= 0; times -= 1) {
      const again = shop.startTill();
      await again.surely('ready');
      if (times > 0)
        again.order({ do: 'kill-plan', killPlan: { point: 'uncommitted', nth: 1, effect: 'die' } });
      const corrected = again.next('clock-settled');
      again.order({ do: 'clock', say: 'correct' });
      await Promise.race([corrected, again.gone]);
      if (times > 0) await again.kill();
    }
    if (random.chance(0.5)) await shop.wire.heal();
    shop.till.order(shop.sellOn(5));
    await shop.till.issued(random.whole(1, 5));
  },
};

/** The number of milliseconds left before the deadline, which is enough for the slowest start. */
const nearlyDueMs = 60_000;

export const deadline: Disaster = {
  name: 'deadline',
  weight: 1,
  place: 'last',
  async strike(shop, random) {
    await shop.wire.shut();
    shop.till.order(shop.sellOn(random.pick([0, 5])));
    await shop.till.issued(random.whole(5, 30));
    await shop.powerOff();
    await shop.killAuthority();
    // After a day without a network the till starts shortly before the deadline, and the network returns later.
    shop.aheadMs += 24 * 60 * 60 * 1000 - nearlyDueMs - random.whole(0, 3 * 60_000);
    await shop.authority();
    shop.startTill();
    await shop.till.surely('ready');
    await pause(random.whole(0, 1_500));
  },
};
