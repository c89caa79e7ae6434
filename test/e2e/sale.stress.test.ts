import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { chromiumPath } from '../renderer/harness/browser.ts';
import { scan, typeAsPerson } from '../renderer/harness/scanner.ts';
import { openPreview, type Preview } from '../support/browser/preview.ts';
import { newFolder } from '../support/khatm.ts';
import { payAction, payExactly, readyToPay } from '../support/pay.ts';

/* Tests sales at the training terminal by touch only, by keyboard only, and with both hands full of goods. */

const call = (page: Page, name: string, input: object) =>
  page.evaluate(
    async ([command, given]) => {
      type Bridge = { call(name: unknown, input: unknown): Promise<{ ok: boolean; value: { id: string } }> };
      const answer = await (window as unknown as { khatm: Bridge }).khatm.call(command, given);
      if (!answer.ok) throw new Error(JSON.stringify(answer));
      return answer.value;
    },
    [name, input] as const,
  );

describe.skipIf(chromiumPath === undefined)('selling', () => {
  let preview: Preview;
  let page: Page;
  const folder = newFolder('sale');
  const item = (number: number) => page.getByRole('combobox', { name: `Item ${number}`, exact: true });
  const field = (name: string) => page.getByRole('textbox', { name, exact: true });
  const tile = (name: string) => page.getByRole('button', { name: new RegExp(`^${name}`) });
  const pad = (key: string) =>
    page.getByRole('group', { name: 'Number pad' }).getByRole('button', { name: key, exact: true });
  const payable = (amount: string) =>
    page.getByRole('complementary').getByText(amount, { exact: true }).last().waitFor();
  const payByFinger = async () => {
    await page.getByRole('button', { name: /^Pay/ }).tap();
    await readyToPay(page);
    await page.locator(payAction).tap();
  };
  const again = async () => {
    await page.waitForTimeout(700);
    await page.getByRole('button', { name: /New sale/ }).click();
    await item(1).waitFor();
  };

  beforeAll(async () => {
    preview = await openPreview(folder, { hasTouch: true });
    page = preview.page;
    page.setDefaultTimeout(10_000);
    await page.evaluate(typeAsPerson);
  });
  afterAll(() => preview?.close());

  test('without a list says how to get one, and sells by amount with a finger', async () => {
    await page.getByText('The list of articles is empty.').waitFor();
    await page.getByRole('link', { name: 'Add articles' }).waitFor();
    for (const key of ['1', '2', 'Decimal point', '5']) await pad(key).tap();
    await page.getByRole('button', { name: 'Add to the basket' }).tap();
    await payable('12.50');
    expect(await item(1).inputValue()).toBe('أصناف متنوعة | Sundries');
    await payByFinger();
    await page.getByText('Invoice issued').waitFor();
    await again();
  });

  test('with a finger alone takes tiles, quantities and prices from the glass', async () => {
    const { groups } = (await call(page, 'article.saveGroup', {
      group: { nameEn: 'Drinks', nameAr: 'مشروبات', colour: 'blue' },
    })) as unknown as { groups: { id: string }[] };
    const group = groups[0]?.id;
    const articles = [
      { nameEn: 'Coffee', price: '14', favourite: true, group, codes: ['991'] },
      { nameEn: 'Dates', price: '40', unit: 'KGM', favourite: true },
      { nameEn: 'Repair', favourite: true },
      { nameEn: 'Water', price: '1', group },
    ];
    for (const article of articles) await call(page, 'article.save', { article });
    await tile('Coffee').tap();
    await tile('Coffee').tap();
    await payable('28.00');
    expect(await field('Quantity of item 1').inputValue()).toBe('2');
    // For goods sold by weight, the number pad asks for the weight.
    await tile('Dates').tap();
    for (const key of ['0', 'Decimal point', '2', '5']) await pad(key).tap();
    await pad('Done').tap();
    await payable('38.00');
    await tile('Repair').tap();
    for (const key of ['5', '00']) await pad(key).tap();
    await pad('Erase the last digit').tap();
    await pad('Done').tap();
    await payable('88.00');
    await page.getByRole('button', { name: 'Drinks' }).tap();
    await tile('Water').tap();
    await page.getByRole('button', { name: 'One more of item 4' }).tap();
    await page.getByRole('button', { name: 'One more of item 4' }).tap();
    await page.getByRole('button', { name: 'One less of item 4' }).tap();
    await payable('90.00');
    await page.getByText('4 lines · 6 pieces').waitFor();
    // Give a discount on one line by touch.
    await page.getByRole('button', { name: 'More for line 4' }).tap();
    await page.getByRole('menuitem', { name: 'Discount on this line' }).tap();
    await field('Discount on item 4').tap();
    await pad('1').tap();
    await payable('89.00');
    await payByFinger();
    await page.getByText('Invoice issued').waitFor();
    await again();
  });

  test('with the keyboard alone needs no other keys than before', async () => {
    for (const text of ['Soap', '2', '4.50']) {
      await page.keyboard.type(text);
      await page.keyboard.press('Enter');
    }
    await payable('9.00');
    await page.keyboard.press('Alt+6');
    await page.keyboard.type('wat');
    await tile('Water').waitFor();
    await page.keyboard.press('Tab');
    for (let steps = 0; steps < 20; steps += 1) {
      if (await tile('Water').evaluate((element) => element === document.activeElement)) break;
      await page.keyboard.press('Tab');
    }
    await page.keyboard.press('Enter');
    await payable('10.00');
    await payExactly(page);
    await page.getByText('Invoice issued').waitFor();
    await page.waitForTimeout(700);
    await page.keyboard.press('F9');
    await item(1).waitFor();
  });

  test('puts back what was removed, and leaves the focus where one goes on', async () => {
    await scan(page, '991');
    await item(2).waitFor();
    await page.keyboard.type('Soap');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Enter');
    await page.keyboard.type('3');
    await page.keyboard.press('Enter');
    await payable('17.00');
    await item(1).focus();
    await page.getByRole('button', { name: 'Remove line 1' }).click();
    await payable('3.00');
    expect(await item(2).evaluate((element) => element === document.activeElement)).toBe(true);
    await page.getByText('Removed.').waitFor();
    await page.keyboard.press('Control+z');
    await payable('17.00');
    expect(await item(1).inputValue()).toMatch(/Coffee$/);
    await item(1).focus();
    await page.keyboard.press('Control+Delete');
    expect(await item(1).evaluate((element) => element === document.activeElement)).toBe(true);
    await payable('3.00');
    // After another action the key belongs to the field again, but the button still restores the line.
    await page.keyboard.press('End');
    await page.keyboard.type('s');
    await page.keyboard.press('Control+z');
    await payable('3.00');
    await page.getByRole('button', { name: /Put back/ }).click();
    await payable('17.00');
  });

  test('empties the basket after a question, and gives it back', async () => {
    await page.getByRole('button', { name: /^More/ }).first().click();
    await page.getByRole('menuitem', { name: 'Empty the basket' }).click();
    await page.getByRole('button', { name: 'Keep the basket' }).and(page.locator(':focus')).waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await payable('17.00');
    await page.getByRole('button', { name: /^More/ }).first().click();
    await page.getByRole('menuitem', { name: 'Empty the basket' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Empty the basket' }).click();
    await payable('0.00');
    await page.getByRole('button', { name: /Put back/ }).click();
    await payable('17.00');
  });

  test('has every line of sixty in reach, the newest in view with its heads', async () => {
    for (let number = 0; number < 60; number += 1)
      await call(page, 'article.save', {
        article: { nameEn: `Thing ${number}`, price: '1', codes: [`T-${1000 + number}`] },
      });
    for (let number = 0; number < 60; number += 1) {
      await scan(page, `T-${1000 + number}`);
      await page.getByText(`${number + 3} lines`).waitFor();
    }
    await payable('77.00');
    const newest = page.locator('textarea', { hasText: 'Thing 59' });
    const [list, head] = [page.getByText(/62 lines/), newest];
    expect(await list.isVisible()).toBe(true);
    const box = await head.boundingBox();
    expect(box?.y).toBeGreaterThan(50);
    expect(box?.y).toBeLessThan(700);
    expect(preview.complaints).toEqual([]);
  });

  test('asks once about a price that changes in the basket, at the till and in a basket put aside', async () => {
    await page.getByRole('button', { name: /^More/ }).first().click();
    await page.getByRole('menuitem', { name: 'Empty the basket' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Empty the basket' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await payable('0.00');
    const prices = async () => [
      await field('Price of item 1').inputValue(),
      await field('Price of item 2').inputValue(),
    ];
    const save = (price: string, id?: string) =>
      call(page, 'article.save', { id, article: { nameEn: 'Rice', price, codes: ['4455'] } });
    const { id } = await save('40');
    await call(page, 'article.save', { article: { nameEn: 'Salt', price: '2', codes: ['4456'] } });
    await scan(page, '4455');
    await scan(page, '4456');
    await payable('42.00');
    await save('55', id);
    await page.getByText('The list has new prices').waitFor();
    // Nobody is paid before it is answered.
    await page.keyboard.press('F9');
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.textContent))
      .toContain('Use the new prices');
    await page.keyboard.press('Control+Enter');
    await payable('57.00');
    expect(await prices()).toEqual(['55.00', '2.00']);
    await page.keyboard.press('Alt+8');
    await page.getByLabel('A note, for instance a name').fill('Abu Fahd');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: /Baskets put aside · 1/ }).waitFor();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await save('60', id);
    await page.keyboard.press('Alt+9');
    await page.getByRole('button', { name: /^Take back/ }).click();
    await page.getByText('55.00 → 60.00').waitFor();
    await page.getByRole('button', { name: 'Keep the old ones' }).click();
    await page.getByText('The list has new prices').waitFor({ state: 'detached' });
    await payable('57.00');
    // A basket is kept a moment after its change.
    await page.waitForTimeout(1_500);
    await preview.kill();
    preview = await openPreview(folder);
    page = preview.page;
    await payable('57.00');
    await page.waitForTimeout(700);
    expect(await page.getByText('The list has new prices').count()).toBe(0);
  });
});
