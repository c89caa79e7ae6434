import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { openTerminal, type Terminal } from '../../../main/app/terminal/terminal.ts';
import type { CommandInput, CommandName, CommandOutput } from '../../../shared/contract/index.ts';
import { buyer } from '../../document/invoice/fixtures.ts';
import { onboardedFolder } from '../../support/onboarded-folder.ts';
import { cashier, manager } from '../../support/run/callers.ts';

/* Tests accounts of buyers with the terminal's commands: the rights of each role, vouchers and statements. */

let terminal: Terminal;

async function ask<N extends CommandName>(name: N, input: CommandInput<N>, caller = manager) {
  const result = await terminal.call(name, input, caller);
  if (!result.ok) throw new Error(JSON.stringify(result.failure));
  return result.value as CommandOutput<N>;
}
async function refused<N extends CommandName>(name: N, input: CommandInput<N>, caller = cashier) {
  const result = await terminal.call(name, input, caller);
  return result.ok ? 'allowed' : result.failure.code;
}
const key = `number ${buyer.vatNumber}`;
const today = new Date(Date.now() + 3 * 3_600_000).toISOString().slice(0, 10);
const period = { key, from: today, to: today };

beforeAll(async () => {
  terminal = await openTerminal({ folder: await onboardedFolder('accounts'), version: '0' });
  await terminal.ready();
  await ask('shift.open', { id: randomUUID(), float: 0 }, cashier);
  await ask('sale.issue', {
    customer: 'business',
    buyer,
    payments: [{ means: 'onAccount' }],
    lines: [{ name: 'Desk', quantity: 1, unitPrice: '115.00' }],
  });
});
afterAll(() => terminal.close());

test('a cashier receives payments and prints vouchers; statements and corrections are a manager’s', async () => {
  expect((await ask('account.find', { text: '' }, cashier)).accounts).toMatchObject([
    { key, balance: 11_500 },
  ]);
  for (const [name, input] of [
    ['account.get', { key }],
    ['account.statement', period],
    ['account.printStatement', period],
    ['account.export', { ...period, format: 'csv', language: 'ar' }],
    ['account.takeBack', { id: randomUUID(), number: 1, reason: 'x' }],
    ['account.payBack', { id: randomUUID(), key, means: 'cash', amount: 100 }],
    ['account.setLimit', { key, limit: 100 }],
  ] as const)
    expect(await refused(name, input), name).toBe('not-allowed');
  const payment = { id: randomUUID(), key, means: 'cash', amount: 5_000 } as const;
  const paid = await ask('account.pay', payment, cashier);
  expect(paid).toMatchObject({ payment: { number: 1, amount: 5_000, shift: 1, by: 'Sami' }, balance: 6_500 });
  expect(await ask('account.pay', payment, cashier)).toEqual(paid);
  expect(await ask('shift.report', {})).toMatchObject({ cash: { accounts: 5_000, expected: 5_000 } });
  expect((await ask('buyer.list', {})).buyers).toMatchObject([{ key, balance: 6_500 }]);
});

test('the last purchases are the buyer’s own', async () => {
  const other = {
    ...buyer,
    vatNumber: undefined,
    name: `${buyer.name} ${buyer.vatNumber}`,
    identification: { scheme: 'CRN', value: '1010999999' },
  } as const;
  const lines = [{ name: 'Lamp', quantity: 1, unitPrice: '10.00' }];
  await ask('sale.issue', { customer: 'business', buyer: other, payments: [{ means: 'card' }], lines });
  expect((await ask('account.get', { key })).purchases.map(({ payable }) => payable)).toEqual([11_500]);
});

test('the last purchases stay a buyer’s whose name or number was changed, and are those of a merged one, too', async () => {
  const named = (name: string, value: string) => ({
    ...{ name, address: buyer.address, vatNumber: undefined },
    identification: { scheme: 'CRN' as const, value },
  });
  const sell = (to: ReturnType<typeof named>, unitPrice: string) =>
    ask('sale.issue', {
      ...{ customer: 'business', buyer: to, payments: [{ means: 'onAccount' }] },
      lines: [{ name: 'Chair', quantity: 1, unitPrice }],
    });
  const bought = async (of: string) =>
    (await ask('account.get', { key: of })).purchases.map(({ payable }) => payable);
  const [first, other] = [named('Najd Trading', '1010777701'), named('Hijaz Stores', '1010777702')];
  for (const [to, price] of [
    [first, '20.00'],
    [other, '30.00'],
    [first, '40.00'],
  ] as const)
    await sell(to, price);
  const renamed = { ...first, name: 'Aseer Goods' };
  await ask('buyer.save', { key: 'number CRN 1010777701', buyer: renamed });
  expect(await bought('number CRN 1010777701')).toEqual([4_000, 2_000]);
  const { key: now } = await ask('buyer.save', {
    key: 'number CRN 1010777701',
    buyer: { ...renamed, identification: { scheme: 'CRN', value: '1010777709' } },
  });
  expect(await bought(now)).toEqual([4_000, 2_000]);
  await ask('buyer.merge', { key: 'number CRN 1010777702', into: now });
  expect(await bought(now)).toEqual([4_000, 3_000, 2_000]);
  expect((await ask('account.get', { key: now })).balance).toBe(9_000);
});

