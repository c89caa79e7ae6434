import { cpSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { chromium, type Page } from 'playwright-core';
import { openLedger } from '../../main/ledger/ledger.ts';
import { takingsOf } from '../../main/shift/takings-of.ts';
import { reportKinds } from '../../shared/contract/reports.ts';
import { type PlayedQuarter, playQuarter } from '../quarter/play-quarter.ts';
import { chromiumPath } from '../renderer/browser.ts';
import { openTill } from '../support/till.ts';
import { percentile } from './percentile.ts';
import { printTimes } from './till.ts';

/*
 * Measures a manager's pages in Chromium, with the ledger of a quarter. The time is from the press that opens a page
 * until all of it is painted, with nothing cached from an earlier visit. The exit code is 1 if a page takes longer than
 * the bound.
 */

const boundMs = 200;
const { values: options } = parseArgs({
  options: {
    /** The folder that `npm run bench:quarter -- --keep FOLDER` wrote; if omitted, a smaller quarter is simulated. */
    kept: { type: 'string' },
    documents: { type: 'string', default: '5000' },
    runs: { type: 'string', default: '7' },
  },
});

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

const browser = await chromium.launch({
  ...(chromiumPath !== undefined && { executablePath: chromiumPath }),
  args: ['--no-sandbox'],
});
const till = await openTill(browser, 'en-GB', { now: Date.parse('2026-09-30T20:00:00+03:00'), prepare });
till.page.setDefaultTimeout(120_000);
try {
  const missed: string[] = [];
  for (const [hash, press] of pages) {
    const times: number[] = [];
    // Only the first visit loads the page's script, so it is not counted.
    for (let run = 0; run <= Number(options.runs); run += 1) {
      const time = await visit(till.page, hash, press);
      if (run > 0) times.push(time);
    }
    const name = press === undefined ? hash : `${hash}, ${press}`;
    printTimes(name, times);
    if (percentile(times, 0.5) > boundMs) missed.push(name);
  }
  for (const name of missed) console.log(`${name}: above ${boundMs} ms`);
  process.exitCode = missed.length === 0 ? 0 : 1;
} finally {
  await till.close();
  await browser.close();
}

function prepare(folder: string): void {
  const own = path.join(folder, 'training');
  mkdirSync(own, { recursive: true });
  const file = path.join(own, 'ledger.db');
  const { kept } = options;
  for (const ending of ['', '-wal'])
    if (kept !== undefined && existsSync(path.join(kept, `ledger.db${ending}`)))
      cpSync(path.join(kept, `ledger.db${ending}`), file + ending);
  const ledger = openLedger(file, { environment: 'training' });
  const { notes }: Pick<PlayedQuarter, 'notes'> =
    kept === undefined
      ? playQuarter(ledger, { documents: Number(options.documents), days: 92, seed: 'quarter' })
      : JSON.parse(readFileSync(path.join(kept, 'quarter.json'), 'utf8'));
  // This does the work of a terminal's idle moments.
  while (ledger.search.index(20_000) > 0);
  while (ledger.buyers.learn(20_000) > 0);
  while (ledger.takings.learn(2_000, takingsOf(ledger.documents)) > 0);
  ledger.close();
  console.log(`${notes.length} documents`);
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
