import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openTerminal, type Terminal } from '../../../../main/app/terminal/terminal.ts';
import type { CommandInput, CommandName, CommandOutput } from '../../../../shared/contract/index.ts';
import type { SaleInput } from '../../../../shared/sale/sale.ts';
import { filesIn } from '../../../base/vault/leaks.ts';
import { onboardedFolder } from '../../../support/onboarded-folder.ts';
import { quickCustomers } from '../../../support/quick-customers.ts';

/*
 * Tests refunds at the card terminal. A refund is made only once, for one credit note, and is never more than was paid
 * by card.
 */

const mona = { name: 'Mona', pin: '482913' };
const sami = { name: 'Sami', pin: '135790' };
let folder: string;
let terminal: Terminal;

async function ask<N extends CommandName>(name: N, input: CommandInput<N>): Promise<CommandOutput<N>> {
  const result = await terminal.callFromScreen(name, input);
  if (!result.ok) throw new Error(`${name}: ${JSON.stringify(result.failure)}`);
  return result.value as CommandOutput<N>;
}
async function refused<N extends CommandName>(name: N, input: CommandInput<N>) {
  const result = await terminal.callFromScreen(name, input);
  if (result.ok) throw new Error(`${name} was allowed`);
  return result.failure;
}
const open = async () => {
  terminal = await openTerminal({
    folder,
    version: '0',
    clock: quickCustomers,
  });
  await terminal.ready();
};
const restart = async () => {
  await terminal.close();
  await open();
  await ask('people.signIn', sami);
};
async function practise(outcome: CommandInput<'card.practise'>['outcome']) {
  await ask('people.signIn', mona);
  await ask('card.practise', { outcome });
  await ask('people.signIn', sami);
}

type Payments = NonNullable<SaleInput['payments']>;
const card: Payments = [{ means: 'card' }];

/** Sells shirts at 20.00, and charges the part that is paid by card at the card terminal. */
async function sell(shirts: number, payments: Payments = [{ means: 'card', amount: `${shirts * 20}.00` }]) {
  const sale = {
    saleId: randomUUID(),
    lines: [{ name: 'Shirt', quantity: shirts, unitPrice: '20.00' }],
    payments,
  };
  for (const { means, amount } of payments)
    if (means === 'card') await ask('card.ask', questionOf(sale, Number(amount) * 100));
  return ask('sale.issue', sale);
}
const noteOf = (uuid: string, shirts: number, payment: 'card' | 'cash' = 'card') =>
  ask('invoice.returnNote', {
    uuid,
    saleId: randomUUID(),
    lines: [{ line: 1, quantity: String(shirts) }],
    reason: 'Too small',
    payment,
  });
const questionOf = (sale: SaleInput, amount: number): CommandInput<'card.ask'> => ({
  id: randomUUID(),
  amount,
  of: { as: 'sale', sale },
});
const returns = async () => (await ask('card.returns', {})).returns;

/** A line of the simulator's own record. */
interface Memory {
  readonly id: string;
  readonly refund?: true;
  readonly purchase?: string;
  readonly answer: { readonly state: string; readonly amount?: number; readonly reference?: string };
}
const memory = (): Memory[] =>
  filesIn(folder)
    .filter((file) => path.basename(file) === 'card-simulator.jsonl')
    .flatMap((file) => readFileSync(file, 'utf8').split('\n'))
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));
const givenBack = () => memory().filter(({ refund, answer }) => refund && answer.state === 'approved');

beforeAll(async () => {
  folder = await onboardedFolder('card-refunds');
  await open();
  await ask('people.save', { ...mona, role: 'manager' });
  await ask('people.save', { ...sami, role: 'cashier' });
  await ask('shift.setRequired', { isRequired: false });
  await ask('people.setLimits', { asks: [] });
  await ask('device.setSettings', {
    printer: { by: 'system' },
    cut: true,
    drawer: { use: 'none', pin: 2 },
    card: 'simulator',
  });
  await ask('people.signIn', sami);
});
beforeEach(() => practise('approve'));
afterAll(() => terminal.close());

