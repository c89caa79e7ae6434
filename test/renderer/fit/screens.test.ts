import { describe, expect, test } from 'vitest';
import { onboardingSteps } from '../fakes/fake-terminal.ts';
import { chromiumPath } from '../harness/browser.ts';
import { uuidOf } from '../harness/document-uuid.ts';
import { callsOf, usePages } from '../harness/pages.ts';

/* Tests the other built screens in a real Chromium, under the product's own content policy. */

const issueButton = '#issue';

describe.skipIf(chromiumPath === undefined)('screens', () => {
  const { open } = usePages();

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

  test('training and simulation are said across the screen, production is not', async () => {
    const words = /do not count|not the tax authority/;
    for (const environment of ['training', 'simulation'] as const)
      expect(await (await open({ fake: { environment } })).getByText(words).isVisible()).toBe(true);
    const real = await open({ fake: { environment: 'production' } });
    expect(await real.getByText(words).count()).toBe(0);
    expect(await real.getByText('Live', { exact: true }).isVisible()).toBe(true);
  });
});
