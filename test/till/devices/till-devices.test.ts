import { randomUUID } from 'node:crypto';
import { tmpdir } from 'node:os';
import { describe, expect, it } from 'vitest';
import { deviceCommands } from '../../../main/app/commands/till/devices.ts';
import { createMachineAlarms } from '../../../main/app/terminal/machine-alarms.ts';
import { systemClock } from '../../../main/base/platform/clock.ts';
import type { PrintOptions } from '../../../main/document/paper/printer.ts';
import { createFollowCash } from '../../../main/till/devices/follow-cash.ts';
import { createTillDevices } from '../../../main/till/devices/till-devices.ts';
import { createApprovals } from '../../../main/till/people/approvals.ts';
import { createDrawer } from '../../../main/till/shift/drawer.ts';
import type { DrawerUse } from '../../../shared/contract/till/devices.ts';
import { type Failure, type FailureError, fail } from '../../../shared/failure.ts';
import type { SaleInput } from '../../../shared/sale/sale.ts';
import {
  devicesSetting,
  noDevices,
  ownPrintersSetting,
  printingSetting,
} from '../../../shared/stored/settings/terminal.ts';
import { limitsSchema } from '../../../shared/values/limits.ts';
import { makeShop } from '../../books/corrections/shop.ts';
import { failing, testLedger } from '../../books/ledger/support.ts';
import { byCashier, cashier, manager } from '../../support/run/callers.ts';
import { openFakePrinter } from './fake-printer.ts';

const pulse = [0x1b, 0x70, 0, 50, 250];
const sale = (payments?: SaleInput['payments']): SaleInput => ({
  lines: [{ name: 'Coffee', quantity: 1, unitPrice: '23.00' }],
  ...(payments && { payments }),
});

async function open(use: DrawerUse) {
  const printer = await openFakePrinter();
  const ledger = testLedger();
  const shop = makeShop(ledger);
  const { settings } = ledger;
  let told = 0;
  const devices = createTillDevices({
    settings,
    clock: systemClock,
    system: undefined,
    draw: undefined,
    onTrouble() {
      told += 1;
    },
  });
  const drawer = createDrawer(ledger, shop.clock);
  const approvals = createApprovals(shop.clock, () => true);
  const cardTerminal = {
    kind: () => 'none' as const,
    current: () => undefined,
    outcome: () => undefined,
    setOutcome: async () => {},
    probe: async () => {},
    stop: async () => {},
  };
  const commands = deviceCommands({
    environment: { ledger, cardTerminal },
    terminal: { devices, settings, clock: shop.clock },
    till: { agreements: { approvals, limits: () => limitsSchema.parse({}) } },
  });
  settings.write(devicesSetting, {
    printer: printer.connection,
    cut: true,
    drawer: { use, pin: 2 },
    card: 'none',
  });
  const errors: unknown[] = [];
  const { sold } = createFollowCash(
    { ledger },
    { devices, clock: shop.clock, onError: (error) => errors.push(error) },
  );
  /** Returns the lines about the drawer, without the ID of the first line, to which the second one refers. */
  const lines = () =>
    [...ledger.audit.lines({})]
      .filter(({ action }) => action.startsWith('drawer-'))
      .map(({ id, action, actor, detail }) => ({ id, action, actor, ...(detail as object) }));
  const openings = () => lines().filter(({ action }) => action === 'drawer-opened');
  return {
    ...shop,
    printer,
    devices,
    drawer,
    commands,
    sold,
    approvals,
    openings,
    lines,
    errors,
    ledger,
    told: () => told,
  };
}

