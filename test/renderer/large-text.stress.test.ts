import { describe, expect, test } from 'vitest';
import { chromiumPath } from './browser.ts';
import { cashierScenes } from './cashier-scenes.ts';
import { lookForClipped } from './look-for-clipped.ts';
import { usePages } from './pages.ts';

/* Text at 150 %, by the window's zoom: a window of 1280 × 800 or 1024 × 600 has two thirds of its width and height. */

/** All but the one that reloads its page. */
const { 'sale-many': _, ...scenes } = cashierScenes;

const sizes = [
  { width: 853, height: 533 },
  { width: 683, height: 400 },
];

describe.skipIf(chromiumPath === undefined).each(['en', 'ar'] as const)('text at 150 %% (%s)', (language) => {
  const { open } = usePages();
  test.each(Object.entries(scenes))('is whole in %s', async (_, { act, ...at }) => {
    const page = await open({ language, size: { width: 1280, height: 800 }, ...at });
    await page.locator('h1, h2').first().waitFor({ state: 'attached' });
    await act?.(page);
    const trouble: string[] = [];
    for (const size of sizes) {
      await page.setViewportSize(size);
      // The new size is laid out two frames later.
      await page.evaluate(
        () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
      );
      const found = await page.evaluate(lookForClipped);
      trouble.push(...found.map((one) => `${size.width} × ${size.height}: ${one}`));
    }
    expect(trouble).toEqual([]);
  });
});
