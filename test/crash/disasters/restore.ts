import { rmSync, writeFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import type { Random } from '../random.ts';
import type { Shop } from '../shop.ts';
import type { KillPoint } from '../till/till-messages.ts';
import { type Disaster, moment } from './disaster.ts';

/**
 * Restores the newest backup in place of the ledger, which may be lost, and interrupts the restore with power failures.
 */
export const restore: Disaster = {
  name: 'restore',
  weight: 2,
  async strike(shop, random) {
    if (random.chance(0.5)) await shop.openIntegrations();
    const file = await backUpAndGoOn(shop, random);
    await shop.powerOff();
    loseLedger(shop, random);
    for (let times = random.whole(1, 3); times > 0; times -= 1) {
      const point = random.pick<KillPoint>(['written', 'renamed']);
      await shop.startRestore(file, { point, nth: random.whole(1, 5), effect: 'die' }).gone;
    }
    if (random.chance(0.4) && (await sellsOn(shop))) return;
    const restored = shop.startRestore(file);
    await restored.gone;
    if (!restored.output().includes('restored:')) throw new Error(`restore: ${restored.output()}`);
  },
};

/**
 * Backs the ledger up and lets the till continue without sales, so that only waiting documents are sent.
 * @returns the backup
 */
async function backUpAndGoOn(shop: Shop, random: Random): Promise<string> {
  const { till, wire } = shop;
  if (random.chance(0.7)) wire.misbehave(random.branch('wire'), 0.9, ['server-error', 'answer-lost']);
  till.order(shop.sellOn(5));
  await till.issued(random.whole(5, 15));
  till.order({ do: 'rest' });
  await pause(random.whole(50, 150));
  const made = till.surely('backed-up');
  till.order({ do: 'backup', folder: shop.backups });
  const { file } = await made;
  if (random.chance(0.7)) await wire.heal();
  await moment(random, 500);
  return file;
}

function loseLedger({ ledgerFile }: Shop, random: Random): void {
  const fate = random.pick(['stays', 'gone', 'garbage']);
  if (fate === 'stays') return;
  for (const ending of ['', '-wal', '-shm']) rmSync(ledgerFile + ending, { force: true });
  if (fate === 'garbage') writeFileSync(ledgerFile, 'this was a ledger');
}

/**
 * Starts the till before the restore is complete.
 * @returns true when it sells
 */
async function sellsOn(shop: Shop): Promise<boolean> {
  const till = shop.startTill();
  const ready = await till.next('ready');
  const answer = Promise.race([till.next('issued'), till.next('refused')]);
  if (ready !== undefined) till.order(shop.sellOn(5));
  const outcome = await answer;
  await till.kill();
  return outcome?.is === 'issued';
}
