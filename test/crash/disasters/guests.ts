import { setTimeout as pause } from 'node:timers/promises';
import type { Random } from '../random.ts';
import type { Shop } from '../shop.ts';
import type { AimPoint } from '../till-messages.ts';
import { type Disaster, dieAt, moment, troubleTheWire } from './disaster.ts';

/* The power goes while other programs are at the terminal's doors. They come again until they have what they want. */

/** Where a till may die that is at work for another program. */
const points: readonly AimPoint[] = [
  'begun',
  'document',
  'uncommitted',
  'committed',
  'noting',
  'noted',
  'noted',
];

/** The till dies, once or twice, in the midst of it. */
async function dieServing(shop: Shop, random: Random, mostNth: number): Promise<void> {
  if (random.chance(0.3)) {
    await moment(random, 100);
    await shop.till.kill();
    await pause(random.whole(0, 100));
    await shop.startTill().next('ready');
  }
  await dieAt(shop, random, random.pick(points), mostNth);
}

/** Sales come in through the API, each under its key until it is answered. */
export const api: Disaster = {
  name: 'api',
  weight: 3,
  async strike(shop, random) {
    await shop.openDoors();
    troubleTheWire(shop, random);
    shop.guests.integrator.begin(random.whole(10, 25), random.branch('integrator'));
    await dieServing(shop, random, 20);
  },
};

/** Another system tells of its invoices, each event until it is acknowledged. */
export const eventsIn: Disaster = {
  name: 'events-in',
  weight: 2,
  async strike(shop, random) {
    await shop.openDoors();
    shop.guests.office.begin(random.whole(20, 50), random.branch('office'));
    await dieServing(shop, random, 20);
  },
};

/** Documents come to their ends, and whoever is told of it fails and dies as well. */
export const eventsOut: Disaster = {
  name: 'events-out',
  weight: 3,
  async strike(shop, random) {
    await shop.openDoors();
    troubleTheWire(shop, random);
    shop.guests.receiver.fail(random.pick([0, 0.2, 0.6]));
    if (random.chance(0.5)) shop.wire.refuseDocuments(random.branch('refusals'), 0.3);
    shop.till.order(shop.sellOn(5));
    await shop.till.issued(random.whole(5, 20));
    await dieServing(shop, random, 10);
  },
};

/** A program drops its sales as files. */
export const dropFolder: Disaster = {
  name: 'drop-folder',
  weight: 2,
  async strike(shop, random) {
    await shop.openDoors();
    const { dropProgram } = shop.guests;
    dropProgram.drop(random.whole(10, 25), random.branch('program'));
    await dropProgram.taken();
    const told = shop.till.next('at');
    const point = random.pick<AimPoint>(['written', 'renamed', 'document', 'committed', 'noting', 'noted']);
    shop.till.order({
      do: 'aim',
      aim: { point, nth: random.whole(1, 20), deed: random.pick(['die', 'tell']) },
    });
    await Promise.race([told, shop.till.gone, pause(1_500)]);
    await moment(random, 4);
    await shop.till.kill();
  },
};
