import { describe, expect, test } from 'vitest';
import { chromiumPath } from '../harness/browser.ts';
import { usePages } from '../harness/pages.ts';
import { everyScene } from '../scenes/every-scene.ts';

/* The layout of screens with large text and in small windows. */

describe.skipIf(chromiumPath === undefined).each(['en', 'ar'] as const)(
  'in a small window (%s)',
  (language) => {
    const { open } = usePages();

    test('the groups and the pages of the settings are a row each with text of 175 %, and the one that is shown is in it', async () => {
      const size = { width: 585, height: 342 };
      const page = await open({ language, size, fake: { role: 'manager' }, hash: '#/settings/company' });
      for (const name of ['maintenance', 'about', 'certificate']) {
        await page.evaluate((to) => window.location.assign(`#/settings/${to}`), name);
        const tabs = page.locator('nav', { has: page.locator(`[href$="/${name}"]`) }).last();
        const shown = tabs.locator(`[aria-current][href$="/${name}"]`);
        await shown.waitFor();
        const row = await tabs.boundingBox();
        expect(row?.height).toBeLessThan(64);
        const isWhole = async () => {
          const tab = await shown.boundingBox();
          if (!row || !tab) return false;
          return tab.x >= row.x && tab.x + tab.width <= row.x + row.width;
        };
        await expect.poll(isWhole).toBe(true);
      }
    });

    test('the label of a report’s hash is one line', async () => {
      const { act, ...at } = everyScene['shift-closed'] ?? {};
      const page = await open({ language, ...at, size: { width: 1024, height: 768 } });
      await act?.(page);
      const label = page.getByText(/^(Hash of the report|بصمة التقرير)$/);
      expect((await label.boundingBox())?.height).toBeLessThan(40);
    });
  },
);
