import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openTerminal, type Terminal } from '../../../main/app/terminal/terminal.ts';
import type { Caller } from '../../../main/base/platform/dispatch.ts';
import type { CommandInput, CommandName, CommandOutput } from '../../../shared/contract/index.ts';
import type { ShiftReport } from '../../../shared/contract/till/shifts.ts';
import type { SaleInput } from '../../../shared/sale/sale.ts';
import { keptText } from '../../support/kept-text.ts';
import { onboardedFolder } from '../../support/onboarded-folder.ts';
import { cashier, manager } from '../../support/run/callers.ts';

/*
 * Tests actions beside the documents of a shift, which are stored with the document, in the audit log, and in the
 * figures.
 */

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

const coffee = { key: 'a', name: 'Coffee', quantity: '2', price: '10.00' };
const cake = { key: 'b', name: 'Cake', quantity: '1', price: '9.50' };

type Goods = CommandInput<'basket.keep'>['goods'];
const keep = (id: string, goods: Goods, more: Partial<CommandInput<'basket.keep'>> = {}, caller = cashier) =>
  ask('basket.keep', { id, draft: keptText(), lines: goods.length, goods, ...more }, caller);
const sell = (saleId: string, goods: Goods, more: Partial<SaleInput> = {}, caller?: Caller) =>
  ask(
    'sale.issue',
    {
      saleId,
      lines: goods.map(({ name, quantity, price = '' }) => ({ name, quantity, unitPrice: price })),
      ...more,
    },
    caller,
  );
const saleFactsOf = async (uuid: string) => (await ask('invoice.get', { uuid })).issuedBy?.beside;
const figures = async (): Promise<NonNullable<ShiftReport['beside']>> => {
  const { beside } = await ask('shift.report', {}, manager);
  if (beside === undefined) throw new Error('no figures');
  return beside;
};

beforeAll(async () => {
  terminal = await openTerminal({ folder: await onboardedFolder('beside'), version: '0' });
  await terminal.ready();
  await ask(
    'article.save',
    { article: { nameEn: 'Tea', codes: ['10023'], price: '8.00', unit: 'PCE', favourite: false } },
    manager,
  );
  await ask('people.setLimits', { asks: ['totals'] }, manager);
});
afterAll(() => terminal.close());
beforeEach(async () => {
  const { shift } = await ask('shift.current', {});
  if (shift !== undefined) await ask('shift.close', { number: shift.number }, manager);
  await ask('shift.open', { id: randomUUID(), float: 0 });
});

describe('removed lines', () => {
  test('are written with the document, whatever the screen does with them afterwards', async () => {
    const id = randomUUID();
    await keep(id, [coffee, cake]);
    await keep(id, [coffee]);
    const { uuid } = await sell(id, [coffee]);
    const removed = {
      lines: [{ name: 'Cake', quantity: '1', price: '9.50', total: 950 }],
      count: 1,
      total: 950,
    };
    expect(await saleFactsOf(uuid)).toEqual({ removed });
    expect((await figures()).removed).toEqual({ count: 1, total: 950 });
  });

  test('are told even when the screen never sent the state without them', async () => {
    const id = randomUUID();
    await keep(id, [coffee, cake]);
    expect(await saleFactsOf((await sell(id, [cake])).uuid)).toMatchObject({ removed: { total: 2_000 } });
  });

  test('of a lowered quantity are told as the part that is missing', async () => {
    const id = randomUUID();
    await keep(id, [{ ...coffee, quantity: '3' }]);
    const one = { ...coffee, quantity: '1' };
    await keep(id, [one]);
    const part = { name: 'Coffee', quantity: '2', price: coffee.price, isPart: true };
    expect(await saleFactsOf((await sell(id, [one])).uuid)).toMatchObject({
      removed: { lines: [part], count: 1 },
    });
    expect((await figures()).removed.count).toBe(1);
  });

  test('that came back are none, nor are corrected ones', async () => {
    const id = randomUUID();
    await keep(id, [coffee, { ...cake, name: 'Cak' }]);
    await keep(id, [coffee]);
    await keep(id, [coffee, cake]);
    expect(await saleFactsOf((await sell(id, [coffee, cake])).uuid)).toBeUndefined();
  });

  test('of a basket that is put aside belong to the person who had it', async () => {
    const id = randomUUID();
    await keep(id, [coffee, cake]);
    await keep(id, [coffee]);
    await ask('basket.hold', { id });
    const other: Caller = { role: 'cashier', name: 'Ali' };
    await ask('basket.recall', { id }, other);
    await keep(id, [coffee], {}, other);
    const { uuid } = await sell(id, [coffee], {}, other);
    expect(await saleFactsOf(uuid)).toBeUndefined();
    expect((await figures()).removed).toEqual({ count: 1, total: 950 });
  });

  test('a correction tells neither of the goods that wait for its end nor of those that it began with', async () => {
    const [id, correction] = [randomUUID(), randomUUID()];
    await keep(id, [coffee]);
    await keep(correction, [coffee], { insteadOf: id, isAside: true });
    await keep(id, [coffee], { insteadOf: correction });
    expect(await saleFactsOf((await sell(id, [coffee])).uuid)).toBeUndefined();
    expect(await figures()).toMatchObject({ removed: { count: 0 }, abandoned: { count: 0 } });
  });

  test('goods that another basket took the place of are told', async () => {
    const [id, next] = [randomUUID(), randomUUID()];
    await keep(id, [coffee, cake]);
    await keep(next, [{ ...cake, key: 'c' }], { insteadOf: id });
    expect((await figures()).removed).toEqual({ count: 2, total: 2_950 });
  });
});

