import { cpSync, rmSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { witnessForm } from '../../../shared/stored/notes/ledger.ts';
import { orFail } from '../../../shared/stored/stored-form.ts';
import { readVault } from '../checks/check-secrets.ts';
import { look } from '../checks/read-ledger.ts';
import { copyLedger } from '../copy-ledger.ts';
import type { Shop } from '../shop.ts';
import { type Disaster, moment } from './disaster.ts';

/* Incidents of the ledger's file: a backup, or an older copy in its place. */

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
      till.order({
        do: 'kill-plan',
        killPlan: { point: random.pick(['written', 'renamed']), nth: 1, effect: 'die' },
      });
    till.order({ do: 'backup', folder: shop.backups });
    await begun;
    await Promise.race([ended, moment(random, 300)]);
    await till.kill();
  },
};

/** The number of milliseconds that a till on a busy machine may take to record its ledger's progress elsewhere. */
const untilWitnessed = 20_000;

async function witnessed(shop: Shop, icv: number): Promise<void> {
  for (const until = Date.now() + untilWitnessed; Date.now() < until; await pause(50)) {
    const witness = (await readVault(shop.vaultFile, shop.passphrase)).get('simulation/witness');
    if (witness !== undefined && orFail(witnessForm.read(witness)).icv >= icv) return;
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

    // An older copy of the file was restored, and its till must not reuse a counter.
    await mustRefuse(shop, 'ledger-old');
    newest.putBack();
  },
};

/**
 * Checks that the till starts but issues no new document, for the given reason. It may still answer an earlier sale
 * that has no receipt yet.
 */
export async function mustRefuse(shop: Shop, code: string): Promise<void> {
  const last = lastCounter(shop);
  const till = shop.startTill();
  await till.surely('ready');
  const answer = Promise.race([till.next('issued', ({ icv }) => icv > last), till.next('refused')]);
  till.order(shop.sellOn(5));
  const outcome = await answer;
  await till.kill();
  if (outcome?.is !== 'refused' || outcome.code !== code)
    throw new Error(`instead of ${code}: ${JSON.stringify(outcome)}`);
}

const lastCounter = ({ ledgerFile }: Shop): number =>
  look(
    ledgerFile,
    (ledger) => ledger.prepare<[], number>('SELECT max(icv) FROM document').pluck().get() ?? 0,
  );

/** Copies the whole data folder of a shop in which no process runs. */
function copyFolder({ data, backups }: Shop, name: string): { putBack(): void } {
  const copy = path.join(path.dirname(backups), name);
  rmSync(copy, { recursive: true, force: true });
  cpSync(data, copy, { recursive: true });
  return {
    putBack() {
      rmSync(data, { recursive: true, force: true });
      cpSync(copy, data, { recursive: true });
      rmSync(copy, { recursive: true, force: true });
    },
  };
}

/**
 * Restores a snapshot of the whole folder, including the vault, so that nothing in it has a trace of the newer
 * documents.
 */
export const folderPutBack: Disaster = {
  name: 'folder-put-back',
  weight: 1,
  async strike(shop, random) {
    shop.till.order({ do: 'rest' });
    await shop.powerOff();
    const older = copyFolder(shop, 'older');
    shop.startTill();
    await shop.till.surely('ready');
    shop.till.order(shop.sellOn(5));
    await shop.till.issued(random.whole(1, 5));
    // The power may also fail before anything durable was written.
    await moment(random, 1_500);
    await shop.powerOff();
    const newest = copyFolder(shop, 'newest');
    older.putBack();
    for (let times = random.whole(1, 2); times > 0; times -= 1) await mustRefuse(shop, 'ledger-old');
    newest.putBack();
  },
};
