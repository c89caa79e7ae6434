import { setTimeout as pause } from 'node:timers/promises';
import type { Random } from '../random.ts';
import type { Shop } from '../shop.ts';
import { troubleTheWire } from './disaster.ts';

/* The work of a till besides selling. Each function brings the till into the middle of its work, where it may die. */

export type Work = (shop: Shop, random: Random) => Promise<void>;

/** The number of milliseconds to wait for the first result on a bad wire. */
const untilFirst = 3_000;

/** The authority permanently refuses documents, and a manager corrects them at one till or at two. */
export const correcting: Work = async (shop, random) => {
  const { till, wire } = shop;
  wire.refuseDocuments(random.branch('refusals'), random.pick([0.2, 0.5]));
  troubleTheWire(shop, random, random.pick([0, 0, 0.1]));
  till.order(shop.sellOn(10));
  await till.issued(random.whole(3, 12));
  const corrected = till.next('corrected');
  till.order({ do: 'correct' });
  if (random.chance(0.4)) {
    const second = shop.startSecondTill();
    await second.next('ready');
    second.order({ do: 'correct' });
  }
  await Promise.race([corrected, pause(untilFirst)]);
};

/** Customers return goods at one till, or the same goods at two, sometimes twice with the same slip. */
export const takingBack: Work = async (shop, random) => {
  const { till } = shop;
  troubleTheWire(shop, random);
  till.order(shop.sellOn(0));
  await till.issued(random.whole(2, 5));
  till.order({ do: 'rest' });
  const second = random.chance(0.4) ? shop.startSecondTill() : undefined;
  await second?.next('ready');
  const order = shop.takeBack(random.whole(10, 30), random);
  till.order(order);
  second?.order(shop.takeBackAgain(order));
};

/** A program sells through the API and repeats each request under its key until it is answered. */
export const servingApi: Work = async (shop, random) => {
  await shop.openIntegrations();
  troubleTheWire(shop, random);
  shop.externals.integrator.begin(random.whole(10, 25), random.branch('integrator'));
};

/** Another system sends events about its invoices and repeats each one until it is acknowledged. */
export const takingEvents: Work = async (shop, random) => {
  await shop.openIntegrations();
  shop.externals.office.begin(random.whole(20, 50), random.branch('office'));
};

/** Documents become final, while the receiver of their events also fails and dies. */
export const sendingEvents: Work = async (shop, random) => {
  await shop.openIntegrations();
  troubleTheWire(shop, random);
  shop.externals.receiver.fail(random.pick([0, 0.2, 0.6]));
  if (random.chance(0.5)) shop.wire.refuseDocuments(random.branch('refusals'), 0.3);
  shop.till.order(shop.sellOn(5));
  await shop.till.issued(random.whole(5, 20));
};

/** A program drops its sales as files. */
export const takingFiles: Work = async (shop, random) => {
  await shop.openIntegrations();
  const { dropProgram } = shop.externals;
  dropProgram.drop(random.whole(10, 25), random.branch('program'));
  await dropProgram.taken();
};
