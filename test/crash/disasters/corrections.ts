import { setTimeout as pause } from 'node:timers/promises';
import type { AimPoint } from '../till-messages.ts';
import { type Disaster, dieAt, moment, troubleTheWire } from './disaster.ts';

/** The authority refuses documents for good, a manager corrects them at one till or at two, and the power goes. */
export const corrections: Disaster = {
  name: 'corrections',
  weight: 3,
  async strike(shop, random) {
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
    // The first refusal may take its time on a bad wire.
    await Promise.race([corrected, pause(3_000)]);
    await moment(random, 200);
    await dieAt(
      shop,
      random,
      random.pick<AimPoint>(['begun', 'document', 'uncommitted', 'committed', 'sent', 'answered']),
      12,
    );
  },
};