describe('the drawer after a sale', () => {
  it('opens when cash is among its payments, with a line that names the document and the shift', async () => {
    const { issue, sold, printer, lines, drawer } = await open('withCash');
    drawer.open('6f0c6a3e-8c8e-4a60-9d5f-0d2f5a1f7c01', byCashier, 10_000);
    sold(issue(sale([{ means: 'card' }])), cashier);
    const split = issue(
      sale([
        { means: 'card', amount: '13.00' },
        { means: 'cash', amount: '10.00', tendered: '50.00' },
      ]),
    );
    sold(split, cashier);
    const line = { actor: 'Sami', why: 'sale', number: split.number, role: 'cashier', shift: 1 };
    await expect.poll(lines).toMatchObject([
      { ...line, action: 'drawer-asked' },
      { ...line, action: 'drawer-opened' },
    ]);
    const [requested, opened] = lines();
    expect(opened).toHaveProperty('asked', requested?.id);
    expect(printer.kicks).toEqual([pulse]);
  });

  it.each(['none', 'byHand'] as const)('stays shut when the settings say so (%s)', async (use) => {
    const { issue, sold, printer, lines } = await open(use);
    sold(issue(sale()), cashier);
    expect([printer.connections(), lines()]).toEqual([0, []]);
  });

  it('that stays shut is an alarm until it opens again, and the sale stays issued', async () => {
    const { issue, sold, printer, devices, lines, errors, told, commands } = await open('withCash');
    await printer.close();
    const { number } = issue(sale());
    sold(issue(sale()), cashier);
    await expect.poll(devices.trouble).toBe('drawer-failed');
    expect([number, told()]).toEqual(['T1-000001', 1]);
    expect(lines()).toMatchObject([
      { action: 'drawer-asked' },
      { action: 'drawer-failed', failure: 'drawer-failed' },
    ]);
    expect(errors).toEqual([failing('drawer-failed')]);
    const settings = devices.settings();
    await commands['device.setSettings']({ ...settings, drawer: { use: 'byHand', pin: 2 } }, manager);
    expect(devices.trouble()).toBeUndefined();
    const other = await openFakePrinter();
    await commands['device.setSettings']({ ...settings, printer: other.connection }, manager);
    expect(devices.trouble()).toBe('drawer-failed');
    await commands['drawer.open']({ reason: 'The customer waits' }, manager);
    expect([devices.trouble(), told()]).toEqual([undefined, 2]);
  });
});

describe('the line before the pulse', () => {
  it('that cannot be written keeps the drawer shut, and is told', async () => {
    const { issue, sold, printer, ledger, devices, errors, commands } = await open('withCash');
    const entry = issue(sale());
    ledger.tillActions.write = () => {
      throw new Error('the disk is full');
    };
    sold(entry, cashier);
    await expect.poll(() => errors.length).toBe(1);
    await expect(commands['drawer.open']({ reason: 'Change' }, manager)).rejects.toThrow('the disk is full');
    expect([printer.kicks, devices.trouble(), entry.number]).toEqual([[], 'internal', 'T1-000001']);
  });
});

describe('the drawer by hand', () => {
  it('needs a manager and a reason, and leaves a line', async () => {
    const { commands, approvals, printer, openings, lines } = await open('byHand');
    const asCashier = async () => commands['drawer.open']({ reason: 'Change' }, cashier);
    const refusal = await asCashier().catch((error: FailureError) => error.failure);
    expect(refusal).toMatchObject({ code: 'approval-needed', detail: { limits: 'drawer' } });
    expect(printer.kicks).toEqual([]);
    await commands['drawer.open']({ reason: 'Change' }, manager);
    expect(printer.kicks).toEqual([pulse]);
    const agreed = { by: 'Mona', reason: 'A coin roll' };
    approvals.approve(String((refusal as Failure).detail?.approval), agreed, () => {});
    await asCashier();
    expect(openings()).toMatchObject([
      { actor: 'Mona', why: 'hand', reason: 'Change', role: 'manager' },
      { why: 'hand', role: 'cashier' },
    ]);
    expect(lines().filter(({ action }) => action === 'drawer-asked')).toMatchObject([
      { actor: 'Mona' },
      { role: 'cashier', approval: { by: 'Mona', limits: ['drawer'] } },
    ]);
    // An approval is valid only once.
    await expect(asCashier()).rejects.toEqual(failing('approval-needed'));
  });

  it('that does not open says so, and counts as no opening of its shift', async () => {
    const { commands, printer, openings, drawer, ledger } = await open('byHand');
    drawer.open('6f0c6a3e-8c8e-4a60-9d5f-0d2f5a1f7c02', byCashier, 0);
    await commands['drawer.open']({ reason: 'Change' }, manager);
    await printer.close();
    await expect(commands['drawer.open']({ reason: 'Change' }, manager)).rejects.toEqual(
      failing('drawer-failed'),
    );
    expect(openings()).toHaveLength(1);
    const count = () => drawer.report().beside.drawerByHand;
    expect(count()).toBe(1);
    // The drawer may have opened although the program crashed.
    ledger.tillActions.write({ at: 1, by: byCashier, action: 'drawer-asked', detail: { why: 'hand' } });
    expect(count()).toBe(2);
  });

  it('counts in the shift in which it was asked for, however late its end is known', async () => {
    const { ledger, drawer } = await open('byHand');
    const count = () => drawer.report().beside.drawerByHand;
    const write = (action: 'drawer-asked' | 'drawer-failed', more = {}) =>
      ledger.tillActions.write({ at: 1, by: byCashier, action, detail: { why: 'hand', ...more } });
    drawer.open(randomUUID(), byCashier, 0);
    const requested = write('drawer-asked');
    expect(drawer.close(1, byCashier, []).report.beside.drawerByHand).toBe(1);
    drawer.open(randomUUID(), byCashier, 0);
    write('drawer-failed', { asked: requested });
    expect(count()).toBe(0);
  });
});