test('a voucher says both languages, and is a copy from the second time on', async () => {
  const print = async () => {
    const printed = await ask('account.printVoucher', { number: 1 }, cashier);
    return printed.by === 'page' ? printed.html : '';
  };
  const [first, second] = [await print(), await print()];
  for (const text of ['سند قبض', 'Receipt voucher', '50.00', '65.00', buyer.name, buyer.vatNumber])
    expect(first).toContain(text);
  expect([first, second].map((html) => html.includes('>Copy<'))).toEqual([false, true]);
  expect(await refused('account.printVoucher', { number: 2 })).toBe('not-found');
});

test('a payment asked for again is the same one, and opens the drawer once', async () => {
  const devices = await ask('device.settings', {});
  await ask('device.setSettings', { ...devices, drawer: { use: 'withCash', pin: 2 } });
  const payment = { id: randomUUID(), key, means: 'cash', amount: 100 } as const;
  const paid = await ask('account.pay', payment, cashier);
  await ask('people.setLimits', { asks: ['account'] });
  expect(await ask('account.pay', payment, cashier)).toEqual(paid);
  await ask('people.setLimits', { asks: [] });
  for (const other of [{ amount: 200 }, { means: 'card' }, { note: 'x' }] as const)
    expect(await refused('account.pay', { ...payment, ...other }), JSON.stringify(other)).toBe(
      'money-differs',
    );
  const { lines } = await ask('activity.list', { group: 'drawer' });
  expect(lines.filter(({ action }) => action === 'drawer-asked')).toHaveLength(1);
  await ask('device.setSettings', devices);
  const back = { id: randomUUID(), number: paid.payment.number, reason: 'Test' };
  const taken = await ask('account.takeBack', back);
  expect(taken).toMatchObject({ balance: 6_500 });
  expect(await ask('account.takeBack', back)).toEqual(taken);
  expect(await refused('account.takeBack', { ...back, number: 1 }, manager)).toBe('money-differs');
  // Two presses at the same time make only one original.
  const printed = await Promise.all(
    [1, 2].map(() => ask('account.printVoucher', { number: paid.payment.number }, cashier)),
  );
  expect(printed.map((one) => one.by === 'page' && one.html.includes('>Copy<'))).toEqual([false, true]);
});

test('a cashier needs a manager where the limits say so', async () => {
  await ask('people.setLimits', { asks: ['account'] });
  const id = randomUUID();
  const questionOf = async (more: object) => {
    const result = await terminal.call(
      'account.pay',
      { id, key, means: 'card', amount: 500, ...more },
      cashier,
    );
    return result.ok ? undefined : (result.failure.detail?.approval ?? result.failure.code);
  };
  const question = await questionOf({});
  expect(await questionOf({})).toBe(question);
  // The approval is for this amount and means. A payment that is refused anyway requires no approval.
  const others = [await questionOf({ amount: 400 }), await questionOf({ means: 'cash' })];
  expect(new Set([question, ...others]).size).toBe(3);
  expect(await questionOf({ amount: 6_501 })).toBe('bad-input');
  const payment = { id: randomUUID(), key, means: 'card', amount: 500 } as const;
  const answer = await terminal.call('account.pay', payment, cashier);
  expect(answer).toMatchObject({ failure: { code: 'approval-needed', detail: { limits: 'account' } } });
  expect((await ask('account.get', { key })).balance).toBe(6_500);
  await ask('people.setLimits', { asks: [] });
  expect((await ask('account.pay', payment, cashier)).balance).toBe(6_000);
});

