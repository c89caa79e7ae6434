import type { Page } from 'playwright-core';
import { type Lines, p50p95 } from './measure.ts';
import { fillBasket, openBenchTill, windowOfTill } from './till.ts';

/*
 * Measures the sale screen of the training terminal in Chromium, from a key to the frame that shows it. Keys alternate
 * with those in a bare field in the same browser. A browser draws sixty frames a second, so nothing can be faster than
 * that field.
 */

/** The number of milliseconds between two keys of a fast typist. */
const pace = 90;
const basketSizes = [5, 30, 60];

export async function run(): Promise<Lines> {
  const till = await openBenchTill();
  try {
    const context = await till.browser.newContext(windowOfTill);
    await context.addInitScript(watchPaints);
    const page = await context.newPage();
    await page.goto(till.address);
    await page.locator('textarea[id$="-name"]').first().waitFor({ timeout: 60_000 });
    const bare = await context.newPage();
    await bare.goto('data:text/html,<input id="bare">');
    const lines = {};
    for (const count of basketSizes) {
      await fillBasket(page, count);
      Object.assign(lines, await measureKeys(page, bare, count));
    }
    return lines;
  } finally {
    await till.close();
  }
}

/** Runs in the page. Records the time from each key to the end of the frame that shows it. */
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

/** Types into the price of a line. It alternates with the bare field every ten keys. */
async function measureKeys(page: Page, bare: Page, lines: number): Promise<Lines> {
  const price = page.locator('input[id$="-price"]').nth(Math.floor(lines / 2));
  const times = { price: [] as number[], bare: [] as number[] };
  for (let round = 0; round < 10; round += 1) {
    for (const [where, tab, field] of [
      ['price', page, price],
      ['bare', bare, bare.locator('#bare')],
    ] as const) {
      await tab.bringToFront();
      await field.click();
      await field.fill('');
      await tab.waitForTimeout(400);
      times[where].push(...(await typeKeys(tab, '1234567890')));
    }
  }
  const [measured, floor] = [p50p95(times.price), p50p95(times.bare)];
  return {
    [`${lines} lines in the basket`]: measured,
    [`${lines} lines in the basket ÷ a bare field`]: { p50: measured.p50 / floor.p50 },
  };
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