it('a printer beside the receipt printer is tried and kept, and the receipt printer stays as it was', async () => {
  const { commands, ledger, devices } = await open('byHand');
  const before = devices.settings();
  const connection = {
    printer: { by: 'network', host: '192.168.1.9', port: 9_100 },
    paper: 'a4',
    cut: false,
  } as const;
  expect(await commands['device.setPrinters']({ reports: connection }, manager)).toEqual({
    reports: connection,
  });
  expect(await commands['device.printers']({}, manager)).toEqual({ reports: connection });
  expect(devices.settings()).toEqual(before);
  expect(ledger.audit.list({ limit: 1 })).toMatchObject([
    { action: 'devices-set', detail: { printers: { reports: connection } } },
  ]);
  // Without a window the page cannot be drawn.
  await expect(commands['device.tryOwnPrinter'](connection, manager)).rejects.toEqual(
    failing('print-failed'),
  );
});

describe('a printer that failed', () => {
  const roll = { by: 'network', host: '192.168.1.9', port: 9_100 } as const;
  const office = { printer: { by: 'system' }, name: 'Office', paper: 'a4', cut: false } as const;

  function openPrinters() {
    const ledger = testLedger();
    const { settings } = ledger;
    const away = new Set<string | undefined>([undefined, 'Office']);
    const devices = createTillDevices({
      settings,
      system: {
        list: async () => [],
        print: async (_, { printer }) => (away.has(printer) ? fail('printer-gone') : undefined),
      },
      draw: undefined,
      onTrouble: () => undefined,
      clock: systemClock,
    });
    const alarms = createMachineAlarms({
      context: {
        clock: systemClock,
        folder: tmpdir(),
        policy: { state: 'none', file: '', authorities: [] },
        safeMode: undefined,
        settings,
      },
      devices,
      guard: { alteration: undefined },
      updateAlarms: () => [],
    });
    const needs = () => alarms().find((alarm) => alarm.kind === 'printer')?.code;
    const print = async (options: PrintOptions) => devices.printer?.print('', options);
    return { settings, away, needs, print };
  }

  it('needs somebody until it prints again', async () => {
    const { away, needs, print } = openPrinters();
    expect(needs()).toBeUndefined();
    await expect(print({ paper: 'roll80' })).rejects.toEqual(failing('printer-gone'));
    away.clear();
    await print({ paper: 'a4', printer: 'Office' });
    expect(needs()).toBe('printer-gone');
    await print({ paper: 'roll80' });
    expect(needs()).toBeUndefined();
  });

  it('needs nobody once another receipt printer took its place', async () => {
    const { settings, needs, print } = openPrinters();
    await expect(print({ paper: 'roll80' })).rejects.toEqual(failing('printer-gone'));
    settings.write(printingSetting, { ...settings.read(printingSetting), printer: 'Counter' });
    expect(needs()).toBeUndefined();
    settings.write(printingSetting, { ...settings.read(printingSetting), printer: undefined });
    expect(needs()).toBe('printer-gone');
    settings.write(devicesSetting, { ...noDevices, printer: roll });
    expect(needs()).toBeUndefined();
  });

  it('needs nobody once no use has it', async () => {
    const { settings, needs, print } = openPrinters();
    const ownPrinter = { paper: 'a4', printer: 'Office', ownPrinter: office } as const;
    await expect(print(ownPrinter)).rejects.toEqual(failing('printer-gone'));
    // A printer that was only tested is not in use yet.
    expect(needs()).toBeUndefined();
    settings.write(ownPrintersSetting, { reports: office });
    expect(needs()).toBe('printer-gone');
    settings.write(ownPrintersSetting, {});
    expect(needs()).toBeUndefined();
  });
});
