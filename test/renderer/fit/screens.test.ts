import { describe, expect, test } from 'vitest';
import { fakeCompany } from '../fakes/fake-credentials.ts';
import { onboardingSteps } from '../fakes/fake-terminal.ts';
import { chromiumPath } from '../harness/browser.ts';
import { uuidOf } from '../harness/document-uuid.ts';
import { callsOf, usePages } from '../harness/pages.ts';

/* Tests the other built screens in a real Chromium, under the product's own content policy. */

const issueButton = '#issue';

describe.skipIf(chromiumPath === undefined)('screens', () => {
  const { open, forgive } = usePages();

  test('a screen that could not be loaded once is loaded when it is shown again', async () => {
    const page = await open({ fake: { role: 'manager' } });
    let refused = 0;
    await page.route(/settings-screen[^/]*\.js/, (route) => {
      refused += 1;
      return route.abort();
    });
    await page.reload();
    await page.locator(issueButton).waitFor();
    await page.evaluate(() => window.location.assign('#/settings/shop'));
    await page.getByText('This screen stopped working').waitFor();
    expect(refused).toBeGreaterThan(0);
    await page.unroute(/settings-screen[^/]*\.js/);
    await page.getByRole('button', { name: 'Start again' }).click();
    await page.locator(issueButton).waitFor();
    await page.evaluate(() => window.location.assign('#/settings/shop'));
    await page.getByRole('heading', { name: 'Settings' }).first().waitFor();
    forgive(); // Chromium and React report the part that could not be loaded.
  });

  test('an Arabic hint keeps its own direction in a field from left to right', async () => {
    const page = await open({ hash: '#/settings/updates', language: 'ar', fake: { role: 'manager' } });
    const hint = page.getByPlaceholder('لم يُحدَّد خادم');
    expect(await hint.getAttribute('placeholder')).toBe('\u2067لم يُحدَّد خادم، فلا يُسأل أحد.\u2069');
  });

  test('what cannot be put aside looks like it', async () => {
    const page = await open({});
    const putAside = page.getByRole('button', { name: /Put aside/ });
    const ink = () => putAside.evaluate((element) => getComputedStyle(element).color);
    const empty = await ink();
    await page.keyboard.type('Coffee');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await page.keyboard.type('5');
    await expect.poll(ink).not.toBe(empty);
  });

  test('a company with a certificate hears nothing of its first invoice', async () => {
    const page = await open({
      hash: '#/settings/company',
      fake: { role: 'manager', environment: 'simulation', company: fakeCompany, credential: 'production' },
    });
    await page.getByRole('heading', { name: 'This terminal' }).waitFor();
    expect(await page.getByText(/The first invoice will be/).count()).toBe(0);
  });

  test('3,000 invoices are a handful of rows; the rest comes by scrolling', async () => {
    const page = await open({ hash: '#/invoices' });
    await page.getByText('3,000 invoices').waitFor();
    const rows = page.locator('[data-row]');
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
    const read = page.locator(`[data-row="${uuidOf(2978)}"]`);
    await read.waitFor();
    const before = (await read.boundingBox())?.y;
    await page.evaluate(() => window.fake.issueElsewhere());
    await page.getByText('3,002 invoices').waitFor();
    expect((await read.boundingBox())?.y).toBe(before);
  });

  test('the list opens by keys, Escape goes back, and a waiting invoice is sent now', async () => {
    const page = await open({ hash: '#/invoices', fake: { role: 'cashier' } });
    await page.locator('[data-row][tabindex="0"]').focus();
    await page.keyboard.press('ArrowDown');
    await page.locator(`[data-row="${uuidOf(2999)}"]:focus`).waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'T1-002999' }).waitFor();
    await page.keyboard.press('F9');
    await page.getByText('Being sent to the authority').waitFor();
    expect(await callsOf(page, 'invoice.send')).toHaveLength(1);
    await page.keyboard.press('Escape');
    // The focus is back on the row that was opened.
    await page.locator(`[data-row="${uuidOf(2999)}"]:focus`).waitFor();
  });

  test('a cashier sees no code, a manager can open all of them', async () => {
    const cashier = await open({ hash: `#/invoices/${uuidOf(2995)}`, fake: { role: 'cashier' } });
    await cashier.getByText('Rejected by the authority').waitFor();
    expect(await cashier.locator('main').textContent()).not.toMatch(
      /UUID|XML|HTTP|BR-KSA|[0-9a-f]{8}-[0-9a-f]{4}/,
    );

    const manager = await open({ hash: `#/invoices/${uuidOf(2995)}` });
    await manager.getByText('BR-KSA-44').first().waitFor();
    await manager.getByRole('button', { name: 'For the accountant' }).click();
    await manager.getByText(uuidOf(2995), { exact: true }).waitFor();
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

  test('another theme comes at once for a person who wants no motion', async () => {
    const page = await open();
    const begun = await page.evaluateHandle(() => {
      const counted = { transitions: 0 };
      document.addEventListener('transitionrun', () => {
        counted.transitions += 1;
      });
      return counted;
    });
    await page.emulateMedia({ colorScheme: 'dark' });
    await page.locator('html[data-mantine-color-scheme=dark]').waitFor();
    await page.evaluate(
      () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
    );
    expect(await begun.jsonValue()).toEqual({ transitions: 0 });
  });

  test('training and simulation are said across the screen, production is not', async () => {
    const words = /do not count|not the tax authority/;
    for (const environment of ['training', 'simulation'] as const)
      expect(await (await open({ fake: { environment } })).getByText(words).isVisible()).toBe(true);
    const real = await open({ fake: { environment: 'production' } });
    expect(await real.getByText(words).count()).toBe(0);
    expect(await real.getByText('Live', { exact: true }).isVisible()).toBe(true);
  });
});
