import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTerminal, type Terminal } from '../../../../main/app/terminal/terminal.ts';
import { systemClock } from '../../../../main/base/platform/clock.ts';
import type { CommandInput, CommandName, CommandOutput } from '../../../../shared/contract/index.ts';
import type { SaleInput } from '../../../../shared/sale/sale.ts';
import { buyer } from '../../../document/invoice/fixtures.ts';
import { onboardedFolder } from '../../../support/onboarded-folder.ts';

/* Tests a cashier who corrects a rejected document, whose money moved when it was issued. */

const mona = { name: 'Mona', pin: '482913' };
const sami = { name: 'Sami', pin: '135790' };
type Paid = [means: 'cash' | 'card' | 'bankTransfer', amount: string];
let terminal: Terminal;
const day = 24 * 3_600_000;
/** The milliseconds by which the clock is set forward. */
let ahead = 0;
const clock = { ...systemClock, now: () => systemClock.now() + ahead };

async function ask<N extends CommandName>(name: N, input: CommandInput<N>): Promise<CommandOutput<N>> {
  const result = await terminal.callFromScreen(name, input);
  if (!result.ok) throw new Error(JSON.stringify(result.failure));
  return result.value as CommandOutput<N>;
}
async function limitsOf<N extends CommandName>(name: N, input: CommandInput<N>) {
  const result = await terminal.callFromScreen(name, input);
  return result.ok ? undefined : result.failure.detail?.limits;
}
const withPayments = (paid: Paid[]) =>
  paid.length === 0 ? {} : { payments: paid.map(([means, amount]) => ({ means, amount })) };
const cups = (quantity: number, ...paid: Paid[]): SaleInput => ({
  saleId: randomUUID(),
  lines: [{ name: 'Cup', quantity, unitPrice: '4' }],
  ...withPayments(paid),
});
const note = (uuid: string, quantity: string, ...paid: Paid[]) =>
  ask('invoice.returnNote', {
    uuid,
    saleId: randomUUID(),
    lines: [{ line: 1, quantity }],
    reason: 'Returned',
    payment: 'cash',
    ...withPayments(paid),
  });
/** Issues a document that the authority rejects. */
async function rejected(sale: SaleInput | (() => Promise<string>), agreed = false): Promise<string> {
  await ask('people.signIn', mona);
  // The documents before this one are answered first.
  await terminal.idle();
  await ask('practice.cause', { kind: 'refuseNext' });
  if (!agreed) await ask('people.signIn', sami);
  const uuid = typeof sale === 'function' ? await sale() : (await ask('sale.issue', sale)).uuid;
  await terminal.idle();
  expect((await ask('invoice.get', { uuid })).state).toBe('rejected');
  await ask('people.signIn', sami);
  return uuid;
}
async function limit(limits: CommandInput<'people.setLimits'>): Promise<void> {
  await ask('people.signIn', mona);
  await ask('people.setLimits', limits);
  await ask('people.signIn', sami);
}

beforeAll(async () => {
  terminal = await openTerminal({ folder: await onboardedFolder('corrected-money'), version: '0', clock });
  await terminal.ready();
  await ask('people.save', { ...mona, role: 'manager' });
  await ask('people.save', { ...sami, role: 'cashier' });
  await ask('shift.setRequired', { isRequired: false });
});
afterAll(() => terminal.close());

test('a corrected sale keeps its means, unless a manager agrees', async () => {
  await limit({ asks: ['other-means'] });
  const sold = await rejected(cups(5, ['cash', '20']));
  const paidBy = (quantity: number, ...paid: Paid[]) => ({ rejected: sold, sale: cups(quantity, ...paid) });
  // With this correction, cash would leave the drawer.
  expect(await limitsOf('sale.correct', paidBy(5, ['card', '20']))).toBe('other-means');
  expect(await limitsOf('sale.correct', paidBy(5, ['cash', '12'], ['card', '8']))).toBe('other-means');
  expect(await limitsOf('sale.correct', paidBy(4, ['card', '16']))).toBe('other-means');
  // There is one cup less, and its price is paid back.
  expect(await limitsOf('sale.correct', paidBy(4, ['cash', '16']))).toBeUndefined();
});

