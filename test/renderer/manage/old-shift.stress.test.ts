import { describe, expect, test } from 'vitest';
import { payExactly } from '../../support/pay.ts';
import { chromiumPath } from '../harness/browser.ts';
import { settled } from '../harness/haste.ts';
import { callsOf, typeLines, usePages } from '../harness/pages.ts';

describe.skipIf(chromiumPath === undefined)('a shift that nobody closed', () => {
  const { open } = usePages();

  test('is announced on the sale screen, with the way to close it', async () => {
    const page = await open({ fake: { role: 'cashier', shift: 'old' } });
    const link = page.getByRole('link', { name: 'To the shift' });
    await link.waitFor();
    // The notice is not shown in a sale that has begun.
    await typeLines(page, ['Coffee', '1', '14']);
    await link.waitFor({ state: 'detached' });
    await payExactly(page);
    await page.getByText('Invoice issued').waitFor();
    await page.waitForTimeout(settled);
    await page.keyboard.press('F9');
    await link.click();
    await page.getByRole('heading', { name: 'Shift 12' }).waitFor();
  });

  test('is none while the shift is of today', async () => {
    const page = await open({ fake: { role: 'cashier', shift: 'open' } });
    await page.locator('#issue').waitFor();
    await expect.poll(async () => (await callsOf(page, 'shift.current')).length).toBeGreaterThan(0);
    await page.waitForTimeout(settled);
    expect(await page.getByRole('link', { name: 'To the shift' }).count()).toBe(0);
  });
});
