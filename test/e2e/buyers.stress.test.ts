import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { chromiumPath } from '../renderer/harness/browser.ts';
import { openPreview, type Preview } from '../support/browser/preview.ts';
import { enter, issueUntilGreen } from '../support/cashier.ts';
import { newFolder } from '../support/khatm.ts';

/* Tests that a business that bought before is suggested by its name and by its number. */

const najd = {
  'Name of the business': 'شركة نجد للتجارة',
  'VAT number': '310000000000003',
  Street: 'King Fahd',
  'Building no.': '1234',
  District: 'Olaya',
  City: 'Riyadh',
  'Postal code': '12345',
};

describe.skipIf(chromiumPath === undefined)('a buyer', () => {
  let preview: Preview;
  beforeAll(async () => {
    preview = await openPreview(newFolder('buyers'));
  });
  afterAll(async () => {
    await preview?.close();
  });
  const field = (name: string) => preview.page.getByLabel(name, { exact: true });
  const offers = () =>
    preview.page.getByRole('listbox', { name: 'Customers of earlier sales' }).getByRole('option');
  const form = async () =>
    Object.fromEntries(
      await Promise.all(Object.keys(najd).map(async (name) => [name, await field(name).inputValue()])),
    );

  test('is entered once', async () => {
    const { page } = preview;
    await enter(page, [{ name: 'مكتب | Desk', quantity: '1', price: '500.00' }]);
    await page.keyboard.press('F4');
    await field('Name of the business').click();
    expect(await offers().count()).toBe(0);
    for (const [name, value] of Object.entries(najd)) await field(name).fill(value);
    await issueUntilGreen(page, 'Cleared. Hand the invoice over.');
    await page.getByRole('button', { name: /New sale/ }).click({ delay: 700 });
  });

  test('is offered for the next sale, by name or number, and taken with one press', async () => {
    const { page } = preview;
    await page.keyboard.press('F4');
    for (const typed of ['نجد', '0000003']) {
      await field('Name of the business').fill('');
      await field('Name of the business').pressSequentially(typed, { delay: 80 });
      await offers()
        .filter({ hasText: /نجد.*310000000000003/ })
        .waitFor();
    }
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect.poll(form).toEqual(najd);
    await enter(page, [{ name: 'كرسي | Chair', quantity: '2', price: '90.00' }]);
    await issueUntilGreen(page, 'Cleared. Hand the invoice over.');
    await page.getByRole('button', { name: /New sale/ }).click({ delay: 700 });
  });

  test('is offered where the empty field is touched, and typing on keeps what is typed', async () => {
    const { page } = preview;
    await page.keyboard.press('F4');
    await field('Name of the business').click();
    await offers().filter({ hasText: 'نجد' }).waitFor();
    await page.keyboard.press('Escape');
    await offers().waitFor({ state: 'hidden' });
    await field('Name of the business').pressSequentially('Another', { delay: 80 });
    await page.keyboard.press('Enter');
    expect(await field('Name of the business').inputValue()).toBe('Another');
    expect(await field('VAT number').inputValue()).toBe('');
  });
});
