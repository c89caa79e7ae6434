import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTerminal, type Terminal } from '../../../../main/app/terminal/terminal.ts';
import { systemClock } from '../../../../main/base/platform/clock.ts';
import type { CommandInput, CommandName, CommandOutput } from '../../../../shared/contract/index.ts';
import type { SaleInput } from '../../../../shared/sale/sale.ts';
import { onboardedFolder } from '../../../support/onboarded-folder.ts';
import { quickCustomers } from '../../../support/quick-customers.ts';

/*
 * Tests that the clock is corrected while the card terminal is moving money for a document with a date in the future.
 * The money has moved, so its document must be possible.
 */

const mona = { name: 'Mona', pin: '482913' };
const day = 86_400_000;
let folder: string;
let terminal: Terminal;
/** The number of milliseconds by which the clock is ahead. */
let ahead = 0;

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
async function open(): Promise<void> {
  terminal = await openTerminal({
    folder,
    version: '0',
    clock: {
      ...quickCustomers,
      now: () => systemClock.now() + ahead,
    },
    // The authority, whose clock is right, cannot be reached while this one is wrong.
    fetch: (...call) => (ahead === 0 ? fetch(...call) : Promise.reject(new TypeError('fetch failed'))),
  });
  await terminal.ready();
}
async function restart(aheadMs: number): Promise<void> {
  await terminal.close();
  ahead = aheadMs;
  await open();
  await ask('people.signIn', mona);
}
const settleClock = (about: 'confirm' | 'correct') =>
  ask(`clock.${about}`, {
    now: new Date(systemClock.now() + ahead).toISOString(),
    reason: 'The battery was empty',
  });

const byCard = (more: Partial<SaleInput> = {}): SaleInput & { saleId: string } => ({
  lines: [{ name: 'Shirt', quantity: 2, unitPrice: '20.00' }],
  payments: [{ means: 'card', amount: '40.00' }],
  ...more,
  saleId: randomUUID(),
});
const pay = (of: CommandInput<'card.ask'>['of'], amount: number) =>
  ask('card.ask', { id: randomUUID(), amount, of });
async function sell(sale = byCard()) {
  await pay({ as: 'sale', sale }, 4_000);
  return ask('sale.issue', sale);
}
const wanted = (uuid: string, quantity: string, payment: 'card' | 'cash') => ({
  uuid,
  saleId: randomUUID(),
  lines: [{ line: 1, quantity }],
  reason: 'Too small',
  payment,
});
const noteOf = (...goods: Parameters<typeof wanted>) => ask('invoice.returnNote', wanted(...goods));

/** Takes a step with a clock that is three weeks ahead; then the power fails, and the clock is corrected. */
async function withClockAhead<T>(step: () => Promise<T>): Promise<T> {
  await restart(21 * day);
  await settleClock('confirm');
  const done = await step();
  await restart(0);
  expect((await refused('sale.issue', byCard({ payments: [{ means: 'cash' }] }))).code).toBe('clock-back');
  await settleClock('correct');
  return done;
}
const becomesAccepted = (issued: { uuid: string }) => expect.poll(() => stateOf(issued)).toBe('accepted');
const stateOf = async ({ uuid }: { uuid: string }) => (await ask('invoice.get', { uuid })).state;

beforeAll(async () => {
  folder = await onboardedFolder('card-clock');
  await open();
  await ask('people.save', { ...mona, role: 'manager' });
  await ask('people.signIn', mona);
  await ask('device.setSettings', {
    printer: { by: 'system' },
    cut: true,
    drawer: { use: 'none', pin: 2 },
    card: 'simulator',
  });
  await ask('card.practise', { outcome: 'approve' });
});
afterAll(() => terminal.close());

