import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { payExactly } from '../../support/pay.ts';
import { chromiumPath } from '../harness/browser.ts';
import { callsOf, typeLines, usePages } from '../harness/pages.ts';

/* Tests sale fields for managers only, and line fields for all users. */

const lastIssued = async (page: Page) =>
  ((await callsOf(page, 'sale.issue')) as { input: Record<string, unknown> }[]).at(-1)?.input;

describe.skipIf(chromiumPath === undefined)('special sales', () => {
  const { open } = usePages();

  test('a cashier sees none of it; what a manager began waits for a manager', async () => {
    const page = await open();
    await typeLines(page, ['Dates', '1', '10']);
    await page.keyboard.press('F10');
    await page.getByText('Debit note').click();
    await page.evaluate(() => window.fake.say({ role: 'cashier' }));
    await page.getByText('Debit note').waitFor({ state: 'detached' });
    expect(await page.getByRole('button', { name: /More F10|Everyday/ }).count()).toBe(0);
    await page.keyboard.press('F10');
    await payExactly(page);
    await page.getByText('Invoice issued').waitFor();
    expect(await lastIssued(page)).toMatchObject({ kind: 'invoice' });
  });

  test('a debit note names its invoice and why, each asked for at its field', async () => {
    const page = await open();
    await typeLines(page, ['Difference', '1', '10']);
    await page.keyboard.press('F10');
    await page.getByText('Debit note').click();
    await page.keyboard.press('F9');
    await page.locator('#advanced-correctsNumber:focus').waitFor();
    await page.getByText('Name the invoice that is corrected').waitFor();
    await page.locator('#advanced-correctsNumber').fill('T1-002000');
    await page.locator('#advanced-correctsDate').fill('20.11.2026');
    await page.locator('#advanced-reason').fill('Price');
    await page.keyboard.press('F9');
    await page.locator('#advanced-correctsDate:focus').waitFor();
    await page.locator('#advanced-correctsDate').fill('2026-11-15');
    await payExactly(page);
    await page.getByText('Invoice issued').waitFor();
    expect(await lastIssued(page)).toMatchObject({
      kind: 'debitNote',
      corrects: [{ number: 'T1-002000', issueDate: '2026-11-15' }],
      reason: 'Price',
    });
  });

  test('an export in dollars with freight, a rate and references', async () => {
    const page = await open();
    await typeLines(page, ['Dates', '10', '40']);
    await page.keyboard.press('F4');
    await page.keyboard.press('F10');
    for (const extra of [
      'Buyer abroad',
      'Other currency',
      'Charge',
      'Notes and references',
      'Date of supply',
    ])
      await page.getByRole('button', { name: extra, exact: true }).click();
    const fields = {
      currency: 'usd',
      exchangeRate: '٣٫٧٥',
      charge: '25',
      note: 'Handle with care',
      orderReference: 'PO-7',
      supplyDate: '2026-11-19',
    };
    for (const [field, text] of Object.entries(fields)) await page.locator(`#advanced-${field}`).fill(text);
    await page.getByLabel('What for').selectOption('FC');
    const buyer = { name: 'Gulf Foods', id: 'KW-77', street: 'Main street', city: 'Kuwait', country: 'kw' };
    await page.getByLabel('Identified by').selectOption('OTH');
    for (const [field, text] of Object.entries(buyer)) await page.locator(`#buyer-${field}`).fill(text);
    await page.getByRole('button', { name: 'More for line 1' }).click();
    await page.getByRole('menuitem', { name: 'Export of goods' }).click();
    await page.getByRole('complementary').getByText('USD').first().waitFor();
    await payExactly(page);
    await page.getByText('Invoice issued').waitFor();
    expect(await lastIssued(page)).toMatchObject({
      special: { export: true },
      currency: 'USD',
      exchangeRate: '3.75',
      charges: [{ reasonCode: 'FC', reason: 'شحن | Freight', amount: '25' }],
      note: 'Handle with care',
      orderReference: 'PO-7',
      supplyDate: '2026-11-19',
      buyer: {
        identification: { scheme: 'OTH', value: 'KW-77' },
        address: { country: 'KW', street: 'Main street', city: 'Kuwait' },
      },
      lines: [{ vat: { category: 'Z', reason: 'VATEX-SA-32' } }],
    });
  });

  test('an advance is found by its number and deducted, anything else is not', async () => {
    const page = await open();
    await typeLines(page, ['Kitchen, advance', '1', '500']);
    await page.keyboard.press('F10');
    await page.getByText('Prepayment invoice').click();
    await payExactly(page);
    await page.getByText('Invoice issued').waitFor();
    await page.waitForTimeout(700); // At first the button ignores a second click.
    await page.keyboard.press('F9');
    await typeLines(page, ['Kitchen', '1', '2300']);
    await page.keyboard.press('F10');
    await page.getByRole('button', { name: 'Paid in advance' }).click();
    await page.locator('#advanced-advance').fill('T1-002000');
    await page.getByRole('button', { name: 'Deduct' }).click();
    await page.getByText('This cannot be deducted here').waitFor();
    await page.locator('#advanced-advance').fill('T1-003001');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Do not deduct T1-003001' }).waitFor();
    await page.getByRole('complementary').getByText('1,800.00', { exact: true }).waitFor();
    await payExactly(page);
    await page.getByText('Invoice issued').waitFor();
    expect(await lastIssued(page)).toMatchObject({
      kind: 'invoice',
      prepayments: [
        { number: 'T1-003001', amounts: [{ amount: '500.00', vatAmount: '65.22', vat: { category: 'S' } }] },
      ],
    });
  });

  test('a supplier we buy from is named with all a seller has', async () => {
    const page = await open();
    await typeLines(page, ['Dates of the farm', '1', '1000']);
    await page.keyboard.press('F4');
    await page.keyboard.press('F10');
    await page.getByRole('button', { name: 'We buy and issue' }).click();
    const supplier = {
      name: 'Farm of Al Kharj',
      id: '310122393500003',
      registration: '1010010001',
      street: 'Olaya',
      building: '1234',
      district: 'Olaya',
      city: 'Riyadh',
      postalCode: '12345',
    };
    await page.keyboard.press('F9');
    await page.locator('#buyer-name:focus').waitFor();
    for (const [field, text] of Object.entries(supplier)) await page.locator(`#buyer-${field}`).fill(text);
    await payExactly(page);
    await page.getByText('Hand the invoice over once').waitFor();
    expect(await lastIssued(page)).toMatchObject({
      special: { selfBilled: true },
      supplier: { vatNumber: '310122393500003', identification: { scheme: 'CRN', value: '1010010001' } },
    });
  });
});

