import { describe, expect, test } from 'vitest';
import { seriousFindings } from '../support/accessibility.ts';
import { chromiumPath } from './browser.ts';
import { everyScene } from './every-scene.ts';
import { usePages } from './pages.ts';

/* Each screen in each window and theme, in both languages, as a reader of screens and a person with weak sight have it. */

describe.skipIf(chromiumPath === undefined).each(['en', 'ar'] as const)('axe (%s)', (language) => {
  const { open } = usePages();
  test.each(Object.entries(everyScene))('has nothing serious against %s', async (_, { act, ...at }) => {
    const page = await open({ language, size: { width: 1280, height: 800 }, ...at });
    await page.locator('h1, h2').first().waitFor({ state: 'attached' });
    await act?.(page);
    expect(await seriousFindings(page, language)).toEqual([]);
  });
});
