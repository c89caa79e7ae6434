import { describe, expect, it } from 'vitest';
import { systemClock } from '../../../main/base/platform/clock.ts';
import { createLines } from '../../../main/till/devices/line/open-line.ts';
import { createPaper } from '../../../main/till/devices/paper.ts';
import { printLabels } from '../../../main/till/devices/print-labels.ts';
import { createPrinterQueue } from '../../../main/till/devices/printer-queue.ts';
import { createTestPages } from '../../../main/till/devices/test-pages.ts';
import { createTillDevices } from '../../../main/till/devices/till-devices.ts';
import { devicesSetting, ownPrintersSetting } from '../../../shared/stored/settings/terminal.ts';
import { failing, testLedger } from '../../books/ledger/support.ts';
import { openFakePrinter, type PrinterMood } from './fake-printer.ts';

/* Tests several printers at one till: none waits for another, and the spare one prints what another has not. */

// A printer that says nothing is asked again sooner than after a second.
const openLine = createLines({
  ...systemClock,
  after: (wait, callback) => systemClock.after(wait === 1_000 ? 50 : wait, callback),
});
const page = [{ width: 576, height: 300, bgra: new Uint8Array(4 * 576 * 300) }];

async function open({ main = {}, labels, spare }: Partial<Record<'main' | 'labels' | 'spare', PrinterMood>>) {
  const printers = {
    main: await openFakePrinter(main),
    labels: await openFakePrinter(labels),
    spare: await openFakePrinter(spare),
  };
  const { settings } = testLedger();
  const { connection: printer } = printers.main;
  const drawer = { use: 'withCash', pin: 2 } as const;
  settings.write(devicesSetting, { printer, cut: true, drawer, card: 'none' });
  const chosen = ({ connection }: typeof printers.main) =>
    ({ printer: connection, paper: 'roll80', cut: true }) as const;
  settings.write(ownPrintersSetting, {
    ...(labels && { labels: chosen(printers.labels) }),
    ...(spare && { spare: chosen(printers.spare) }),
  });
  /** Starts a program that knows only the settings. */
  function start() {
    const devices = createTillDevices({
      settings,
      clock: systemClock,
      system: { list: async () => [], print: () => Promise.reject(new Error('the system’s printer')) },
      draw: async () => page,
      openLine,
      onTrouble: () => undefined,
    });
    const paper = createPaper({ settings, printer: devices.printer });
    const testPages = createTestPages({ settings, clock: systemClock });
    return {
      devices,
      printLabels: () => paper.print('<p>', { ...paper.printerFor('labels'), canWait: true }),
      printReceipt: () => paper.printReceipt(() => '<p>', paper.printing()),
      printTest: () => testPages.onTill({ printer, paper: 'roll80', cut: true }, devices),
    };
  }
  return { ...printers, ...start(), restart: start };
}

const bands = (done: readonly string[]) => done.filter((what) => what === 'band').length;

describe('each printer has a queue of its own', () => {
  it('so that receipt and drawer do not wait for one that hangs', async () => {
    const { main, labels, devices, printLabels, printReceipt } = await open({
      labels: { after: { bands: 1, what: 'hang' } },
    });
    const order: string[] = [];
    const hanging = [printLabels(), printLabels()].map((one) => one.catch(() => order.push('labels')));
    await expect.poll(() => bands(labels.done)).toBe(1);
    await Promise.all([
      devices.openDrawer().then(() => order.push('drawer')),
      printReceipt().then(() => order.push('receipt')),
    ]);
    expect(order).toEqual(['drawer', 'receipt']);
    expect(main.kicks).toHaveLength(1);
    await Promise.all(hanging);
  });

  it('in which drawer and receipt go before labels that have not begun', async () => {
    const queue = createPrinterQueue();
    const order: string[] = [];
    const { promise: isPrinted, resolve: print } = Promise.withResolvers<void>();
    const labels = ['labels 1', 'labels 2', 'labels 3'].map((name) =>
      queue.run(() => isPrinted.then(() => order.push(name)), 'later'),
    );
    const failing = queue
      .run(() => Promise.reject(new Error('no paper')), 'first')
      .catch(() => order.push('failed'));
    const receipt = queue.run(async () => order.push('receipt'), 'first');
    print();
    await Promise.all([...labels, receipt, failing]);
    expect(order).toEqual(['labels 1', 'failed', 'receipt', 'labels 2', 'labels 3']);
  });
});

describe('a receipt comes out of the spare printer', () => {
  const stops = (what: 'paperOut' | 'close' | 'hang', after: number): PrinterMood => ({
    after: { bands: after, what },
  });
  it.each<[string, PrinterMood]>([
    ['has no paper', { paperOut: true }],
    ['is open', { coverOpen: true }],
    ['runs out of paper', stops('paperOut', 2)],
    ['closes half-way', stops('close', 2)],
    ['closes at the end', stops('close', 3)],
    ['hangs half-way', stops('hang', 2)],
    ['hangs at the end', stops('hang', 3)],
    ['answers nothing and closes', { silent: true, ...stops('close', 2) }],
  ])('when the first one %s', async (_, mood) => {
    const { spare, printReceipt } = await open({ main: mood, spare: {} });
    expect(await printReceipt()).toEqual({ by: 'terminal', spare: true });
    expect([bands(spare.done), spare.done.at(-1)]).toEqual([3, 'asked when done']);
  });

  it('when the first one answered before and no longer does, and none is told as printed', async () => {
    const { main, spare, printReceipt } = await open({ spare: {} });
    expect(await printReceipt()).toEqual({ by: 'terminal' });
    main.mood.silent = true;
    expect(await printReceipt()).toEqual({ by: 'terminal', spare: true });
    await spare.close();
    await expect(printReceipt()).rejects.toEqual(failing('printer-gone'));
  });

  it('when the first one hangs since before the start; a test page says that it never answers', async () => {
    const { main, restart, printReceipt, printTest } = await open({ spare: {} });
    expect(await printReceipt()).toEqual({ by: 'terminal' });
    main.mood.silent = true;
    const again = restart();
    expect(await again.printReceipt()).toEqual({ by: 'terminal', spare: true });
    await printTest();
    expect(await again.printReceipt()).toEqual({ by: 'terminal' });
  });
});

it('labels on a roll are several prints, between which others come out; on a sheet they are one', async () => {
  const { settings } = testLedger();
  const printed: [paper: string, labels: number][] = [];
  const paper = createPaper({
    settings,
    printer: {
      list: async () => [],
      print: async (html, options) => {
        expect(options.canWait).toBe(true);
        printed.push([options.paper, html.split('class="label"').length - 1]);
      },
    },
  });
  const article = { id: 'a', nameEn: 'Coffee', codes: ['6281000000014'], price: '14.00' };
  const catalogue = { open: () => ({ get: () => article }) } as unknown as Parameters<
    typeof printLabels
  >[2]['catalogue'];
  const labels = [{ id: 'a', copies: 9 }];
  expect(await printLabels(labels, 'receipt', { catalogue, paper })).toMatchObject({ paper: 'roll80' });
  await printLabels(labels, 'a4', { catalogue, paper });
  expect(printed).toEqual([
    ['roll80', 4],
    ['roll80', 4],
    ['roll80', 1],
    ['a4', 9],
  ]);
});
