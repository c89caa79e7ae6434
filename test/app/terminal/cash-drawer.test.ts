import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openTerminal, type Terminal } from '../../../main/app/terminal/terminal.ts';
import type { Caller } from '../../../main/base/platform/dispatch.ts';
import type { CommandInput, CommandName, CommandOutput } from '../../../shared/contract/index.ts';
import type { SaleInput } from '../../../shared/sale/sale.ts';
import { buyer } from '../../document/invoice/fixtures.ts';
import { onboardedFolder } from '../../support/onboarded-folder.ts';
import { cashier, manager } from '../../support/run/callers.ts';
import { openFakePrinter } from '../../till/devices/fake-printer.ts';

/* Tests when the drawer of a till opens: as cash changes hands, and only then. Each pulse is counted. */

let terminal: Terminal;
let printer: Awaited<ReturnType<typeof openFakePrinter>>;

async function ask<N extends CommandName>(
  name: N,
  input: CommandInput<N>,
  caller: Caller = cashier,
): Promise<CommandOutput<N>> {
  const result = await terminal.call(name, input, caller);
  if (!result.ok) throw new Error(JSON.stringify(result.failure));
  return result.value as CommandOutput<N>;
}
const sale = (price: string, payments?: SaleInput['payments']): SaleInput => ({
  saleId: randomUUID(),
  lines: [{ name: 'Coffee', quantity: 1, unitPrice: price }],
  ...(payments && { payments }),
});
const back = (uuid: string) =>
  ask('invoice.returnNote', {
    uuid,
    saleId: randomUUID(),
    lines: [{ line: 1, quantity: '1' }],
    reason: 'Returned',
  });
async function closeShift(): Promise<void> {
  const number = (await ask('shift.current', {})).shift?.number;
  if (number !== undefined) await ask('shift.close', { number }, manager);
}
const counted = async () => (await ask('shift.report', {}, manager)).beside;

beforeAll(async () => {
  terminal = await openTerminal({ folder: await onboardedFolder('cash-drawer'), version: '0' });
  await terminal.ready();
  await ask('people.setLimits', { asks: ['drawer'] }, manager);
});
beforeEach(async () => {
  printer = await openFakePrinter();
  const drawer = { use: 'withCash', pin: 2 } as const;
  await ask('device.setSettings', { printer: printer.connection, cut: true, drawer, card: 'none' }, manager);
  await ask('shift.open', { id: randomUUID(), float: 0 });
  return closeShift;
});
afterAll(() => terminal.close());

/** Returns the number of pulses after everything that was asked for has ended. */
async function pulses(): Promise<number> {
  const settled = async () => {
    const { lines } = await ask('activity.list', { group: 'drawer' }, manager);
    const count = (...actions: string[]) => lines.filter(({ action }) => actions.includes(action)).length;
    return count('drawer-asked') - count('drawer-opened', 'drawer-failed');
  };
  await expect.poll(settled).toBe(0);
  return printer.kicks.length;
}

const nobodyPays: readonly (readonly [string, SaleInput])[] = [
  ['of nothing', sale('0.00')],
  [
    'of nothing that somebody gives money for',
    sale('0.00', [{ means: 'cash', amount: '0', tendered: '50' }]),
  ],
  ['by card', sale('10.00', [{ means: 'card' }])],
  [
    'by card and no cash',
    sale('10.00', [
      { means: 'card', amount: '10' },
      { means: 'cash', amount: '0' },
    ]),
  ],
  ['by the code of another means', sale('10.00', [{ means: '48' }])],
  ['that is a gift', { ...sale('10.00'), special: { nominal: true } }],
];

