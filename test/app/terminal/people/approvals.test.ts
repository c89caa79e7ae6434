import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTerminal, type Terminal } from '../../../../main/app/terminal/terminal.ts';
import type { CommandInput, CommandName, CommandOutput } from '../../../../shared/contract/index.ts';
import type { SaleInput } from '../../../../shared/sale/sale.ts';
import { onboardedFolder } from '../../../support/onboarded-folder.ts';

/* Tests the limits of a cashier, and a manager's approval at the till. */

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
const discounted = (amount: string): SaleInput => ({
  saleId: randomUUID(),
  lines: [{ name: 'Chair', quantity: 1, unitPrice: '100.00', discount: { amount } }],
});
const agree = (approval: unknown, by = mona) =>
  ({ ...by, approval: String(approval), reason: 'Scratched' }) as CommandInput<'session.approve'>;

beforeAll(async () => {
  terminal = await openTerminal({ folder: await onboardedFolder('approvals'), version: '0' });
  await terminal.ready();
  await ask('people.save', { ...mona, role: 'manager' });
  await ask('people.save', { ...sami, role: 'cashier' });
  await ask('shift.setRequired', { isRequired: false });
  await ask('people.setLimits', {
    discountPercent: 10,
    refund: 5_000,
    asks: ['price', 'totals', 'reprint'],
  });
  const tea = { nameEn: 'Tea', codes: ['10023'], price: '8.00', unit: 'PCE', favourite: false } as const;
  await ask('article.save', { article: { ...tea, codes: [...tea.codes] } });
  await ask('people.signIn', sami);
});
afterAll(() => terminal.close());

