import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTerminal, type Terminal } from '../../../../main/app/terminal/terminal.ts';
import type { CommandInput, CommandName, CommandOutput } from '../../../../shared/contract/index.ts';
import type { SaleInput } from '../../../../shared/sale/sale.ts';
import { halalasToText } from '../../../../shared/values/money.ts';
import { keptText } from '../../../support/kept-text.ts';
import { onboardedFolder } from '../../../support/onboarded-folder.ts';
import { quickCustomers } from '../../../support/quick-customers.ts';

/*
 * Tests that a card is charged only for sales that can be issued, and that a basket paid by card stays until it is
 * issued.
 */

const mona = { name: 'Mona', pin: '482913' };
const sami = { name: 'Sami', pin: '135790' };
let folder: string;
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
const open = async () => {
  terminal = await openTerminal({ folder, version: '0', clock: quickCustomers });
  await terminal.ready();
};
const byCard = (
  unitPrice: string,
  more: Omit<Partial<SaleInput>, 'saleId'> = {},
): SaleInput & { saleId: string } => ({
  saleId: randomUUID(),
  lines: [{ name: 'Chair', quantity: 1, unitPrice }],
  payments: [{ means: 'card' }],
  ...more,
});
const questionOf = (sale: SaleInput, amount: number): CommandInput<'card.ask'> => ({
  id: randomUUID(),
  amount,
  of: { as: 'sale', sale },
});
/** Returns the sale that the screen issues when its card payments are approved. */
const paid = (sale: SaleInput & { saleId: string }, amount: number) => ({
  ...sale,
  payments: [{ means: 'card', amount: halalasToText(amount) }],
});
const ofSale = async ({ saleId }: { saleId: string }) =>
  (await ask('card.ofSale', { sale: saleId })).payments;
const practise = (outcome: CommandInput<'card.practise'>['outcome']) => async () => {
  await ask('people.signIn', mona);
  await ask('card.practise', { outcome });
  await ask('people.signIn', sami);
};
const withOutcome = (outcome: CommandInput<'card.practise'>['outcome']) => practise(outcome)();
const keep = (id: string, more: Partial<CommandInput<'basket.keep'>> = {}): CommandInput<'basket.keep'> => ({
  id,
  draft: keptText(),
  lines: 1,
  goods: [{ key: 'a', name: 'Chair', quantity: '1', price: '50' }],
  ...more,
});
/** Sells a shirt and returns the credit note that takes it back. */
async function backOf(unitPrice: string) {
  const sold = { ...byCard(unitPrice), payments: [{ means: 'cash' as const }] };
  const { uuid } = await ask('sale.issue', sold);
  const lines = [{ line: 1, quantity: '1' }];
  return (saleId: string = randomUUID()) =>
    ask('invoice.returnNote', { uuid, saleId, lines, reason: 'Too small' });
}

beforeAll(async () => {
  folder = await onboardedFolder('card-before-issue');
  await open();
  await ask('people.save', { ...mona, role: 'manager' });
  await ask('people.save', { ...sami, role: 'cashier' });
  await ask('shift.setRequired', { isRequired: false });
  await ask('people.setLimits', { discountPercent: 10, refund: 5_000, asks: [] });
  await ask('device.setSettings', {
    printer: { by: 'system' },
    cut: true,
    drawer: { use: 'none', pin: 2 },
    card: 'simulator',
  });
  await ask('people.signIn', sami);
});
afterAll(() => terminal.close());