test('a sale that is issued again for less gives money back, within the limits of a refund', async () => {
  const to = (uuid: string, quantity: number) => ({
    rejected: uuid,
    sale: cups(quantity, ['cash', `${quantity * 4}`]),
  });
  await limit({ refund: 1_000, refundDays: undefined, asks: ['no-receipt', 'other-means'] });
  const sold = await rejected(cups(5, ['cash', '20']));
  expect(await limitsOf('sale.correct', to(sold, 1))).toBe('refund no-receipt');
  expect(await limitsOf('sale.correct', to(sold, 4))).toBe('no-receipt');
  await limit({ refund: 1_000, refundDays: undefined, asks: [] });
  expect(await limitsOf('sale.correct', to(sold, 2))).toBe('refund');
  expect(await ask('sale.correct', to(sold, 3))).toMatchObject({ moves: -800, payable: 1_200 });
  // For more or as much nothing is given back.
  await limit({ refund: 0, refundDays: undefined, asks: ['no-receipt'] });
  for (const quantity of [5, 6]) {
    const again = await rejected(cups(5, ['cash', '20']));
    expect(await limitsOf('sale.correct', to(again, quantity))).toBeUndefined();
  }
  await limit({ refund: undefined, refundDays: undefined, asks: [] });
});

test('several steps give back no more than one may', async () => {
  await limit({ refund: 1_000, refundDays: undefined, asks: [] });
  const to = (uuid: string, quantity: number) => ({
    rejected: uuid,
    sale: cups(quantity, ['cash', `${quantity * 4}`]),
  });
  const correct = (uuid: string, quantity: number) =>
    rejected(async () => (await ask('sale.correct', to(uuid, quantity))).uuid);
  const once = await correct(await rejected(cups(8, ['cash', '32'])), 6);
  expect(await limitsOf('sale.correct', to(once, 5))).toBe('refund');
  // The rest of the customer’s money is not given back now.
  const same = await correct(once, 6);
  expect(await limitsOf('sale.correct', to(same, 5))).toBe('refund');
  const { uuid } = await ask('sale.correct', to(same, 6));
  expect(await limitsOf('sale.issue', await note(uuid, '1', ['cash', '4']))).toBe('refund');

  let noted = '';
  const sold = await rejected(async () => {
    noted = (await ask('sale.issue', cups(8, ['cash', '32']))).uuid;
    await ask('sale.issue', await note(noted, '2', ['cash', '8']));
    return noted;
  });
  expect(await limitsOf('sale.correct', to(sold, 7))).toBe('refund');
  await limit({ refund: undefined, refundDays: undefined, asks: [] });
});

test('a manager agrees to what one rejected sale gives back, by its means', async () => {
  await limit({ refund: 500, asks: [] });
  const small = await rejected(cups(8, ['cash', '32']));
  const large = await rejected(cups(80, ['cash', '160'], ['card', '160']));
  const sale = cups(6, ['cash', '24']);
  const refused = await terminal.callFromScreen('sale.correct', { rejected: small, sale });
  const approval = refused.ok ? '' : String(refused.failure.detail?.approval);
  await ask('session.approve', { ...mona, approval, reason: 'Known' });
  expect(await limitsOf('sale.correct', { rejected: large, sale })).toBe('refund');
  const byCard = { ...sale, payments: [{ means: 'card' as const, amount: '24' }] };
  expect(await limitsOf('sale.correct', { rejected: small, sale: byCard })).toBe('refund');
  expect(await limitsOf('sale.correct', { rejected: small, sale })).toBeUndefined();
});

