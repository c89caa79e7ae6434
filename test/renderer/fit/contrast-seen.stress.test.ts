import { describe, expect, test } from 'vitest';
import { looksOf, seriousFindings } from '../../support/browser/accessibility.ts';
import { chromiumPath } from '../harness/browser.ts';
import { usePages } from '../harness/pages.ts';
import { everyScene } from '../scenes/every-scene.ts';

/* Tests that low contrast is found, because a scene without findings proves something only then. */

describe.skipIf(chromiumPath === undefined)('text of too little contrast', () => {
  const { open } = usePages();

  test.each([
    ['en', 'Environments'],
    ['ar', 'البيئات'],
  ] as const)('is found (%s)', async (language, title) => {
    const page = await open({ language, ...everyScene.environments });
    await page.locator('h2', { hasText: title }).evaluate((heading) => {
      heading.style.color = '#3a3a3a';
    });
    const dark = looksOf(0).filter((look) => look.language === language && look.theme === 'dark');
    const findings = await seriousFindings(page, dark);
    expect(findings).toEqual([expect.stringMatching(`${language} dark: color-contrast: <h2.*${title}`)]);
  });
});
