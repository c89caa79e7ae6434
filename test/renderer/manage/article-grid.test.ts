import { describe, expect, test } from 'vitest';
import { chromiumPath } from '../harness/browser.ts';
import { callsOf, usePages } from '../harness/pages.ts';
import { articleShop } from '../scenes/article-scenes.ts';

describe.skipIf(chromiumPath === undefined)('the table of articles', () => {
  const { open } = usePages();

  test('is edited by keys, one write for a row, and shows what is wrong in its cell', async () => {
    const page = await open({ hash: '#/articles/list', fake: articleShop });
    await page.getByRole('button', { name: 'Edit in the table' }).click();
    const cell = (column: string, name: string) => page.getByLabel(`${column} · ${name}`, { exact: true });
    const saves = async () =>
      ((await callsOf(page, 'article.save')) as { input: { revision?: number; article: object } }[]).map(
        ({ input }) => input,
      );
    const tea = 'شاي أخضر';
    await cell('Price', tea).fill('٩٫٥');
    await cell('Name in English', tea).fill('Green tea, large');
    await cell('Name in English', tea).press('Enter');
    await page.waitForFunction(() => document.querySelector('tr[data-changed]') === null);
    expect(await saves()).toMatchObject([
      { revision: 1, article: { nameAr: tea, nameEn: 'Green tea, large', price: '9.5', shortCode: '12' } },
    ]);
    // The cursor is in the next row, in the same column.
    expect(await page.evaluate(() => document.activeElement?.id.endsWith('nameEn'))).toBe(true);
    const focused = () => page.evaluate(() => document.activeElement?.id ?? '');
    const next = await focused();
    await page.keyboard.press('ArrowDown');
    expect(await focused()).not.toBe(next);
    await page.keyboard.press('ArrowUp');
    expect(await focused()).toBe(next);
    await cell('Name in Arabic', tea).fill('');
    await cell('Name in English', tea).fill('');
    await page.keyboard.press('Enter');
    await page.locator('[id$=nameAr-error]').waitFor();
    await page.keyboard.press('Escape');
    expect(await cell('Name in English', tea).inputValue()).toBe('Green tea, large');
    // Leaving the row saves it.
    await cell('Favourite', tea).check();
    await page.getByRole('textbox', { name: 'Name or code' }).focus();
    await page.waitForFunction(() => document.querySelector('tr[data-changed]') === null);
    expect((await saves()).at(-1)).toMatchObject({ revision: 2, article: { favourite: true } });
  });

  test('reads a day as every other field does: digits of either script, in one order, and a day that there is', async () => {
    const page = await open({ hash: '#/articles/list', fake: articleShop });
    await page.getByRole('button', { name: 'Edit in the table' }).click();
    const tea = 'شاي أخضر';
    const day = page.getByLabel(`New price from · ${tea}`, { exact: true });
    const favourite = page.getByLabel(`Favourite · ${tea}`, { exact: true });
    for (const wrong of ['20/11/2027', '2027-02-30']) {
      await day.fill(wrong);
      await favourite.focus();
      await page.keyboard.press('Enter');
      await page.locator('[id$=priceFrom-error]').getByText('Such as 2026-11-20').waitFor();
    }
    expect(await callsOf(page, 'article.save')).toEqual([]);
    await day.fill('٢٠٢٧-١١-٢٠');
    await favourite.focus();
    await page.keyboard.press('Enter');
    await page.waitForFunction(() => document.querySelector('tr[data-changed]') === null);
    expect(await callsOf(page, 'article.save')).toMatchObject([{ input: { priceFrom: '2027-11-20' } }]);
    // The system's own field is beneath the button alone, while its calendar is open.
    expect(await page.locator('input[type=date]').count()).toBe(0);
  });
});
