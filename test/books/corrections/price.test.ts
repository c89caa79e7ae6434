import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTerminal, type Terminal } from '../../../main/app/terminal/terminal.ts';
import type { Caller } from '../../../main/base/platform/dispatch.ts';
import { riyadhDateTime } from '../../../main/base/platform/riyadh-time.ts';
import type { CommandInput, CommandName, CommandOutput } from '../../../shared/contract/index.ts';
import type { Failure } from '../../../shared/failure.ts';
import type { SaleInput } from '../../../shared/sale/sale.ts';
import { onboardedFolder } from '../../support/onboarded-folder.ts';
import { cashier, manager } from '../../support/run/callers.ts';

/*
 * Tests that pricing refuses every sale that issuing would refuse. A till then shows the refusal while the sale can
 * still be changed.
 */

let terminal: Terminal;
beforeAll(async () => {
  terminal = await openTerminal({ folder: await onboardedFolder('price'), version: '0' });
  await terminal.ready();
});
afterAll(() => terminal.close());

async function ask<N extends CommandName>(name: N, input: CommandInput<N>) {
  const result = await terminal.call(name, input, manager);
  if (!result.ok) throw new Error(JSON.stringify(result.failure));
  return result.value as CommandOutput<N>;
}

async function refusalOf(
  name: CommandName,
  input: unknown,
  by: Caller = manager,
): Promise<Failure | undefined> {
  const result = await terminal.call(name, input, by);
  return result.ok ? undefined : result.failure;
}

/** Returns the failure. Checks that it is the same for pricing and issuing, and that no counter is used. */
async function refusedAlike(sale: SaleInput, by?: Caller): Promise<string[]> {
  const before = await ask('terminal.status', {});
  const [priced, issued] = [await refusalOf('sale.price', sale, by), await refusalOf('sale.issue', sale, by)];
  expect(named(priced)).toEqual(named(issued));
  expect((await ask('terminal.status', {})).issued).toBe(before.issued);
  return named(priced);
}

function named(failure: Failure | undefined): string[] {
  return [
    failure?.code ?? '',
    ...(failure?.issues ?? []).map(({ path, code }) => `${path.join('.')} ${code}`),
  ];
}

const coffee: SaleInput = { lines: [{ name: 'قهوة | Coffee', quantity: 2, unitPrice: '14.00' }] };