describe('money goes back to a card', () => {
  test('that paid for it, and stands beside the credit note', async () => {
    const { uuid, number } = await sell(3);
    const { payments } = await ask('invoice.get', { uuid });
    const reference = payments[0]?.card?.reference;
    const before = givenBack().length;
    const note = await noteOf(uuid, 2);
    const payment = await ask('card.ask', questionOf(note, 4_000));
    expect(payment).toMatchObject({ back: true, state: 'approved', amount: 4_000, taken: 4_000 });
    expect(givenBack().slice(before)).toMatchObject([{ id: payment.id, purchase: reference }]);
    expect(await returns()).toMatchObject([{ uuid, number, payment: { id: payment.id } }]);
    const issued = await ask('sale.issue', note);
    expect((await ask('invoice.get', { uuid: issued.uuid })).payments).toMatchObject([
      { means: 'card', amount: 4_000, card: { reference: payment.reference } },
    ]);
    expect(await returns()).toEqual([]);
    expect((await ask('card.status', { id: payment.id })).document).toBe(issued.number);
  });

  test('for a part of the note, and the rest in cash', async () => {
    const { uuid } = await sell(3, [
      { means: 'card', amount: '45.00' },
      { means: 'cash', amount: '15.00' },
    ]);
    const split = (byCard: string, inCash: string) =>
      ask('invoice.returnNote', {
        uuid,
        saleId: randomUUID(),
        lines: [{ line: 1, quantity: '3' }],
        reason: 'Too small',
        payments: [
          { means: 'cash', amount: inCash },
          { means: 'card', amount: byCard },
        ],
      });
    const wrong = await split('45.00', '14.99');
    expect((await refused('card.ask', questionOf(wrong, 4_500))).issues).toMatchObject([
      { code: 'payments-sum' },
    ]);
    const tooMuch = await split('46.00', '14.00');
    expect((await refused('card.ask', questionOf(tooMuch, 4_600))).issues).toMatchObject([
      { code: 'card-refund' },
    ]);
    const note = await split('45.00', '15.00');
    const before = givenBack().length;
    expect(await ask('card.ask', questionOf(note, 4_500))).toMatchObject({ state: 'approved', taken: 4_500 });
    expect(givenBack().length).toBe(before + 1);
    const issued = await ask('sale.issue', note);
    expect((await ask('invoice.get', { uuid: issued.uuid })).payments).toMatchObject([
      { means: 'cash', amount: 1_500 },
      { means: 'card', amount: 4_500 },
    ]);
  });

  test('in parts, never more than was paid with it', async () => {
    const { uuid } = await sell(3);
    const first = await noteOf(uuid, 1);
    await ask('card.ask', questionOf(first, 2_000));
    await ask('sale.issue', first);
    const rest = await noteOf(uuid, 2);
    await ask('card.ask', questionOf(rest, 4_000));
    await ask('sale.issue', rest);

    const mixed = await sell(3, [
      { means: 'cash', amount: '35.00' },
      { means: 'card', amount: '25.00' },
    ]);
    const much = await noteOf(mixed.uuid, 2);
    expect(await refused('card.ask', questionOf(much, 4_000))).toMatchObject({
      code: 'bad-input',
      issues: [{ path: ['amount'], code: 'card-refund', params: { limit: '25.00' } }],
    });
    const inCash = await sell(1, [{ means: 'cash' }]);
    expect(await refused('card.ask', questionOf(await noteOf(inCash.uuid, 1), 2_000))).toMatchObject({
      issues: [{ code: 'card-refund', params: { limit: '0.00' } }],
    });
    // Money refunded in cash does not limit the refund to the card.
    await ask('sale.issue', await noteOf(mixed.uuid, 1, 'cash'));
    const one = await noteOf(mixed.uuid, 1);
    await ask('card.ask', questionOf(one, 2_000));
    await ask('sale.issue', one);
    const last = await noteOf(mixed.uuid, 1);
    expect(await refused('card.ask', questionOf(last, 2_000))).toMatchObject({
      issues: [{ code: 'card-refund', params: { limit: '5.00' } }],
    });
  });

  test('of a payment that was typed on the card terminal by hand, without its reference', async () => {
    const sale = { saleId: randomUUID(), lines: [{ name: 'Cap', quantity: 1, unitPrice: '15.00' }] };
    const { uuid } = await ask('sale.issue', { ...sale, payments: card });
    const note = await noteOf(uuid, 1);
    const { id } = await ask('card.ask', questionOf(note, 1_500));
    expect(givenBack().find((one) => one.id === id)).not.toHaveProperty('purchase');
    await ask('sale.issue', note);
  });

  test('as the card terminal refuses, decides and loses its answers', async () => {
    const { uuid } = await sell(2);
    const note = await noteOf(uuid, 2);
    await practise('decline');
    expect(await ask('card.ask', questionOf(note, 4_000))).toMatchObject({ state: 'declined', back: true });
    await practise('loseAnswer');
    const before = givenBack().length;
    const { id, state } = await ask('card.ask', questionOf(note, 4_000));
    expect(state).toBe('unknown');
    // While the outcome is unknown, no note, no second refund and no cash refund is allowed.
    expect((await refused('sale.issue', note)).code).toBe('card-unresolved');
    expect((await refused('card.ask', questionOf(note, 4_000))).code).toBe('card-unresolved');
    expect(await refused('sale.issue', await noteOf(uuid, 2, 'cash'))).toMatchObject({
      issues: [{ code: 'return-under-way' }],
      detail: { returning: uuid },
    });
    expect(await returns()).toMatchObject([{ uuid, payment: { id, state: 'unknown' } }]);
    expect((await ask('card.status', { id })).state).toBe('approved');
    expect(givenBack()).toHaveLength(before + 1);
    // A cash refund would pay the money back twice.
    const inCash = { ...note, payments: [{ means: 'cash' as const }] };
    expect((await refused('sale.issue', inCash)).code).toBe('basket-paid');
    await ask('sale.issue', note);
    expect(await returns()).toEqual([]);
  });

  test('once, however often it is asked for and whoever goes on', async () => {
    const { uuid } = await sell(1);
    const note = await noteOf(uuid, 1);
    const question = questionOf(note, 2_000);
    const before = givenBack().length;
    const answers = await Promise.all([1, 2, 3].map(() => terminal.callFromScreen('card.ask', question)));
    expect(answers.every(({ ok }) => ok)).toBe(true);
    // These are a second press with another ID, and another note for the same goods.
    expect(await refused('card.ask', questionOf(note, 2_000))).toMatchObject({
      issues: [{ code: 'card-share' }],
    });
    expect(await refused('card.ask', questionOf(await noteOf(uuid, 1), 2_000))).toMatchObject({
      issues: [{ code: 'return-under-way' }],
    });
    await restart();
    await ask('people.signIn', mona);
    const [kept] = await returns();
    const issued = await ask('sale.issue', kept?.note ?? note);
    await ask('people.signIn', sami);
    expect((await ask('sale.issue', note)).number).toBe(issued.number);
    expect((await refused('card.ask', questionOf(note, 2_000))).code).toBe('sale-differs');
    expect(givenBack()).toHaveLength(before + 1);
  });

  test('after a restart in the middle it is found, and its note issued by the kept agreement', async () => {
    await ask('people.signIn', mona);
    await ask('people.setLimits', { discountPercent: 10, refund: 5_000, asks: [] });
    await ask('people.signIn', sami);
    const { uuid } = await sell(4);
    const note = await noteOf(uuid, 4);
    const question = questionOf(note, 8_000);
    const failure = await refused('card.ask', question);
    expect(failure).toMatchObject({ code: 'approval-needed', detail: { limits: 'refund' } });
    expect(await returns()).toEqual([]);
    await ask('session.approve', { ...mona, approval: String(failure.detail?.approval), reason: 'Fits' });
    await practise('loseAnswer');
    // The program restarts before the answer arrives.
    await ask('card.ask', question);
    await restart();
    await expect.poll(async () => (await returns())[0]?.payment.state).toBe('approved');
    const [kept] = await returns();
    expect(kept?.note).toEqual(note);
    const issued = await ask('sale.issue', kept?.note ?? note);
    expect((await ask('invoice.get', { uuid: issued.uuid })).issuedBy?.approval?.by).toBe('Mona');
  });

  test('keeps its shift open; a manager ends or settles it, and the report counts it once', async () => {
    await ask('shift.open', { id: randomUUID(), float: 0 });
    const number = (await ask('shift.current', {})).shift?.number ?? 0;
    const closing = { number, count: [] };
    const { uuid } = await sell(2);
    const note = await noteOf(uuid, 1);
    await ask('card.ask', questionOf(note, 2_000));
    expect((await refused('shift.close', closing)).code).toBe('card-open');
    await ask('sale.issue', note);
    const other = await noteOf(uuid, 1);
    const { id } = await ask('card.ask', questionOf(other, 2_000));
    await ask('people.signIn', mona);
    expect((await ask('card.open', {})).payments).toMatchObject([{ id, back: true }]);
    await ask('card.settle', { id, as: 'voided', reason: 'The customer keeps it' });
    // The refund may be requested again, because the simulator does not know that a manager closed it.
    const again = await ask('card.ask', questionOf(other, 2_000));
    expect(again.state).toBe('declined');
    const closed = await ask('shift.close', closing);
    expect(closed.report.payments).toEqual([{ means: 'card', count: 2, received: 4_000, paidBack: 2_000 }]);
    await ask('people.signIn', sami);
  });
});

