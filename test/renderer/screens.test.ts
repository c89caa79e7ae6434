import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { chromiumPath, type OpenOptions, type Screens, startScreens } from './browser.ts';
import { onboardingSteps } from './fake-terminal.ts';

/* The screens as they are built, in a real Chromium, under the product's own content policy. */

const uuid = (icv: number) => `00000000-0000-4000-8000-${icv.toString(16).padStart(12, '0')}`;
const issueButton = '#issue';

describe.skipIf(chromiumPath === undefined)('screens', () => {
  let screens: Screens;
  let opened: { page: Page; errors: string[] }[] = [];

  beforeAll(async () => {
    screens = await startScreens();
  });
  afterAll(() => screens?.close());
  afterEach(async () => {
    const complaints = opened.flatMap(({ errors }) => errors);
    for (const { page } of opened) await page.context().close();
    opened = [];
    expect(complaints, 'the pages complained').toEqual([]);
  });

  const open = async (at: OpenOptions = {}): Promise<Page> => {
    const one = await screens.open(at);
    opened.push(one);
    return one.page;
  };
  const calls = (page: Page, name: string) =>
    page.evaluate((wanted) => window.fake.calls.filter((call) => call.name === wanted), name);

  /** Types lines as a cashier does: each field, then Enter. */
  async function type(
    page: Page,
    ...lines: [name: string, quantity: string, price: string][]
  ): Promise<void> {
    await page.locator('input[id^="line-"]').first().focus();
    for (const [index, line] of lines.entries()) {
      for (const text of line) {
        await page.keyboard.type(text);
        await page.keyboard.press('Enter');
      }
      // Enter after the price has made the next line and gone there.
      await page
        .locator('input[id$="-name"]')
        .nth(index + 1)
        .and(page.locator(':focus'))
        .waitFor();
    }
  }

  test('a sale by keyboard alone ends in a receipt that goes green by itself', async () => {
    const page = await open();
    await type(page, ['تمر', '2', '34.50'], ['Coffee', '1', '42']);
    await page.getByText('111.00', { exact: true }).waitFor();
    await page.keyboard.press('F9');
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

    const [issued] = (await calls(page, 'sale.issue')) as { input: { lines: unknown[] } }[];
    expect(issued?.input.lines).toEqual([
      { name: 'تمر', quantity: '2', unitPrice: '34.50' },
      { name: 'Coffee', quantity: '1', unitPrice: '42' },
    ]);
    await page.waitForTimeout(700); // the button's guard against a double click
    await page.keyboard.press('F9');
    await page.locator(issueButton).waitFor();
    expect(await page.locator('input[id$="-name"]').count()).toBe(1);
  });

  test('pressed twice, by key, by finger or by both, one invoice is issued and its receipt stays', async () => {
    for (const press of [
      (page: Page) => page.locator(issueButton).dblclick(),
      async (page: Page) => {
        await page.keyboard.press('F9');
        await page.keyboard.press('F9');
        await page.keyboard.press('F9');
      },
    ]) {
      const page = await open();
      await type(page, ['Dates', '1', '10']);
      await press(page);
      await page.getByText('Invoice issued').waitFor();
      await page.waitForTimeout(100);
      expect(await calls(page, 'sale.issue')).toHaveLength(1);
      expect(await page.getByText('Invoice issued').isVisible()).toBe(true);
    }
  });

  test('an invoice that failed keeps the basket, and the retry is the same sale', async () => {
    const page = await open();
    await type(page, ['Dates', '1', '10']);
    await page.evaluate(() => window.fake.failNext('sale.issue', { code: 'disk-full' }));
    await page.keyboard.press('F9');
    await page.getByRole('alert').getByText('The disk is full').waitFor();
    expect(await page.locator('input[id$="-name"]').first().inputValue()).toBe('Dates');
    await page.keyboard.press('F9');
    await page.getByText('Invoice issued').waitFor();
    const [first, second] = (await calls(page, 'sale.issue')) as { input: { saleId: string } }[];
    expect(second?.input.saleId).toBe(first?.input.saleId);
  });

  test('what main finds wrong is said at its field, which gets the focus', async () => {
    const page = await open();
    await type(page, ['Dates', '1', '10']);
    await page.evaluate(() =>
      window.fake.failNext('sale.issue', {
        code: 'bad-input',
        issues: [{ path: ['discount'], code: 'discount-above-total', message: '' }],
      }),
    );
    await page.keyboard.press('F9');
    await page.locator('#discount:focus').waitFor();
    expect(await page.getByText('The discount is more than the total', { exact: true }).isVisible()).toBe(
      true,
    );
  });

  test('a reload loses nothing, and it is still the same sale', async () => {
    const page = await open();
    await type(page, ['Dates', '3', '10']);
    const before = await page.evaluate(() => sessionStorage.getItem('khatm-basket'));
    await page.reload();
    await page.getByText('30.00', { exact: true }).first().waitFor();
    expect(await page.evaluate(() => sessionStorage.getItem('khatm-basket'))).toBe(before);
  });

  test('a business sale asks for the buyer at the fields, and waits for the clearance', async () => {
    const page = await open();
    await type(page, ['Dates', '1', '10']);
    await page.keyboard.press('F4');
    await page.keyboard.press('F9');
    await page.locator('#buyer-name:focus').waitFor();
    expect(await page.locator('[id^="buyer-"][aria-invalid="true"]').count()).toBe(7);
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
    expect(await page.locator('[aria-invalid="true"]').count()).toBe(0);
    await page.keyboard.press('F9');
    await page.getByText('Hand the invoice over once').waitFor();
    await page.evaluate(() => window.fake.settle('accepted', 1));
    await page.getByText('Cleared by the authority').waitFor();
  });

  test('the language turns the page around at once and keeps the basket and the focus', async () => {
    const page = await open();
    await type(page, ['Dates', '2', '10']);
    await page.keyboard.press('F7');
    expect(await page.evaluate(() => [document.documentElement.dir, document.documentElement.lang])).toEqual([
      'rtl',
      'ar',
    ]);
    expect(await page.locator(issueButton).textContent()).toContain('إصدار الفاتورة');
    expect(await page.locator('input[id$="-name"]').first().inputValue()).toBe('Dates');
    expect(await page.evaluate(() => document.activeElement?.id)).toMatch(/^line-.*-name$/);
    // The main action moved to where the thumb is in Arabic.
    const box = await page.locator(issueButton).boundingBox();
    expect(box?.x).toBeLessThan(100);
    expect(await page.evaluate(() => document.fonts.check('600 16px "IBM Plex Sans Arabic"', 'ختم'))).toBe(
      true,
    );
  });

  test('totals and messages arrive without moving anything', async () => {
    const page = await open();
    await type(page, ['Dates', '1', '10']);
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

  test('3,000 invoices are a handful of rows; the rest comes by scrolling', async () => {
    const page = await open({ hash: '#/invoices' });
    await page.getByText('3,000 invoices').waitFor();
    const rows = page.locator('[data-uuid]');
    expect(await rows.count()).toBeLessThan(40);
    const scroller = page.locator('[role="rowgroup"]').last();
    for (let pages = 0; pages < 40 && !(await page.getByText('T1-000001').count()); pages += 1) {
      await scroller.evaluate((element) => element.scrollTo(0, element.scrollHeight));
      await page.waitForTimeout(60);
    }
    expect(await page.getByText('T1-000001').count()).toBe(1);
    expect(await rows.count()).toBeLessThan(40);
  });

  test('a new invoice comes in at the top, and moves nothing for who reads further down', async () => {
    const page = await open({ hash: '#/invoices' });
    await page.getByText('T1-003000').waitFor();
    await page.evaluate(() => window.fake.issueElsewhere());
    await page.getByText('T1-003001').waitFor();
    await page
      .locator('[role="rowgroup"]')
      .last()
      .evaluate((element) => element.scrollTo(0, 1200));
    const read = page.locator(`[data-uuid="${uuid(2978)}"]`);
    await read.waitFor();
    const before = (await read.boundingBox())?.y;
    await page.evaluate(() => window.fake.issueElsewhere());
    await page.getByText('3,002 invoices').waitFor();
    expect((await read.boundingBox())?.y).toBe(before);
  });

  test('the list opens by keys, Escape goes back, and a waiting invoice is sent now', async () => {
    const page = await open({ hash: '#/invoices', fake: { role: 'cashier' } });
    await page.locator('[data-uuid][tabindex="0"]').focus();
    await page.keyboard.press('ArrowDown');
    await page.locator(`[data-uuid="${uuid(2999)}"]:focus`).waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'T1-002999' }).waitFor();
    await page.keyboard.press('F9');
    await page.getByText('Being sent to the authority').waitFor();
    expect(await calls(page, 'invoice.send')).toHaveLength(1);
    await page.keyboard.press('Escape');
    await page.getByRole('heading', { name: 'Invoices' }).waitFor();
  });

  test('a cashier sees no code, a manager can open all of them', async () => {
    const cashier = await open({ hash: `#/invoices/${uuid(2995)}`, fake: { role: 'cashier' } });
    await cashier.getByText('Rejected by the authority').waitFor();
    expect(await cashier.locator('main').textContent()).not.toMatch(
      /UUID|XML|HTTP|BR-KSA|[0-9a-f]{8}-[0-9a-f]{4}/,
    );

    const manager = await open({ hash: `#/invoices/${uuid(2995)}` });
    await manager.getByText('BR-KSA-44').waitFor();
    await manager.getByRole('button', { name: 'For the accountant' }).click();
    await manager.getByText(uuid(2995), { exact: true }).waitFor();
    await manager.getByRole('button', { name: 'Show XML' }).click();
    await manager.locator('pre', { hasText: 'cbc:UUID' }).waitFor();
  });

  test('the first start shows its steps and gives way to the sale', async () => {
    const page = await open({ fake: { onboarding: true } });
    await page.getByText('3 of 6').waitFor();
    await page.evaluate((steps) => window.fake.onboard(steps), onboardingSteps(4));
    await page.locator('[aria-current="step"]', { hasText: 'Ready to sell' }).waitFor();
    await page.evaluate(() => window.fake.say({ credential: 'production' }));
    await page.locator(issueButton).waitFor();
  });

  test('training and simulation are said across the screen, production is not', async () => {
    const words = /do not count|not the tax authority/;
    for (const environment of ['training', 'simulation'] as const)
      expect(await (await open({ fake: { environment } })).getByText(words).isVisible()).toBe(true);
    const real = await open({ fake: { environment: 'production' } });
    expect(await real.getByText(words).count()).toBe(0);
    expect(await real.getByText('Live', { exact: true }).isVisible()).toBe(true);
  });

  test('a screen that breaks says so plainly and starts again with the basket', async () => {
    const page = await open();
    await type(page, ['Dates', '1', '10']);
    await page.evaluate(() => {
      const call = window.fake.call;
      window.fake.call = async (name, input) => {
        const answer = (await call(name, input)) as { ok: boolean; value: object };
        // No QR code holds this much.
        return name === 'invoice.get'
          ? { ok: true, value: { ...answer.value, qr: 'A'.repeat(9000) } }
          : answer;
      };
    });
    await page.evaluate(
      (hash) => {
        window.location.hash = hash;
      },
      `#/invoices/${uuid(5)}`,
    );
    await page.getByText('This screen stopped working').waitFor();
    opened[0]?.errors.splice(0); // React reports what it caught
    await page.getByRole('button', { name: 'Start again' }).click();
    expect(await page.locator('input[id$="-name"]').first().inputValue()).toBe('Dates');
  });

  describe.each(['en', 'ar'] as const)('every screen at 1024 × 768 (%s)', (language) => {
    test.each([
      ['sale', '#/', {}],
      ['first start', '#/', { onboarding: true }],
      ['invoices', '#/invoices', {}],
      ['invoice', `#/invoices/${uuid(2880)}`, {}],
      ['waiting invoice', `#/invoices/${uuid(3000)}`, { role: 'cashier' as const }],
    ])('%s fits, is named and is large enough to press', async (_, hash, fake) => {
      const page = await open({ language, hash, fake });
      await page.locator('h1').waitFor({ state: 'attached' });
      expect(await page.evaluate(lookForTrouble)).toEqual([]);
    });
  });
});

