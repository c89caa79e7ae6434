import path from 'node:path';
import { _electron, type ElectronApplication, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sitDown } from '../support/cashier.ts';
import { newFolder } from '../support/khatm.ts';
import { openFakePrinter } from '../till/devices/fake-printer.ts';
import { moduleSides, readCode128, readQr, writePicture } from '../till/devices/read-printout.ts';

/* Tests receipts that the built program draws in a separate window and prints on a network printer. */

const root = path.resolve(import.meta.dirname, '../..');
const folder = process.env.ELECTRON_OVERRIDE_DIST_PATH;

interface Answer {
  readonly ok: boolean;
  readonly failure?: { readonly code: string };
  readonly value: Readonly<Record<string, unknown>>;
}

describe('a printer of the network, from an Electron window', () => {
  let app: ElectronApplication;
  let page: Page;

  beforeAll(async () => {
    app = await _electron.launch({
      ...(folder !== undefined && { executablePath: path.join(folder, 'electron') }),
      args: [root, '--no-sandbox', '--lang=en-GB'],
      cwd: root,
      env: { ...process.env, KHATM_DATA: newFolder('electron-till-printer') } as Record<string, string>,
    });
    page = await app.firstWindow();
    await sitDown(page);
  });
  afterAll(() => app?.close());

  const call = (name: string, input: unknown) =>
    page.evaluate(
      ([name, input]) => {
        const { khatm } = window as unknown as { khatm: { call(name: string, input: unknown): unknown } };
        return khatm.call(name, input) as Promise<Answer>;
      },
      [name, input] as const,
    );
  const settings = { cut: true, drawer: { use: 'withCash', pin: 2 }, card: 'none' };
  async function sell(count = 2) {
    const line = { name: 'قهوة عربية بالهيل | Arabic coffee', quantity: 2, unitPrice: '14.00' };
    const lines = Array.from({ length: count }, () => line);
    const { ok, value } = await call('sale.issue', { saleId: crypto.randomUUID(), lines });
    expect(ok).toBe(true);
    return value as { uuid: string; number: string; qr: string };
  }

  test.each([
    ['roll80', 576],
    ['roll58', 384],
  ] as const)(
    'a receipt on %s is %i dots wide, its codes on whole dots; the drawer opens by itself',
    async (paper, width) => {
      const printer = await openFakePrinter();
      expect((await call('device.setSettings', { ...settings, printer: printer.connection })).ok).toBe(true);
      expect((await call('receipt.setSettings', { autoPrint: false, paper })).ok).toBe(true);
      const { uuid, number, qr } = await sell();
      expect(await call('receipt.print', { uuid })).toMatchObject({ ok: true, value: { by: 'terminal' } });
      const printout = printer.printout();
      if (process.env.KHATM_PICTURES)
        writePicture(printout, `${process.env.KHATM_PICTURES}/electron-${paper}.pgm`);
      expect(printout.width).toBe(width);
      expect(readQr(printout)).toBe(qr);
      expect(moduleSides(printout).size).toBe(1);
      expect(readCode128(printout)).toBe(number);
      await expect.poll(() => printer.kicks).toEqual([[0x1b, 0x70, 0, 50, 250]]);
      expect(printer.done.filter((what) => what.startsWith('cut'))).toHaveLength(1);
      await expect.poll(() => app.windows().length).toBe(1);
    },
  );

  test('a receipt longer than any picture is whole, and sales go on meanwhile', async () => {
    const printer = await openFakePrinter();
    await call('device.setSettings', {
      ...settings,
      drawer: { use: 'none', pin: 2 },
      printer: printer.connection,
    });
    await call('receipt.setSettings', { autoPrint: false, paper: 'roll80' });
    const { uuid, qr } = await sell(400);
    const printing = call('receipt.print', { uuid });
    await sell();
    expect(await printing).toMatchObject({ ok: true });
    expect(printer.printout().height).toBeGreaterThan(16_384);
    expect(readQr(printer.printout())).toBe(qr);
    expect(moduleSides(printer.printout()).size).toBe(1);
  });

  test('one that stops half-way is a failure, and the next print is whole', async () => {
    const printer = await openFakePrinter({ after: { bands: 3, what: 'paperOut' } });
    await call('device.setSettings', {
      ...settings,
      drawer: { use: 'none', pin: 2 },
      printer: printer.connection,
    });
    const { uuid, qr } = await sell();
    expect(await call('receipt.print', { uuid })).toMatchObject({
      ok: false,
      failure: { code: 'print-cut-off', detail: { why: 'printer-no-paper' } },
    });
    const full = await openFakePrinter();
    await call('device.setSettings', {
      ...settings,
      drawer: { use: 'none', pin: 2 },
      printer: full.connection,
    });
    expect(await call('receipt.print', { uuid })).toMatchObject({ ok: true });
    expect(readQr(full.printout())).toBe(qr);
  });
});
