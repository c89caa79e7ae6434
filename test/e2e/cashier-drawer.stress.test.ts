import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { chromiumPath } from '../renderer/harness/browser.ts';
import { openPreview, type Preview } from '../support/browser/preview.ts';
import { newFolder } from '../support/khatm.ts';
import { openFakePrinter } from '../till/devices/fake-printer.ts';

/* Tests a cashier who needs small change. The drawer opens by hand once a manager approves it at the till. */

const manager = { name: 'Noura', pin: '482913' };
const cashier = { name: 'Sami', pin: '135790' };

describe.skipIf(chromiumPath === undefined)('the drawer of a cashier', () => {
  let preview: Preview;
  beforeAll(async () => {
    preview = await openPreview(newFolder('cashier-drawer'));
  });
  afterAll(() => preview?.close());

  test('opens without a sale when a manager agrees, and the log names both', async () => {
    const { page, goTo } = preview;
    const ask = (name: string, input: object) =>
      page.evaluate(
        ([command, given]) => {
          type Bridge = { call(name: string, input: object): Promise<{ ok: boolean }> };
          return (window as unknown as { khatm: Bridge }).khatm.call(command, given);
        },
        [name, input] as const,
      );
    const printer = await openFakePrinter();
    const drawer = { use: 'byHand', pin: 2 };
    const set = { printer: printer.connection, cut: true, drawer, card: 'none' };
    expect(await ask('people.save', { ...manager, role: 'manager' })).toMatchObject({ ok: true });
    await ask('people.signIn', manager);
    await ask('people.save', { ...cashier, role: 'cashier' });
    expect(await ask('device.setSettings', set)).toMatchObject({ ok: true });
    await ask('people.signIn', cashier);
    expect(await ask('shift.open', { id: crypto.randomUUID(), float: 100_00 })).toMatchObject({ ok: true });
    await goTo('#/shift');
    await page.reload();

    await page.getByRole('button', { name: 'Open the drawer' }).click();
    await page.getByLabel('Why is the drawer opened?').fill('Small change');
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'A manager must agree' });
    await dialog.getByText('The drawer is opened without a sale.').waitFor();
    expect(printer.kicks).toHaveLength(0);
    await dialog.getByLabel('Why?').fill('No coins left');
    await page.keyboard.press('Enter');
    await dialog.getByText('PIN of Noura').waitFor();
    await page.keyboard.type(manager.pin, { delay: 80 });
    await page.keyboard.press('Enter');
    await dialog.waitFor({ state: 'detached' });
    await expect.poll(() => printer.kicks.length).toBe(1);
    expect(preview.complaints).toEqual([]);
  });
});
