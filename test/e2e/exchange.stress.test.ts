import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { chromiumPath } from '../renderer/harness/browser.ts';
import { openPreview, type Preview } from '../support/browser/preview.ts';
import { enter } from '../support/cashier.ts';
import { newFolder } from '../support/khatm.ts';
import { openPay, payAction, readyToPay } from '../support/pay.ts';

/*
 * Tests exchanges on the training terminal. An exchange has one amount, survives a power cut, and is correct in the
 * drawer.
 */

describe.skipIf(chromiumPath === undefined)('an exchange', () => {
  const data = newFolder('exchange');
  let preview: Preview;
  let page: Page;
  const open = async () => {
    preview = await openPreview(data);
    page = preview.page;
    page.setDefaultTimeout(20_000);
  };
  const press = (key: string) => page.keyboard.press(key);
  const button = (name: string) => page.getByRole('button', { name: new RegExp(`^${name}`) });
  const item = () => page.getByRole('combobox', { name: 'Item 1', exact: true });
  const next = async () => {
    await button('New sale').click({ delay: 700 });
    await item().waitFor();
  };
  /** Sells a shirt, and chooses it for an exchange. */
  const bringBack = async () => {
    await enter(page, [{ name: 'قميص | Shirt', quantity: '1', price: '69.00' }]);
    await openPay(page);
    await press('F9');
    await page.getByRole('heading', { name: 'Invoice issued' }).waitFor();
    const code = await page.getByRole('img', { name: /^QR code of invoice/ }).getAttribute('aria-label');
    const number = /T1-\d{6}/.exec(code ?? '')?.[0] ?? '';
    await next();
    await press('F3');
    await page.getByRole('textbox', { name: 'Number or QR code' }).fill(number);
    await press('Enter');
    await page.getByRole('heading', { name: `Return of ${number}` }).waitFor();
    await press('F2');
    await page.locator('aside button[data-size="xl"][aria-disabled="false"]').waitFor();
    await press('F8');
    await page.getByRole('region', { name: /^Exchange: goods of/ }).waitFor();
    return number;
  };

  beforeAll(async () => {
    await open();
    await press('Alt+4');
    await page.getByLabel('Cash in the drawer now').fill('100');
    await press('F9');
    await page.getByRole('heading', { name: 'Shift 1', exact: true }).waitFor();
    await press('Alt+1');
  });
  afterAll(() => preview?.close());

  test('for dearer goods takes the difference, once, through a power cut', async () => {
    await bringBack();
    await enter(page, [{ name: 'معطف | Coat', quantity: '1', price: '115.00' }]);
    await button('Pay 46.00').waitFor();
    await page.waitForTimeout(300); // The basket is saved within 50 ms.
    await preview.kill();
    await open();
    await button('Pay 46.00').waitFor();
    await page.waitForTimeout(700); // A screen that opens with goods ignores keys at first.
    await openPay(page);
    await page.locator('#pay-tendered').fill('50');
    await page.getByText('4.00', { exact: true }).first().waitFor();
    await page.locator(payAction).dblclick();
    await page.getByRole('heading', { name: 'Invoice issued' }).waitFor();
    await page.getByRole('link', { name: /^Credit note/ }).waitFor();
    await next();
    expect(await page.getByRole('region', { name: /^Exchange/ }).count()).toBe(0);
  });

  test('for cheaper goods pays the difference back', async () => {
    await bringBack();
    await enter(page, [{ name: 'جوارب | Socks', quantity: '1', price: '23.00' }]);
    await button('Pay back 46.00').waitFor();
    await openPay(page);
    await page.getByText('The whole amount is paid back this way.').waitFor();
    await press('F9');
    await page.getByRole('heading', { name: 'Invoice issued' }).waitFor();
    await page.getByText('To pay back').waitFor();
    await next();
  });

  test('for goods of the same price moves nothing, and one that was left takes nothing back', async () => {
    await bringBack();
    await enter(page, [{ name: 'قميص | Shirt L', quantity: '1', price: '69.00' }]);
    await button('Pay 0.00').waitFor();
    await press('F9');
    await page.getByText('Nothing is to be paid.').waitFor();
    await readyToPay(page);
    await press('F9');
    await page.getByRole('heading', { name: 'Invoice issued' }).waitFor();
    await next();
    const number = await bringBack();
    await button('Without the exchange').click();
    await page.getByRole('region', { name: /^Exchange/ }).waitFor({ state: 'detached' });
    await press('F3');
    await page.getByRole('textbox', { name: 'Number or QR code' }).fill(number);
    await press('Enter');
    await page.getByRole('heading', { name: `Return of ${number}` }).waitFor();
    await page.getByRole('button', { name: 'Everything' }).waitFor();
  });

  test('leaves just its money in the drawer', async () => {
    const report = await page.evaluate(async () => {
      type Report = { cash: { expected: number }; payments: object[] };
      type Bridge = { call(name: string, input: object): Promise<{ value: Report }> };
      return (await (window as unknown as { khatm: Bridge }).khatm.call('shift.report', {})).value;
    });
    // The cash consists of the float, four shirts, and the exchanges, with 46 taken and 46 given.
    expect(report.cash.expected).toBe(376_00);
    expect(report.payments).toContainEqual({
      means: 'exchange',
      count: 6,
      received: 161_00,
      paidBack: 161_00,
    });
    expect(preview.complaints).toEqual([]);
  });
});
