import { describe, expect, test } from 'vitest';
import { fakeCompany } from '../fakes/fake-credentials.ts';
import { chromiumPath } from '../harness/browser.ts';
import { uuidOf } from '../harness/document-uuid.ts';
import { usePages } from '../harness/pages.ts';

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
});