describe('the price of a sale', () => {
  test('is refused where a note or a deduction would be', async () => {
    const { number } = await ask('sale.issue', coffee);
    const note: SaleInput = {
      kind: 'creditNote',
      lines: [{ name: 'Coffee', quantity: 3, unitPrice: 14, correctsLine: 1 }],
      corrects: [{ number }],
      reason: 'Returned',
    };
    expect(await refusedAlike(note, cashier)).toEqual(['bad-input', 'lines.0.quantity returned-too-much']);
    const [line] = note.lines;
    if (line === undefined) throw new Error('no line');
    const one: SaleInput = { ...note, lines: [{ ...line, quantity: 1 }] };
    expect(await refusedAlike({ ...one, corrects: [{ number }, { number: 'OLD-1' }] })).toEqual([
      'bad-input',
      'corrects.1.number corrects-mixed',
    ]);
    const advance = await ask('sale.issue', { ...coffee, kind: 'prepayment' });
    const { date: issueDate, time: issueTime } = riyadhDateTime(Date.parse(advance.issuedAt));
    const prepayments = [{ number: advance.number, issueDate, issueTime, amounts: [{ amount: 29 }] }];
    expect(
      await refusedAlike({ lines: [{ ...line, correctsLine: undefined, unitPrice: 100 }], prepayments }),
    ).toEqual(['bad-input', 'prepayments.0.amounts.0.amount advance-exceeded']);
    expect(await ask('sale.price', one)).toMatchObject({ payable: 14_00 });
  });

  test('is refused for its size and its dates, and to whom may not sell so', async () => {
    const lines = Array.from({ length: 5000 }, () => ({ name: 'ش'.repeat(1000), quantity: 1, unitPrice: 1 }));
    expect(await refusedAlike({ lines })).toEqual(['bad-input', 'lines document-too-large']);
    const later = { number: 'OLD-1', issueDate: '2999-01-01' };
    const note: SaleInput = { ...coffee, kind: 'creditNote', corrects: [later], reason: 'Price' };
    expect(await refusedAlike(note)).toEqual(['bad-input', 'corrects.0.issueDate BR-KSA-04']);
    expect(await refusedAlike(note, cashier)).toEqual(['not-allowed']);
    const advance = await ask('sale.issue', { ...coffee, kind: 'prepayment' });
    const back: SaleInput = {
      ...note,
      lines: [{ name: 'قهوة | Coffee', quantity: 1, unitPrice: 14, correctsLine: 1 }],
      corrects: [{ number: advance.number }],
    };
    expect(await refusedAlike(back, cashier)).toEqual(['not-allowed']);
  });

  test('of a return is what was paid for it: no discount and no rounding that nobody gave', async () => {
    const prices = ['129', '38.50', '3.25'];
    const goods = prices.map((unitPrice, index) => ({ name: `Item ${index}`, quantity: 1, unitPrice }));
    const { uuid } = await ask('sale.issue', { saleId: crypto.randomUUID(), lines: goods });
    const request = { uuid, lines: [{ line: 1, quantity: '1' }], reason: 'Returned' };
    const note = await ask('invoice.returnNote', request);
    expect(note).toMatchObject({ lines: [{ unitPrice: '129' }] });
    expect(note.payableRounding).toBeUndefined();
    expect(await ask('sale.price', note)).toMatchObject({ payable: 129_00, discount: 0 });
  });

  test('of a sale that was issued is that of its document', async () => {
    const { number } = await ask('sale.issue', coffee);
    const note: SaleInput = {
      saleId: crypto.randomUUID(),
      kind: 'creditNote',
      lines: [{ name: 'Coffee', quantity: 2, unitPrice: 14, correctsLine: 1 }],
      corrects: [{ number }],
      reason: 'Returned',
    };
    const { payable } = await ask('sale.issue', note);
    expect(await ask('sale.price', note)).toMatchObject({ payable });
    expect(await refusedAlike({ ...note, reason: 'Another' })).toEqual(['sale-differs']);
  });
});

describe('the price of a correction', () => {
  test('does not count the rejected document that it stands for', async () => {
    const folder = await onboardedFolder('price-correction');
    const open = async (faults?: Parameters<typeof openTerminal>[0]['faults']) => {
      const opened = await openTerminal({ folder, version: '0', ...(faults && { faults }) });
      await opened.ready();
      const call = async (name: CommandName, input: unknown) => {
        const result = await opened.call(name, input, manager);
        return result.ok
          ? (result.value as { uuid: string; number: string; payable: number })
          : result.failure;
      };
      return { call, idle: () => opened.idle(), close: () => opened.close() };
    };
    await (await open()).close();
    // For an authority whose clock is two days behind, every document has a future date.
    const before = await open([{ kind: 'clock-skew', seconds: -172_800 }]);
    const sold = await before.call('sale.issue', coffee);
    const number = 'number' in sold ? sold.number : '';
    const note = {
      kind: 'creditNote',
      lines: [{ name: 'Coffee', quantity: 2, unitPrice: 14, correctsLine: 1 }],
      corrects: [{ number }],
      reason: 'Returned',
    };
    const wrong = await before.call('sale.issue', note);
    const rejected = 'uuid' in wrong ? wrong.uuid : '';
    await before.idle();
    await before.close();

    const after = await open();
    expect(await after.call('sale.price', note)).toMatchObject({ code: 'bad-input' });
    // Nothing corrects a rejected document, and the note follows the one that is issued in its place.
    expect(await after.call('sale.priceCorrection', { rejected, sale: note })).toMatchObject({
      code: 'bad-input',
      issues: [{ code: 'corrects-rejected' }],
    });
    const first = 'uuid' in sold ? sold.uuid : '';
    expect(await after.call('sale.correct', { rejected: first, sale: coffee })).toMatchObject({
      payable: 28_00,
    });
    expect(await after.call('sale.priceCorrection', { rejected, sale: note })).toMatchObject({
      payable: 28_00,
    });
    expect(await after.call('sale.correct', { rejected, sale: note })).toMatchObject({ payable: 28_00 });
    await after.close();
  });
});
