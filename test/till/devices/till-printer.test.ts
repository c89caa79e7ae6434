import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { systemClock } from '../../../main/base/platform/clock.ts';
import { toBitmap, withoutCommands } from '../../../main/till/devices/escpos/bitmap.ts';
import { printPicture } from '../../../main/till/devices/escpos/print-picture.ts';
import { createLines } from '../../../main/till/devices/line/open-line.ts';
import { createTillPrinter } from '../../../main/till/devices/till-printer.ts';
import type { Devices } from '../../../shared/contract/till/devices.ts';
import { failing } from '../../books/ledger/support.ts';
import { answeringPrinters, openFakePrinter, type PrinterMood, printoutOf } from './fake-printer.ts';

// A printer that says nothing is asked again sooner than after a second.
const openLine = createLines({
  ...systemClock,
  after: (wait, callback) => systemClock.after(wait === 1_000 ? 50 : wait, callback),
});
const white = Uint8Array.of(255, 255, 255, 255);
const black = Uint8Array.of(0, 0, 0, 255);

/** A page of 300 rows with a black frame, drawn in two parts. */
const page = [200, 100].map((height, part) => {
  const dots = Array.from({ length: 576 * height }, (_, index) => {
    const [x, y] = [index % 576, Math.floor(index / 576) + 200 * part];
    return x === 0 || x === 575 || y === 0 || y === 299 ? black : white;
  });
  return { width: 576, height, bgra: Buffer.concat(dots) };
});

async function open(mood: PrinterMood = {}, more: Partial<Devices> = {}) {
  const printer = await openFakePrinter(mood);
  const devices: Devices = {
    printer: printer.connection,
    cut: true,
    drawer: { use: 'byHand', pin: 2 },
    card: 'none',
    ...more,
  };
  const system = { list: async () => [], print: () => Promise.reject(new Error('the system’s printer')) };
  const till = createTillPrinter({
    system,
    draw: async () => page,
    devices: () => devices,
    openLine,
    clock: systemClock,
    answering: answeringPrinters(),
  });
  const print = async () => till.printer?.print('<p>', { paper: 'roll80' });
  return { ...printer, till, print };
}

describe('a receipt on a printer of the network', () => {
  it('comes out whole, in bands, and is cut once', async () => {
    const { print, done, printout } = await open();
    await print();
    expect(done).toEqual(['init', 'band', 'band', 'band', 'cut 66 0', 'asked when done']);
    const { width, height, luminance } = printout();
    expect([width, height]).toEqual([576, 300]);
    const at = (x: number, y: number) => luminance[y * width + x];
    expect([at(0, 0), at(575, 299), at(300, 299), at(0, 150)]).toEqual([0, 0, 0, 0]);
    expect([at(1, 1), at(574, 298)]).toEqual([255, 255]);
  });

  it('comes out of a printer of its own where there is one', async () => {
    const receipts = await open();
    const reports = await openFakePrinter();
    const ownPrinter = { printer: reports.connection, cut: false };
    await receipts.till.printer?.print('<p>', { paper: 'roll80', ownPrinter });
    expect(reports.done.slice(-2)).toEqual(['feed 6', 'asked when done']);
    expect(receipts.done).toEqual([]);
  });

  it('is fed to the edge where there is no knife', async () => {
    const { print, done } = await open({}, { cut: false });
    await print();
    expect(done.slice(-2)).toEqual(['feed 6', 'asked when done']);
  });

  it('comes out of one that answers nothing', async () => {
    const { print, done } = await open({ silent: true });
    await print();
    expect(done).toContain('cut 66 0');
  });

  it('is not begun without paper, with an open cover, or when nobody is there', async () => {
    const empty = await open({ paperOut: true });
    await expect(empty.print()).rejects.toEqual(failing('printer-no-paper'));
    expect(empty.done).toEqual([]);
    const opened = await open({ coverOpen: true });
    await expect(opened.print()).rejects.toEqual(failing('printer-cover-open'));
    expect(opened.done).toEqual([]);
    const away = await open();
    await away.close();
    await expect(away.print()).rejects.toEqual(failing('printer-gone'));
  });

  it.each(['paperOut', 'close', 'hang'] as const)(
    'that stops half-way (%s) is a failure, and never printed again by itself',
    async (what) => {
      const { print, mood, done, connections } = await open({ after: { bands: 2, what } });
      await expect(print()).rejects.toEqual(failing('print-cut-off'));
      expect(done.filter((what) => what === 'band')).toHaveLength(2);
      expect(done.filter((what) => what.startsWith('cut'))).toHaveLength(0);
      expect(connections()).toBe(1);
      // The next print starts from the beginning and is complete.
      delete mood.after;
      await print();
      expect(done.slice(3)).toEqual(['init', 'band', 'band', 'band', 'cut 66 0', 'asked when done']);
    },
  );

  it('goes through the system when the settings say so', async () => {
    const { print } = await open({}, { printer: { by: 'system' } });
    await expect(print()).rejects.toThrow('the system’s printer');
  });
});

