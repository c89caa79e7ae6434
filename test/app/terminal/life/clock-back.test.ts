import { expect, test } from 'vitest';
import { openTerminal } from '../../../../main/app/terminal/terminal.ts';
import { riyadhDateTime } from '../../../../main/base/platform/riyadh-time.ts';
import type { CommandInput, CommandName, CommandOutput } from '../../../../shared/contract/index.ts';
import type { SaleInput } from '../../../../shared/sale/sale.ts';
import { FakeClock } from '../../../support/fake-clock.ts';
import { onboardedFolder } from '../../../support/onboarded-folder.ts';

/*
 * Tests a credit note that is made after the clock was set back, for a document that was issued while the clock was
 * ahead.
 */

const coffee: SaleInput = { lines: [{ name: 'Coffee', quantity: 1, unitPrice: '11.50' }] };

test('a clock that is too far back is said of a note, not the date of its invoice', async () => {
  const clock = new FakeClock();
  clock.set(Date.now());
  const terminal = await openTerminal({ folder: await onboardedFolder('clock-back'), version: '0', clock });
  await terminal.ready();
  async function ask<N extends CommandName>(name: N, input: CommandInput<N>) {
    const result = await terminal.callFromScreen(name, input);
    return result.ok ? { value: result.value as CommandOutput<N> } : result.failure;
  }
  const issueDate = riyadhDateTime(clock.now()).date;
  const sold = await ask('sale.issue', coffee);
  clock.set(clock.now() - 3 * 86_400_000);
  const note: SaleInput = {
    ...coffee,
    kind: 'creditNote',
    reason: 'Returned',
    corrects: [{ number: 'value' in sold ? sold.value.number : '', issueDate }],
    payments: [{ means: 'cash', amount: '11.50' }],
  };
  expect(await ask('sale.price', note)).toMatchObject({ value: { payable: 11_50 } });
  expect(await ask('sale.issue', note)).toMatchObject({ code: 'clock-back' });
  await terminal.close();
});