describe.skipIf(chromiumPath === undefined)('a line', () => {
  const { open } = usePages();

  test('has a discount of its own, by amount or percent, and is told when it is too much', async () => {
    const page = await open({ fake: { role: 'cashier' } });
    await typeLines(page, ['Dates', '2', '10'], ['Coffee', '1', '5']);
    await page.getByRole('textbox', { name: 'Price of item 1' }).focus();
    await page.getByRole('button', { name: 'More for line 1' }).click();
    await page.getByRole('menuitem', { name: 'Discount on this line' }).click();
    await page.locator('[id$="-discount"]:focus').waitFor();
    await page.keyboard.type('30');
    await page.getByText('The discount is more than the price').waitFor();
    await page.getByRole('radiogroup', { name: 'Kind of discount on item 1' }).getByText('%').click();
    await page.getByRole('complementary').getByText('19.00', { exact: true }).waitFor();
    await payExactly(page);
    await page.getByText('Invoice issued').waitFor();
    expect(await lastIssued(page)).toMatchObject({
      lines: [{ discount: { percent: '30' } }, { name: 'Coffee' }],
    });
  });

  test('that is only for citizens asks who they are', async () => {
    const page = await open();
    await typeLines(page, ['Tuition', '1', '5000']);
    await page.getByRole('button', { name: 'More for line 1' }).click();
    await page.getByRole('menuitem', { name: 'Private education to citizen' }).click();
    await page.keyboard.press('F9');
    await page.locator('#buyer-name:focus').waitFor();
    await page.locator('#buyer-name').fill('سعد');
    await page.locator('#buyer-id').fill('1012345678');
    await payExactly(page);
    await page.getByText('Invoice issued').waitFor();
    expect(await lastIssued(page)).toMatchObject({
      buyer: { name: 'سعد', identification: { scheme: 'NAT', value: '1012345678' } },
    });
  });

  test('what the authority would only remark on is said beside the sale and stops nothing', async () => {
    const page = await open({ language: 'ar', fake: { role: 'cashier' } });
    await page.evaluate(() => {
      const call = window.fake.call;
      window.fake.call = async (name, input) => {
        const answer = (await call(name, input)) as { ok: boolean; value: object };
        const cautions = [{ path: ['buyer', 'name'], code: 'BR-KSA-25', message: 'must be there' }];
        return name === 'sale.price' && answer.ok
          ? { ok: true, value: { ...answer.value, cautions } }
          : answer;
      };
    });
    await typeLines(page, ['Dates', '1', '10']);
    const remark = page.locator('aside [data-tone="amber"]');
    await remark.waitFor();
    expect(await remark.textContent()).toMatch(/\p{Script=Arabic}/u);
    await payExactly(page);
    await page.getByText('صدرت الفاتورة').waitFor();
  });
});
