import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openTerminal, type Terminal } from '../../../main/app/terminal/terminal.ts';
import type { Caller } from '../../../main/base/platform/dispatch.ts';
import { addLine, changePayment, newDraft, newLine } from '../../../renderer/till/cart/draft.ts';
import { newPart } from '../../../renderer/till/cart/payment.ts';
import {
  paidExchange,
  paidSale,
  priceable,
  settlementOf,
} from '../../../renderer/till/cart/sale-of-draft.ts';
import type { CommandInput, CommandName, CommandOutput } from '../../../shared/contract/index.ts';
import type { Draft } from '../../../shared/stored/basket/draft.ts';
import { onboardedFolder } from '../../support/onboarded-folder.ts';
import { cashier, manager } from '../../support/run/callers.ts';

/* Tests a shop that rounds what is paid in cash: baskets as the Pay step issues them, their returns and exchanges. */

let terminal: Terminal;

async function ask<N extends CommandName>(
  name: N,
  input: CommandInput<N>,
  caller: Caller = cashier,
): Promise<CommandOutput<N>> {
  const result = await terminal.call(name, input, caller);
  if (!result.ok) throw new Error(JSON.stringify(result.failure));
  return result.value as CommandOutput<N>;
}

const basket = (...prices: string[]): Draft =>
  prices.reduce<Draft>((draft, price) => addLine(draft, { ...newLine(), name: `Item ${price}`, price }), {
    ...newDraft(),
    lines: [],
  });

/** Returns the coin, as the screens know it. */
const coin = async () => (await ask('terminal.status', {})).cashRounding;
const dueOf = async (draft: Draft) =>
  (await ask('sale.price', priceable(draft)?.sale ?? { lines: [] })).payable;
const sell = async (draft: Draft) => ask('sale.issue', paidSale(draft, await dueOf(draft), [], await coin()));
const paidBy = async (uuid: string) => (await ask('invoice.get', { uuid }, manager)).payments;
const takeBack = async (uuid: string, line: number, payment?: 'card') =>
  ask('sale.issue', await ask('invoice.returnNote', returned(uuid, line, payment)));
const returned = (uuid: string, line: number, payment?: 'card' | 'exchange') => ({
  uuid,
  saleId: randomUUID(),
  lines: [{ line, quantity: '1' }],
  reason: 'Returned',
  ...(payment && { payment }),
});
const drawer = async () => (await ask('shift.report', {}, manager)).cash.expected;

beforeAll(async () => {
  terminal = await openTerminal({ folder: await onboardedFolder('cash-rounding'), version: '0' });
  await terminal.ready();
  await ask('people.setLimits', { asks: [] }, manager);
  await ask('shift.open', { id: randomUUID(), float: 0 });
});
beforeEach(() => ask('sale.setCashRounding', { coin: 25 }, manager));
afterAll(() => terminal.close());

