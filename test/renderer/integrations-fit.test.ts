import { describe, expect, test } from 'vitest';
import { chromiumPath } from './browser.ts';
import { integrationScenes } from './integration-scenes.ts';
import { lookForTrouble } from './look-for-trouble.ts';
import { usePages } from './pages.ts';

describe.skipIf(chromiumPath === undefined).each(['en', 'ar'] as const)(
  'every screen of the integrations at 1024 × 700 (%s)',
  (language) => {
    const { open } = usePages();
    test.each(Object.entries(integrationScenes))(
      '%s fits, is named and is large enough to press',
      async (_, scene) => {
        const { act, ...at } = scene;
        const page = await open({ language, size: { width: 1024, height: 700 }, ...at });
        await page.locator('h1, h2').first().waitFor({ state: 'attached' });
        await act?.(page);
        expect(await page.evaluate(lookForTrouble)).toEqual([]);
      },
    );
  },
);
