import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newFolder } from '../support/khatm.ts';
import { checkCards } from './checks/check-cards.ts';
import { checkPrints } from './checks/check-printer.ts';
import { checkDrawerWork, checkShifts } from './checks/check-shifts.ts';
import { look, readLedger } from './checks/read-ledger.ts';
import { mustRefuse } from './disasters/ledger-file.ts';
import { createRandom } from './random.ts';
import { restart } from './restart.ts';
import { saleIdOf } from './sales.ts';
import { openShop, type Shop } from './shop.ts';
import type { KillPoint } from './till/till-messages.ts';
import { type PrintStep, printsOf } from './till/till-printer.ts';
import { drawerWorksIn } from './till/till-process.ts';

/* Tests that a till which is to die at a point of its work dies exactly there, without help from outside. */

let shop: Shop;
beforeAll(async () => {
  const folder = newFolder('kill-point');
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
async function sellAndDie(point: KillPoint, nth = 1): Promise<number> {
  await restart(shop);
  const order = shop.sellOn(0);
  const { till } = shop;
  till.order({ do: 'kill-plan', killPlan: { point, nth, effect: 'die' } });
  till.order(order);
  await till.gone;
  return shop.books.nextSale(1);
}

const isInLedger = (sale: number) =>
  readLedger(shop.ledgerFile).some(({ saleId }) => saleId === saleIdOf(shop.serial, sale));

test.each<KillPoint>(['begun', 'document', 'body', 'dictionary', 'uncommitted'])(
  'inside the issue transaction (%s): the sale under way is in no ledger',
  async (point) => expect(isInLedger(await sellAndDie(point))).toBe(false),
);

test('after the commit, before the receipt: the sale is in the ledger, and the customer does not know', async () => {
  expect(isInLedger(await sellAndDie('committed'))).toBe(true);
});

test.each<KillPoint>(['send', 'sent', 'answered'])('around a call to the authority (%s)', async (point) => {
  await sellAndDie(point, 3);
  expect(readLedger(shop.ledgerFile).some(({ state }) => state === 'sending')).toBe(true);
});

test.each<KillPoint>(['written', 'renamed'])('while the vault writes its file (%s)', async (point) => {
  expect(await sellAndDie(point)).toBeGreaterThan(1);
});

/** Returns the sums of the refunds in the ledger by their state, and how many of these have a document. */
const refunds = () =>
  look(shop.ledgerFile, (database) =>
    database
      .prepare<[], { state: string; issued: number }>(
        'SELECT state, icv IS NOT NULL AS issued FROM card_payment WHERE note IS NOT NULL ORDER BY at DESC',
      )
      .all(),
  );

test.each<[KillPoint, string | undefined]>([
  ['refund-asked', undefined],
  ['refund-given', 'asked'],
  ['refund-answered', 'asked'],
  ['refund-taken', 'approved'],
])('while money goes back to a card (%s): it is finished once', async (point, left) => {
  await sellAndDie(point);
  if (left !== undefined) expect(refunds()[0]).toEqual({ state: left, issued: 0 });
  await restart(shop);
  shop.till.order(shop.sellOn(0));
  await shop.till.issued(3);
  const isOpen = ({ state, issued }: { state: string; issued: number }) =>
    state !== 'cancelled' && issued === 0;
  await expect.poll(() => refunds().filter(isOpen)).toEqual([]);
  shop.till.order({ do: 'rest' });
  await shop.powerOff();
  expect(checkCards(shop.ledgerFile, shop.data)).toEqual([]);
});

test.each<KillPoint>(['shift-opened', 'cash-moved', 'basket-held', 'basket-recalled', 'shift-closed'])(
  'in a step of the drawer (%s), before it is durable and before it is answered: what was answered stays',
  async (point) => {
    for (const nth of [1, 2]) {
      await sellAndDie(point, nth);
      expect(checkDrawerWork(shop.ledgerFile, drawerWorksIn(shop.till.output()))).toEqual([]);
    }
    await restart(shop);
    await shop.powerOff();
    expect(checkShifts(shop.ledgerFile)).toEqual([]);
  },
);

test.each<KillPoint>(['print-begun', 'print-done'])(
  'while a receipt is printed (%s): nothing says that it was, and no second original follows',
  async (point) => {
    await sellAndDie(point);
    const { number } = papers().at(-1) ?? { number: '' };
    const uuid = readLedger(shop.ledgerFile).find((row) => row.number === number)?.uuid ?? '';
    const lines = () =>
      look(shop.ledgerFile, (database) =>
        database
          .prepare<[string], number>(
            `SELECT detail ->> '$.copy' FROM audit
             WHERE action = 'receipt-printed' AND detail ->> '$.uuid' = ? ORDER BY id`,
          )
          .pluck()
          .all(uuid),
      );
    expect(lines()).toEqual([]);
    await restart(shop);
    for (let prints = 0; prints < 2; prints += 1) {
      const printed = shop.till.next('printed');
      shop.till.order({ do: 'print', uuid });
      await printed;
    }
    // A form that the authority has cleared meanwhile is another paper.
    const originals = look(shop.ledgerFile, (database) =>
      database
        .prepare<[string], string>(
          `SELECT detail ->> '$.print' FROM audit
           WHERE action = 'print-asked' AND detail ->> '$.copy' = 0 AND detail ->> '$.print' LIKE '%' || ?`,
        )
        .pluck()
        .all(uuid),
    );
    expect(originals).toContain(`issued ${uuid}`);
    expect(new Set(originals).size).toBe(originals.length);
    const steps = papers().slice(-4);
    expect(steps.map(({ step, copy }) => [step, copy])).toEqual([
      ['begun', originals.length === 1],
      ['cut', originals.length === 1],
      ['begun', true],
      ['cut', true],
    ]);
    expect(new Set(steps.map((step) => step.number))).toEqual(new Set([number]));
    await shop.powerOff();
    expect(lines()).toEqual([originals.length === 1 ? 1 : 0, 1]);
    expect(checkPrints(shop.ledgerFile, shop.printerFolder)).toEqual([]);
  },
);

const papers = () =>
  readFileSync(printsOf(shop.printerFolder), 'utf8')
    .trim()
    .split('\n')
    .map((line): PrintStep => JSON.parse(line));

test('a sale that has no receipt yet is answered where the next one is refused', async () => {
  const sale = await sellAndDie('committed');
  shop.aheadMs = -10 * 24 * 60 * 60_000;
  await mustRefuse(shop, 'clock-back');
  expect(shop.books.nextSale(1)).toBe(sale + 1);
});
