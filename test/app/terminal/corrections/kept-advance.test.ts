import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTerminal, type Terminal } from '../../../../main/app/terminal/terminal.ts';
import { riyadhDateTime } from '../../../../main/base/platform/riyadh-time.ts';
import { addLine, changeAdvanced, newDraft, newLine } from '../../../../renderer/till/cart/draft.ts';
import { paidExchange, priceable } from '../../../../renderer/till/cart/sale-of-draft.ts';
import type { CommandInput, CommandName, CommandOutput } from '../../../../shared/contract/index.ts';
import type { SaleInput } from '../../../../shared/sale/sale.ts';
import { onboardedFolder } from '../../../support/onboarded-folder.ts';
import { cashier, manager } from '../../../support/run/callers.ts';

/*
 * Tests what becomes of an advance when the goods of the invoice that deducted it come back: it is paid back with them,
 * or kept as a new advance.
 */

let terminal: Terminal;
beforeAll(async () => {
  terminal = await openTerminal({ folder: await onboardedFolder('kept-advance'), version: '0' });
  await terminal.ready();
});
afterAll(() => terminal.close());

async function ask<N extends CommandName>(name: N, input: CommandInput<N>): Promise<CommandOutput<N>> {
  const result = await terminal.call(name, input, manager);
  if (!result.ok) throw new Error(JSON.stringify(result.failure));
  return result.value as CommandOutput<N>;
}

type Document = CommandOutput<'sale.issue'>;

const priced = (name: string, unitPrice: string) => [{ name, quantity: 1, unitPrice }];
const advanceOf = (unitPrice: string, more: Partial<SaleInput> = {}): SaleInput => ({
  saleId: randomUUID(),
  kind: 'prepayment',
  lines: priced('Advance', unitPrice),
  ...more,
});

/** Sells a sofa of 230.00, of which 115.00 was paid in advance. */
async function soldWithAdvance(advance?: Document): Promise<Document> {
  const { number, issuedAt } = advance ?? (await ask('sale.issue', advanceOf('115.00')));
  const { date: issueDate, time: issueTime } = riyadhDateTime(Date.parse(issuedAt));
  return ask('sale.issue', {
    saleId: randomUUID(),
    lines: priced('Sofa', '230.00'),
    prepayments: [{ number, issueDate, issueTime, amounts: [{ amount: '115.00' }] }],
  });
}

/** Returns the credit note that takes the sofa back. */
const backOf = ({ uuid }: Document) =>
  ask('invoice.returnNote', {
    uuid,
    saleId: randomUUID(),
    lines: [{ line: 1, quantity: '1' }],
    reason: 'Too large',
  });

const paidBy = async ({ uuid }: Document) =>
  (await ask('invoice.get', { uuid })).payments.map(({ means, amount }) => [means, amount]);

/** Returns what was given back and taken in cash today. */
async function takingsOfToday(): Promise<{ returned: number; cash: number }> {
  const day = riyadhDateTime(Date.now()).date;
  const { returns, means } = await ask('takings.get', { from: day, to: day });
  const cash = means.find((row) => row.means === 'cash');
  return { returned: returns.total, cash: (cash?.received ?? 0) - (cash?.paidBack ?? 0) };
}

test('it is kept as a new advance, which a later invoice deducts, and only the rest is paid back', async () => {
  const sold = await soldWithAdvance();
  const note = await backOf(sold);
  const done = await ask('sale.exchange', { note, sale: advanceOf('115.00') });
  expect(await paidBy(done.note)).toEqual([
    ['exchange', 115_00],
    ['cash', 115_00],
  ]);
  expect(await paidBy(done.sale)).toEqual([['exchange', 115_00]]);
  expect(done.sale).toMatchObject({ payable: 115_00 });
  expect(await ask('invoice.get', { uuid: done.sale.uuid })).toMatchObject({ kind: 'prepayment' });
  // Another sofa is sold, and the kept advance is deducted as any other, once.
  const next = await soldWithAdvance(done.sale);
  expect(next.payable).toBe(115_00);
  await expect(soldWithAdvance(done.sale)).rejects.toThrow('advance-deducted');
});

test('all of it may be kept, or paid back with the goods', async () => {
  const [first, second] = [await soldWithAdvance(), await soldWithAdvance()];
  const before = await takingsOfToday();
  const kept = await ask('sale.exchange', {
    note: await backOf(first),
    sale: advanceOf('230.00'),
  });
  expect([await paidBy(kept.note), await paidBy(kept.sale)]).toEqual([
    [['exchange', 230_00]],
    [['exchange', 230_00]],
  ]);
  expect((await takingsOfToday()).cash).toBe(before.cash);
  const paidBack = await ask('sale.issue', await backOf(second));
  expect(await paidBy(paidBack)).toEqual([['cash', 230_00]]);
  const after = await takingsOfToday();
  expect([after.returned - before.returned, before.cash - after.cash]).toEqual([460_00, 230_00]);
});

test('the basket of an exchange keeps it, where a manager chooses that kind of document', async () => {
  const { uuid, number, ...sold } = await soldWithAdvance();
  const note = await backOf({ uuid, number, ...sold });
  const { payable: back } = await ask('sale.price', note);
  const advance = addLine({ ...newDraft(), lines: [] }, { ...newLine(), name: 'Advance', price: '115.00' });
  const draft = {
    ...changeAdvanced(advance, { kind: 'prepayment' }),
    exchange: { uuid, number, note, back },
  };
  const due = (await ask('sale.price', priceable(draft)?.sale ?? { lines: [] })).payable;
  const done = await ask('sale.exchange', paidExchange(draft, due, []));
  expect(await paidBy(done.note)).toEqual([
    ['exchange', 115_00],
    ['cash', 115_00],
  ]);
  expect(await ask('invoice.get', { uuid: done.sale.uuid })).toMatchObject({ kind: 'prepayment' });
});

test('a manager says so, and it stays that of the same customer', async () => {
  const note = await backOf(await soldWithAdvance());
  const refusalOf = async (input: CommandInput<'sale.exchange'>, by = manager) => {
    const result = await terminal.call('sale.exchange', input, by);
    return result.ok
      ? 'issued'
      : [result.failure.code, ...(result.failure.issues ?? []).map(({ code }) => code)];
  };
  expect(await refusalOf({ note, sale: advanceOf('115.00') }, cashier)).toEqual(['not-allowed']);
  const business = {
    customer: 'business',
    buyer: { name: 'شركة المثال', vatNumber: '399999999800003', address: riyadh },
  } as const;
  expect(await refusalOf({ note, sale: advanceOf('115.00', business) })).toEqual([
    'bad-input',
    'advance-customer-differs',
  ]);
  expect(await refusalOf({ note, sale: { ...advanceOf('115.00'), kind: 'debitNote' } })).toContain(
    'exchange',
  );
  expect(await refusalOf({ note, sale: advanceOf('115.00') })).toBe('issued');
});

const riyadh = {
  street: 'Olaya Street',
  building: '1111',
  district: 'Al-Murooj',
  city: 'Riyadh',
  postalCode: '12222',
  country: 'SA',
};