test('what was on account is not paid back in money', async () => {
  await limit({ asks: [] });
  const lamp = (price: string, means: 'onAccount' | 'cash'): SaleInput => ({
    saleId: randomUUID(),
    customer: 'business',
    buyer,
    payments: [{ means, amount: price }],
    lines: [{ name: 'Lamp', quantity: 1, unitPrice: price }],
  });
  const again = async (before: SaleInput, sale: SaleInput) =>
    ask('sale.correct', { rejected: await rejected(before), sale });
  expect(await again(lamp('500', 'onAccount'), lamp('400', 'onAccount'))).toMatchObject({ moves: 0 });
  expect(await again(lamp('500', 'cash'), lamp('500', 'onAccount'))).toMatchObject({ moves: -50_000 });
  expect(await again(lamp('500', 'onAccount'), lamp('400', 'cash'))).toMatchObject({ moves: 40_000 });
});

test('an exchange is no way around the limits of a correction', async () => {
  await limit({ refund: 400, asks: [] });
  const { uuid } = await ask('sale.issue', cups(1));
  const sold = await rejected(cups(10, ['cash', '40']));
  const again = { ...cups(2), replaces: (await ask('invoice.get', { uuid: sold })).number };
  const exchanged = { note: await note(uuid, '1'), sale: again };
  const answer = await terminal.callFromScreen('sale.exchange', exchanged);
  expect(answer).toMatchObject({ failure: { issues: [{ path: ['sale', 'replaces'], code: 'exchange' }] } });
});

test('a correction is paid by returned goods no more than the rejected document was', async () => {
  await limit({ asks: [] });
  const swapped = (amount: string): SaleInput['payments'] => [{ means: 'exchange', amount }];
  const refusal = async (uuid: string, payments: SaleInput['payments']) => {
    const result = await terminal.callFromScreen('sale.correct', {
      rejected: uuid,
      sale: { ...cups(5), payments },
    });
    return result.ok ? undefined : result.failure.issues?.map(({ code }) => code);
  };
  // The cash for the removed cup would no longer be recorded.
  const sold = await rejected(cups(5, ['cash', '20']));
  expect(await refusal(sold, swapped('20'))).toEqual(['exchange']);
  expect(await refusal(sold, [{ means: 'exchange' }])).toEqual(['exchange']);

  await ask('people.signIn', mona);
  const { number } = await ask('sale.issue', cups(3));
  await terminal.idle();
  await ask('practice.cause', { kind: 'refuseNext' });
  const back: SaleInput = { ...cups(3), kind: 'creditNote', corrects: [{ number }], reason: 'Broken' };
  const { note: swap } = await ask('sale.exchange', { note: back, sale: cups(2) });
  await terminal.idle();
  expect((await ask('invoice.get', { uuid: swap.uuid })).payments).toMatchObject([
    { means: 'exchange', amount: 800 },
    { means: 'cash', amount: 400 },
  ]);
  const right = (exchanged: string, inCash: string) =>
    terminal.callFromScreen('sale.correct', {
      rejected: swap.uuid,
      sale: {
        ...back,
        saleId: randomUUID(),
        payments: [
          { means: 'exchange', amount: exchanged },
          { means: 'cash', amount: inCash },
        ],
      },
    });
  expect(await right('9', '3')).toMatchObject({ failure: { issues: [{ code: 'exchange' }] } });
  expect(await right('8', '4')).toMatchObject({ ok: true });
});

test('a corrected note keeps its means and gives back no more, unless a manager agrees', async () => {
  await limit({ asks: ['other-means', 'no-receipt'] });
  const { uuid } = await ask('sale.issue', cups(10, ['card', '24'], ['cash', '16']));
  const back = await note(uuid, '2', ['cash', '8']);
  const returned = await rejected(back, true);
  const right = (quantity: string, ...paid: Paid[]) => ({
    rejected: returned,
    sale: { ...back, ...cups(0, ...paid), lines: back.lines.map((line) => ({ ...line, quantity })) },
  });
  expect(await limitsOf('sale.correct', right('2', ['card', '8']))).toBe('other-means');
  // No receipt was shown for the third cup.
  expect(await limitsOf('sale.correct', right('3', ['cash', '12']))).toBe('no-receipt other-means');
  expect(await limitsOf('sale.correct', right('1', ['cash', '4']))).toBeUndefined();
});

