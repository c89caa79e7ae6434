import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTerminal, type Terminal } from '../../../main/app/terminal/terminal.ts';
import type { Caller } from '../../../main/base/platform/dispatch.ts';
import type { CommandInput, CommandName, CommandOutput } from '../../../shared/contract/index.ts';
import type { TerminalStatus } from '../../../shared/contract/terminal/terminal.ts';
import type { SaleInput } from '../../../shared/sale/sale.ts';
import { onboardedFolder } from '../../support/onboarded-folder.ts';
import { cashier, manager } from '../../support/run/callers.ts';

/* Tests the shifts of a terminal with its commands: the rights of each role, and the conditions of a sale. */

let terminal: Terminal;

async function ask<N extends CommandName>(
  name: N,
  input: CommandInput<N>,
  caller: Caller = cashier,
): Promise<CommandOutput<N>> {
  const result = await terminal.call(name, input, caller);
  if (!result.ok) throw new Error(JSON.stringify(result.failure));
  return result.value as CommandOutput<N>;
}
async function refused<N extends CommandName>(name: N, input: CommandInput<N>, caller: Caller = cashier) {
  const result = await terminal.call(name, input, caller);
  if (result.ok) throw new Error(`${name} was allowed`);
  return result.failure.code;
}
const coffee = (): SaleInput => ({
  saleId: randomUUID(),
  lines: [{ name: 'Coffee', quantity: 1, unitPrice: '10.00' }],
});

beforeAll(async () => {
  terminal = await openTerminal({ folder: await onboardedFolder('shifts'), version: '0' });
  await terminal.ready();
});
afterAll(() => terminal.close());

describe('shifts', () => {
  test('are a cashier’s, except for the figures and a closing without a count', async () => {
    await ask('shift.open', { id: randomUUID(), float: 5_000 });
    await ask('sale.issue', coffee());
    expect(await refused('shift.report', {})).toBe('approval-needed');
    expect(await refused('shift.list', {})).toBe('not-allowed');
    expect(await refused('shift.setRequired', { isRequired: true })).toBe('not-allowed');
    expect(await refused('shift.close', { number: 1 })).toBe('not-allowed');
    const x = await ask('shift.report', {}, manager);
    expect(x).toMatchObject({ number: 1, sales: { count: 1, total: 1_000 }, cash: { expected: 6_000 } });
    const z = await ask('shift.close', { number: 1, count: [{ value: 5_000, count: 1 }] });
    expect(z.report.cash).toMatchObject({ expected: 6_000, counted: 5_000, difference: -1_000 });
    expect(await refused('shift.report', {}, manager)).toBe('no-shift');
    // The answer was lost, and another cashier must not get the figures by repeating the request.
    expect(await ask('shift.close', { number: 1, count: [] })).toEqual(z);
    const other: Caller = { role: 'cashier', name: 'Ali' };
    expect(await refused('shift.close', { number: 1, count: [] }, other)).toBe('no-shift');
  });

  test('are needed to sell at the screen, and not to repeat a sale that is issued', async () => {
    await ask('shift.setRequired', { isRequired: true }, manager);
    const sale = coffee();
    expect(await refused('sale.issue', sale)).toBe('no-shift');
    await ask('shift.open', { id: randomUUID(), float: 0 });
    const { uuid } = await ask('sale.issue', sale);
    await ask('shift.close', { number: 2, count: [] });
    // The answer was lost, and the shift has been closed meanwhile.
    expect((await ask('sale.issue', sale)).uuid).toBe(uuid);
    expect(await refused('sale.issue', coffee())).toBe('no-shift');
  });

  test('are needed by themselves while a cashier is on the list, until a manager decides', async () => {
    const alone = await openTerminal({ folder: await onboardedFolder('shifts-by-themselves'), version: '0' });
    const sell = async () => {
      const result = await alone.callFromScreen('sale.issue', coffee());
      return result.ok ? 'issued' : result.failure.code;
    };
    const outsideNow = async () => {
      const status = await alone.callFromScreen('terminal.status', {});
      const { alarms } = (status.ok ? status.value : { alarms: [] }) as Pick<TerminalStatus, 'alarms'>;
      return alarms.find(({ kind }) => kind === 'outside-shift');
    };
    const pin = '482913';
    try {
      await alone.ready();
      await alone.callFromScreen('people.save', { name: 'Mona', role: 'manager', pin });
      expect(await sell()).toBe('issued');
      await alone.callFromScreen('people.save', { name: 'Ali', role: 'cashier', pin });
      expect(await sell()).toBe('no-shift');
      await alone.callFromScreen('shift.setRequired', { isRequired: false });
      expect(await sell()).toBe('issued');
      expect(await outsideNow()).toMatchObject({ count: 2 });
      // The next report has both sales, and no later one does.
      for (const outside of [{ count: 2, total: 2_000 }, undefined]) {
        await alone.callFromScreen('shift.open', { id: randomUUID(), float: 0 });
        const x = await alone.callFromScreen('shift.report', {});
        expect(x.ok && (x.value as CommandOutput<'shift.report'>).outside).toEqual(outside);
        await alone.callFromScreen('shift.close', { number: outside === undefined ? 2 : 1 });
      }
      expect(await outsideNow()).toBeUndefined();
      await alone.callFromScreen('shift.setRequired', { isRequired: true });
      await alone.callFromScreen('people.remove', { name: 'Ali' });
      expect(await sell()).toBe('no-shift');
    } finally {
      await alone.close();
    }
  });

  test('do not hold up the command line', async () => {
    const commandLine: Caller = { role: 'manager', name: 'command line', kind: 'commandLine' };
    const { uuid } = await ask('sale.issue', coffee(), commandLine);
    const { issuedBy } = await ask('invoice.get', { uuid });
    expect(issuedBy).toEqual({ kind: 'commandLine', name: 'command line' });
  });

  test.each([
    ['a negative float', 'shift.open', { id: randomUUID(), float: -1 }],
    ['no reason', 'shift.move', { id: randomUUID(), kind: 'in', amount: 1, reason: ' ' }],
    ['nothing moved', 'shift.move', { id: randomUUID(), kind: 'out', amount: 0, reason: 'x' }],
    ['a note that does not exist', 'shift.close', { number: 3, count: [{ value: 300, count: 1 }] }],
    ['half a coin', 'shift.close', { number: 3, count: [{ value: 100, count: 0.5 }] }],
  ] as const)('refuse %s', async (_, name, input) => {
    expect(await refused(name, input as never)).toBe('bad-input');
  });
});
