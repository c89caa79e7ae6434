import axe from 'axe-core';
import type { Page } from 'playwright-core';
import { showLanguage } from './show-language.ts';

/** The windows of the shop's terminals. */
const windowSizes = [
  { width: 1024, height: 600 },
  { width: 1024, height: 768 },
  { width: 1280, height: 800 },
  { width: 1920, height: 1080 },
] as const;

const looks = [
  { language: 'en', theme: 'light' },
  { language: 'ar', theme: 'dark' },
  { language: 'en', theme: 'dark' },
  { language: 'ar', theme: 'light' },
] as const;

/**
 * Looks at the screen that is open, which is in English, and returns the serious findings of axe: window, language,
 * theme, rule and element. The page stays where it is, so that one visit is enough.
 * @param turn tells the window and the look; sixteen turns show all of them. With KHATM_LOOKS=all a screen is seen in
 * both languages and both themes.
 */
export async function seriousFindings(page: Page, turn: number): Promise<string[]> {
  const findings: string[] = [];
  if (!(await page.evaluate(loadAxe))) await page.evaluate(axe.source);
  const chosen = process.env.KHATM_LOOKS === 'all' ? looks : [looks[Math.floor(turn / 4) % looks.length]];
  for (const [index, { language, theme } = looks[0]] of chosen.entries()) {
    const size = windowSizes[(turn + index) % windowSizes.length] ?? windowSizes[0];
    await page.setViewportSize(size);
    await show(page, language, theme);
    const found = await page.evaluate(findSerious);
    findings.push(...found.map((finding) => `${size.width}×${size.height} ${language} ${theme}: ${finding}`));
  }
  return findings;
}

async function show(page: Page, language: 'en' | 'ar', theme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme: theme });
  await showLanguage(page, language);
  await page.locator(`html[data-mantine-color-scheme=${theme}]`).waitFor();
}

/** Runs in the page; false if it has no axe and no way to load it. */
async function loadAxe(): Promise<boolean> {
  const { loadAxe: load } = window as { loadAxe?: () => Promise<unknown> };
  if (!('axe' in window)) await load?.();
  return 'axe' in window;
}

/** Runs in the page, where axe was loaded. */
async function findSerious(): Promise<string[]> {
  const nextFrames = () =>
    new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(undefined))));
  // A colour on its way to another one is neither; what inherits it begins its own way afterwards, level by level.
  for (let quiet = 0; quiet < 3; quiet += 1) {
    await nextFrames();
    const running = document
      .getAnimations()
      .filter(({ effect }) => effect?.getComputedTiming().iterations !== Number.POSITIVE_INFINITY);
    for (const animation of running) animation.finish();
    if (running.length > 0) quiet = -1;
  }
  const { axe: loaded } = window as unknown as { axe: typeof axe };
  const { violations } = await loaded.run(document, {
    resultTypes: ['violations'],
    // Chromium itself gives the focus to a place that scrolls and has nothing else for it.
    rules: { 'scrollable-region-focusable': { enabled: false } },
    runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'],
  });
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) =>
      nodes.map(({ html, any }) => `${id}: ${html.slice(0, 160)} ${any[0]?.message ?? ''}`),
    );
}