/** Runs in the page: what does not fit, has no name, or is too small for a finger. */
function lookForTrouble(): string[] {
  const trouble: string[] = [];
  if (document.documentElement.scrollWidth > window.innerWidth) trouble.push('the page scrolls sideways');
  for (const element of document.querySelectorAll<HTMLElement>('header, main, main *, nav, nav *')) {
    const { left, right, width } = element.getBoundingClientRect();
    if (width > 1 && (left < -1 || right > window.innerWidth + 1))
      trouble.push(`beyond the edge: ${element.outerHTML}`);
    const clips = ['hidden', 'auto', 'scroll'].includes(getComputedStyle(element).overflowX);
    const isEllipsis = getComputedStyle(element).textOverflow === 'ellipsis';
    if (
      clips &&
      width > 1 &&
      !isEllipsis &&
      element.scrollWidth > element.clientWidth + 1 &&
      element.tagName !== 'INPUT'
    )
      trouble.push(`cut off: ${element.outerHTML.slice(0, 200)}`);
  }
  for (const element of document.querySelectorAll<HTMLElement>(
    'a, button, input, [role="img"], [role="table"]',
  )) {
    const labels =
      element instanceof HTMLInputElement
        ? [...(element.labels ?? [])].map((label) => label.textContent)
        : [];
    const name = element.getAttribute('aria-label') ?? (labels.join(' ') || element.textContent);
    if (!name?.trim()) trouble.push(`no name: ${element.outerHTML}`);
    const { width, height } = element.getBoundingClientRect();
    // Closed disclosures keep their contents in the page; a radio's label is what is pressed.
    const isPressed = width > 0 && element.matches('a, button, input:not([type="radio"])');
    if (isPressed && (width < 48 || height < 48))
      trouble.push(`small (${width}×${height}): ${element.outerHTML}`);
    const size = Number.parseFloat(getComputedStyle(element).fontSize);
    if (size < 16) trouble.push(`small print: ${element.outerHTML}`);
  }
  return trouble;
}
