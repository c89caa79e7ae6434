import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { takingsOf } from '../../main/till/shift/takings-of.ts';
import { reportKinds } from '../../shared/contract/till/reports.ts';
import { openTill } from '../support/till.ts';
import { withQuarter } from './large/quarter.ts';
import { type Lines, percentile } from './measure.ts';
import { launchChromium } from './till.ts';

/*
 * Measures a manager's pages in Chromium, with the ledger of a quarter. The time is from the press that opens a page
 * until all of it is painted, with nothing cached from an earlier visit.
 */

const pages: readonly (readonly [hash: string, press?: string])[] = [
  ['#/today'],
  ['#/today', 'Month'],
  ['#/today', 'Quarter'],
  ['#/invoices'],
  ['#/shift'],
  ['#/activity'],
  ['#/month'],
  ['#/articles'],
  ['#/settings/buyers'],
  ['#/settings/maintenance'],
  ...reportKinds.map((kind) => [`#/reports/${kind}`] as const),
];

export async function run(): Promise<Lines> {
  execFileSync(process.execPath, ['.scripts/build.mjs', '--if-changed']);
  const browser = await launchChromium();
  const till = await openTill(browser, 'en-GB', { now: Date.parse('2026-09-30T20:00:00+03:00'), prepare });
  till.page.setDefaultTimeout(120_000);
  try {
    const lines: Record<string, { p50: number }> = {};
    for (const [hash, press] of pages) {
      const times: number[] = [];
      // Only the first visit loads the page's script, so it is not counted.
      for (let visits = 0; visits <= 7; visits += 1) {
        const time = await visit(till.page, hash, press);
        if (visits > 0) times.push(time);
      }
      lines[press === undefined ? hash : `${hash}, ${press}`] = { p50: percentile(times, 0.5) };
    }
    return lines;
  } finally {
    await till.close();
    await browser.close();
  }
}

function prepare(folder: string): void {
  const environmentFolder = path.join(folder, 'training');
  mkdirSync(environmentFolder, { recursive: true });
  withQuarter((ledger, _quarter, file) => {
    // Does the work of a terminal's idle moments.
    while (ledger.takings.learn(2_000, takingsOf(ledger.documents)) > 0);
    ledger.checkpoint();
    copyFileSync(file, path.join(environmentFolder, 'ledger.db'));
  });
}

/** Returns the milliseconds from the press that leads to a page until the page stops changing. */
async function visit(page: Page, hash: string, press: string | undefined): Promise<number> {
  await page.evaluate((to) => {
    window.location.hash = to;
  }, '#/settings/about');
  await page.reload();
  await page.locator('main').first().waitFor();
  await page.waitForTimeout(800);
  if (press === undefined) return page.evaluate(settledAfter, { hash });
  await page.evaluate(settledAfter, { hash });
  return page.evaluate(settledAfter, { press });
}

/** Runs in the page: takes a step and returns when the last frame that it changed was drawn. */
function settledAfter({ hash, press }: { hash?: string; press?: string }): Promise<number> {
  const quiet = 1_000;
  return new Promise((resolve) => {
    let painted = 0;
    let timer: ReturnType<typeof setTimeout>;
    const start = performance.now();
    const watch = new MutationObserver(() => {
      clearTimeout(timer);
      requestAnimationFrame(() => {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => {
          painted = performance.now() - start;
        };
        port2.postMessage(undefined);
      });
      timer = setTimeout(() => {
        watch.disconnect();
        resolve(painted);
      }, quiet);
    });
    watch.observe(document.body, {
      subtree: true,
      childList: true,
      characterData: true,
      attributes: true,
    });
    if (hash !== undefined) window.location.hash = hash;
    const wanted = [...document.querySelectorAll<HTMLElement>('label, button')];
    if (press !== undefined) wanted.find(({ textContent }) => textContent?.trim() === press)?.click();
  });
}
