import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTerminal, type Terminal } from '../../../main/app/terminal/terminal.ts';
import type { Caller } from '../../../main/base/platform/dispatch.ts';
import type { CommandInput, CommandName, CommandOutput } from '../../../shared/contract/index.ts';
import { onboardedFolder } from '../../support/onboarded-folder.ts';
import { cashier, manager } from '../../support/run/callers.ts';

/* Tests the page of a document and the sums of the list at a real terminal. */

let terminal: Terminal;

async function ask<N extends CommandName>(name: N, input: CommandInput<N>, caller: Caller = cashier) {
  const result = await terminal.call(name, input, caller);
  if (!result.ok) throw new Error(JSON.stringify(result.failure));
  return result.value as CommandOutput<N>;
}

beforeAll(async () => {
  terminal = await openTerminal({ folder: await onboardedFolder('invoice-page'), version: '0' });
  await terminal.ready();
  await ask('people.setLimits', { asks: [] }, manager);
});
afterAll(() => terminal.close());

describe('the page of a document', () => {
  test('has the unit prices and the discounts as they were agreed', async () => {
    const { uuid } = await ask('sale.issue', {
      prices: 'excludeVat',
      lines: [
        {
          name: 'Coffee',
          quantity: '2',
          unitPrice: '10.5',
          discount: { percent: '10', reason: 'Scratch' },
          discounts: [{ amount: '1.00' }],
        },
        { name: 'Tea', quantity: '1', unitPrice: '4' },
      ],
      discount: { amount: '0.90', reason: 'Loyal' },
    });
    expect(await ask('invoice.get', { uuid })).toMatchObject({
      prices: 'excludeVat',
      discounts: [{ amount: '0.9', reason: 'Loyal' }],
      lines: [
        { unitPrice: '10.5', discounts: [{ percent: '10', reason: 'Scratch' }, { amount: '1' }] },
        { unitPrice: '4', discounts: [] },
      ],
    });
  });
});

describe('the sums of the list', () => {
  test('are a manager’s: a cashier counts the drawer without them', async () => {
    const { payable } = await ask('sale.issue', {
      lines: [{ name: 'Dates', quantity: 1, unitPrice: '30.00' }],
    });
    expect(await ask('invoice.sums', { article: 'dates' }, manager)).toEqual({
      sums: [{ currency: 'SAR', count: 1, total: payable, returned: 0 }],
    });
    expect(await terminal.call('invoice.sums', {}, cashier)).toMatchObject({
      failure: { code: 'not-allowed' },
    });
  });
});
