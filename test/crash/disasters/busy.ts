import { setTimeout as pause } from 'node:timers/promises';
import type { Random } from '../random.ts';
import type { Shop } from '../shop.ts';
import type { KillPoint } from '../till/till-messages.ts';
import { type Disaster, dieAt, moment } from './disaster.ts';
import {
  correcting,
  sendingEvents,
  servingApi,
  takingBack,
  takingEvents,
  takingFiles,
  type Work,
} from './works.ts';

/*
 * Power failures while the till corrects documents, takes goods back, or serves other programs. Those repeat their
 * requests until they succeed.
 */

const issuing: readonly KillPoint[] = ['begun', 'document', 'uncommitted', 'committed'];
const noting: readonly KillPoint[] = ['noting', 'noted', 'noted'];

/** Kills the till during its work, and sometimes does so a second time. */
async function dieAtOneOf(shop: Shop, random: Random, points: readonly KillPoint[]): Promise<void> {
  if (random.chance(0.3)) {
    await moment(random, 100);
    await shop.till.kill();
    await pause(random.whole(0, 100));
    await shop.startTill().next('ready');
  }
  await moment(random, 100);
  await dieAt(shop, random, random.pick(points), 15);
}

const busy = (name: string, weight: number, work: Work, points: readonly KillPoint[]): Disaster => ({
  name,
  weight,
  partOf: 'everything',
  async strike(shop, random) {
    await work(shop, random);
    await dieAtOneOf(shop, random, points);
  },
});

export const corrections = busy('corrections', 3, correcting, [...issuing, 'sent', 'answered']);
export const returns = busy('returns', 3, takingBack, issuing);
export const api = busy('api', 3, servingApi, [...issuing, ...noting]);
export const eventsIn = busy('events-in', 2, takingEvents, noting);
export const eventsOut = busy('events-out', 3, sendingEvents, [...noting, 'committed', 'answered']);

/** Kills a till that does not sell meanwhile, so that the kill points are all reached in its work on files. */
export const dropFolder: Disaster = {
  name: 'drop-folder',
  weight: 2,
  partOf: 'everything',
  async strike(shop, random) {
    await takingFiles(shop, random);
    const { till } = shop;
    const told = till.next('at');
    const point = random.pick<KillPoint>(['written', 'renamed', 'document', 'committed', 'noting', 'noted']);
    const effect = random.pick(['die', 'report'] as const);
    till.order({ do: 'kill-plan', killPlan: { point, nth: random.whole(1, 20), effect } });
    await Promise.race([told, till.gone, pause(1_500)]);
    await moment(random, 4);
    await till.kill();
  },
};

/** Combines the work of all disasters in this file. */
export const everything: Disaster = {
  name: 'everything',
  weight: 3,
  async strike(shop, random) {
    const works = [servingApi, takingEvents, sendingEvents, takingBack, takingFiles, correcting];
    for (const work of works) await work(shop, random);
    await dieAtOneOf(shop, random, [...issuing, ...noting, 'written', 'renamed', 'sent']);
  },
};
