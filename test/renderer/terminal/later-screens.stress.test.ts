import { describe, expect, test } from 'vitest';
import { chromiumPath } from '../harness/browser.ts';
import { usePages } from '../harness/pages.ts';
import { managerScenes } from '../scenes/manager-scenes.ts';

const isMonth = (address: string | URL) => /\/month-screen-[\w-]+\.js$/.test(String(address));

describe.skipIf(chromiumPath === undefined)('a screen that is loaded later', () => {
  const { open, forgive } = usePages();

  test('says plainly when it cannot be loaded, and is loaded at the next start', async () => {
    const page = await open({ ...managerScenes.today, hash: '#/' });
    await page.route(isMonth, (route) => route.abort());
    // A reload discards the parts that were loaded before.
    await page.reload();
    await page.evaluate(() => window.location.assign('#/month'));
    await page.getByText('This screen stopped working').waitFor();
    forgive(); // Chromium and React report the part that could not be loaded.
    await page.unroute(isMonth);
    await page.getByRole('button', { name: 'Start again' }).click();
    await page.locator('textarea[id$="-name"]').first().waitFor();
    await page.evaluate(() => window.location.assign('#/month'));
    await expect.poll(() => page.locator('h1, h2').first().innerText(), { timeout: 20_000 }).not.toBe('');
    expect(await page.getByText('This screen stopped working').count()).toBe(0);
  });
});