describe('an exchange in which money goes back', () => {
  test('gives back the difference, as a part of its note; neither is issued without the other', async () => {
    const { uuid } = await sell(2);
    const note = await noteOf(uuid, 2);
    const sale = { saleId: randomUUID(), lines: [{ name: 'Socks', quantity: 1, unitPrice: '10.00' }] };
    const exchange = { note, sale: { ...sale, payments: [{ means: 'cash' as const }] } };
    const question = {
      id: randomUUID(),
      amount: 3_000,
      of: { as: 'exchange' as const, exchange },
    };
    expect(await ask('card.ask', question)).toMatchObject({ state: 'approved', back: true });
    // The basket has this refund, so it is not in the list of returns.
    expect(await returns()).toEqual([]);
    expect((await ask('card.ofSale', { sale: sale.saleId })).payments).toMatchObject([{ back: true }]);
    expect((await refused('sale.issue', { ...sale, payments: [{ means: 'cash' }] })).code).toBe(
      'basket-paid',
    );
    expect((await refused('sale.issue', note)).code).toBe('basket-paid');
    const inCash = { ...exchange, note: { ...note, payments: [{ means: 'cash' as const }] } };
    expect((await refused('sale.exchange', inCash)).code).toBe('basket-paid');
    await restart();
    const done = await ask('sale.exchange', exchange);
    expect((await ask('invoice.get', { uuid: done.note.uuid })).payments).toMatchObject([
      { means: 'exchange', amount: 1_000 },
      { means: 'card', amount: 3_000, card: { lastFour: '0000' } },
    ]);
    expect((await ask('sale.exchange', exchange)).note.number).toBe(done.note.number);
  });
});
