import axe from 'axe-core';
import type { Page } from 'playwright-core';

/** The windows of the shop's terminals. */
export const windowSizes = [
  { width: 1024, height: 600 },
  { width: 1024, height: 768 },
  { width: 1280, height: 800 },
  { width: 1920, height: 1080 },
] as const;

/** Each language begins with another theme, so that both together see each window in both. */
const themes = { en: ['light', 'dark'], ar: ['dark', 'light'] } as const;

/**
 * Looks at the screen that is open in each window and in both themes, and returns the serious findings of axe: window,
 * theme, rule and element. The page stays where it is, so that one visit is enough.
 */
export async function seriousFindings(page: Page, language: 'en' | 'ar'): Promise<string[]> {
  const before = page.viewportSize();
  const findings: string[] = [];
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  for (const [index, size] of windowSizes.entries()) {
    const theme = themes[language][index % 2 === 0 ? 0 : 1];
    await page.setViewportSize(size);
    await showTheme(page, theme);
    const found = await page.evaluate(findSerious);
    findings.push(...found.map((finding) => `${size.width}×${size.height} ${theme}: ${finding}`));
  }
  await showTheme(page, 'light');
  if (before !== null) await page.setViewportSize(before);
  return findings;
}

async function showTheme(page: Page, theme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme: theme });
  await page.locator(`html[data-mantine-color-scheme=${theme}]`).waitFor();
}

/** Runs in the page, where axe was loaded. */
async function findSerious(): Promise<string[]> {
  const nextFrames = () =>
    new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(undefined))));
  await nextFrames();
  // A colour on its way to another one is neither.
  for (const animation of document.getAnimations())
    if (animation.effect?.getComputedTiming().iterations !== Number.POSITIVE_INFINITY) animation.finish();
  await nextFrames();
  const { axe: loaded } = window as unknown as { axe: typeof axe };
  const { violations } = await loaded.run(document, {
    resultTypes: ['violations'],
    runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'],
  });
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) =>
      nodes.map(({ html, any }) => `${id}: ${html.slice(0, 160)} ${any[0]?.message ?? ''}`),
    );
}
