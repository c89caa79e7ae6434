import { setTimeout as pause } from 'node:timers/promises';
import type { KillPoint } from '../till/till-messages.ts';
import { type Disaster, troubleTheWire } from './disaster.ts';

/* A power failure during onboarding or another credential flow. */

export const onboarding: Disaster = {
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
              effect: 'die',
            }
          : undefined,
      );
      const ready = await till.next('ready');
      if (ready === undefined) continue;
      if (ready.state === 'production') return;
      const point = random.pick<KillPoint>([
        'written',
        'renamed',
        'send',
        'sent',
        'answered',
        'uncommitted',
        'committed',
      ]);
      till.order({ do: 'kill-plan', killPlan: { point, nth: random.whole(1, 8), effect: 'die' } });
      const ended = till.next('credential');
      till.order({ do: 'credential', kind: ready.flow ?? 'onboarding', otp: await shop.makeOtp() });
      await Promise.race([ended, pause(5_000)]); // On a wire that does not answer, the flow would end only after half a minute.
      await till.kill();
    }
  },
};

export const credential = (kind: 'renewal' | 'reissue'): Disaster => ({
  name: kind,
  weight: 2,
  async strike(shop, random) {
    troubleTheWire(shop, random);
    shop.till.order(shop.sellOn(10));
    await shop.till.issued(3);
    const point = random.pick<KillPoint>([
      'written',
      'renamed',
      'send',
      'sent',
      'answered',
      'uncommitted',
      'committed',
    ]);
    // A re-issue first sends all waiting documents, which would not end while the till sells.
    if (kind === 'reissue') shop.till.order({ do: 'rest' });
    const ended = shop.till.next('credential');
    shop.till.order({ do: 'credential', kind, otp: await shop.makeOtp() });
    shop.till.order({ do: 'kill-plan', killPlan: { point, nth: random.whole(1, 14), effect: 'die' } });
    await Promise.race([ended, pause(4_000)]);
    if (!shop.till.isGone) {
      shop.till.order(shop.sellOn(0));
      await shop.till.issued(random.whole(1, 5));
    }
  },
});
