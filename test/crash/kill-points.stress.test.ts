import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newFolder } from '../support/khatm.ts';
import { mustRefuse } from './disasters/books.ts';
import { createRandom } from './random.ts';
import { readLedger } from './read-ledger.ts';
import { restart } from './restart.ts';
import { saleIdOf } from './sales.ts';
import { openShop, type Shop } from './shop.ts';
import type { AimPoint } from './till-messages.ts';

/* A till that is aimed at a point of its work must die exactly there, without help from outside. */

let shop: Shop;
beforeAll(async () => {
  const folder = newFolder('aim');
  shop = await openShop({
    folder,
    name: 'shop-1',
    random: createRandom('aim'),
    smallDisk: false,
    compileCache: path.join(folder, 'compiled'),
  });
  await shop.authority();
  shop.startTill();
}, 120_000);
afterAll(() => shop.close(false));

/** Restarts the shop and sells until the till dies at the point; returns the number of the interrupted sale. */
async function sellAndDie(point: AimPoint, nth = 1): Promise<number> {
  await restart(shop);
  const order = shop.sellOn(0);
  const { till } = shop;
  till.order({ do: 'aim', aim: { point, nth, deed: 'die' } });
  till.order(order);
  await till.gone;
  return shop.books.nextSale(1);
}

const isInLedger = (sale: number) =>
  readLedger(shop.ledgerFile).some(({ saleId }) => saleId === saleIdOf(shop.serial, sale));

test.each<AimPoint>(['begun', 'document', 'uncommitted'])(
  'inside the issue transaction (%s): the sale under way is in no ledger',
  async (point) => expect(isInLedger(await sellAndDie(point))).toBe(false),
);

test('after the commit, before the receipt: the sale is in the ledger, and the customer does not know', async () => {
  expect(isInLedger(await sellAndDie('committed'))).toBe(true);
});

test.each<AimPoint>(['send', 'sent', 'answered'])('around a call to the authority (%s)', async (point) => {
  await sellAndDie(point, 3);
  expect(readLedger(shop.ledgerFile).some(({ state }) => state === 'sending')).toBe(true);
});

test.each<AimPoint>(['written', 'renamed'])('while the vault writes its file (%s)', async (point) => {
  expect(await sellAndDie(point)).toBeGreaterThan(1);
});

test('a sale that has no receipt yet is answered where the next one is refused', async () => {
  const sale = await sellAndDie('committed');
  shop.aheadMs = -10 * 24 * 60 * 60_000;
  await mustRefuse(shop, 'clock-back');
  expect(shop.books.nextSale(1)).toBe(sale + 1);
});
