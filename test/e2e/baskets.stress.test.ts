import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { chromiumPath } from '../renderer/harness/browser.ts';
import { openPreview, type Preview } from '../support/browser/preview.ts';
import { enter, issueUntilGreen, nextSale } from '../support/cashier.ts';
import { newFolder } from '../support/khatm.ts';
import { payExactly } from '../support/pay.ts';

/* Tests baskets that are put on hold and recalled at the training terminal, also with a power cut in between. */

describe.skipIf(chromiumPath === undefined)('a basket', () => {
  const data = newFolder('baskets');
  let preview: Preview;
  beforeAll(async () => {
    preview = await openPreview(data);
  });
  afterAll(async () => {
    await preview?.close();
  });
  const item = (number: number) =>
    preview.page.getByRole('combobox', { name: `Item ${number}`, exact: true });
  const nameOf = (number: number) => item(number).inputValue();

  test('is put aside with a note, while another customer pays', async () => {
    const { page } = preview;
    await enter(page, [
      { name: 'قهوة | Coffee', quantity: '2', price: '14.00' },
      { name: 'دفتر | Notebook', quantity: '1', price: '9.50' },
    ]);
    await page.keyboard.press('Alt+8');
    await page.getByLabel('A note, for instance a name').fill('Abu Fahd');
    await page.keyboard.press('Enter');
    await expect.poll(() => nameOf(1)).toBe('');
    await page.getByRole('button', { name: /Baskets put aside · 1/ }).waitFor();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await enter(page, [{ name: 'ماء | Water', quantity: '1', price: '1.00' }]);
    await issueUntilGreen(page, 'The authority has it. All done.');
    await page.getByRole('button', { name: /New sale/ }).click({ delay: 700 });
  });

  test('changes places with the one on the screen when it is taken back', async () => {
    const { page } = preview;
    await enter(page, [{ name: 'شاي | Tea', quantity: '1', price: '5.00' }]);
    await page.keyboard.press('Alt+9');
    await page.getByText('Abu Fahd').waitFor();
    await page.getByRole('button', { name: 'Take back the basket of Abu Fahd' }).click();
    await expect.poll(() => nameOf(2)).toBe('دفتر | Notebook');
    await page.getByText('37.50').first().waitFor();
    await page.getByRole('button', { name: /Baskets put aside · 1/ }).waitFor();
  });

  test('survives a power cut, and is sold once', async () => {
    await preview.kill();
    preview = await openPreview(data);
    const { page } = preview;
    await expect.poll(() => nameOf(2)).toBe('دفتر | Notebook');
    await page.getByText('37.50').first().waitFor();
    // A screen that opens with goods ignores keys at first.
    await page.waitForTimeout(700);
    const number = await issueUntilGreen(page, 'The authority has it. All done.');
    await preview.kill();
    preview = await openPreview(data);
    // The receipt was lost with the power: the screen with the empty basket says that the sale was issued.
    await preview.page.getByText('Issued last, before the program was started').waitFor();
    await preview.page.getByText(number).waitFor();
    await preview.page.getByRole('button', { name: /Baskets put aside · 1/ }).waitFor();
    expect(await nameOf(1)).toBe('');
  });

  test('whose answer is lost shows the receipt of its sale, and is not sold again', async () => {
    const { page } = preview;
    let isLost = false;
    await page.route('**/call', async (route) => {
      if (route.request().postDataJSON().name !== 'sale.issue') return route.continue();
      await route.fetch();
      isLost = true;
      await route.abort();
    });
    await enter(page, [{ name: 'لبن | Milk', quantity: '1', price: '6.00' }]);
    await payExactly(page);
    await page.getByText('This sale is issued already').waitFor();
    expect(isLost).toBe(true);
    await page.getByRole('heading', { name: 'Invoice issued' }).waitFor();
    await page.unroute('**/call');
    await nextSale(page);
    expect(await nameOf(1)).toBe('');
    await preview.goTo('#/invoices');
    await page.getByText('6.00', { exact: true }).first().waitFor();
    expect(await page.getByText('6.00', { exact: true }).count()).toBe(1);
    await preview.goTo('#/sale');
  });

  test('that is given up is gone', async () => {
    const { page } = preview;
    await page.keyboard.press('Alt+9');
    await page.getByRole('button', { name: 'Give up' }).click();
    await page.getByText('Give this basket up?').waitFor();
    await page.getByRole('button', { name: 'Give up' }).click();
    await page.getByText('No basket is put aside.').waitFor();
  });
});
