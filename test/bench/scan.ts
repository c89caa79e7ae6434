import type { Page } from 'playwright-core';
import { scan } from '../renderer/harness/scanner.ts';
import { articleOf, withManyArticles } from './large/many-articles.ts';
import { type Lines, p50p95 } from './measure.ts';
import { fillBasket, openBenchTill, windowOfTill } from './till.ts';

/*
 * Measures a scan at the training terminal with 50,000 articles in Chromium, with few lines in the basket and with
 * many. The time is from the last key of the scan to the frame with its line.
 */

const count = 50_000;
const basketSizes = [5, 60];

export async function run(): Promise<Lines> {
  const till = await openBenchTill((folder) => withManyArticles(folder, count, () => undefined));
  try {
    const page = await till.browser.newPage(windowOfTill);
    await page.goto(till.address);
    await page.locator('textarea[id$="-name"]').first().waitFor({ timeout: 60_000 });
    const figures: Record<string, Lines[string]> = {};
    for (const [round, lines] of basketSizes.entries()) {
      await fillBasket(page, lines);
      figures[`${lines} lines in the basket`] = p50p95(await measureScans(page, round));
    }
    return figures;
  } finally {
    await till.close();
  }
}

/** Scans articles from all over the list with a pause after each, and waits in the page for the line of each. */
async function measureScans(page: Page, round: number): Promise<number[]> {
  const times: number[] = [];
  for (let number = 0; number < 40; number += 1) {
    // A step that is a prime number visits different articles in each round.
    const article = articleOf((number * 1_237 + round * 619) % count);
    const shown = page.evaluate(timeOfLine, article.nameEn ?? '');
    await page.waitForTimeout(300);
    await scan(page, article.codes[0] ?? '');
    const time = await shown;
    if (time === undefined) throw new Error(`${article.nameEn} did not appear`);
    times.push(time);
  }
  return times;
}

/**
 * Runs in the page. Resolves to the number of milliseconds from the next Enter to the frame with a line of this name.
 */
function timeOfLine(name: string): Promise<number | undefined> {
  return new Promise((resolve) => {
    let enteredAt = Number.POSITIVE_INFINITY;
    const hear = ({ key }: KeyboardEvent) => {
      if (key === 'Enter') enteredAt = performance.now();
    };
    window.addEventListener('keydown', hear, { capture: true });
    const startedAt = performance.now();
    const end = (time: number | undefined) => {
      window.removeEventListener('keydown', hear, { capture: true });
      resolve(time);
    };
    const look = () => {
      const fields = [...document.querySelectorAll<HTMLTextAreaElement>('textarea[id^="line-"]')];
      if (fields.some(({ value }) => value.endsWith(name)))
        requestAnimationFrame(() => end(performance.now() - enteredAt));
      else if (performance.now() - startedAt > 5_000) end(undefined);
      else setTimeout(look, 1);
    };
    look();
  });
}