describe('a cashier', () => {
  test('sells within the limits without being asked', async () => {
    const { uuid } = await ask('sale.issue', discounted('10.00'));
    expect((await ask('invoice.get', { uuid })).issuedBy).toEqual({
      kind: 'person',
      name: 'Sami',
      role: 'cashier',
      beside: { discount: 1_000 },
    });
  });

  test('needs a manager beyond them, who agrees to this sale and no other', async () => {
    const sale = discounted('10.01');
    const failure = await refused('sale.issue', sale);
    expect(failure).toMatchObject({ code: 'approval-needed', detail: { limits: 'discount' } });
    const { approval } = failure.detail ?? {};
    // A repeated request gets the same question.
    expect((await refused('sale.issue', sale)).detail?.approval).toBe(approval);
    await ask('session.approve', agree(approval));
    // The discount has become larger meanwhile.
    const larger = { ...discounted('50.00'), saleId: sale.saleId };
    expect((await refused('sale.issue', larger)).detail?.approval).not.toBe(approval);
    const issued = await ask('sale.issue', sale);
    expect((await ask('invoice.get', { uuid: issued.uuid })).issuedBy).toMatchObject({
      name: 'Sami',
      approval: { by: 'Mona', reason: 'Scratched', limits: ['discount'] },
    });
    // The answer is lost, and the same sale is requested again.
    expect((await ask('sale.issue', sale)).uuid).toBe(issued.uuid);
  });

  test('is not helped by another cashier, a wrong PIN, or a question that nobody asked', async () => {
    const { detail } = await refused('sale.issue', discounted('20.00'));
    expect(await refused('session.approve', agree(detail?.approval, sami))).toMatchObject({
      code: 'not-allowed',
    });
    const wrong = agree(detail?.approval, { ...mona, pin: '000000' });
    expect(await refused('session.approve', wrong)).toMatchObject({ code: 'wrong-pin' });
    expect(await refused('session.approve', agree(randomUUID()))).toMatchObject({ code: 'not-found' });
  });

  test('pays back large amounts with a manager alone', async () => {
    const sale: SaleInput = {
      saleId: randomUUID(),
      lines: [{ name: 'Table', quantity: 2, unitPrice: '40.00' }],
    };
    const { uuid } = await ask('sale.issue', sale);
    const note = (quantity: string) =>
      ask('invoice.returnNote', {
        uuid,
        saleId: randomUUID(),
        lines: [{ line: 1, quantity }],
        reason: 'Returned',
      });
    expect((await refused('sale.issue', await note('2'))).detail?.limits).toBe('refund');
    expect((await ask('sale.issue', await note('1'))).kind).toBe('creditNote');
    // The rest alone is below the limit, and both together are above it.
    expect((await refused('sale.issue', await note('1'))).detail?.limits).toBe('refund');
  });

  test('takes goods back with their receipt, and without it with a manager', async () => {
    await ask('people.signIn', mona);
    const limits = await ask('people.limits', {});
    await ask('people.setLimits', { ...limits, asks: [...limits.asks, 'no-receipt'] });
    await ask('people.signIn', sami);
    const sale = discounted('1.00');
    const { uuid, number, qr } = await ask('sale.issue', {
      ...sale,
      lines: [{ name: 'Cup', quantity: 9, unitPrice: '4' }],
    });
    const other = await ask('sale.issue', discounted('1.00'));
    const note = (receipt: string | undefined) =>
      ask('invoice.returnNote', {
        uuid,
        saleId: randomUUID(),
        receipt,
        lines: [{ line: 1, quantity: '1' }],
        reason: 'Returned',
      });
    const digits = number.slice(number.indexOf('-') + 1);
    const shown = { [qr]: 'qr', [number.toLowerCase()]: 'number', [digits]: 'number' } as const;
    for (const [code, receipt] of Object.entries(shown)) {
      expect((await ask('invoice.returnable', { uuid, receipt: code })).receiptShown).toBe(receipt);
      const issued = await ask('sale.issue', await note(code));
      expect((await ask('invoice.get', { uuid: issued.uuid })).issuedBy?.beside).toEqual({ receipt });
    }
    for (const code of [undefined, String(Number(digits)), other.qr, other.number, 'T1'])
      expect((await refused('sale.issue', await note(code))).detail?.limits, code).toBe('no-receipt');
    // The page claims without proof that a receipt was shown, or that it was shown for another note or quantity.
    const lies = { ...(await note(undefined)), receiptShown: 'qr' } as const;
    expect((await refused('sale.issue', lies)).detail?.limits).toBe('no-receipt');
    const upgraded = { ...(await note(number)), receiptShown: 'qr' } as const;
    expect((await refused('sale.issue', upgraded)).detail?.limits).toBe('no-receipt');
    const renamed = { ...(await note(qr)), saleId: randomUUID() };
    expect((await refused('sale.issue', renamed)).detail?.limits).toBe('no-receipt');
    const bought = discounted('1.00');
    expect((await refused('sale.exchange', { note: lies, sale: bought })).detail?.limits).toBe('no-receipt');
    // A rejected document of another kind does not count as a receipt.
    const rejected = { ...(await note(undefined)), saleId: randomUUID() };
    expect((await refused('sale.correct', { rejected: other.uuid, sale: rejected })).detail?.limits).toBe(
      'no-receipt',
    );
    await ask('people.signIn', mona);
    const unlimited = await ask('sale.issueAll', { sales: [lies] });
    const [{ issued: told } = {}] = unlimited.results as { issued?: { uuid: string } }[];
    const { issuedBy } = await ask('invoice.get', { uuid: told?.uuid ?? '' });
    expect(issuedBy?.beside).toEqual({ receipt: 'none' });
    await ask('people.signIn', sami);
    const input = await note(undefined);
    const failure = await refused('sale.issue', input);
    await ask('session.approve', agree(failure.detail?.approval));
    const issued = await ask('sale.issue', input);
    expect((await ask('invoice.get', { uuid: issued.uuid })).issuedBy).toMatchObject({
      approval: { by: 'Mona', limits: ['no-receipt'] },
      beside: { receipt: 'none' },
    });
    await ask('people.signIn', mona);
    await ask('people.setLimits', limits);
    await ask('people.signIn', sami);
  });

  test('pays back by the means that paid, as far as they paid, and otherwise with a manager', async () => {
    await ask('people.signIn', mona);
    const limits = await ask('people.limits', {});
    await ask('people.setLimits', { ...limits, asks: ['other-means'] });
    await ask('people.signIn', sami);
    const { uuid } = await ask('sale.issue', {
      saleId: randomUUID(),
      lines: [{ name: 'Cup', quantity: 10, unitPrice: '4' }],
      payments: [
        { means: 'card', amount: '24' },
        { means: 'cash', amount: '16' },
      ],
    });
    const note = (quantity: string, ...paid: [means: 'cash' | 'card' | 'bankTransfer', amount: string][]) =>
      ask('invoice.returnNote', {
        uuid,
        saleId: randomUUID(),
        lines: [{ line: 1, quantity }],
        reason: 'Returned',
        payment: 'cash',
        ...(paid.length > 0 && { payments: paid.map(([means, amount]) => ({ means, amount })) }),
      });
    const limitsOf = async (sale: SaleInput) => (await refused('sale.issue', sale)).detail?.limits;
    expect(await limitsOf(await note('1', ['bankTransfer', '4']))).toBe('other-means');
    expect(await limitsOf(await note('5', ['cash', '20']))).toBe('other-means');
    await ask('sale.issue', await note('2', ['cash', '8']));
    // The amount of the earlier note counts.
    expect(await limitsOf(await note('3', ['cash', '12']))).toBe('other-means');
    const bought: SaleInput = { saleId: randomUUID(), lines: [{ name: 'Cup', quantity: 1, unitPrice: '4' }] };
    const back = await note('4');
    expect((await refused('sale.exchange', { note: back, sale: bought })).detail?.limits).toBe('other-means');
    const even: SaleInput = { saleId: randomUUID(), lines: [{ name: 'Cup', quantity: 3, unitPrice: '4' }] };
    await ask('sale.exchange', { note: back, sale: even });
    await ask('people.signIn', mona);
    await ask('people.setLimits', limits);
    await ask('people.signIn', sami);
  });

  test('pays back no more than the limit in riyals, whatever the currency', async () => {
    await ask('people.signIn', mona);
    const dollars = { currency: 'USD', exchangeRate: '3.75' };
    const lines = [{ name: 'Lamp', quantity: 1, unitPrice: '20.00' }];
    const { uuid } = await ask('sale.issue', { saleId: randomUUID(), ...dollars, lines });
    await ask('people.signIn', sami);
    const back = await ask('invoice.returnNote', {
      uuid,
      saleId: randomUUID(),
      lines: [{ line: 1, quantity: '1' }],
      reason: 'Returned',
    });
    expect((await refused('sale.issue', back)).detail?.limits).toBe('refund');
  });

  test('needs a manager for another price than the article’s, where one is asked for it', async () => {
    const repriced = (price: string): SaleInput => ({
      saleId: randomUUID(),
      lines: [{ name: 'Tea', quantity: 1, unitPrice: price }],
    });
    expect((await refused('sale.issue', repriced('7.00'))).detail?.limits).toBe('price');
    expect((await ask('sale.issue', repriced('8.00'))).kind).toBe('invoice');
  });

  test('sees the totals of the shift with a manager, for this shift', async () => {
    await ask('shift.open', { id: randomUUID(), float: 0 });
    const failure = await refused('shift.report', {});
    expect(failure).toMatchObject({ code: 'approval-needed', detail: { limits: 'totals' } });
    await ask('session.approve', agree(failure.detail?.approval));
    expect((await ask('shift.report', {})).number).toBe(1);
    expect((await ask('shift.report', {})).number).toBe(1);
    await ask('shift.close', { number: 1, count: [] });
    await ask('shift.open', { id: randomUUID(), float: 0 });
    expect((await refused('shift.report', {})).code).toBe('approval-needed');
  });

  test('prints a receipt once, and again with a manager, who is named in the log', async () => {
    const { uuid } = await ask('sale.issue', discounted('1.00'));
    await ask('receipt.print', { uuid });
    const failure = await refused('receipt.print', { uuid });
    expect(failure.detail?.limits).toBe('reprint');
    await ask('session.approve', agree(failure.detail?.approval));
    await ask('receipt.print', { uuid });
    expect((await ask('invoice.get', { uuid })).prints).toMatchObject([{ copy: false }, { copy: true }]);
  });

  test('neither sees nor sets the limits', async () => {
    expect(await refused('people.limits', {})).toMatchObject({ code: 'not-allowed' });
    expect(await refused('people.setLimits', {})).toMatchObject({ code: 'not-allowed' });
  });
});

describe('a manager', () => {
  test('has no limits', async () => {
    await ask('people.signIn', mona);
    expect((await ask('sale.issue', discounted('90.00'))).kind).toBe('invoice');
  });
});
