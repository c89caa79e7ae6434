import type { JSHandle, Page, ViewportSize } from 'playwright-core';
import { expect, test } from 'vitest';
import { createRandom } from '../../crash/random.ts';
import { looksOf, seriousFindings } from '../../support/browser/accessibility.ts';
import { showLanguage } from '../../support/browser/show-language.ts';
import { newSeed } from '../../support/run/chance.ts';
import { settled } from '../harness/haste.ts';
import { clippedIn, sizesAt } from '../harness/large-text.ts';
import { layoutFindings } from '../harness/layout-findings.ts';
import { graveInHaste } from '../harness/moved-money.ts';
import type { Pages } from '../harness/pages.ts';
import type { Build } from '../harness/site.ts';
import { everyScene } from './every-scene.ts';

/*
 * Tests each screen for accessibility, its layout in both languages and with large text, and haste: repeated and held
 * keys may do at most one thing, and scans nothing.
 *
 * Opening a screen takes longer than any check of it, and changing its language or size takes as long as some checks.
 * So one visit serves all checks, first in one language and then in the other, from the largest window to the smallest.
 * If a check changed the screen or a notice disappeared meanwhile, each check is repeated on a newly opened screen.
 *
 * CI has every second screen in one language, both drawn by the seed; `npm run prove` has all of them in both.
 */

type Language = 'en' | 'ar';
const small = { width: 1024, height: 700 };
const usual = { width: 1280, height: 800 };
const files = 4;

/** Returns the scenes of one of the files, which the workers share. */
export const scenesOf = (file: 1 | 2 | 3 | 4) =>
  Object.entries(everyScene)
    .map(([name, scene], index) => [name, Math.floor(index / files), index % files, scene] as const)
    .filter(([, , part]) => part === file - 1);

/** Declares a test for each of these scenes. */
export function testScreens(
  scenes: readonly ReturnType<typeof scenesOf>[number][],
  languages: 'both' | 'one',
  { open }: Pick<Pages, 'open'>,
): void {
  const seed = newSeed();

  test.each(scenes)('%s is read, fits, and is used in haste', async (name, nth, part, { act, ...at }) => {
    const size = Math.floor(nth / 2) % 2 === 0 ? usual : small;
    // The first visit is to the build with React's warnings, and any further one is to the product's build.
    let build: Build = 'warning';
    const visit = async (language: Language): Promise<Opened> => {
      const page = await open({ language, size, build, ...at });
      build = 'plain';
      await page.locator('h1, h2').first().waitFor({ state: 'attached' });
      await act?.(page);
      // By then, sums have arrived, and buttons that wait before they can be pressed are ready.
      await page.waitForTimeout(settled);
      return { page, before: await stateOf(page) };
    };
    const trouble: string[] = [];
    const looks = looksAt(nth + part);
    /** Returns a page on which the screen is as it was opened. */
    const look = async (language: Language, opened: Opened) => {
      let { page, before } = opened;
      const take = async ({ name, find }: ScreenLook) =>
        trouble.push(...(await find(page)).map((one) => `${language}, ${name}: ${one}`));
      for (const one of looks[language]) await take(one);
      if (await isStill(page, before, size)) return page;
      ({ page, before } = await visit(language));
      for (const one of looks[language]) {
        await take(one);
        if (!(await isStill(page, before, size))) ({ page, before } = await visit(language));
      }
      return page;
    };
    const isArabicFirst =
      languages === 'both' ? nth % 2 === 0 : createRandom(`${seed} / ${name}`).chance(0.5);
    const [first, other] = isArabicFirst ? (['ar', 'en'] as const) : (['en', 'ar'] as const);
    let page = await look(first, await visit(first));
    if (languages === 'both') page = await look(other, (await inPlace(page, other)) ?? (await visit(other)));
    trouble.push(...(await graveInHaste(page)).map((one) => `haste: ${one}`));
    expect(trouble).toEqual([]);
  });
}

/**
 * Shows the open screen in another language. Returns undefined when the screen must be opened again, because it has no
 * button for the language or has changed.
 */
async function inPlace(page: Page, language: Language): Promise<Opened | undefined> {
  if ((await page.locator('button[lang]').count()) === 0) return undefined;
  const shape = await page.evaluate(shapeOfScreen);
  const focus = await page.evaluateHandle(() => document.activeElement);
  await showLanguage(page, language);
  await nextFrames(page);
  const isSame = (await page.evaluate(shapeOfScreen)) === shape && (await hasFocus(page, focus));
  return isSame ? { page, before: await stateOf(page) } : undefined;
}