test('a corrected note pays as much of the goods of its exchange as before, unless a manager agrees', async () => {
  await limit({ asks: [] });
  const { uuid } = await ask('sale.issue', cups(3));
  const back = await note(uuid, '2');
  const refused = back.lines.map((line) => ({ ...line, name: 'Cup khatm-test:reject' }));
  const { note: returned } = await ask('sale.exchange', {
    note: { ...back, lines: refused },
    sale: cups(2),
  });
  await terminal.idle();
  expect((await ask('invoice.get', { uuid: returned.uuid })).state).toBe('rejected');
  await limit({ asks: ['other-means'] });
  const right = (quantity: string): CommandInput<'sale.correct'> => ({
    rejected: returned.uuid,
    sale: {
      ...back,
      saleId: randomUUID(),
      lines: back.lines.map((line) => ({ ...line, quantity })),
      payments: [{ means: 'exchange' }],
    },
  });
  // The other cup would be given away free of charge.
  expect(await limitsOf('sale.correct', right('1'))).toBe('other-means');
  expect(await limitsOf('sale.correct', right('2'))).toBeUndefined();
});

test('a sale that returned goods paid is issued again for at least as much', async () => {
  await limit({ asks: [] });
  const swapped = (quantity: number, ...paid: [string, string][]): CommandInput<'sale.correct'>['sale'] => ({
    ...cups(quantity),
    payments: paid.map(([means, amount]) => ({ means, amount })),
  });
  const { uuid } = await ask('sale.issue', cups(3));
  const back = await note(uuid, '2');
  const dear = { ...cups(3), lines: [{ name: 'Cup khatm-test:reject', quantity: 3, unitPrice: '4' }] };
  const { sale } = await ask('sale.exchange', { note: back, sale: dear });
  await terminal.idle();
  expect((await ask('invoice.get', { uuid: sale.uuid })).state).toBe('rejected');
  const correct = async (again: SaleInput) => {
    const result = await terminal.callFromScreen('sale.correct', { rejected: sale.uuid, sale: again });
    return result.ok ? result.value : result.failure.issues?.map(({ code, params }) => [code, params?.limit]);
  };
  const kept = [['exchange-kept', '8.00']];
  // The rest would leave the drawer, but the Z would not know of it.
  expect(await correct(swapped(1, ['exchange', '4']))).toEqual(kept);
  expect(await correct(swapped(3, ['exchange', '4'], ['cash', '8']))).toEqual(kept);
  expect(await correct(cups(3))).toEqual(kept);
  expect(await correct(swapped(2, ['exchange', '8']))).toMatchObject({ moves: -400, payable: 800 });
});

test('a manager agrees to the way of paying back, too', async () => {
  await limit({ asks: ['no-receipt'] });
  const { uuid } = await ask('sale.issue', cups(10));
  const back = await note(uuid, '1', ['bankTransfer', '4']);
  const result = await terminal.callFromScreen('sale.issue', back);
  const approval = result.ok ? '' : String(result.failure.detail?.approval);
  await ask('session.approve', { ...mona, approval, reason: 'Known' });
  const inCash: SaleInput = { ...back, payments: [{ means: 'cash', amount: '4' }] };
  expect(await limitsOf('sale.issue', inCash)).toBe('no-receipt');
  expect(await limitsOf('sale.issue', back)).toBeUndefined();
});

