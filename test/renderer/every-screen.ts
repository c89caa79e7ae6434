import type { JSHandle, Page, ViewportSize } from 'playwright-core';
import { expect, test } from 'vitest';
import { seriousFindings } from '../support/accessibility.ts';
import { showLanguage } from '../support/show-language.ts';
import { everyScene } from './every-scene.ts';
import { settled } from './haste.ts';
import { largeTextFindings } from './large-text.ts';
import { layoutFindings } from './layout-findings.ts';
import { graveInHaste } from './moved-money.ts';
import type { Pages } from './pages.ts';
import type { Build } from './site.ts';

/*
 * Each screen as a reader of screens and a person with weak sight have it; its layout in both languages, with large text
 * too; and as haste finds it: scans, repeated keys and held ones do no more than one thing there, and a scan nothing.
 *
 * To open a screen costs more than any look at it, so one visit serves all looks. A look that changed the screen, or that
 * outlasted a notice, is followed by another visit.
 */

type Language = 'en' | 'ar';
const languages = ['en', 'ar'] as const;
const small = { width: 1024, height: 700 };
const usual = { width: 1280, height: 800 };
const files = 4;

/** Declares a test for each scene of one of the files, which the workers share. */
export function testScreens(file: 1 | 2 | 3 | 4, { open }: Pick<Pages, 'open'>): void {
  const scenes = Object.entries(everyScene)
    .map(([name, scene], index) => [name, Math.floor(index / files), index % files, scene] as const)
    .filter(([, , part]) => part === file - 1);

  test.each(scenes)('%s is read, fits, and is used in haste', async (_, turn, part, { act, ...at }) => {
    const size = Math.floor(turn / 2) % 2 === 0 ? usual : small;
    // The first visit is to the screens with React's warnings, any further one to those of the product.
    let build: Build = 'warning';
    const visit = async (language: Language) => {
      const page = await open({ language, size, build, ...at });
      build = 'plain';
      await page.locator('h1, h2').first().waitFor({ state: 'attached' });
      await act?.(page);
      return { page, before: await stateOf(page) };
    };
    const trouble: string[] = [];
    const look = async (start: Language) => {
      let { page, before } = await visit(start);
      const canChange = (await page.locator('button[lang]').count()) > 0;
      const shown = canChange ? languages : [start];
      const looks = {
        axe: () => seriousFindings(page, turn + part),
        layout: () => layoutIn(page, shown),
        'text of 150 %': () => largeTextFindings(page, 150, shown),
        'text of 175 %': () => largeTextFindings(page, 175, shown),
      };
      for (const [name, find] of Object.entries(looks)) {
        trouble.push(...(await find()).map((one) => `${name}: ${one}`));
        if (await isStill(page, before, start, size)) continue;
        ({ page, before } = await visit(start));
      }
      return { page, canChange };
    };
    const [first, other] = turn % 2 === 0 ? (['en', 'ar'] as const) : (['ar', 'en'] as const);
    const { page, canChange } = await look(first);
    trouble.push(...(await graveInHaste(page)).map((one) => `haste: ${one}`));
    // A screen of set-up that has no button for its language is opened in each.
    if (!canChange) await look(other);
    expect(trouble).toEqual([]);
  });
}

/** Returns what lies beyond the edge, has no name, or is too small to press. */
async function layoutIn(page: Page, shown: readonly Language[]): Promise<string[]> {
  const findings: string[] = [];
  await page.setViewportSize(small);
  for (const language of shown) {
    await showLanguage(page, language);
    // The effect of the last change is laid out two frames later.
    await nextFrames(page);
    const found = await page.evaluate(layoutFindings);
    findings.push(...found.map((one) => `${language}: ${one}`));
  }
  return findings;
}

interface State {
  readonly said: string;
  readonly focus: JSHandle<Element | null>;
  readonly scrolled: JSHandle<{ place: Element; top: number; left: number }[]>;
}

async function stateOf(page: Page): Promise<State> {
  // Sums have come by then, and what waits before it can be pressed is ready.
  await page.waitForTimeout(settled);
  return {
    said: await page.evaluate(whatIsSaid),
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

/** Puts window, language and scrolled places back; true when the screen is then as it was. */
async function isStill(
  page: Page,
  { said, focus, scrolled }: State,
  language: Language,
  size: ViewportSize,
): Promise<boolean> {
  await page.setViewportSize(size);
  await showLanguage(page, language);
  await nextFrames(page);
  await scrolled.evaluate((places) => {
    for (const { place, top, left } of places) {
      if (place.scrollTop !== top) place.scrollTop = top;
      if (place.scrollLeft !== left) place.scrollLeft = left;
    }
  });
  await nextFrames(page);
  return (
    (await page.evaluate(whatIsSaid)) === said &&
    (await page.evaluate((was) => document.activeElement === was, focus))
  );
}

/** Runs in the page. Returns its text, what its fields hold, what is chosen, and how far its places are scrolled. */
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
