import { describe, expect, test } from 'vitest';
import { payExactly, readyToPay } from '../../support/pay.ts';
import { chromiumPath } from '../harness/browser.ts';
import { uuidOf } from '../harness/document-uuid.ts';
import { callsOf, typeLines, usePages } from '../harness/pages.ts';
import { pressImpatiently } from '../harness/scanner.ts';

/* Tests the built sale screen in a real Chromium, under the product's own content policy. */

const issueButton = '#issue';

describe.skipIf(chromiumPath === undefined)('sale screen', () => {
  const { open, forgive } = usePages();

  test('a sale by keyboard alone ends in a receipt that goes green by itself', async () => {
    const page = await open();
    await typeLines(page, ['تمر', '2', '34.50'], ['Coffee', '1', '42']);
    await page.getByText('111.00', { exact: true }).waitFor();
    await payExactly(page);
    await page.getByRole('img', { name: 'QR code of invoice T1-003001' }).waitFor();
    expect(await page.getByRole('heading').textContent()).toBe('Invoice issued');
    expect(await page.getByRole('button', { name: 'New sale' }).isVisible()).toBe(true);

    const steps = page.locator('ol > li');
    expect(await steps.evaluateAll((all) => all.map((step) => step.dataset.state))).toEqual([
      'done',
      'running',
      'ahead',
    ]);
    await page.evaluate(() => window.fake.settle('accepted', 1));
    await page.getByText('Accepted by the authority').waitFor();
    expect(await steps.evaluateAll((all) => all.map((step) => step.dataset.state))).toEqual([
      'done',
      'done',
      'done',
    ]);

    const [issued] = (await callsOf(page, 'sale.issue')) as { input: { lines: unknown[] } }[];
    expect(issued?.input.lines).toEqual([
      { name: 'تمر', quantity: '2', unitPrice: '34.50' },
      { name: 'Coffee', quantity: '1', unitPrice: '42' },
    ]);
    await page.waitForTimeout(700); // At first the button ignores a second click.
    await page.keyboard.press('F9');
    await page.locator(issueButton).waitFor();
    expect(await page.locator('textarea[id$="-name"]').count()).toBe(1);
  });

  test('pressed twice by key, one invoice is issued, and only by the second of two presses', async () => {
    const page = await open();
    await typeLines(page, ['Dates', '1', '10']);
    await pressImpatiently(page, 'F9', 3);
    await readyToPay(page);
    expect(await callsOf(page, 'sale.issue')).toEqual([]);
    await pressImpatiently(page, 'F9', 3);
    await page.getByText('Invoice issued').waitFor();
    await page.waitForTimeout(100);
    expect(await callsOf(page, 'sale.issue')).toHaveLength(1);
    expect(await page.getByText('Invoice issued').isVisible()).toBe(true);
  });

  test('an invoice that failed keeps the basket, and the retry is the same sale', async () => {
    const page = await open();
    await typeLines(page, ['Dates', '1', '10']);
    await page.evaluate(() => window.fake.failNext('sale.issue', { code: 'disk-full' }));
    await payExactly(page);
    await page.getByRole('alert').getByText('The disk is full').waitFor();
    await page.keyboard.press('Escape');
    expect(await page.locator('textarea[id$="-name"]').first().inputValue()).toBe('Dates');
    await page.waitForTimeout(700); // At first the screen ignores the key that opened it.
    await payExactly(page);
    await page.getByText('Invoice issued').waitFor();
    const [first, second] = (await callsOf(page, 'sale.issue')) as { input: { saleId: string } }[];
    expect(second?.input.saleId).toBe(first?.input.saleId);
  });

  test('what main finds wrong is said at its field, which gets the focus', async () => {
    const page = await open();
    await typeLines(page, ['Dates', '1', '10']);
    await page.evaluate(() =>
      window.fake.failNext('sale.issue', {
        code: 'bad-input',
        issues: [{ path: ['discount'], code: 'discount-above-total', message: '' }],
      }),
    );
    await payExactly(page);
    await page.locator('#discount:focus').waitFor();
    expect(await page.getByText('The discount is more than the total', { exact: true }).isVisible()).toBe(
      true,
    );
  });

  test('a reload loses nothing, and it is still the same sale', async () => {
    const page = await open();
    await typeLines(page, ['Dates', '3', '10']);
    const saleId = () =>
      page.evaluate(async () => {
        const answer = await window.fake.call('basket.current', {});
        const { value } = answer as { value: { basket?: { draft: string } } };
        return JSON.parse(value.basket?.draft ?? '{}').value?.draft.saleId;
      });
    const before = await saleId();
    await page.reload();
    await page.getByText('30.00', { exact: true }).first().waitFor();
    expect(await saleId()).toBe(before);
  });

  test('a business sale asks for the buyer at the fields, and waits for the clearance', async () => {
    const page = await open();
    await typeLines(page, ['Dates', '1', '10']);
    await page.keyboard.press('F4');
    await page.locator('#buyer-name:focus').waitFor();
    await page.keyboard.press('F9');
    const wrong = page.locator('[id^="buyer-"][aria-invalid="true"]');
    await expect.poll(() => wrong.count()).toBe(7);
    await page.locator('#buyer-name:focus').waitFor();
    const buyer = {
      name: 'Najd Trading',
      id: '310122393500003',
      street: 'Olaya',
      building: '1234',
      district: 'Olaya',
      city: 'Riyadh',
      postalCode: '12345',
    };
    for (const [field, text] of Object.entries(buyer)) await page.locator(`#buyer-${field}`).fill(text);
    await expect.poll(() => page.locator('[aria-invalid="true"]').count()).toBe(0);
    await payExactly(page);
    await page.getByText('Hand the invoice over once').waitFor();
    await page.evaluate(() => window.fake.settle('accepted', 1));
    await page.getByText('Cleared by the authority').waitFor();
  });

  test('the language turns the page around at once and keeps the basket and the focus', async () => {
    const page = await open();
    await typeLines(page, ['Dates', '2', '10']);
    await page.keyboard.press('F7');
    expect(await page.evaluate(() => [document.documentElement.dir, document.documentElement.lang])).toEqual([
      'rtl',
      'ar',
    ]);
    expect(await page.locator(issueButton).textContent()).toContain('دفع');
    expect(await page.locator('textarea[id$="-name"]').first().inputValue()).toBe('Dates');
    expect(await page.evaluate(() => document.activeElement?.id)).toMatch(/^line-.*-name$/);
    // In Arabic the main action is on the other side, near the thumb.
    const box = await page.locator(issueButton).boundingBox();
    expect(box?.x).toBeLessThan(100);
    expect(await page.evaluate(() => document.fonts.check('600 16px "IBM Plex Sans Arabic"', 'ختم'))).toBe(
      true,
    );
  });

  test('totals and messages arrive without moving anything', async () => {
    const page = await open();
    await typeLines(page, ['Dates', '1', '10']);
    const place = () =>
      page
        .locator(`${issueButton}, button:has-text("New line")`)
        .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().y));
    await page.getByText('10.00', { exact: true }).first().waitFor();
    const before = await place();
    await page.locator('input[id$="-price"]').first().fill('abc');
    await page.keyboard.press('Tab');
    await page.keyboard.press('F9');
    await page.getByRole('alert').waitFor();
    expect(await place()).toEqual(before);
  });

  test('a screen that breaks says so plainly and starts again with the basket', async () => {
    const page = await open();
    await typeLines(page, ['Dates', '1', '10']);
    await page.evaluate(() => {
      const call = window.fake.call;
      window.fake.call = async (name, input) => {
        const answer = (await call(name, input)) as { ok: boolean; value: object };
        // This text is too long for a QR code.
        return name === 'invoice.get'
          ? { ok: true, value: { ...answer.value, qr: 'A'.repeat(9000) } }
          : answer;
      };
    });
    await page.evaluate(
      (hash) => {
        window.location.hash = hash;
      },
      `#/invoices/${uuidOf(5)}`,
    );
    await page.getByText('This screen stopped working').waitFor();
    forgive(); // React reports the error that it caught.
    await page.getByRole('button', { name: 'Start again' }).click();
    expect(await page.locator('textarea[id$="-name"]').first().inputValue()).toBe('Dates');
  });
});
