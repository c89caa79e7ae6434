import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { payExactly } from './pay.ts';

/*
 * The actions of a person at the terminal, in any window. Screens are addressed by their English words, as a person
 * would find them.
 */

export interface Item {
  readonly name: string;
  readonly quantity: string;
  readonly price: string;
}

/** Waits for the first screen and switches to English if the page is in Arabic. */
export async function sitDown(page: Page): Promise<void> {
  await page.locator('main').first().waitFor();
  if ((await page.evaluate(() => document.documentElement.lang)) === 'ar')
    await page.getByRole('button', { name: 'English' }).click();
  const item = page.getByRole('combobox', { name: 'Item 1', exact: true });
  const empty = page.getByRole('button', { name: 'Empty shop' });
  await item.or(empty).waitFor({ timeout: 30_000 });
  if (await empty.isVisible()) await empty.click();
  await item.waitFor({ timeout: 30_000 });
}

export async function enter(page: Page, items: readonly Item[]): Promise<void> {
  for (const [index, item] of items.entries()) {
    if (index > 0) await page.keyboard.press('F2');
    await page.getByRole('combobox', { name: `Item ${index + 1}`, exact: true }).fill(item.name);
    await page.getByRole('textbox', { name: `Quantity of item ${index + 1}` }).fill(item.quantity);
    await page.getByRole('textbox', { name: `Price of item ${index + 1}` }).fill(item.price);
  }
}

export async function enterBuyer(page: Page): Promise<void> {
  await page.getByText('Business', { exact: true }).click();
  const buyer = page.getByRole('region', { name: 'Buyer' });
  const fields = {
    'Name of the business': 'شركة نماذج فاتورة المحدودة | Fatoora Samples LTD',
    'VAT number': '399999999800003',
    Street: 'صلاح الدين | Salah Al-Din',
    'Building no.': '1111',
    District: 'المروج | Al-Murooj',
    City: 'الرياض | Riyadh',
    'Postal code': '12222',
  };
  for (const [label, value] of Object.entries(fields)) await buyer.getByLabel(label).fill(value);
}

/** Issues the entered sale, waits until its state is green, and returns the document's number. */
export async function issueUntilGreen(page: Page, green: string): Promise<string> {
  await payExactly(page);
  await page.getByRole('heading', { name: 'Invoice issued' }).waitFor();
  const code = page.getByRole('img', { name: /^QR code of invoice/ });
  await code.waitFor();
  await page.getByText(green).waitFor();
  const label = (await code.getAttribute('aria-label')) ?? '';
  const number = /T1-\d{6}/.exec(label)?.[0];
  expect(number).toBeDefined();
  return number ?? '';
}

export async function nextSale(page: Page): Promise<void> {
  await page.getByRole('button', { name: /New sale/ }).click({ delay: 700 });
  await page.getByRole('combobox', { name: 'Item 1', exact: true }).waitFor();
}