describe('a basket that was emptied', () => {
  test('is written with the next goods, and not if it is undone', async () => {
    const id = randomUUID();
    await keep(id, [coffee, cake]);
    await keep(id, []);
    expect((await ask('basket.current', {})).basket).toBeUndefined();
    await keep(id, [coffee, cake]);
    expect((await figures()).abandoned.count).toBe(0);
    await keep(id, []);
    await keep(id, [{ ...cake, key: 'next', price: '1.00' }]);
    expect((await figures()).abandoned).toEqual({ count: 1, total: 2_950 });
    expect(await saleFactsOf((await sell(id, [{ ...cake, price: '1.00' }])).uuid)).toBeUndefined();
  });

  test('belongs to the shift in which it was emptied', async () => {
    await keep(randomUUID(), [coffee]);
    const { basket } = await ask('basket.current', {});
    await keep(basket?.id ?? '', []);
    const { shift } = await ask('shift.current', {});
    const { report } = await ask('shift.close', { number: shift?.number ?? 0 }, manager);
    expect(report.beside.abandoned).toEqual({ count: 1, total: 2_000 });
  });

  test('or discarded is written with its goods', async () => {
    const id = randomUUID();
    await keep(id, [coffee]);
    await ask('basket.hold', { id });
    await ask('basket.discard', { id });
    expect((await figures()).abandoned).toEqual({ count: 1, total: 2_000 });
  });

  test('or discarded, and kept by a screen that still had it, counts once or not at all', async () => {
    const id = randomUUID();
    await keep(id, [coffee]);
    await ask('basket.hold', { id });
    await ask('basket.discard', { id });
    await keep(id, [coffee]);
    await ask('basket.hold', { id });
    await ask('basket.discard', { id });
    expect((await figures()).abandoned).toEqual({ count: 1, total: 2_000 });
    await keep(id, [coffee]);
    await sell(id, [coffee]);
    expect((await figures()).abandoned).toEqual({ count: 0, total: 0 });
  });

  test('and discarded stays counted with what was not sold of it after all', async () => {
    const id = randomUUID();
    const sofa = { key: 'd', name: 'Sofa', quantity: '1', price: '900.00' };
    const pens = { key: 'p', name: 'Pen', quantity: '3', price: '23' };
    const discard = async (goods: Goods) => {
      await keep(id, goods);
      await ask('basket.hold', { id });
      await ask('basket.discard', { id });
    };
    await discard([sofa, pens]);
    expect((await figures()).abandoned).toEqual({ count: 1, total: 96_900 });
    await discard([pens]);
    expect((await figures()).abandoned).toEqual({ count: 2, total: 96_900 });
    const one = { ...pens, quantity: '1' };
    await keep(id, [one]);
    await sell(id, [one]);
    expect((await figures()).abandoned).toEqual({ count: 2, total: 94_600 });
  });

  test('or discarded, and kept for other goods at its price, has lost its own', async () => {
    const id = randomUUID();
    await keep(id, [coffee]);
    await ask('basket.hold', { id });
    await ask('basket.discard', { id });
    await keep(id, [{ ...cake, quantity: '2', price: '10.00' }]);
    await sell(id, [{ ...cake, quantity: '2', price: '10.00' }]);
    expect((await figures()).abandoned).toEqual({ count: 1, total: 2_000 });
  });

  test('or discarded counts no goods twice that were removed after all', async () => {
    const id = randomUUID();
    await keep(id, [coffee, cake]);
    await ask('basket.hold', { id });
    await ask('basket.discard', { id });
    await keep(id, [coffee, cake]);
    await sell(id, [coffee]);
    expect(await figures()).toMatchObject({
      removed: { count: 1, total: 950 },
      abandoned: { count: 0, total: 0 },
    });
  });
});

