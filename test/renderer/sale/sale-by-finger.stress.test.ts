import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { payAction, payExactly, readyToPay } from '../../support/pay.ts';
import type { FakeOptions } from '../fakes/fake-terminal.ts';
import { chromiumPath } from '../harness/browser.ts';
import { callsOf, typeLines, usePages } from '../harness/pages.ts';

/* Tests the parts of the sale screen that depend on its width, on the role, and on touch. */

const shop: FakeOptions = {
  groups: [{ nameAr: 'مشروبات', nameEn: 'Drinks', colour: 'blue', vat: { category: 'S', rate: '5' } }],
  articles: [
    { nameEn: 'Coffee', price: '14', favourite: true },
    { nameEn: 'Dates', price: '40', unit: 'KGM' },
  ],
};
const small = { width: 1024, height: 600 };
const wide = { width: 1280, height: 800 };

describe.skipIf(chromiumPath === undefined)('the sale screen', () => {
  const { open } = usePages();
  const tiles = (page: Page) => page.getByRole('region', { name: 'Articles' });
  const tile = (page: Page, name: string) =>
    tiles(page).getByRole('button', { name: new RegExp(`^${name}`) });
  const quantity = (page: Page) => page.getByRole('textbox', { name: 'Quantity of item 1' });

  test('has its tiles beside the basket, and on a small screen behind a key that Escape takes back', async () => {
    const beside = await open({ fake: shop, size: wide });
    await tile(beside, 'Coffee').waitFor();
    const page = await open({ fake: shop, size: small });
    expect(await tiles(page).count()).toBe(0);
    await page.keyboard.press('Alt+6');
    await page.getByRole('textbox', { name: 'Search the articles' }).and(page.locator(':focus')).waitFor();
    await tile(page, 'Coffee').click();
    await page.keyboard.press('Escape');
    expect(await tiles(page).count()).toBe(0);
    await page.locator('textarea:focus').waitFor();
    expect(await page.getByRole('combobox', { name: 'Item 1' }).inputValue()).toBe('Coffee');
    // For goods sold by weight, the screen asks for the weight.
    await page.getByRole('button', { name: /^Articles/ }).click();
    await page.getByRole('button', { name: 'All', exact: true }).click();
    await tile(page, 'Dates').click();
    await page.locator('[id$="-quantity"]:focus').waitFor();
    expect(await tiles(page).count()).toBe(0);
  });

  test('finds any article by its name, and says where there is none', async () => {
    const page = await open({ fake: shop, size: wide });
    await page.getByRole('textbox', { name: 'Search the articles' }).fill('dat');
    await tile(page, 'Dates').waitFor();
    await tile(page, 'Coffee').waitFor({ state: 'detached' });
    await page.getByRole('textbox', { name: 'Search the articles' }).fill('zzz');
    await tiles(page).getByText('Nothing here.').waitFor();
  });

  test('sells by amount in the name and with the VAT of a group', async () => {
    const page = await open({ fake: { ...shop, role: 'cashier' }, size: wide });
    await page.getByRole('button', { name: 'Open item' }).click();
    await page.getByRole('textbox', { name: 'Amount with VAT' }).fill('12.5');
    await page.keyboard.press('Enter');
    await page.getByText('12.50', { exact: true }).first().waitFor();
    await payExactly(page);
    await page.getByText('Invoice issued').waitFor();
    const [issued] = (await callsOf(page, 'sale.issue')) as { input: { lines: unknown[] } }[];
    expect(issued?.input.lines).toEqual([
      { name: 'مشروبات | Drinks', quantity: '1', unitPrice: '12.50', vat: { category: 'S', rate: '5' } },
    ]);
  });

  test.each([
    ['beside the basket', wide],
    ['over the basket', small],
  ])('sells by amount with keys alone, with the tiles %s', async (_, size) => {
    const page = await open({ fake: { ...shop, role: 'cashier' }, size });
    await page.locator('textarea[id^="line-"]:focus').waitFor();
    // A search that is still running makes no difference.
    await page.keyboard.press('Alt+6');
    await page.keyboard.type('dat');
    await page.keyboard.press('F8');
    await page.locator('#open-amount:focus').waitFor();
    await page.keyboard.type('7.25');
    await page.keyboard.press('Enter');
    await page.keyboard.type('3');
    await page.keyboard.press('Enter');
    if (size === small) await page.keyboard.press('Escape');
    await page.getByRole('complementary').getByText('10.25', { exact: true }).waitFor();
  });

  test.each([
    ['beside the basket', wide],
    ['over the basket', small],
  ])('pays nothing while an amount is typed and not added, with the tiles %s', async (_, size) => {
    const page = await open({ fake: { ...shop, role: 'cashier' }, size });
    const amount = page.getByRole('textbox', { name: 'Amount with VAT' });
    await typeLines(page, ['Dates', '1', '10']);
    await page.keyboard.press('F8');
    await page.locator('#open-amount:focus').waitFor();
    await page.keyboard.type('7.25');
    await page.keyboard.press('F9');
    await page.getByRole('alert').getByText('This amount is not in the basket yet.').waitFor();
    await page.locator('#open-amount:focus').waitFor();
    expect(await amount.inputValue()).toBe('7.25');
    expect(await page.locator(payAction).count()).toBe(0);
    // Another tab, or the basket over the tiles, hides the amount and does not lose it.
    await page.getByRole('button', { name: 'All', exact: true }).click();
    if (size === small) await page.keyboard.press('Escape');
    await page.locator('#issue').click();
    await page.locator('#open-amount:focus').waitFor();
    expect(await amount.inputValue()).toBe('7.25');
    await page.keyboard.press('Enter');
    expect(await page.getByRole('alert').count()).toBe(0);
    await page.keyboard.press('F9');
    await readyToPay(page);
    await page.getByText('17.25', { exact: true }).first().waitFor();
  });

  test.each([
    ['beside the basket', wide],
    ['over the basket', small],
  ])(
    'has an amount that was typed and not added after a visit elsewhere and a reload, %s',
    async (_, size) => {
      const page = await open({ fake: { ...shop, role: 'cashier' }, size });
      const amount = page.getByRole('textbox', { name: 'Amount with VAT' });
      await page.keyboard.press('F8');
      await page.locator('#open-amount:focus').waitFor();
      await page.keyboard.type('7.25');
      const goTo = (screen: string) =>
        page.evaluate((hash) => {
          window.location.hash = hash;
        }, screen);
      for (const leave of [() => goTo('#/invoices'), () => page.reload()]) {
        await leave();
        await page.waitForTimeout(200);
        await goTo('#/');
        await page.locator('#issue').waitFor();
        // Beside the basket it is seen at once; a small screen shows it when the sale would go on without it.
        if (size === small) {
          await page.keyboard.press('F9');
          await page.locator('#open-amount:focus').waitFor();
        }
        expect(await amount.inputValue()).toBe('7.25');
      }
      await amount.focus();
      await page.keyboard.press('Enter');
      await page.getByRole('complementary').getByText('7.25', { exact: true }).waitFor();
    },
  );

  test('has no amount of a basket that was emptied, until that is undone', async () => {
    const page = await open({ fake: { ...shop, role: 'cashier' }, size: wide });
    const amount = page.getByRole('textbox', { name: 'Amount with VAT' });
    await typeLines(page, ['Dates', '1', '10']);
    await page.keyboard.press('F8');
    await page.locator('#open-amount:focus').waitFor();
    await page.keyboard.type('7.25');
    await page.getByRole('button', { name: 'More for line 1' }).click();
    await page.getByRole('menuitem', { name: 'Empty the basket' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Empty the basket' }).click();
    await expect.poll(() => amount.inputValue()).toBe('');
    await page.getByRole('button', { name: /^Put back/ }).click();
    await expect.poll(() => amount.inputValue()).toBe('7.25');
  });

  test('has one empty line at a time, which its key finds again', async () => {
    const page = await open({ fake: shop, size: wide });
    const lines = page.locator('textarea[id^="line-"]');
    await typeLines(page, ['Dates', '1', '10']);
    for (const _ of [1, 2]) await page.keyboard.press('F2');
    await page.getByRole('textbox', { name: 'Search the articles' }).focus();
    await page.keyboard.press('F2');
    await page.locator('textarea:focus').waitFor();
    expect(await lines.count()).toBe(2);
    expect(await lines.nth(1).evaluate((one) => one === document.activeElement)).toBe(true);
    await page.keyboard.type('Tea');
    await page.keyboard.press('F2');
    expect(await lines.count()).toBe(3);
  });

  test('lets a manager choose a VAT, and no cashier', async () => {
    for (const role of ['manager', 'cashier'] as const) {
      const page = await open({ fake: { role }, size: wide });
      await typeLines(page, ['Dates', '1', '10']);
      await page.getByRole('button', { name: 'More for line 1' }).click();
      await page.getByRole('menuitem', { name: 'Discount on this line' }).waitFor();
      expect(await page.getByRole('menuitem', { name: 'VAT 5 %' }).count()).toBe(role === 'manager' ? 1 : 0);
    }
  });

  test('has the pad for a finger alone, and it covers neither the line in work nor the main action', async () => {
    for (const size of [small, wide]) {
      const page = await open({ fake: shop, size });
      await typeLines(page, ['Dates', '1', '10']);
      const pad = page.getByRole('group', { name: 'Number pad' });
      await quantity(page).click();
      expect(await pad.count()).toBe(0);
      await quantity(page).dispatchEvent('pointerdown', { pointerType: 'touch' });
      await pad.waitFor();
      const [keys, field, main] = await Promise.all(
        [pad, quantity(page), page.locator('#issue')].map((one) => one.boundingBox()),
      );
      expect((field?.y ?? 0) + (field?.height ?? 0)).toBeLessThanOrEqual(keys?.y ?? 0);
      expect((keys?.x ?? 0) + (keys?.width ?? 0)).toBeLessThanOrEqual(main?.x ?? 0);
      await pad.getByRole('button', { name: '3' }).dispatchEvent('click');
      await page.getByText('30.00', { exact: true }).first().waitFor();
      await page.keyboard.press('5');
      expect(await pad.count()).toBe(0);
      expect(await quantity(page).inputValue()).toBe('35');
    }
  });

  test('walks the buyer with Enter, and from its last field back to the goods', async () => {
    const page = await open();
    await page.keyboard.press('F4');
    await page.locator('#buyer-name:focus').waitFor();
    // The same key returns to the goods, whose form also gets the focus.
    await page.keyboard.press('F4');
    await page.locator('textarea:focus').waitFor();
    await page.keyboard.press('F4');
    await page.locator('#buyer-name:focus').waitFor();
    for (const field of ['id', 'street', 'building', 'district', 'city', 'postalCode']) {
      await page.keyboard.press('Enter');
      await page.locator(`#buyer-${field}:focus`).waitFor();
    }
    await page.keyboard.press('Enter');
    await page.locator('textarea:focus').waitFor();
    expect(await callsOf(page, 'sale.issue')).toEqual([]);
  });

  test('says its messages in full, and the name of an item too', async () => {
    const name =
      'تمر سكري فاخر من القصيم، علبة هدايا كبيرة | Premium Sukkari dates from Qassim, large gift box';
    const page = await open({ size: small });
    await typeLines(page, [name, '1', '10']);
    await page.locator('[id$="-price"]').first().fill('1.1234567');
    await page.keyboard.press('F4');
    await page.keyboard.press('F9');
    await page.locator('[aria-invalid="true"]').first().waitFor();
    const cut = await page
      .locator('textarea, p, .mantine-Input-error, [class*="error"]')
      .evaluateAll((all) =>
        all
          .filter(
            ({ scrollWidth, clientWidth, scrollHeight, clientHeight }) =>
              clientWidth > 1 && (scrollWidth > clientWidth + 1 || scrollHeight > clientHeight + 1),
          )
          .map(({ textContent }) => textContent),
      );
    expect(cut).toEqual([]);
  });

  test('opens a dialog whose buttons do not move under the finger', async () => {
    const page = await open({ size: small });
    await page.emulateMedia({ reducedMotion: 'no-preference' });
    await typeLines(page, ['Dates', '1', '10']);
    const places = page.evaluate(async () => {
      const seen: number[] = [];
      while (seen.length < 30) {
        await new Promise(requestAnimationFrame);
        const button = document.querySelector('[role="dialog"] button[type="submit"]');
        if (button !== null) seen.push(button.getBoundingClientRect().y);
      }
      return [...new Set(seen)];
    });
    await page.getByRole('button', { name: /^Put aside/ }).click();
    expect(await places).toHaveLength(1);
  });
});
