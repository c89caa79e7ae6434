import { describe, expect, test } from 'vitest';
import { chromiumPath } from '../harness/browser.ts';
import { callsOf, usePages } from '../harness/pages.ts';
import { bookShop } from '../scenes/buyer-scenes.ts';

describe.skipIf(chromiumPath === undefined)('the page of the customers', () => {
  const { open } = usePages();
  const at = { hash: '#/settings/buyers', fake: bookShop };
  const inputs = async (page: Awaited<ReturnType<typeof open>>, name: string) =>
    ((await callsOf(page, name)) as { input: unknown }[]).map(({ input }) => input);

  test('changes a customer as a sale needs it, and says what the terminal refuses at its field', async () => {
    const page = await open(at);
    await page.getByRole('button', { name: 'Change شركة نجد للتجارة' }).click();
    await page.locator('#buyer-vatNumber').fill('٣١٠٠٠٠٠٠٠١٠٠٠٠٣');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('Another customer has this number. Merge the two').waitFor();
    await page.locator('#buyer-vatNumber').fill('310000000900003');
    await page.locator('#buyer-additionalStreet').fill(' ');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('310000000900003').waitFor();
    expect((await inputs(page, 'buyer.save')).at(-1)).toEqual({
      key: '310000000000003',
      buyer: {
        name: 'شركة نجد للتجارة',
        vatNumber: '310000000900003',
        address: {
          street: 'طريق الملك فهد',
          building: '1234',
          district: 'العليا',
          city: 'الرياض',
          postalCode: '12345',
          country: 'SA',
        },
      },
    });
  });

  test('shows what a customer bought', async () => {
    const page = await open(at);
    await page.getByRole('button', { name: 'Purchases of شركة نجد للتجارة' }).click();
    await page.getByRole('textbox', { name: 'Search', exact: true }).waitFor();
    expect(await page.getByRole('textbox', { name: 'Search', exact: true }).inputValue()).toBe(
      '310000000000003',
    );
  });

  test('merges into the one that is chosen, and removes after a question', async () => {
    const page = await open(at);
    await page.getByRole('button', { name: 'Merge شركة نجد للتجارة into another customer' }).click();
    await page.getByLabel('Search the customer that stays').fill('gulf');
    await page.getByRole('button', { name: 'Keep this one: Gulf Supplies FZE' }).click();
    await page.getByText('3 customers').waitFor();
    expect(await inputs(page, 'buyer.merge')).toEqual([{ key: '310000000000003', into: 'AE-100277' }]);
    await page.getByRole('button', { name: 'Remove Gulf Supplies FZE' }).click();
    await page.getByRole('button', { name: 'Cancel' }).and(page.locator(':focus')).waitFor();
    await page.getByRole('button', { name: 'Remove', exact: true }).first().click();
    await page.getByText('2 customers').waitFor();
  });
});