describe('prices and discounts', () => {
  const tea = { key: 't', name: 'Tea', quantity: '3', price: '8.00' };

  test('a price that is not the article’s of the day is written, by its code or its name', async () => {
    expect(await saleFactsOf((await sell(randomUUID(), [tea])).uuid)).toBeUndefined();
    const { uuid } = await sell(randomUUID(), [{ ...tea, price: '7.5' }]);
    const line = { name: 'Tea', quantity: '3', price: '7.5', was: '8', difference: -150 };
    expect(await saleFactsOf(uuid)).toEqual({ overrides: { lines: [line], count: 1, difference: -150 } });
    const scanned = { name: 'Any', barcode: '10023', quantity: '1', unitPrice: '9.00' };
    await ask('sale.issue', { saleId: randomUUID(), lines: [scanned] });
    expect((await figures()).overrides).toEqual({ count: 2, difference: -50 });
  });

  test('a discount is written with its amount', async () => {
    const { uuid } = await sell(randomUUID(), [tea], { discount: { percent: '10' } });
    expect(await saleFactsOf(uuid)).toEqual({ discount: 240 });
    expect((await figures()).discounted).toBe(1);
  });
});

test('a receipt that is printed again counts, with its print on the invoice', async () => {
  const { uuid } = await sell(randomUUID(), [coffee]);
  await ask('receipt.print', { uuid });
  expect((await figures()).reprints).toBe(0);
  await ask('receipt.print', { uuid }, manager);
  expect((await figures()).reprints).toBe(1);
  expect((await ask('invoice.get', { uuid })).prints).toMatchObject([
    { by: cashier.name, copy: false },
    { by: manager.name, copy: true },
  ]);
});

describe('the report of a shift on paper', () => {
  const html = async (number: number, caller: Caller) => {
    const printed = await ask('shift.print', { number }, caller);
    if (printed.by !== 'page') throw new Error('no page');
    return printed.html.replace(/<style>.*?<\/style>/s, '');
  };

  test('is X while the shift is open and Z with its hash afterwards, the second time as a copy', async () => {
    await sell(randomUUID(), [coffee]);
    const { shift } = await ask('shift.current', {});
    const number = shift?.number ?? 0;
    const x = await html(number, manager);
    expect(x).toContain('Shift report X');
    expect(x).toContain('تقرير الوردية X');
    expect(x).toContain('20.00');
    expect(x).toContain('Training only');
    const closed = await ask('shift.close', { number, count: [{ value: 1_000, count: 3 }] });
    const z = await html(number, cashier);
    expect(z).toContain('Closing report Z');
    expect(z).toContain(closed.hash);
    expect(z).toContain('3 × 10.00');
    expect(z).toMatch(/Over or short<\/span><\/td><td><bdi dir="ltr">10\.00/);
    expect(z).not.toContain('Copy');
    expect(await html(number, manager)).toContain('Copy');
    expect(await html(number, cashier)).toContain('Copy');
    await ask('shift.open', { id: randomUUID(), float: 0 });
  });

  test('is no other cashier’s, and X asks a manager where totals do', async () => {
    const { shift } = await ask('shift.current', {});
    const number = shift?.number ?? 0;
    const refused = async (caller: Caller) => {
      const answer = await terminal.call('shift.print', { number }, caller);
      return answer.ok ? undefined : answer.failure.code;
    };
    expect(await refused(cashier)).toBe('approval-needed');
    await ask('shift.close', { number, count: [] });
    expect(await refused({ role: 'cashier', name: 'Ali' })).toBe('no-shift');
    expect(await refused(cashier)).toBeUndefined();
    await ask('shift.open', { id: randomUUID(), float: 0 });
  });
});
