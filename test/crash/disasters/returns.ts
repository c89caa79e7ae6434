import { type Disaster, dieAt, moment, troubleTheWire } from './disaster.ts';

/** Goods are taken back at two tills at once, also twice the same, and the power goes. */
export const returns: Disaster = {
  name: 'returns',
  weight: 3,
  async strike(shop, random) {
    const { till } = shop;
    troubleTheWire(shop, random);
    till.order(shop.sellOn(0));
    await till.issued(random.whole(2, 5));
    till.order({ do: 'rest' });
    const documents = random.whole(10, 30);
    const second = random.chance(0.5) ? shop.startSecondTill() : undefined;
    await second?.next('ready');
    const order = shop.takeBack(documents, random);
    till.order(order);
    // The same documents at both, in the same order.
    if (second !== undefined && order.do === 'take-back')
      second.order({ ...shop.takeBack(documents, random), uuids: order.uuids } as typeof order);
    await moment(random, 150);
    await dieAt(shop, random, random.pick(['begun', 'document', 'uncommitted', 'committed']), 10);
  },
};
