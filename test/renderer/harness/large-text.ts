import type { Page, ViewportSize } from 'playwright-core';
import { lookForClipped } from './look-for-clipped.ts';

/*
 * Simulates large text with the window's zoom. A window of 1280 × 800 or 1024 × 600 has that much less width and
 * height.
 */

const windows = [
  { width: 1280, height: 800 },
  { width: 1024, height: 600 },
];

/** Returns the page sizes of those windows with text of this size. */
export const sizesAt = (percent: number): ViewportSize[] =>
  windows.map(({ width, height }) => ({
    width: Math.floor((width * 100) / percent),
    height: Math.floor((height * 100) / percent),
  }));

/**
 * Returns the texts and actions of the open screen that are not completely visible in its window. Checks until the
 * layout is stable, because a moving row may be cut off for a moment.
 */
export async function clippedIn(page: Page): Promise<string[]> {
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