describe('the drawer stays shut', () => {
  test.each(nobodyPays)('for a sale %s', async (_, given) => {
    // A sale that is refused opens nothing either.
    await terminal.call('sale.issue', given, given.special ? manager : cashier);
    expect([await pulses(), await counted()]).toMatchObject([0, { drawerOpenings: 0, drawerByHand: 0 }]);
  });

  test('for an exchange of equal worth', async () => {
    const sold = await ask('sale.issue', sale('10.00', [{ means: 'card' }]));
    const note = await back(sold.uuid);
    await ask('sale.exchange', { note, sale: sale('10.00') }, manager);
    expect(await pulses()).toBe(0);
  });

  test('for what is asked for again', async () => {
    const once = sale('10.00');
    const move = { id: randomUUID(), kind: 'in', amount: 500, reason: 'Change' } as const;
    for (const _ of [1, 2]) {
      await ask('sale.issue', once);
      await ask('shift.move', move);
    }
    expect(await pulses()).toBe(2);
  });

  test('for a cashier without the right to open it', async () => {
    const refused = await terminal.call('drawer.open', { reason: 'Change' }, cashier);
    expect(refused).toMatchObject({ ok: false, failure: { code: 'approval-needed' } });
    expect(await pulses()).toBe(0);
  });
});

describe('the drawer opens, and the report counts it,', () => {
  test('for cash that is taken and given back', async () => {
    const { uuid } = await ask('sale.issue', sale('10.00'));
    const split = sale('10.00', [
      { means: 'card', amount: '9.00' },
      { means: '10', amount: '1.00' },
    ]);
    await ask('sale.issue', split);
    await ask('sale.issue', await back(uuid), manager);
    expect([await pulses(), await counted()]).toMatchObject([3, { drawerOpenings: 3, drawerByHand: 0 }]);
  });

  test('once for an exchange that leaves a difference', async () => {
    const { uuid } = await ask('sale.issue', sale('10.00', [{ means: 'card' }]));
    const note = await back(uuid);
    const dearer = sale('12.00');
    await ask('sale.exchange', { note, sale: dearer }, manager);
    expect(await pulses()).toBe(1);
  });

  test('for cash on account, not for the rest', async () => {
    const key = `number ${buyer.vatNumber}`;
    const owed = { ...sale('100.00', [{ means: 'onAccount' }]), customer: 'business' as const, buyer };
    await ask('sale.issue', owed, manager);
    expect(await pulses()).toBe(0);
    const pay = (means: 'cash' | 'card', amount: number) =>
      ask('account.pay', { id: randomUUID(), key, means, amount }, manager);
    await pay('card', 1_000);
    expect(await pulses()).toBe(0);
    const { payment } = await pay('cash', 2_000);
    await ask('account.takeBack', { id: randomUUID(), number: payment.number, reason: 'Wrong' }, manager);
    expect([await pulses(), await counted()]).toMatchObject([2, { drawerOpenings: 2, drawerByHand: 0 }]);
  });

  test('for cash paid in and out, the float and the count; by hand has its own line', async () => {
    await closeShift();
    const { shift } = await ask('shift.open', { id: randomUUID(), float: 5_000 });
    for (const kind of ['in', 'out'] as const)
      await ask('shift.move', { id: randomUUID(), kind, amount: 500, reason: 'Change' });
    await ask('shift.takeOver', { id: randomUUID() }, manager);
    await ask('drawer.open', { reason: 'Change' }, manager);
    expect([await pulses(), await counted()]).toMatchObject([4, { drawerOpenings: 4, drawerByHand: 1 }]);
    const number = shift?.number ?? 0;
    const closing = { number, count: [{ value: 5_000, count: 1 }] };
    const { report } = await ask('shift.close', closing);
    await ask('shift.close', closing);
    expect([await pulses(), report.beside]).toMatchObject([5, { drawerOpenings: 5, drawerByHand: 1 }]);
  });

  test('even where it is not known if it did, and not where it surely stayed shut', async () => {
    // The printer answers a print, and hangs at the next pulse.
    await ask('drawer.open', { reason: 'Change' }, manager);
    printer.mood.silent = true;
    await ask('shift.move', { id: randomUUID(), kind: 'in', amount: 500, reason: 'Change' });
    await pulses();
    expect(await counted()).toMatchObject({ drawerOpenings: 2, drawerByHand: 1 });
    await printer.close();
    await ask('sale.issue', sale('10.00'));
    await pulses();
    expect(await counted()).toMatchObject({ drawerOpenings: 2, drawerByHand: 1 });
  });
});
