import type { Page } from 'playwright-core';
import { showLanguage } from '../support/show-language.ts';
import { lookForClipped } from './look-for-clipped.ts';

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

/** Returns the texts and actions of the screen that is open which are not whole with text of this size. */
export async function largeTextFindings(
  page: Page,
  percent: number,
  languages: readonly ('en' | 'ar')[],
): Promise<string[]> {
  const trouble: string[] = [];
  for (const language of languages) {
    await showLanguage(page, language);
    for (const size of sizesAt(percent)) {
      await page.setViewportSize(size);
      const found = await settled(page);
      trouble.push(...found.map((one) => `${language}, ${size.width} × ${size.height}: ${one}`));
    }
  }
  return trouble;
}