describe('the drawer', () => {
  it.each([
    [2, 0],
    [5, 1],
  ] as const)('on pin %i gets one pulse, and nothing is printed', async (pin, number) => {
    const { till, connection, kicks, done } = await open();
    await till.kick(connection, pin);
    expect(kicks).toEqual([[0x1b, 0x70, number, 50, 250]]);
    expect(done).toEqual(['kick', 'asked when done']);
  });

  it('of a printer that answers nothing counts as open; of one that answered before, it does not', async () => {
    const { till, connection, kicks, mood, print } = await open({ silent: true });
    await till.kick(connection, 2);
    expect(kicks).toHaveLength(1);
    mood.silent = false;
    await print();
    mood.silent = true;
    await expect(till.kick(connection, 2)).rejects.toMatchObject({
      failure: { code: 'drawer-failed', detail: { why: 'no answer', pulse: 'sent' } },
    });
  });

  it('never gets one in the middle of a receipt', async () => {
    const { till, print, connection, done } = await open();
    await Promise.all([print(), till.kick(connection, 2), print()]);
    const receipt = ['init', 'band', 'band', 'band', 'cut 66 0', 'asked when done'];
    const order = done.join(' ');
    expect(order.split(receipt.join(' '))).toHaveLength(3);
    expect(done.filter((what) => what === 'kick')).toHaveLength(1);
  });

  it('does not open when the printer is away, or one of the system’s', async () => {
    const { till, connection, close } = await open();
    await close();
    await expect(till.kick(connection, 2)).rejects.toEqual(failing('drawer-failed'));
    await expect(till.kick({ by: 'system' }, 2)).rejects.toEqual(failing('drawer-failed'));
  });
});

describe('a picture of any dots', () => {
  it('holds no command that a printer obeys at once, and differs by no more than its lone dots', () => {
    const byte = fc.oneof(fc.integer({ min: 0, max: 255 }), fc.constantFrom(0x10, 0x04, 0x05, 0x14));
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), fc.array(byte, { maxLength: 200 }), (random, chosen) => {
        for (const bits of [random, Uint8Array.from(chosen)]) {
          const safe = withoutCommands(bits);
          for (const command of [0x04, 0x05, 0x14])
            expect(Buffer.from(safe).includes(Buffer.of(0x10, command))).toBe(false);
          for (const [index, one] of safe.entries())
            expect([bits[index], bits[index] === 0x10 ? 0x30 : bits[index]]).toContain(one);
        }
      }),
    );
  });

  it('comes out as it was drawn', async () => {
    const printer = await openFakePrinter();
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 300 }),
        fc.infiniteStream(fc.boolean()),
        async (height, dots) => {
          const pixels = Array.from({ length: 64 * height }, () => (dots.next().value ? black : white));
          pixels[64 * height - 1] = black;
          const picture = await toBitmap([{ width: 64, height, bgra: Buffer.concat(pixels) }], 64);
          expect(picture.height).toBe(height);
          const before = printer.printout().height;
          const line = await openLine(printer.connection);
          await printPicture(line, picture, { cut: true, clock: systemClock, memory: { answers: false } });
          await line.close();
          const { luminance } = printer.printout();
          const drawn = printoutOf([{ bytesPerRow: 8, rows: withoutCommands(picture.bits) }]).luminance;
          expect(Buffer.from(luminance.subarray(64 * before)).equals(Buffer.from(drawn))).toBe(true);
          expect(printer.done.filter((what) => what.startsWith('unknown'))).toEqual([]);
        },
      ),
      { numRuns: 8 },
    );
  });
});
