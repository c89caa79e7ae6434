import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { showLanguage } from '../support/show-language.ts';
import { chromiumPath } from './browser.ts';
import { everyScene } from './every-scene.ts';
import { lookForClipped } from './look-for-clipped.ts';
import { usePages } from './pages.ts';

/* Large text, by the window's zoom: a window of 1280 × 800 or 1024 × 600 has that much less width and height. */

const windows = [
  { width: 1280, height: 800 },
  { width: 1024, height: 600 },
];
const sizesAt = (percent: number) =>
  windows.map(({ width, height }) => ({
    width: Math.floor((width * 100) / percent),
    height: Math.floor((height * 100) / percent),
  }));

/** Looks until the layout rests, as a row that is moving may be cut off for a moment. */
async function settled(page: Page): Promise<string[]> {
  let found: string[] = [];
  for (let look = 0; look < 10; look += 1) {
    // A new size is laid out two frames later.
    await page.evaluate(
      () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
    );
    found = await page.evaluate(lookForClipped);
    if (found.length === 0) break;
    await page.waitForTimeout(200);
  }
  return found;
}

/** Tests every scene with text of this size. Each size has a file of its own, so that both are played at a time. */
export function testTextOf(percent: number): void {
  describe.skipIf(chromiumPath === undefined)(`text of ${percent} percent`, () => {
    const { open } = usePages();
    test.each(Object.entries(everyScene))('is whole in %s', async (_, { act, ...at }) => {
      const page = await open({ language: 'en', size: { width: 1280, height: 800 }, ...at });
      await page.locator('h1, h2').first().waitFor({ state: 'attached' });
      await act?.(page);
      const trouble: string[] = [];
      for (const language of ['en', 'ar'] as const) {
        await showLanguage(page, language);
        for (const size of sizesAt(percent)) {
          await page.setViewportSize(size);
          const found = await settled(page);
          trouble.push(...found.map((one) => `${language}, ${size.width} × ${size.height}: ${one}`));
        }
      }
      expect(trouble).toEqual([]);
    });
  });
}
