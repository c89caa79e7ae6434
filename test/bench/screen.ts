import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import { chromium, type Page } from 'playwright-core';
import { type Draft, newDraft, newLine } from '../../renderer/cart/draft.ts';
import { chromiumPath } from '../renderer/browser.ts';
import { scan } from '../renderer/scanner.ts';
import { start } from '../support/khatm.ts';
import { percentile } from './percentile.ts';

/*
 * Measures the sale screen of the training terminal in Chromium: from a key to the picture that shows it, and from the
 * last key of a scan to its line. A bare field in the same browser takes turns with it, since a screen draws sixty times
 * a second and nothing is quicker than that.
 */

const { values: options } = parseArgs({
  options: { keys: { type: 'string', default: '100' }, scans: { type: 'string', default: '40' } },
});
/** Milliseconds between two keys of a quick person. */
const pace = 90;
const basketSizes = [5, 30, 60];
const codes = { first: 6_281_000_000_000, count: 100 };

const folder = mkdtempSync(path.join(tmpdir(), 'khatm-screen-'));
const terminal = start('main/start.ts', '--preview', '--data', folder);
const browser = await chromium.launch({
  ...(chromiumPath !== undefined && { executablePath: chromiumPath }),
  args: ['--no-sandbox'],
});
try {
  const context = await browser.newContext({ locale: 'en-GB', viewport: { width: 1280, height: 800 } });
  await context.addInitScript(watchPaints);
  const page = await context.newPage();
  await page.goto(await addressOf());
  await page.locator('textarea[id$="-name"]').first().waitFor({ timeout: 60_000 });
  const bare = await context.newPage();
  await bare.goto('data:text/html,<input id="bare">');
  await addArticles(page);
  for (const lines of basketSizes) {
    await fillBasket(page, lines);
    await measureKeys(page, bare, lines);
  }
  await fillBasket(page, 60);
  await measureScans(page);
} finally {
  await browser.close();
  const ended = new Promise((resolve) => terminal.once('exit', resolve));
  terminal.kill('SIGTERM');
  await ended;
  rmSync(folder, { recursive: true, force: true });
}

function addressOf(): Promise<string> {
  return new Promise((resolve, reject) => {
    if (terminal.stdout === null) return reject(new Error('no output'));
    createInterface({ input: terminal.stdout }).on('line', (line) => {
      const found = /^Khatm: open (\S+)$/.exec(line)?.[1];
      if (found !== undefined) resolve(found);
    });
    terminal.once('exit', () => reject(new Error('the terminal ended')));
  });
}

/** Runs in the page: notes the time from each key to the end of the frame that shows it. */
function watchPaints(): void {
  const paints: number[] = [];
  Object.assign(window, { paints });
  window.addEventListener(
    'keydown',
    ({ timeStamp }) => {
      // The frame of the first callback shows the key; the second one runs as soon as it is drawn.
      requestAnimationFrame(() => {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => paints.push(performance.now() - timeStamp);
        port2.postMessage(undefined);
      });
    },
    { capture: true },
  );
}

/** Sends a command to the terminal as the screens do. */
function call(page: Page, name: string, input: object): Promise<unknown> {
  type Bridge = { call(name: unknown, input: unknown): Promise<unknown> };
  return page.evaluate(
    ([command, given]) => (window as unknown as { khatm: Bridge }).khatm.call(command, given),
    [name, input] as const,
  );
}

async function addArticles(page: Page): Promise<void> {
  for (let number = 0; number < codes.count; number += 1)
    await call(page, 'article.save', {
      article: {
        nameAr: `صنف ${number}`,
        nameEn: `Article ${number}`,
        codes: [String(codes.first + number)],
        price: '4.50',
        favourite: number % 3 === 0,
      },
    });
}

/** Replaces the basket by one with this many lines, and a blank one to type in. */
async function fillBasket(page: Page, lines: number): Promise<void> {
  const filled = Array.from({ length: lines }, (_, number) => ({
    ...newLine(),
    name: `صنف رقم ${number} | Item number ${number}`,
    quantity: String(1 + (number % 4)),
    price: '12.50',
  }));
  const draft: Draft = { ...newDraft(), lines: [...filled, newLine()] };
  const current = (await call(page, 'basket.current', {})) as { value: { basket?: { id: string } } };
  const before = current.value.basket?.id;
  await call(page, 'basket.keep', {
    id: draft.saleId,
    draft: JSON.stringify({ draft }),
    lines,
    goods: filled.map(({ key, name, quantity, price }) => ({ key, name, quantity, price })),
    ...(before !== undefined && { insteadOf: before }),
  });
  await page.reload();
  await page.locator('textarea[id$="-name"]').nth(lines).waitFor();
  await page.waitForTimeout(1500);
}

/** Types into the price of a line and into the name of the blank one; the bare field takes turns every ten keys. */
async function measureKeys(page: Page, bare: Page, lines: number): Promise<void> {
  const price = page.locator('input[id$="-price"]').nth(Math.floor(lines / 2));
  const name = page.locator('textarea[id$="-name"]').last();
  const rounds = Math.ceil(Number(options.keys) / 10);
  const times: Record<string, number[]> = { price: [], name: [], bare: [] };
  for (let round = 0; round < rounds; round += 1) {
    for (const [where, tab, field] of [
      ['price', page, price],
      ['name', page, name],
      ['bare', bare, bare.locator('#bare')],
    ] as const) {
      await tab.bringToFront();
      await field.click();
      await field.fill('');
      await tab.waitForTimeout(400);
      times[where]?.push(...(await typeKeys(tab, where === 'name' ? 'abcdefghij' : '1234567890')));
    }
  }
  const floor = percentile(times.bare ?? [], 0.5);
  for (const [where, values] of Object.entries(times))
    print(`${lines} lines, a key in ${where === 'bare' ? 'a bare field' : `the ${where}`}`, values, floor);
}

async function typeKeys(page: Page, keys: string): Promise<number[]> {
  await page.evaluate(() => {
    (window as unknown as { paints: number[] }).paints.length = 0;
  });
  for (const key of keys) {
    await page.keyboard.press(key);
    await page.waitForTimeout(pace);
  }
  return page.evaluate(() => [...(window as unknown as { paints: number[] }).paints]);
}

/** Scans articles one after the other, each with a pause, and waits in the page for its line. */
async function measureScans(page: Page): Promise<void> {
  await page.bringToFront();
  const times: number[] = [];
  for (let number = 0; number < Number(options.scans); number += 1) {
    const shown = page.evaluate(timeOfLine, `Article ${number}`);
    await page.waitForTimeout(300);
    await scan(page, String(codes.first + number));
    const time = await shown;
    if (time === undefined) console.log(`Article ${number} did not appear`);
    else times.push(time);
  }
  print('60 lines, from a scan to its line', times);
}

/** Runs in the page: resolves to the milliseconds from the next Enter to the picture of a line with this name. */
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

function print(what: string, values: readonly number[], floor?: number): void {
  const [p50, p95] = [percentile(values, 0.5), percentile(values, 0.95)];
  const ratio = floor === undefined ? '' : `   ${(p50 / floor).toFixed(2)}× the bare field`;
  console.log(
    `${what.padEnd(38)} p50 ${p50.toFixed(1).padStart(6)} ms   p95 ${p95.toFixed(1).padStart(6)} ms${ratio}`,
  );
}
