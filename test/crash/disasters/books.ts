import { setTimeout as pause } from 'node:timers/promises';
import { readVault } from '../check-secrets.ts';
import { copyLedger } from '../copy-ledger.ts';
import { makeOldForm } from '../old-form.ts';
import type { Shop } from '../shop.ts';
import type { AimPoint } from '../till-messages.ts';
import { type Disaster, moment } from './disaster.ts';

/* Something happens to the ledger's file: a back-up, a new form, an older copy put back. */

export const backup: Disaster = {
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

export const migration: Disaster = {
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

/** How long a till may take, on a busy machine, to note outside its ledger how far that has come, milliseconds. */
const untilWitnessed = 20_000;

async function witnessed(shop: Shop, icv: number): Promise<void> {
  for (const until = Date.now() + untilWitnessed; Date.now() < until; await pause(50)) {
    const witness = (await readVault(shop.vaultFile, shop.passphrase)).get('simulation/witness');
    if (witness !== undefined && JSON.parse(witness).icv >= icv) return;
  }
  throw new Error(`document ${icv} was not witnessed within ${untilWitnessed} ms`);
}

export const olderCopy: Disaster = {
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