interface Opened {
  readonly page: Page;
  readonly before: State;
}

interface ScreenLook {
  readonly name: string;
  readonly size: ViewportSize;
  find(page: Page): Promise<string[]>;
}

/** Returns the looks at a screen in each language. Neighbouring looks have the same window size if possible. */
function looksAt(nth: number): Record<Language, ScreenLook[]> {
  const common: ScreenLook[] = [
    { name: 'layout', size: small, find: layoutIn },
    ...[150, 175].flatMap((percent) =>
      sizesAt(percent).map((size) => ({
        name: `text of ${percent} %, ${size.width}×${size.height}`,
        size,
        async find(page: Page) {
          await page.setViewportSize(size);
          return clippedIn(page);
        },
      })),
    ),
  ];
  const looksIn = (language: Language) => {
    const read = looksOf(nth).filter((one) => one.language === language);
    const byAxe = read.map((one) => ({
      name: 'axe',
      size: one.size,
      find: (page: Page) => seriousFindings(page, [one]),
    }));
    return [...byAxe, ...common].sort((a, b) => b.size.width - a.size.width || b.size.height - a.size.height);
  };
  return { en: looksIn('en'), ar: looksIn('ar') };
}

/** Returns the elements that extend beyond the edge, have no name, or are too small to press. */
async function layoutIn(page: Page): Promise<string[]> {
  await page.setViewportSize(small);
  // The effect of the last change is laid out two frames later.
  await nextFrames(page);
  return page.evaluate(layoutFindings);
}

interface State {
  readonly text: string;
  readonly focus: JSHandle<Element | null>;
  readonly scrolled: JSHandle<{ place: Element; top: number; left: number }[]>;
}

async function stateOf(page: Page): Promise<State> {
  return {
    text: await page.evaluate(whatIsSaid),
    focus: await page.evaluateHandle(() => document.activeElement),
    scrolled: await page.evaluateHandle(() =>
      [...document.querySelectorAll('*')].map((place) => ({
        place,
        top: place.scrollTop,
        left: place.scrollLeft,
      })),
    ),
  };
}

/** Restores the window and scroll positions. Returns true when the screen is then the same as before. */
async function isStill(page: Page, { text, focus, scrolled }: State, size: ViewportSize): Promise<boolean> {
  await page.setViewportSize(size);
  await nextFrames(page);
  await scrolled.evaluate((places) => {
    for (const { place, top, left } of places) {
      if (place.scrollTop !== top) place.scrollTop = top;
      if (place.scrollLeft !== left) place.scrollLeft = left;
    }
  });
  await nextFrames(page);
  return (await page.evaluate(whatIsSaid)) === text && (await hasFocus(page, focus));
}

const hasFocus = (page: Page, element: JSHandle<Element | null>) =>
  page.evaluate((wanted) => document.activeElement === wanted, element);

/** Runs in the page. Returns its content without the texts, which differ between the languages. */
function shapeOfScreen(): string {
  const shown = [...document.body.querySelectorAll('*')].filter((one) => one.checkVisibility());
  return shown.map((one) => `${one.tagName} ${one.getAttribute('role') ?? ''}`).join('\n');
}

/** Runs in the page. Returns its text, the content of its fields, the selection, and the scroll positions. */
function whatIsSaid(): string {
  const fields = document.querySelectorAll<HTMLInputElement>('input, textarea, select');
  const chosen = document.querySelectorAll(
    '[aria-checked], [aria-pressed], [aria-selected], [aria-expanded], [aria-disabled]',
  );
  const states = ['checked', 'pressed', 'selected', 'expanded', 'disabled'];
  const places = [...document.querySelectorAll('*')].filter(
    ({ scrollTop, scrollLeft }) => scrollTop !== 0 || scrollLeft !== 0,
  );
  return JSON.stringify([
    document.body.innerText,
    [...fields].map(({ value, checked }) => [value, checked]),
    [...chosen].map((one) => states.map((state) => one.getAttribute(`aria-${state}`))),
    places.map(({ tagName, scrollTop, scrollLeft }) => [tagName, scrollTop, scrollLeft]),
  ]);
}

const nextFrames = (page: Page) =>
  page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
