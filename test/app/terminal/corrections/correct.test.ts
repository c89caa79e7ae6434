import { describe, expect, test } from 'vitest';
import { openTerminal, type Terminal } from '../../../../main/app/terminal/terminal.ts';
import type { CommandInput, CommandName, CommandOutput } from '../../../../shared/contract/index.ts';
import type { SaleInput } from '../../../../shared/sale/sale.ts';
import { onboardedFolder } from '../../../support/onboarded-folder.ts';
import { cashier, manager } from '../../../support/run/callers.ts';
import { openFakePrinter } from '../../../till/devices/fake-printer.ts';

const line = { name: 'قهوة | Coffee', quantity: 2, unitPrice: '14.00' };
const coffee: SaleInput = { lines: [line] };

async function ask<N extends CommandName>(terminal: Terminal, name: N, input: CommandInput<N>) {
  const result = await terminal.call(name, input, manager);
  if (!result.ok) throw new Error(JSON.stringify(result.failure));
  return result.value as CommandOutput<N>;
}

describe('a document that the authority rejected', () => {
  test('stays in its place; a corrected one stands for it, once, and each knows the other', async () => {
    const folder = await onboardedFolder('correct');
    let terminal = await openTerminal({ folder, version: '0' });
    await terminal.ready();
    await terminal.close();
    // For an authority whose clock is two days behind, every document has a future date.
    terminal = await openTerminal({
      folder,
      version: '0',
      faults: [{ kind: 'clock-skew', seconds: -172_800 }],
    });
    await terminal.ready();
    const wrong = await ask(terminal, 'sale.issue', coffee);
    const larger = await ask(terminal, 'sale.issue', { lines: [{ ...line, quantity: 3 }] });
    await terminal.idle();
    expect(await ask(terminal, 'invoice.get', { uuid: wrong.uuid })).toMatchObject({ state: 'rejected' });
    await terminal.close();

    terminal = await openTerminal({ folder, version: '0' });
    await terminal.ready();
    const printer = await openFakePrinter();
    await ask(terminal, 'device.setSettings', {
      printer: printer.connection,
      cut: true,
      drawer: { use: 'withCash', pin: 2 },
      card: 'none',
    });
    const right = await ask(terminal, 'sale.correct', { rejected: wrong.uuid, sale: coffee });
    await terminal.idle();
    // No cash changes hands again, so the only pulse is the one that the person requested.
    await ask(terminal, 'drawer.open', { reason: 'Change' });
    expect(printer.kicks).toHaveLength(1);
    // The price of the third coffee comes out of the drawer.
    await ask(terminal, 'sale.correct', { rejected: larger.uuid, sale: coffee });
    await expect.poll(() => printer.kicks).toHaveLength(2);
    expect(right.icv).toBe(3);
    expect(await ask(terminal, 'invoice.get', { uuid: right.uuid })).toMatchObject({
      state: 'accepted',
      previousHash: larger.hash,
      replaces: { uuid: wrong.uuid, number: wrong.number },
    });
    expect(await ask(terminal, 'invoice.get', { uuid: wrong.uuid })).toMatchObject({
      state: 'rejected',
      replacedBy: { uuid: right.uuid },
    });
    for (const [rejected, code] of [
      [wrong.uuid, 'already-reissued'],
      [right.uuid, 'not-rejected'],
    ] as const)
      expect(await terminal.call('sale.correct', { rejected, sale: coffee }, cashier)).toMatchObject({
        failure: { code },
      });
    expect((await ask(terminal, 'terminal.status', {})).issued).toBe(4);
    await terminal.close();
  });
});