test('money that went back to a card gets its note, and then the invoice is issued again', async () => {
  const { uuid, note } = await withClockAhead(async () => {
    const sold = await sell();
    const back = await noteOf(sold.uuid, '2', 'card');
    expect((await pay({ as: 'sale', sale: back }, 4_000)).state).toBe('approved');
    return { ...sold, note: back };
  });
  // The authority rejects it for its date.
  await expect.poll(() => stateOf({ uuid })).toBe('rejected');
  const again = { rejected: uuid, sale: byCard() };
  expect((await refused('sale.correct', again)).issues).toMatchObject([{ code: 'return-under-way' }]);
  const [kept] = (await ask('card.returns', {})).returns;
  await becomesAccepted(await ask('sale.issue', kept?.note ?? note));
  const replaced = await ask('sale.correct', again);
  await becomesAccepted(replaced);
  expect((await ask('invoice.returnable', { uuid: replaced.uuid })).refusal).toBe('returned-all');
});

test('a final invoice that was paid by card is issued, though its advance has a date in the future', async () => {
  const final = await withClockAhead(async () => {
    const lines = [{ name: 'Hall', quantity: 1, unitPrice: '60.00' }];
    const { uuid, number } = await ask('sale.issue', { kind: 'prepayment', lines, saleId: randomUUID() });
    const { issuedAt } = await ask('invoice.get', { uuid });
    const riyadh = new Date(Date.parse(issuedAt) + 3 * 3_600_000).toISOString();
    const sale = byCard({
      lines: [{ name: 'Hall', quantity: 1, unitPrice: '100.00' }],
      prepayments: [
        {
          number,
          issueDate: riyadh.slice(0, 10),
          issueTime: riyadh.slice(11, 19),
          amounts: [{ amount: '60.00' }],
        },
      ],
    });
    expect((await pay({ as: 'sale', sale }, 4_000)).state).toBe('approved');
    return sale;
  });
  const { payable, ...issued } = await ask('sale.issue', final);
  expect(payable).toBe(4_000);
  await becomesAccepted(issued);
});

test('a refund of another system’s document gets its note when the date is no longer in the future', async () => {
  const issueDate = new Date(systemClock.now() + 21 * day).toISOString().slice(0, 10);
  const note = byCard({
    kind: 'creditNote',
    corrects: [{ number: 'OLD-9', issueDate }],
    reason: 'Too small',
  });
  await withClockAhead(async () => {
    await sell();
    expect((await pay({ as: 'sale', sale: note }, 4_000)).state).toBe('approved');
  });
  const { issues } = await refused('sale.issue', note);
  expect(issues).toMatchObject([{ path: ['corrects', 0, 'issueDate'], code: 'BR-KSA-04' }]);
  // The card terminal is not asked again.
  expect((await ask('card.ofSale', { sale: note.saleId })).payments).toMatchObject([{ state: 'approved' }]);
  const right = { ...note, corrects: [{ number: 'OLD-9' }] };
  const issued = await ask('sale.issue', right);
  await becomesAccepted(issued);
  expect((await ask('card.ofSale', { sale: note.saleId })).payments).toMatchObject([
    { state: 'approved', document: issued.number },
  ]);
});

test('goods come back for cash, and in exchange, once their invoice was issued again', async () => {
  const first = await withClockAhead(() => sell());
  await expect.poll(() => stateOf(first)).toBe('rejected');
  const refusal = await refused('invoice.returnNote', wanted(first.uuid, '1', 'cash'));
  expect(refusal.issues).toMatchObject([{ code: 'corrects-rejected', params: { number: first.number } }]);
  const { uuid } = await ask('sale.correct', { rejected: first.uuid, sale: byCard() });
  await becomesAccepted(await ask('sale.issue', await noteOf(uuid, '1', 'cash')));
  const exchanged = await ask('sale.exchange', {
    note: await noteOf(uuid, '1', 'cash'),
    sale: byCard({
      lines: [{ name: 'Cap', quantity: 1, unitPrice: '20.00' }],
      payments: [{ means: 'cash' }],
    }),
  });
  await becomesAccepted(exchanged.note);
});
