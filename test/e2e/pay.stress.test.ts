import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { chromiumPath } from '../renderer/harness/browser.ts';
import { scan } from '../renderer/harness/scanner.ts';
import { openPreview, type Preview } from '../support/browser/preview.ts';
import { enter, enterBuyer } from '../support/cashier.ts';
import { newFolder } from '../support/khatm.ts';
import { openPay, payAction, payExactly, readyToPay } from '../support/pay.ts';

/*
 * Tests every means of payment at the training terminal in a browser, through a power cut and up to the report of the
 * shift.
 */

const coffee = { name: 'قهوة | Coffee', quantity: '2', price: '11.50' };

describe.skipIf(chromiumPath === undefined)('a payment', () => {
  const data = newFolder('pay');
  let preview: Preview;
  let page: Page;
  const open = async () => {
    preview = await openPreview(data);
    page = preview.page;
  };
  beforeAll(async () => {
    await open();
    await press('Alt+4');
    await page.getByLabel('Cash in the drawer now').fill('100');
    await press('F9');
    await page.getByRole('heading', { name: 'Shift 1', exact: true }).waitFor();
    await press('Alt+1');
  });
  afterAll(async () => {
    await preview?.close();
  });

  const press = async (...pressed: string[]) => {
    for (const key of pressed) await page.keyboard.press(key);
  };
  const panel = () => page.getByRole('complementary');
  const issued = () => page.getByRole('heading', { name: 'Invoice issued' }).waitFor();
  const next = async () => {
    await page.getByRole('button', { name: /New sale/ }).click({ delay: 700 });
    await page.getByRole('combobox', { name: 'Item 1', exact: true }).waitFor();
  };
  const figure = (label: string) =>
    page
      .locator('dl > div')
      .filter({ has: page.getByText(label, { exact: true }) })
      .locator('dd');

  test('exactly in cash needs two presses of one key, apart', async () => {
    await enter(page, [coffee]);
    await press('F9', 'F9', 'F9');
    await readyToPay(page);
    await page.locator('#pay-tendered:focus').waitFor();
    await panel().getByText('23.00').waitFor();
    await press('F9');
    await issued();
    expect(await page.getByText('Change').count()).toBe(0);
    await next();
  });

  test('in cash shows the change, until the next sale', async () => {
    await enter(page, [coffee]);
    await openPay(page);
    await page.locator('#pay-tendered').fill('٢٠');
    await panel().getByText('3.00 is missing from the cash.').waitFor();
    await press('Enter', 'F9');
    expect(await page.locator(payAction).getAttribute('aria-disabled')).toBe('true');
    await page.getByRole('button', { name: '50.00', exact: true }).click();
    await panel().getByText('27.00').waitFor();
    await press('Enter');
    await issued();
    await page.getByText('Change').getByText('27.00').waitFor();
    await next();
    expect(await page.getByText('Change').count()).toBe(0);
  });

  test('with the pad needs no keyboard', async () => {
    await enter(page, [coffee]);
    await page.getByRole('button', { name: 'Pay 23.00' }).click();
    await readyToPay(page);
    for (const key of ['1', '00', 'Erase the last digit', '5', 'Decimal point', '5'])
      await page.getByRole('button', { name: key, exact: true }).click();
    expect(await page.locator('#pay-tendered').inputValue()).toBe('105.5');
    await panel().getByText('82.50').waitFor();
    await page.locator(payAction).click();
    await issued();
    await next();
  });

  test('by card or transfer takes one press for the whole amount', async () => {
    for (const [key, name] of [
      ['F3', 'Card'],
      ['F4', 'Transfer'],
    ] as const) {
      await enter(page, [coffee]);
      await openPay(page);
      await press(key);
      await page.getByRole('button', { name, pressed: true }).waitFor();
      await press('F9');
      await issued();
      await next();
    }
  });

  test('goes back to the basket and on again, and loses nothing', async () => {
    await enter(page, [coffee]);
    await openPay(page);
    await press('F8');
    await page.keyboard.type('10');
    await press('Escape');
    expect(await page.getByRole('combobox', { name: 'Item 1', exact: true }).inputValue()).toBe(coffee.name);
    await page.waitForTimeout(700); // A screen that opens with goods ignores keys at first.
    await openPay(page);
    expect(await page.getByRole('textbox', { name: 'Cash, amount 1' }).inputValue()).toBe('10');
    // A scan returns to the basket and adds a line. It issues nothing.
    await scan(page, 'AB12-77');
    await page.getByText('AB12-77 is new').waitFor();
    await page.getByRole('button', { name: 'Remove line 2' }).click();
    await page.waitForTimeout(700);
    await press('F9');
    await page.getByRole('textbox', { name: 'Cash, amount 1' }).waitFor();
  });

  test('that is open survives a power cut, and several means share it', async () => {
    await page.getByRole('textbox', { name: 'Cash, amount 1' }).fill('12');
    await page.waitForTimeout(300); // The terminal saves the basket within 50 ms.
    await preview.kill();
    await open();
    await page.waitForTimeout(700);
    await openPay(page);
    expect(await page.getByRole('textbox', { name: 'Cash, amount 1' }).inputValue()).toBe('12');
    await page.getByRole('textbox', { name: 'Card, amount 2' }).fill('12');
    await panel().getByText('1.00 too much.').waitFor();
    await page.getByRole('textbox', { name: 'Card, amount 2' }).fill('');
    await page.getByRole('textbox', { name: /Cash handed over/ }).fill('20');
    await panel().getByText('8.00').waitFor();
    await readyToPay(page);
    await press('F9');
    await issued();
    await next();
  });

  test('on account is there for a business alone, and brings no money', async () => {
    await enter(page, [coffee]);
    await openPay(page);
    expect(await page.getByRole('button', { name: 'On account' }).count()).toBe(0);
    await press('Escape');
    await enterBuyer(page);
    await page.waitForTimeout(700);
    await openPay(page);
    await press('F6');
    await page.getByText('will owe the whole amount').waitFor();
    await press('F9');
    await issued();
    await page.getByRole('link', { name: 'Open invoice' }).click();
    await page.getByRole('region', { name: 'Payment' }).getByText('On account').waitFor();
    await press('Alt+1');
    await next();
  });

  test('of nothing asks for no means', async () => {
    await enter(page, [{ ...coffee, quantity: '1', price: '0' }]);
    await payExactly(page);
    await issued();
    await next();
  });

  test('is in the report of the shift by its means; only cash is in the drawer', async () => {
    await press('Alt+4');
    // The drawer has 100 from the start, the cash of three sales, and 12 from another sale.
    await page.getByRole('textbox', { name: 'How many of 100.00 SAR' }).fill('1');
    await page.getByRole('textbox', { name: 'How many of 50.00 SAR' }).fill('1');
    await page.getByRole('textbox', { name: 'How many of 10.00 SAR' }).fill('3');
    await page.getByRole('textbox', { name: 'How many of 1.00 SAR' }).fill('1');
    await press('F9');
    await page.getByRole('button', { name: 'Yes, close it' }).click();
    await page.getByText('Exactly right').waitFor();
    for (const [label, amount] of [
      ['Must be there', '181.00'],
      ['Cash · 5', '81.00'],
      ['Card · 2', '34.00'],
      ['Transfer · 1', '23.00'],
      ['On account · 1', '23.00'],
    ] as const)
      expect(await figure(label).innerText(), label).toBe(amount);
    expect(preview.complaints).toEqual([]);
  });
});
