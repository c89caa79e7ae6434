import { describe, expect, test } from 'vitest';
import { chromiumPath } from '../harness/browser.ts';
import { callsOf, usePages } from '../harness/pages.ts';

/* Tests the screens of a terminal whose certificate allows one kind of customer. */

describe.skipIf(chromiumPath === undefined)('a certificate for one kind of customer', () => {
  const { open } = usePages();

  test('a terminal for businesses begins with a business sale, prices it, and offers no consumer', async () => {
    const page = await open({ hash: '#/sale' });
    await page.evaluate(() => window.fake.say({ customers: ['business'] }));
    await page.getByRole('region', { name: 'Buyer' }).waitFor();
    expect(await page.getByText('Consumer', { exact: true }).count()).toBe(0);
    await page.keyboard.press('F4');
    await page.getByRole('region', { name: 'Buyer' }).waitFor();
    await page.getByRole('combobox', { name: 'Item 1', exact: true }).fill('Pen');
    await page.getByRole('textbox', { name: 'Price of item 1' }).fill('11.50');
    await expect
      .poll(async () => (await callsOf(page, 'sale.price')).at(-1))
      .toMatchObject({ input: { customer: 'business' } });
  });

  test('a terminal for consumers offers no business', async () => {
    const page = await open({ hash: '#/sale' });
    await page.evaluate(() => window.fake.say({ customers: ['consumer'] }));
    await expect.poll(() => page.getByText('Business', { exact: true }).count()).toBe(0);
    await page.keyboard.press('F4');
    expect(await page.getByRole('region', { name: 'Buyer' }).count()).toBe(0);
  });
});