test('a manager takes a payment back, prints the statement in both languages, and saves it', async () => {
  const back = { id: randomUUID(), number: 4, reason: 'دفعة لعميل آخر' };
  expect(await ask('account.takeBack', back)).toMatchObject({
    payment: { number: 5, takesBack: 4 },
    balance: 6_500,
  });
  expect(await refused('account.takeBack', { ...back, id: randomUUID() }, manager)).toBe('bad-input');
  expect(await ask('account.statement', period)).toMatchObject({
    opening: 0,
    added: 12_100,
    takenOff: 5_600,
    closing: 6_500,
  });
  const printed = await ask('account.printStatement', period);
  const html = printed.by === 'page' ? printed.html : '';
  for (const text of [
    'كشف حساب',
    'Statement of account',
    'size: A4',
    'width: 190mm',
    'Closing balance',
    '65.00',
    buyer.name,
  ])
    expect(html).toContain(text);
  const file = await ask('account.export', { ...period, format: 'csv', language: 'ar' });
  expect(file.fileName).toContain(`${today}.csv`);
  expect(Buffer.from(file.base64, 'base64').toString()).toContain('الرصيد الختامي');
  const shown = async (payments?: number) => {
    const account = await ask('account.get', { key, ...(payments && { payments }) });
    return [account.payments.map(({ number }) => number), account.more.payments];
  };
  expect(await shown()).toEqual([[5, 4, 3, 2, 1], false]);
  expect(await shown(2)).toEqual([[5, 4], true]);
  expect(await ask('activity.check', {})).toMatchObject({ faults: 0 });
  const { lines } = await ask('activity.list', { group: 'drawer' });
  expect(lines.map(({ action }) => action)).toContain('account-taken-back');
});

test('a voucher stays a copy when the clock was set back after the payment, or between two prints', async () => {
  const at = { id: randomUUID(), key, means: 'card', amount: 100 } as const;
  const { payment } = await ask('account.pay', at, cashier);
  const right = Date.now;
  const print = async () => {
    const printed = await ask('account.printVoucher', { number: payment.number }, cashier);
    return printed.by === 'page' && printed.html.includes('>Copy<');
  };
  const setBack = (hours: number) =>
    vi.spyOn(Date, 'now').mockImplementation(() => right() - hours * 3_600_000);
  setBack(1);
  const printed = [await print()];
  vi.restoreAllMocks();
  printed.push(await print());
  // The clock is set back between two prints, to a time before the first one.
  setBack(5);
  printed.push(await print());
  vi.restoreAllMocks();
  expect(printed).toEqual([false, true, true]);
  await ask('account.takeBack', { id: randomUUID(), number: payment.number, reason: 'Test' });
});

test('a cashier sells on account up to the buyer’s limit, and beyond it with a manager', async () => {
  const { balance } = await ask('account.get', { key });
  await ask('account.setLimit', { key, limit: balance + 2_000 });
  const sold = (amount: string, onAccount = amount) => ({
    saleId: randomUUID(),
    customer: 'business' as const,
    buyer,
    prices: 'includeVat' as const,
    payments: [
      { means: 'onAccount' as const, amount: onAccount },
      ...(onAccount === amount
        ? []
        : [{ means: 'cash' as const, amount: String(Number(amount) - Number(onAccount)) }]),
    ],
    lines: [{ name: 'Lamp', quantity: 1, unitPrice: amount }],
  });
  expect((await ask('sale.issue', sold('15.00'), cashier)).payable).toBe(1_500);
  const above = await terminal.call('sale.issue', sold('6.00'), cashier);
  expect(above).toMatchObject({ failure: { code: 'approval-needed', detail: { limits: 'credit' } } });
  // Only amounts that stay on the account count.
  expect((await ask('sale.issue', sold('20.00', '5.00'), cashier)).payable).toBe(2_000);
  expect((await ask('account.get', { key })).balance).toBe(balance + 2_000);
  expect((await ask('sale.issue', sold('1.00'), manager)).payable).toBe(100);
  await ask('account.setLimit', { key });
  expect((await ask('account.get', { key })).limit).toBeUndefined();
  expect((await ask('sale.issue', sold('6.00'), cashier)).payable).toBe(600);
});

test('credit is paid back with a voucher of its own', async () => {
  const { balance } = await ask('account.get', { key });
  const { payment } = await ask('account.pay', { id: randomUUID(), key, means: 'card', amount: balance });
  const [newest] = (await ask('account.get', { key })).purchases;
  await ask('sale.issue', {
    kind: 'creditNote',
    customer: 'business',
    buyer,
    prices: 'includeVat',
    corrects: [{ number: newest?.number ?? '' }],
    reason: 'Returned',
    payments: [{ means: 'onAccount' }],
    lines: [{ name: 'Lamp', quantity: 1, unitPrice: '6.00' }],
  });
  expect(
    await refused('account.payBack', { id: randomUUID(), key, means: 'cash', amount: 601 }, manager),
  ).toBe('bad-input');
  const back = { id: randomUUID(), key, means: 'cash', amount: 600 } as const;
  const paid = await ask('account.payBack', back);
  expect(paid).toMatchObject({ payment: { number: payment.number + 1, amount: -600 }, balance: 0 });
  expect(await ask('account.payBack', back)).toEqual(paid);
  const printed = await ask('account.printVoucher', { number: paid.payment.number });
  for (const text of ['سند صرف', 'Payment voucher', '6.00', buyer.name])
    expect(printed.by === 'page' && printed.html).toContain(text);
});
