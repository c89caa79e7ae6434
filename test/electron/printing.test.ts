import path from 'node:path';
import { _electron, type ElectronApplication, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sitDown } from '../support/cashier.ts';
import { newFolder } from '../support/khatm.ts';

/* Tests the thread for PDFs of the built program, and its access to the system's printers. There may be none. */

const root = path.resolve(import.meta.dirname, '../..');
const folder = process.env.ELECTRON_OVERRIDE_DIST_PATH;
const coffee = { name: 'قهوة | Coffee', quantity: 2, unitPrice: '14.00' };

interface Answer {
  readonly ok: boolean;
  readonly failure?: { readonly code: string };
  readonly value: Readonly<Record<string, unknown>>;
}

describe('paper and files from an Electron window', () => {
  let app: ElectronApplication;
  let page: Page;

  beforeAll(async () => {
    app = await _electron.launch({
      ...(folder !== undefined && { executablePath: path.join(folder, 'electron') }),
      args: [root, '--no-sandbox', '--lang=en-GB'],
      cwd: root,
      env: { ...process.env, KHATM_DATA: newFolder('electron-printing') } as Record<string, string>,
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
  const sell = async (lines: readonly object[]) => {
    const { ok, value } = await call('sale.issue', { saleId: crypto.randomUUID(), lines });
    expect(ok).toBe(true);
    return value.uuid as string;
  };

  test('sales are issued while a long invoice is made into a PDF', async () => {
    const uuid = await sell(Array.from({ length: 1000 }, () => coffee));
    const order: string[] = [];
    const made = call('receipt.pdf', { uuid }).then((answer) => {
      order.push('PDF');
      return answer;
    });
    await sell([coffee]);
    order.push('sale');
    const { ok, value } = await made;
    expect(ok).toBe(true);
    expect(Buffer.from(String(value.base64), 'base64').toString('latin1', 0, 5)).toBe('%PDF-');
    expect(order).toEqual(['sale', 'PDF']);
  });

  test('a printer that is not there is told of by name, leaves no window, and the next sale goes on', async () => {
    const { value } = await call('receipt.printers', {});
    expect(value.printers).toBeInstanceOf(Array);
    const uuid = await sell([coffee]);
    const chosen = { autoPrint: true, printer: 'No such printer', paper: 'roll80' };
    expect((await call('receipt.setSettings', chosen)).ok).toBe(true);
    expect(await call('receipt.print', { uuid })).toEqual({ ok: false, failure: { code: 'printer-gone' } });
    await sell([coffee]);
    await expect.poll(() => app.windows().length).toBe(1);
  });
});
