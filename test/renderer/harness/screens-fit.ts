import { describe, expect, test } from 'vitest';
import type { Scene } from '../scenes/manager-scenes.ts';
import { chromiumPath } from './browser.ts';
import { layoutFindings } from './layout-findings.ts';
import { usePages } from './pages.ts';

/**
 * Declares a test for each scene, in English and Arabic: nothing extends beyond the edge, and everything has a name and
 * is large enough to press.
 */
export function testScreensFit(
  screens: string,
  scenes: Readonly<Record<string, Scene>>,
  size = { width: 1024, height: 700 },
): void {
  const { width, height } = size;
  describe.skipIf(chromiumPath === undefined).each(['en', 'ar'] as const)(
    `${screens} at ${width} × ${height} (%s)`,
    (language) => {
      const { open } = usePages();
      test.each(Object.entries(scenes))(
        '%s fits, is named and is large enough to press',
        async (_, { act, ...at }) => {
          const page = await open({ language, size, ...at });
          await page.locator('h1, h2').first().waitFor({ state: 'attached' });
          await act?.(page);
          // The effect of the last key press is laid out two frames later.
          await page.evaluate(
            () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
          );
          expect(await page.evaluate(layoutFindings)).toEqual([]);
        },
      );
    },
  );
}
