import axe from 'axe-core';
import type { Page, ViewportSize } from 'playwright-core';
import { showLanguage } from './show-language.ts';

/** The windows of the shop's terminals. */
const windowSizes = [
  { width: 1024, height: 600 },
  { width: 1024, height: 768 },
  { width: 1280, height: 800 },
  { width: 1920, height: 1080 },
] as const;

/** Combinations of languages, themes and text sizes, in which every pair occurs. */
const looks = [
  { language: 'en', theme: 'light', text: 100 },
  { language: 'ar', theme: 'dark', text: 100 },
  { language: 'en', theme: 'dark', text: 150 },
  { language: 'ar', theme: 'light', text: 150 },
] as const;

export interface Look {
  readonly language: 'en' | 'ar';
  readonly theme: 'light' | 'dark';
  /** The size of the page in the window. The window's zoom is the text size. */
  readonly size: ViewportSize;
  readonly name: string;
  /** True when an earlier look has the same language, and thus the same elements with the same names. */
  readonly isAgain: boolean;
}

/**
 * Returns the looks at a screen.
 * @param nth the number that decides which look is in which window; four numbers in a row cover every pair
 */
export function looksOf(nth: number): Look[] {
  return looks.map(({ language, theme, text }, index) => {
    const { width, height } = windowSizes[(nth + index) % windowSizes.length] ?? windowSizes[0];
    const size = { width: Math.floor((width * 100) / text), height: Math.floor((height * 100) / text) };
    const isAgain = looks.findIndex((one) => one.language === language) < index;
    return { language, theme, size, isAgain, name: `${width}×${height} at ${text} %, ${language} ${theme}` };
  });
}

/**
 * Shows the screen that is open in each of these looks, and returns the serious findings of axe. Each has the window,
 * text size, language, theme, rule and element. The page stays open, so one visit is enough.
 */
export async function seriousFindings(page: Page, wanted: readonly Look[]): Promise<string[]> {
  const findings: string[] = [];
  if (!(await page.evaluate(loadAxe))) await page.evaluate(axe.source);
  for (const { language, theme, size, name, isAgain } of wanted) {
    await page.setViewportSize(size);
    await show(page, language, theme);
    const found = await page.evaluate(findSerious, isAgain ? seenRules : standards);
    findings.push(...found.map((finding) => `${name}: ${finding}`));
  }
  return findings;
}

async function show(page: Page, language: 'en' | 'ar', theme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme: theme });
  await showLanguage(page, language);
  await page.locator(`html[data-mantine-color-scheme=${theme}]`).waitFor();
}

/** Runs in the page. Returns false if the page has no axe and no way to load it. */
async function loadAxe(): Promise<boolean> {
  const { loadAxe: load } = window as { loadAxe?: () => Promise<unknown> };
  if (!('axe' in window)) await load?.();
  return 'axe' in window;
}

/** The levels of the accessibility guidelines that every screen fulfils. */
const standards = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

/** The rules whose result depends on the theme and on the sizes of text and window. */
const seenRules = ['color-contrast', 'link-in-text-block', 'target-size'];

/**
 * Runs in the page, where axe was loaded.
 * @param runOnly tags or names of axe's rules
 */
async function findSerious(runOnly: string[]): Promise<string[]> {
  const nextFrames = () =>
    new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(undefined))));
  // During a transition a colour is neither the old nor the new one. Elements that inherit the colour start their own
  // transition afterwards, level by level.
  for (let quiet = 0; quiet < 3; quiet += 1) {
    await nextFrames();
    const running = document
      .getAnimations()
      .filter(({ effect }) => effect?.getComputedTiming().iterations !== Number.POSITIVE_INFINITY);
    for (const animation of running) animation.finish();
    if (running.length > 0) quiet = -1;
  }
  const { axe: loaded } = window as unknown as { axe: typeof axe };
  // In a font whose letters are narrower together than apart, axe takes each text for an icon and ignores its contrast.
  // Arabic fonts are like this. No icon here is a text, so this makes letters as wide together as apart for axe.
  const letters = CanvasRenderingContext2D.prototype;
  const { measureText } = letters;
  letters.measureText = (text) => ({ width: 30 * text.length }) as TextMetrics;
  const { violations } = await loaded
    .run(document, {
      resultTypes: ['violations'],
      elementRef: true,
      // Chromium itself makes a scrollable element focusable if it contains no focusable element.
      rules: { 'scrollable-region-focusable': { enabled: false } },
      runOnly,
    })
    .finally(() => {
      letters.measureText = measureText;
    });
  const onTop = [...document.querySelectorAll('[aria-modal="true"], [role="menu"], [role="listbox"]')].find(
    (one) => one.checkVisibility(),
  );
  /**
   * Returns true for an element that a person can press completely. It may be covered only by a dialog, a menu, or a
   * bar that scrolling moves away.
   */
  const comesFree = async (element: HTMLElement): Promise<boolean> => {
    if (onTop?.contains(element) === false) return true;
    const places: [Element, number, number][] = [];
    for (let around = element.parentElement; around !== null; around = around.parentElement)
      places.push([around, around.scrollTop, around.scrollLeft]);
    element.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' });
    await nextFrames();
    const again = await loaded.run(element, { runOnly: { type: 'rule', values: ['target-size'] } });
    for (const [place, top, left] of places) place.scrollTo({ top, left, behavior: 'instant' });
    return again.violations.length === 0;
  };
  const findings: string[] = [];
  for (const { id, impact, nodes } of violations) {
    if (impact !== 'serious' && impact !== 'critical') continue;
    for (const { html, any, element } of nodes) {
      const message = any[0]?.message ?? '';
      const isCovered = id === 'target-size' && message.includes('obscured') && element !== undefined;
      if (!isCovered || !(await comesFree(element))) findings.push(`${id}: ${html.slice(0, 160)} ${message}`);
    }
  }
  return findings;
}
