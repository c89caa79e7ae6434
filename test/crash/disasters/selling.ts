import { setTimeout as pause } from 'node:timers/promises';
import { checkDrawerWork } from '../checks/check-shifts.ts';
import { drawerWorksIn } from '../till/till-process.ts';
import { type Disaster, dieAt, dieInStart, moment, troubleTheWire } from './disaster.ts';

/* A power failure while the till sells. */

export const issue: Disaster = {
  name: 'issue',
  weight: 4,
  async strike(shop, random) {
    troubleTheWire(shop, random);
    await dieAt(shop, random, random.pick(['begun', 'document', 'uncommitted', 'committed']), 20);
    if (random.chance(0.3)) await shop.killAuthority();
  },
};

/** A power failure while a document becomes the dictionary of those after it, and while one of these is written. */
export const dictionary: Disaster = {
  name: 'dictionary',
  weight: 2,
  async strike(shop, random) {
    await dieAt(shop, random, random.pick(['dictionary', 'dictionary', 'body']), 1);
  },
};

export const sending: Disaster = {
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

export const anywhere: Disaster = {
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

/** A power failure during a payment by card: before the request, after the charge, and before or after the document. */
export const card: Disaster = {
  name: 'card',
  weight: 3,
  async strike(shop, random) {
    troubleTheWire(shop, random);
    const points = ['card-asked', 'card-charged', 'card-answered', 'document', 'committed'] as const;
    const killPlan = {
      point: random.pick([...points]),
      nth: random.whole(1, 8),
      effect: random.chance(0.7) ? ('die' as const) : ('report' as const),
    };
    const told = shop.till.next('at');
    shop.till.order({ do: 'kill-plan', killPlan });
    shop.till.order(shop.sellOn(0));
    await Promise.race([told, shop.till.gone, pause(5_000)]);
    await moment(random, 20);
    await shop.till.kill();
    if (random.chance(0.4)) await dieInStart(shop, random, random.whole(1, 2));
  },
};

/** A power failure while the drawer opens: before the pulse, and before the line that says it opened. */
export const drawer: Disaster = {
  name: 'drawer',
  weight: 2,
  async strike(shop, random) {
    const points = ['drawer-asked', 'drawer-pulsed'] as const;
    await dieAt(shop, random, random.pick([...points]), 4);
    if (random.chance(0.4)) await dieInStart(shop, random, 1);
  },
};

/** A power failure in a step of a shift, or while a basket is held or recalled. Confirmed steps must stay. */
export const shift: Disaster = {
  name: 'shift',
  weight: 3,
  async strike(shop, random) {
    troubleTheWire(shop, random);
    const points = ['shift-opened', 'cash-moved', 'basket-held', 'basket-recalled', 'shift-closed'] as const;
    const { till } = shop;
    await dieAt(shop, random, random.pick([...points]), 3);
    const lost = checkDrawerWork(shop.ledgerFile, drawerWorksIn(till.output()));
    if (lost.length > 0) throw new Error(lost.join('\n'));
    if (random.chance(0.4)) await dieInStart(shop, random, 1);
  },
};

/** A power failure while a receipt is printed: in transit, or before the line that says that it is on paper. */
export const print: Disaster = {
  name: 'print',
  weight: 2,
  async strike(shop, random) {
    const points = ['print-begun', 'print-done'] as const;
    await dieAt(shop, random, random.pick([...points]), 4);
  },
};

/** A power failure while money is refunded to a card: in any step, and before or after its credit note. */
export const refund: Disaster = {
  name: 'refund',
  weight: 3,
  async strike(shop, random) {
    troubleTheWire(shop, random);
    const points = ['refund-asked', 'refund-given', 'refund-answered', 'refund-taken'] as const;
    await dieAt(shop, random, random.pick([...points]), 2);
    if (random.chance(0.4)) await dieInStart(shop, random, random.whole(1, 2));
  },
};

export const checkpoint: Disaster = {
  name: 'checkpoint',
  weight: 2,
  async strike(shop, random) {
    const told = shop.till.next('at');
    shop.till.order({ do: 'kill-plan', killPlan: { point: 'checkpoint', nth: 1, effect: 'report' } });
    shop.till.order(shop.sellOn(0));
    // After these sales, SQLite's log is long enough for a checkpoint, which happens while the till does not sell.
    await shop.till.issued(60);
    shop.till.order({ do: 'rest' });
    await Promise.race([told, pause(3_000)]);
    await moment(random, 6);
    await shop.till.kill();
  },
};

export const together: Disaster = {
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