describe('a card is not charged', () => {
  const nothingAsked = async (sale: SaleInput & { saleId: string }) => expect(await ofSale(sale)).toEqual([]);

  test('for a sale beyond the limits, until a manager agrees; the agreement lasts until it is issued', async () => {
    const sale = byCard('100.00', { discount: { amount: '20.00' } });
    const question = questionOf(sale, 8_000);
    const failure = await refused('card.ask', question);
    expect(failure).toMatchObject({ code: 'approval-needed', detail: { limits: 'discount' } });
    await nothingAsked(sale);
    const approval = String(failure.detail?.approval);
    await ask('session.approve', { ...mona, approval, reason: 'Scratched' });
    expect((await ask('card.ask', question)).state).toBe('approved');
    // The same approval is not requested again, even after a restart.
    await terminal.close();
    await open();
    await ask('people.signIn', sami);
    const { uuid } = await ask('sale.issue', paid(sale, 8_000));
    expect((await ask('invoice.get', { uuid })).issuedBy?.approval).toMatchObject({
      by: 'Mona',
      reason: 'Scratched',
    });
    // The next basket is another sale.
    const next = { ...sale, saleId: randomUUID() };
    expect((await refused('card.ask', questionOf(next, 8_000))).code).toBe('approval-needed');
  });

  test('while no shift is open', async () => {
    await ask('people.signIn', mona);
    await ask('shift.setRequired', { isRequired: true });
    const sale = byCard('23.00');
    expect((await refused('card.ask', questionOf(sale, 2_300))).code).toBe('no-shift');
    await nothingAsked(sale);
    await ask('shift.setRequired', { isRequired: false });
    await ask('people.signIn', sami);
  });

  test.each<[string, Partial<SaleInput>, object]>([
    ['that makes no document', { buyer: { name: 'A', vatNumber: '123' } }, { code: 'bad-input' }],
    ['of a kind for managers', { kind: 'prepayment' }, { code: 'not-allowed' }],
    [
      'whose payments do not add up',
      { payments: [{ means: 'card', amount: '22.00' }] },
      { code: 'bad-input', issues: [{ code: 'payments-sum' }] },
    ],
    [
      'for another amount than the document will say',
      {
        payments: [
          { means: 'card', amount: '20' },
          { means: 'cash', amount: '3' },
        ],
      },
      { code: 'bad-input', issues: [{ path: ['amount'], code: 'card-share' }] },
    ],
  ])('for a sale %s', async (_, more, failure) => {
    const sale = byCard('23.00', more);
    expect(await refused('card.ask', questionOf(sale, 2_300))).toMatchObject(failure);
    await nothingAsked(sale);
  });

  test('for a note on a document of another system whose date is in the future', async () => {
    await ask('people.signIn', mona);
    const corrects = (issueDate: string) => [{ number: 'OLD-9', issueDate }];
    const note = byCard('23.00', {
      kind: 'creditNote',
      corrects: corrects('2999-11-20'),
      reason: 'Too small',
    });
    const failure = {
      code: 'bad-input',
      issues: [{ path: ['corrects', 0, 'issueDate'], code: 'BR-KSA-04' }],
    };
    // The screen shows it beside the date while the note is being written.
    expect(await refused('sale.price', note)).toMatchObject(failure);
    expect(await refused('card.ask', questionOf(note, 2_300))).toMatchObject(failure);
    await nothingAsked(note);
    const right = { ...note, corrects: corrects('2025-11-20') };
    expect(await ask('card.ask', questionOf(right, 2_300))).toMatchObject({ state: 'approved', back: true });
    await ask('sale.issue', paid(right, 2_300));
    await ask('people.signIn', sami);
  });

  test('and no number is used by trying', async () => {
    const before = (await ask('terminal.status', {})).issued;
    const { number } = await ask('sale.issue', byCard('1.00'));
    const sale = byCard('23.00');
    await ask('card.ask', questionOf(sale, 2_300));
    const issued = await ask('sale.issue', paid(sale, 2_300));
    expect(Number(issued.number.split('-')[1])).toBe(Number(number.split('-')[1]) + 1);
    expect((await ask('terminal.status', {})).issued).toBe(before + 2);
    // A repeated request is only about the payment.
    const [payment] = await ofSale(sale);
    expect(payment).toMatchObject({ state: 'approved', document: issued.number });
  });

  test('for an exchange whose note cannot be issued; faults of both say where they are', async () => {
    const back = await backOf('69.00');
    const note = await back();
    const sale = byCard('115.00');
    const question = (amount: number, exchange: { note: SaleInput; sale: SaleInput }) =>
      ({ id: randomUUID(), amount, of: { as: 'exchange', exchange } }) as CommandInput<'card.ask'>;
    // The return is larger than a cashier may pay back without approval.
    const failure = await refused('card.ask', question(4_600, { note, sale }));
    expect(failure).toMatchObject({ code: 'approval-needed', detail: { limits: 'refund' } });
    await ask('session.approve', { ...mona, approval: String(failure.detail?.approval), reason: 'Fits' });
    const wrong = { ...sale, payments: [{ means: 'card', amount: '40.00' }] };
    expect(await refused('sale.exchange', { note, sale: wrong })).toMatchObject({
      issues: [{ path: ['sale', 'payments'], code: 'payments-sum', params: { limit: '46.00' } }],
    });
    const cheap = byCard('23.00', { payments: [{ means: 'cash' }] });
    const two = { ...note, payments: [{ means: 'cash' as const }, { means: 'card' as const }] };
    expect(await refused('sale.exchange', { note: two, sale: cheap })).toMatchObject({
      issues: [{ path: ['note', 'payments'], code: 'payments-sum', params: { limit: '46.00' } }],
    });
    expect((await ask('card.ask', question(4_600, { note, sale }))).state).toBe('approved');
    // Another person tries to return the same goods, at this or another screen, but the refund is already in progress.
    const again = await back();
    const byMona = { role: 'manager', name: 'Mona' } as const;
    const underWay = {
      failure: { issues: [{ code: 'return-under-way' }], detail: { basket: sale.saleId } },
    };
    expect(await terminal.call('sale.issue', again, byMona)).toMatchObject(underWay);
    const other = question(4_600, { note: again, sale: byCard('115.00') });
    expect(await terminal.call('card.ask', other, byMona)).toMatchObject(underWay);
    const done = await ask('sale.exchange', {
      note,
      sale: { ...sale, payments: [{ means: 'card', amount: '46.00' }] },
    });
    expect((await ask('invoice.get', { uuid: done.sale.uuid })).payments).toMatchObject([
      { means: 'exchange', amount: 6_900 },
      { means: 'card', amount: 4_600, card: { lastFour: '0000' } },
    ]);
  });
});