test('what a rejected note gave back counts until another note replaces it', async () => {
  await limit({ refund: 2_000, asks: ['other-means'] });
  const { uuid } = await ask('sale.issue', cups(10, ['cash', '40']));
  const first = await rejected(await note(uuid, '4', ['cash', '16']));
  expect(await limitsOf('sale.issue', await note(uuid, '2', ['cash', '8']))).toBe('refund');
  expect(
    await limitsOf('sale.correct', { rejected: first, sale: await note(uuid, '3', ['cash', '12']) }),
  ).toBeUndefined();
  // Only the valid note counts, and 12 and 8 are exactly the limit.
  expect(await limitsOf('sale.issue', await note(uuid, '2', ['cash', '8']))).toBeUndefined();
  expect(await limitsOf('sale.issue', await note(uuid, '1', ['cash', '4']))).toBe('refund');
});

test('a correction counts towards the limit of its own buyer, not of the rejected sale’s', async () => {
  await limit({ asks: [] });
  const another = { ...buyer, name: 'Another company', vatNumber: '300000000100003' };
  const onAccount = (of: typeof buyer, amount: string, more = {}): SaleInput => ({
    saleId: randomUUID(),
    customer: 'business',
    prices: 'includeVat',
    buyer: of,
    payments: [{ means: 'onAccount' }],
    lines: [{ name: 'Lamp', quantity: 1, unitPrice: amount }],
    ...more,
  });
  const key = `number ${another.vatNumber}`;
  await ask('sale.issue', onAccount(another, '10.00'));
  const wrong = await rejected(onAccount(buyer, '500.00'));
  const rejectedOne = await rejected(onAccount(another, '500.00'));
  const foreign = await rejected(
    onAccount(another, '100.00', { currency: 'USD', exchangeRate: '3.75' }),
    true,
  );
  await ask('people.signIn', mona);
  await ask('account.setLimit', { key, limit: 1_000 });
  await ask('people.signIn', sami);
  const correct = (uuid: string, of: typeof buyer, amount: string) =>
    limitsOf('sale.correct', { rejected: uuid, sale: onAccount(of, amount) });
  expect(await correct(wrong, another, '500.00')).toBe('credit');
  // The limit does not apply to dollars.
  expect(await correct(foreign, another, '100.00')).toBe('credit');
  expect(await correct(rejectedOne, another, '500.01')).toBe('credit');
  expect(await correct(rejectedOne, another, '500.00')).toBeUndefined();
  expect(await correct(wrong, buyer, '500.00')).toBeUndefined();
});

test('a manager agrees to what stays on account, and to no more', async () => {
  await limit({ asks: [] });
  const third = { ...buyer, name: 'A third company', vatNumber: '300000000200003' };
  const key = `number ${third.vatNumber}`;
  const sale = (onAccount: string, paid: Paid[] = []): SaleInput => ({
    saleId: 'a1b2c3d4-0000-4000-8000-00000000c0de',
    customer: 'business',
    prices: 'includeVat',
    buyer: third,
    payments: [
      { means: 'onAccount', amount: onAccount },
      ...paid.map(([means, amount]) => ({ means, amount })),
    ],
    lines: [{ name: 'Lamp', quantity: 1, unitPrice: '900.00' }],
  });
  await ask('people.signIn', mona);
  await ask('sale.issue', { ...sale('900.00'), saleId: randomUUID() });
  const { balance } = await ask('account.get', { key });
  await ask('account.setLimit', { key, limit: balance + 1_000 });
  await ask('people.signIn', sami);
  const answer = await terminal.callFromScreen('sale.issue', sale('10.01', [['cash', '889.99']]));
  const approval = answer.ok ? '' : String(answer.failure.detail?.approval);
  await ask('session.approve', { ...mona, approval, reason: 'Known' });
  expect(await limitsOf('sale.issue', sale('900.00'))).toBe('credit');
  // The rest may be paid in another way.
  expect(await limitsOf('sale.issue', sale('10.01', [['card', '889.99']]))).toBeUndefined();
});

