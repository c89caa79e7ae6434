import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTerminal, type Terminal } from '../../../../main/app/terminal/terminal.ts';
import { settleExchange } from '../../../../main/till/issue/exchange.ts';
import { paymentsOf } from '../../../../main/till/issue/payments.ts';
import type { CommandInput, CommandName, CommandOutput } from '../../../../shared/contract/index.ts';
import { type SaleInput, saleSchema } from '../../../../shared/sale/sale.ts';
import { halalasToText, sumHalalas } from '../../../../shared/values/money.ts';
import { onboardedFolder } from '../../../support/onboarded-folder.ts';

/*
 * Tests exchanges of goods for others. Both documents are issued or none, and there is one amount to pay or to refund.
 */

const mona = { name: 'Mona', pin: '482913' };
const sami = { name: 'Sami', pin: '135790' };
let terminal: Terminal;

async function ask<N extends CommandName>(name: N, input: CommandInput<N>): Promise<CommandOutput<N>> {
  const result = await terminal.callFromScreen(name, input);
  if (!result.ok) throw new Error(JSON.stringify(result.failure));
  return result.value as CommandOutput<N>;
}
async function refused<N extends CommandName>(name: N, input: CommandInput<N>) {
  const result = await terminal.callFromScreen(name, input);
  if (result.ok) throw new Error(`${name} was allowed`);
  return result.failure;
}
const sold = (name: string, unitPrice: string, more: Partial<SaleInput> = {}): SaleInput => ({
  saleId: randomUUID(),
  lines: [{ name, quantity: 1, unitPrice }],
  ...more,
});
/** Sells a shirt and returns the credit note that takes it back. */
async function backOf(unitPrice: string) {
  const { uuid } = await ask('sale.issue', sold('Shirt', unitPrice));
  const lines = [{ line: 1, quantity: '1' }];
  return ask('invoice.returnNote', { uuid, saleId: randomUUID(), lines, reason: 'Too small' });
}
const issued = async () => (await ask('terminal.status', {})).issued;
const paymentsOfDocument = async ({ uuid }: { uuid: string }) =>
  (await ask('invoice.get', { uuid })).payments.map(({ means, amount, tendered }) => [
    means,
    amount,
    ...(tendered === undefined ? [] : [tendered]),
  ]);

beforeAll(async () => {
  terminal = await openTerminal({ folder: await onboardedFolder('exchange'), version: '0' });
  await terminal.ready();
  await ask('people.save', { ...mona, role: 'manager' });
  await ask('people.save', { ...sami, role: 'cashier' });
  await ask('people.setLimits', { asks: ['totals'] });
  await ask('people.signIn', sami);
  await ask('shift.open', { id: randomUUID(), float: 100_00 });
});
afterAll(() => terminal.close());