describe('a basket that is paid by card', () => {
  test('is not put aside, emptied, changed or given up until its invoice is issued', async () => {
    const sale = byCard('50.00');
    await ask('basket.keep', keep(sale.saleId));
    await ask('card.ask', questionOf(sale, 5_000));
    expect((await refused('basket.hold', { id: sale.saleId })).code).toBe('basket-paid');
    expect((await refused('basket.discard', { id: sale.saleId })).code).toBe('basket-paid');
    const changes: Partial<CommandInput<'basket.keep'>>[] = [
      { lines: 0, goods: [] },
      { goods: [{ key: 'a', name: 'Chair', quantity: '2', price: '50' }] },
      { goods: [...keep('').goods, { key: 'b', name: 'Lamp', quantity: '1' }] },
    ];
    for (const change of changes)
      expect((await refused('basket.keep', keep(sale.saleId, change))).code).toBe('basket-paid');
    const instead = { ...keep(randomUUID()), insteadOf: sale.saleId };
    expect((await refused('basket.keep', instead)).code).toBe('basket-paid');
    // Only the payment changes, and the goods stay the same.
    expect(await ask('basket.keep', keep(sale.saleId, { draft: keptText({ openAmount: '1' }) }))).toEqual({
      state: 'kept',
    });
    // An invoice is issued only if it includes the customer's payment.
    expect((await refused('sale.issue', { ...sale, payments: [{ means: 'cash' }] })).code).toBe(
      'basket-paid',
    );
    await ask('sale.issue', paid(sale, 5_000));
  });

  test('stays with its payment when its owner signs out, and anybody can issue it', async () => {
    const sale = byCard('50.00');
    await ask('basket.keep', keep(sale.saleId));
    await ask('card.ask', questionOf(sale, 5_000));
    await ask('people.signIn', mona);
    expect((await ask('basket.list', {})).baskets).toMatchObject([{ id: sale.saleId, card: 'paid' }]);
    await ask('basket.recall', { id: sale.saleId });
    const issued = await ask('sale.issue', paid(sale, 5_000));
    // The first window requests the document as well, and gets the same one.
    await ask('people.signIn', sami);
    expect((await ask('sale.issue', paid(sale, 5_000))).number).toBe(issued.number);
    expect((await refused('card.ask', questionOf(sale, 5_000))).code).toBe('sale-differs');
  });

  test('whose payment nobody knows can wait, but not be given up or sold otherwise', async () => {
    await withOutcome('loseAnswer');
    const sale = byCard('50.00');
    await ask('basket.keep', keep(sale.saleId));
    const { id } = await ask('card.ask', questionOf(sale, 5_000));
    expect((await refused('sale.issue', { ...sale, payments: [{ means: 'cash' }] })).code).toBe(
      'card-unresolved',
    );
    await ask('basket.hold', { id: sale.saleId });
    expect((await ask('basket.list', {})).baskets).toMatchObject([{ id: sale.saleId, card: 'open' }]);
    expect((await refused('basket.discard', { id: sale.saleId })).code).toBe('basket-paid');
    await withOutcome('approve');
    expect((await ask('card.status', { id })).state).toBe('approved');
    await ask('basket.recall', { id: sale.saleId });
    await ask('sale.issue', paid(sale, 5_000));
  });

  test('keeps its shift open, until it is issued or a manager says that the customer did not pay', async () => {
    await ask('shift.open', { id: randomUUID(), float: 0 });
    const shift = (await ask('shift.current', {})).shift?.number ?? 0;
    const closing = { number: shift, count: [] };
    const sale = byCard('50.00');
    await ask('card.ask', questionOf(sale, 5_000));
    expect(await refused('shift.close', closing)).toMatchObject({ code: 'card-open', detail: { count: 1 } });
    await ask('sale.issue', paid(sale, 5_000));
    await withOutcome('loseAnswer');
    const { id } = await ask('card.ask', questionOf(byCard('50.00'), 5_000));
    expect(await refused('shift.close', closing)).toMatchObject({ code: 'card-open' });
    const verdict = { id, as: 'notTaken', reason: 'The bank knows of none' } as const;
    expect((await refused('card.end', verdict)).code).toBe('not-allowed');
    await ask('people.signIn', mona);
    // The card terminal is connected again and knows that the card was charged.
    expect((await ask('card.end', verdict)).state).toBe('approved');
    expect((await refused('shift.close', closing)).code).toBe('card-open');
    await ask('card.settle', { id, as: 'voided', reason: 'Nobody is there' });
    const closed = await ask('shift.close', closing);
    expect(closed.report.payments).toEqual([{ means: 'card', count: 1, received: 5_000, paidBack: 0 }]);
    await ask('card.practise', { outcome: 'approve' });
    await ask('people.signIn', sami);
  });
});