test('a sale that names a second number of its buyer adds to the same debt', async () => {
  await limit({ asks: [] });
  const { vatNumber: _, ...fourth } = {
    ...buyer,
    name: 'A fourth company',
    identification: { scheme: 'CRN' as const, value: '4040404040' },
  };
  const lamp = (of: NonNullable<SaleInput['buyer']>): SaleInput => ({
    saleId: randomUUID(),
    customer: 'business',
    buyer: of,
    payments: [{ means: 'onAccount' }],
    lines: [{ name: 'Lamp', quantity: 1, unitPrice: '900.00' }],
  });
  await ask('people.signIn', mona);
  await ask('sale.issue', lamp(fourth));
  await ask('account.setLimit', { key: 'number CRN 4040404040', limit: 100_000 });
  await ask('people.signIn', sami);
  expect(await limitsOf('sale.issue', lamp(fourth))).toBe('credit');
  expect(await limitsOf('sale.issue', lamp({ ...fourth, vatNumber: '300000000500003' }))).toBe('credit');
});

test('a note never stands in the place of a sale, nor a sale of a note', async () => {
  await limit({ asks: [] });
  const { uuid } = await ask('sale.issue', cups(10));
  const back = await note(uuid, '1');
  const sold = await rejected(cups(5));
  const returned = await rejected(await note(uuid, '1'));
  for (const wrong of [
    { rejected: sold, sale: back },
    { rejected: returned, sale: cups(1) },
  ]) {
    const result = await terminal.callFromScreen('sale.correct', wrong);
    expect(result).toMatchObject({
      ok: false,
      failure: { code: 'bad-input', issues: [{ code: 'kind-differs' }] },
    });
  }
});

test('the days since a sale are counted from its rejected document', async () => {
  await limit({ refundDays: 5 });
  const sold = await rejected(cups(5));
  const daysGoBy = async (days: number) => {
    ahead += days * day;
    await ask('people.signIn', sami);
    await ask('clock.confirm', { now: new Date(clock.now()).toISOString() });
  };
  await daysGoBy(3);
  const { uuid } = await ask('sale.correct', { rejected: sold, sale: cups(5) });
  expect(await limitsOf('sale.issue', await note(uuid, '1'))).toBeUndefined();
  await daysGoBy(3);
  expect(await limitsOf('sale.issue', await note(uuid, '1'))).toBe('refund-days');
});

test('a sale of the drawer is counted in its shift once, also where a program issues it again', async () => {
  await limit({ asks: [] });
  await ask('people.signIn', mona);
  await ask('shift.open', { id: randomUUID(), float: 0 });
  const expected = async () => (await ask('shift.report', {})).cash.expected;
  const program = { role: 'manager', name: 'Web shop', kind: 'program' } as const;
  const again = async (uuid: string, quantity: number) => {
    await ask('people.signIn', mona);
    const { number: replaces } = await ask('invoice.get', { uuid });
    const sale = { ...cups(quantity, ['cash', String(4 * quantity)]), replaces };
    const result = await terminal.call('sale.issueAll', { sales: [sale] }, program);
    const { results } = (result.ok ? result.value : { results: [] }) as CommandOutput<'sale.issueAll'>;
    const [issued = { failure: undefined }] = results;
    if ('failure' in issued) throw new Error(JSON.stringify(result));
    return issued;
  };
  const sold = await rejected(cups(10, ['cash', '40']));
  await ask('people.signIn', mona);
  expect(await expected()).toBe(40_00);
  await terminal.idle();
  await ask('practice.cause', { kind: 'refuseNext' });
  const { issued } = await again(sold, 6);
  await terminal.idle();
  expect(await expected()).toBe(24_00);
  expect(await ask('shift.report', {})).toMatchObject({ corrections: 1, correctionsBack: 16_00 });
  await again(issued.uuid, 7);
  expect(await expected()).toBe(28_00);
  // A sale of the program's own is not in the drawer.
  await terminal.call('sale.issueAll', { sales: [cups(1, ['cash', '4'])] }, program);
  expect(await expected()).toBe(28_00);
});