describe('an exchange', () => {
  test('for dearer goods is paid up, and the drawer has just that', async () => {
    const cash = async () => {
      await ask('people.signIn', mona);
      return (await ask('shift.report', {})).cash.expected;
    };
    const note = await backOf('69.00');
    const before = await cash();
    await ask('people.signIn', sami);
    const sale = sold('Coat', '115.00', { payments: [{ means: 'cash', amount: 46, tendered: 50 }] });
    const done = await ask('sale.exchange', { note, sale });
    expect(await paymentsOfDocument(done.note)).toEqual([['exchange', 69_00]]);
    expect(await paymentsOfDocument(done.sale)).toEqual([
      ['exchange', 69_00],
      ['cash', 46_00, 50_00],
    ]);
    expect(await cash()).toBe(before + 46_00);
    await ask('people.signIn', sami);
  });

  test('for cheaper goods is paid back by the means of the note', async () => {
    const note = { ...(await backOf('69.00')), payments: [{ means: 'card' as const }] };
    const done = await ask('sale.exchange', { note, sale: sold('Socks', '23.00') });
    expect(await paymentsOfDocument(done.note)).toEqual([
      ['exchange', 23_00],
      ['card', 46_00],
    ]);
    expect(await paymentsOfDocument(done.sale)).toEqual([['exchange', 23_00]]);
  });

  test('for goods of the same price moves no money', async () => {
    const done = await ask('sale.exchange', { note: await backOf('69.00'), sale: sold('Shirt L', '69.00') });
    expect(await paymentsOfDocument(done.note)).toEqual([['exchange', 69_00]]);
    expect(await paymentsOfDocument(done.sale)).toEqual([['exchange', 69_00]]);
  });

  test('asked for again is answered with its documents', async () => {
    const request = { note: await backOf('69.00'), sale: sold('Coat', '115.00') };
    const first = await ask('sale.exchange', request);
    const before = await issued();
    const second = await ask('sale.exchange', request);
    expect([second.note.uuid, second.sale.uuid]).toEqual([first.note.uuid, first.sale.uuid]);
    expect(await issued()).toBe(before);
  });

  test('with a wrong sale, or wrong payments, takes nothing back', async () => {
    const note = await backOf('69.00');
    const before = await issued();
    const dear = { lines: [{ name: '', quantity: 1, unitPrice: 5 }] };
    expect(await refused('sale.exchange', { note, sale: sold('', '1', dear) })).toMatchObject({
      issues: [{ path: ['sale', 'lines', 0, 'name'] }],
    });
    const short = sold('Coat', '115.00', { payments: [{ means: 'cash', amount: '45.99' }] });
    expect(await refused('sale.exchange', { note, sale: short })).toMatchObject({
      issues: [{ code: 'payments-sum', params: { limit: '46.00' } }],
    });
    expect(await issued()).toBe(before);
    // The goods of the note can still be returned.
    await ask('sale.exchange', { note, sale: sold('Coat', '115.00') });
  });

  test('takes goods back once', async () => {
    const note = await backOf('69.00');
    await ask('sale.exchange', { note, sale: sold('Coat', '115.00') });
    const before = await issued();
    const again = { note: { ...note, saleId: randomUUID() }, sale: sold('Coat', '115.00') };
    expect((await refused('sale.exchange', again)).issues?.[0]?.path[0]).toBe('note');
    expect(await issued()).toBe(before);
  });

  test('pays for one sale, whatever is asked for with its credit note later', async () => {
    const note = await backOf('69.00');
    await ask('sale.exchange', { note, sale: sold('Coat', '115.00') });
    const before = await issued();
    const other = { note, sale: sold('Another coat', '115.00') };
    expect((await refused('sale.exchange', other)).code).toBe('sale-differs');
    expect(await issued()).toBe(before);
    // A note that was paid out cannot be used for an exchange, either.
    const paidOut = await backOf('69.00');
    await ask('sale.issue', paidOut);
    expect((await refused('sale.exchange', { note: paidOut, sale: sold('Coat', '115.00') })).code).toBe(
      'sale-differs',
    );
  });

  test('is the only place for its means, and several others state their amounts', async () => {
    const note = await backOf('69.00');
    const before = await issued();
    for (const means of ['exchange', '97']) {
      const sale = sold('Coat', '115.00', { payments: [{ means }] });
      for (const failure of [
        await refused('sale.issue', sale),
        await refused('sale.exchange', { note, sale }),
        await refused('sale.issue', { ...note, payments: [{ means }] }),
      ])
        expect(failure.issues?.map(({ code }) => code)).toEqual(['exchange']);
    }
    const two = sold('Coat', '115.00', { payments: [{ means: 'cash' }, { means: 'card' }] });
    expect((await refused('sale.exchange', { note, sale: two })).issues?.[0]?.code).toBe('payments-sum');
    expect(await issued()).toBe(before);
  });

  test('takes no VAT of a cashier’s own', async () => {
    const note = await backOf('69.00');
    const vat = { category: 'Z', reason: 'VATEX-SA-32' } as const;
    const sale = sold('Coat', '115.00', { lines: [{ name: 'Coat', quantity: 1, unitPrice: 115, vat }] });
    expect((await refused('sale.exchange', { note, sale })).issues?.[0]).toMatchObject({
      path: ['sale', 'lines', 0, 'vat'],
      code: 'vat-not-given',
    });
  });

  test('is of a credit note and an invoice, each with its id, in one currency', async () => {
    const note = await backOf('69.00');
    const sale = sold('Coat', '115.00');
    const before = await issued();
    for (const [wrong, path] of [
      [{ note: sale, sale }, 'note.kind'],
      [{ note, sale: note }, 'sale.kind'],
      [{ note, sale: { ...sale, saleId: undefined } }, 'sale.saleId'],
      [{ note, sale: { ...sale, saleId: note.saleId } }, 'sale.saleId'],
      [{ note, sale: { ...sale, currency: 'USD', exchangeRate: '3.75' } }, 'sale.currency'],
    ] as const)
      expect(
        (await refused('sale.exchange', wrong as CommandInput<'sale.exchange'>)).issues?.map(({ path }) =>
          path.join('.'),
        ),
      ).toContain(path);
    expect(await issued()).toBe(before);
  });

  test('is within the limits of a cashier, or agreed to for both documents', async () => {
    await ask('people.signIn', mona);
    await ask('people.setLimits', { discountPercent: 10, refund: 50_00 });
    await ask('people.signIn', sami);
    const note = await backOf('69.00');
    const sale = { ...sold('Coat', '200.00'), discount: { percent: 50 } };
    const before = await issued();
    for (const limit of ['refund', 'discount']) {
      const { code, detail } = await refused('sale.exchange', { note, sale });
      expect([code, detail?.limits]).toEqual(['approval-needed', limit]);
      await ask('session.approve', { ...mona, approval: String(detail?.approval), reason: 'A regular' });
    }
    expect(await issued()).toBe(before);
    const done = await ask('sale.exchange', { note, sale });
    for (const { uuid } of [done.note, done.sale])
      expect((await ask('invoice.get', { uuid })).issuedBy?.approval?.by).toBe('Mona');
  });
});

test('the payments of any exchange add up to both documents, and one of them alone has money', () => {
  const amount = fc.integer({ min: 1, max: 10_000_000_00 });
  fc.assert(
    fc.property(amount, amount, fc.boolean(), (back, due, isStated) => {
      const line = { name: 'x', quantity: 1, unitPrice: 1 };
      const rest = due - Math.min(back, due);
      const payments =
        isStated && rest > 0
          ? [{ means: 'card' as const, amount: halalasToText(rest) }]
          : [{ means: 'cash' as const }];
      const sale = saleSchema.parse({ lines: [line], payments });
      const settled = settleExchange({ note: { ...sale, payments: [{ means: 'cash' }] }, sale }, back, due);
      const [noteRows, saleRows] = [paymentsOf(settled.note, back), paymentsOf(settled.sale, due)];
      const money = (rows: typeof noteRows) =>
        sumHalalas(rows.filter(({ means }) => means !== 'exchange').map(({ amount = 0 }) => amount));
      expect(sumHalalas(noteRows.map(({ amount = 0 }) => amount))).toBe(back);
      expect(sumHalalas(saleRows.map(({ amount = 0 }) => amount))).toBe(due);
      expect(money(saleRows) - money(noteRows)).toBe(due - back);
      expect(Math.min(money(saleRows), money(noteRows))).toBe(0);
    }),
  );
});