describe('a shop that rounds cash to 0.25', () => {
  test('sells for whole coins, and the document, the drawer and the report agree', async () => {
    const before = await drawer();
    const sold = await sell(basket('10.13', '7.29'));
    expect(sold.payable).toBe(1_750);
    expect(await ask('invoice.get', { uuid: sold.uuid }, manager)).toMatchObject({
      rounding: 8,
      payments: [{ means: 'cash', amount: 1_750 }],
    });
    expect((await drawer()) - before).toBe(1_750);
  });

  test('rounds nothing that a card pays, and only the cash beside it', async () => {
    const draft = basket('10.13', '7.29');
    const byCard = await sell(changePayment(draft, { means: 'card' }));
    expect(byCard.payable).toBe(1_742);
    const parts = [{ ...newPart('card'), amount: '10.00' }, newPart('cash')];
    const mixed = await sell(changePayment({ ...draft, saleId: randomUUID() }, { means: 'several', parts }));
    expect(await paidBy(mixed.uuid)).toEqual([
      { means: 'card', amount: 1_000 },
      { means: 'cash', amount: 750 },
    ]);
    expect(mixed.payable).toBe(1_750);
  });

  test('gives back in whole coins what was paid', async () => {
    const before = await drawer();
    const { uuid } = await sell(basket('10.13', '7.29'));
    expect([(await takeBack(uuid, 1)).payable, (await takeBack(uuid, 2)).payable]).toEqual([1_025, 725]);
    expect(await drawer()).toBe(before);
    // Money of a card goes back to the halala, in cash to the coin below.
    const byCard = await sell(changePayment(basket('10.13', '7.29'), { means: 'card' }));
    expect((await takeBack(byCard.uuid, 1, 'card')).payable).toBe(1_013);
    expect((await takeBack(byCard.uuid, 2)).payable).toBe(725);
  });

  test('gives back all that was paid, also if the last of it goes to a card', async () => {
    for (const [sold, given] of [
      [['10.13', '7.29'], 742],
      [['10.13', '7.37'], 725],
    ] as const) {
      const draft = { ...changePayment(basket(...sold), { means: 'card' }) };
      const { uuid } = await sell(draft);
      const inCash = await takeBack(uuid, 1);
      expect(inCash.payable % 25).toBe(0);
      expect((await takeBack(uuid, 2, 'card')).payable).toBe(given);
    }
  });

  test.each([
    ['12.10', 1_200, 175],
    ['3.33', 325, -700],
    ['0.10', 0, -1_025],
  ])('exchanges goods for one at %s', async (price, payable, moved) => {
    const { uuid, number } = await sell(basket('10.13', '7.29'));
    const note = await ask('invoice.returnNote', returned(uuid, 1, 'exchange'));
    const back = (await ask('sale.price', note)).payable;
    const draft: Draft = { ...basket(price), exchange: { uuid, number, note, back } };
    const before = await drawer();
    const { sale } = await ask('sale.exchange', paidExchange(draft, await dueOf(draft), [], await coin()));
    expect(sale.payable).toBe(payable);
    expect((await drawer()) - before).toBe(moved);
  });

  test('lets a cashier round in no other way', async () => {
    const sale = { saleId: randomUUID(), lines: [{ name: 'A', quantity: 1, unitPrice: '17.42' }] };
    for (const payableRounding of ['-0.42', '-0.02', '1.00']) {
      const result = await terminal.call('sale.issue', { ...sale, payableRounding }, cashier);
      expect(result).toMatchObject({ ok: false, failure: { code: 'not-allowed' } });
    }
    expect((await ask('sale.issue', { ...sale, payableRounding: '-0.42' }, manager)).payable).toBe(1_700);
  });

  test('lets a cashier round a return as its law does, and in no other way', async () => {
    const { uuid, number } = await sell(basket('10.13', '7.29'));
    const note = await ask('invoice.returnNote', returned(uuid, 1));
    const sale = { saleId: randomUUID(), lines: [{ name: 'A', quantity: 1, unitPrice: '3' }] };
    for (const payableRounding of ['1.00', '0.50', '-0.13', '0.01']) {
      const changed = { ...note, payableRounding };
      expect(await terminal.call('sale.issue', changed, cashier)).toMatchObject({
        failure: { code: 'not-allowed' },
      });
      expect(await terminal.call('sale.exchange', { note: changed, sale }, cashier)).toMatchObject({
        failure: { code: 'not-allowed' },
      });
    }
    expect((await ask('sale.issue', note)).payable).toBe(1_025);
    // A price correction without goods has none either.
    const lines = [{ ...note.lines[0], name: 'B', unitPrice: '1.00', correctsLine: 2, goodsBack: false }];
    const cut = { ...note, saleId: randomUUID(), lines, corrects: [{ number }], payableRounding: '0.50' };
    expect(await terminal.call('sale.issue', cut as never, cashier)).toMatchObject({
      failure: { code: 'not-allowed' },
    });
  });

  test('rounds no cash away that a card beside it can pay', async () => {
    const parts = [{ ...newPart('card'), amount: '17.40' }, newPart('cash')];
    const draft = changePayment(basket('10.13', '7.29'), { means: 'several', parts });
    expect(settlementOf(draft, 1_742, [], 25).trouble).toEqual({ kind: 'rest', amount: 2 });
    const lines = [{ name: 'A', quantity: 1, unitPrice: '17.42' }];
    const payments = [{ means: 'card' as const, amount: '17.40' }];
    const sale = { saleId: randomUUID(), lines, payments, payableRounding: '-0.02' };
    expect(await terminal.call('sale.issue', sale, cashier)).toMatchObject({
      failure: { code: 'not-allowed' },
    });
    expect((await sell(basket('0.10'))).payable).toBe(0);
  });

  test.each([
    ['a card', [{ means: 'card' as const }]],
    ['a card and an unknown part in cash', [{ means: 'card' as const }, { means: 'cash' as const }]],
  ])('lets a cashier add nothing to what is paid by %s', async (_, payments) => {
    const lines = [{ name: 'A', quantity: 1, unitPrice: '17.42' }];
    const sale = { saleId: randomUUID(), lines, payments, payableRounding: '0.08' };
    const result = await terminal.call('sale.issue', sale, cashier);
    expect(result).toMatchObject({ ok: false, failure: { code: 'not-allowed' } });
  });

  test('rounds no more when it stops rounding', async () => {
    await ask('sale.setCashRounding', {}, manager);
    expect((await sell(basket('10.13', '7.29'))).payable).toBe(1_742);
  });
});
