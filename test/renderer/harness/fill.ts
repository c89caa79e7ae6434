import type { Page } from 'playwright-core';

/** Fills in three lines of the basket; other tests cover the keys there. */
export async function fill(page: Page): Promise<void> {
  await page.locator('textarea[id^="line-"]').first().focus();
  const items = [
    ['تمر سكري فاخر', '2', '34.50'],
    ['Arabic coffee 500 g', '1', '42'],
    ['Cardamom', '0.345', '120'],
  ];
  for (const [name = '', quantity = '', price = ''] of items) {
    for (const text of [name, quantity, price]) {
      await page.keyboard.insertText(text);
      await page.keyboard.press('Enter');
      await page.waitForTimeout(40);
    }
  }
  await page.waitForTimeout(300);
}
