import { parseArgs } from 'node:util';
import type { Page } from 'playwright-core';
import { percentile } from './percentile.ts';
import { fillBasket, openBenchTill, printTimes, windowOfTill } from './till.ts';

/*
 * Measures the sale screen of the training terminal in Chromium, from a key to the frame that shows it. Keys alternate
 * with those in a bare field in the same browser. A browser draws sixty frames a second, so nothing can be faster than
 * that field.
 */

const { values: options } = parseArgs({ options: { keys: { type: 'string', default: '100' } } });
/** The number of milliseconds between two keys of a fast typist. */
const pace = 90;
const basketSizes = [5, 30, 60];

const till = await openBenchTill();
try {
  const context = await till.browser.newContext(windowOfTill);
  await context.addInitScript(watchPaints);
  const page = await context.newPage();
  await page.goto(till.address);
  await page.locator('textarea[id$="-name"]').first().waitFor({ timeout: 60_000 });
  const bare = await context.newPage();
  await bare.goto('data:text/html,<input id="bare">');
  for (const lines of basketSizes) {
    await fillBasket(page, lines);
    await measureKeys(page, bare, lines);
  }
} finally {
  await till.close();
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

/**
 * Types into the price of a line and into the name of the blank line. It alternates with the bare field every ten keys.
 */
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
  const floor = { of: 'bare field', p50: percentile(times.bare ?? [], 0.5) };
  for (const [where, values] of Object.entries(times))
    printTimes(
      `${lines} lines, a key in ${where === 'bare' ? 'a bare field' : `the ${where}`}`,
      values,
      floor,
    );
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
