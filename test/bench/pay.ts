import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import { chromium } from 'playwright-core';
import { chromiumPath } from '../renderer/browser.ts';
import { enter } from '../support/cashier.ts';
import { start } from '../support/khatm.ts';
import { openPay } from '../support/pay.ts';
import { percentile } from './percentile.ts';

/*
 * Measures a payment at the training terminal in Chromium: from F9 on Pay to the picture with the QR code. In between
 * the sale is checked, sealed and committed. A bare question to the terminal takes turns with it: the way there and back
 * and one picture, without any work.
 */

const { values: options } = parseArgs({ options: { sales: { type: 'string', default: '40' } } });

const folder = mkdtempSync(path.join(tmpdir(), 'khatm-pay-'));
const terminal = start('main/start.ts', '--preview', '--data', folder);
const browser = await chromium.launch({
  ...(chromiumPath !== undefined && { executablePath: chromiumPath }),
  args: ['--no-sandbox'],
});
try {
  const page = await browser.newPage({ locale: 'en-GB', viewport: { width: 1280, height: 800 } });
  await page.goto(await addressOf());
  const sold: number[] = [];
  const bare: number[] = [];
  for (let sale = 0; sale < Number(options.sales); sale += 1) {
    await page.getByRole('combobox', { name: 'Item 1', exact: true }).waitFor({ timeout: 60_000 });
    await enter(page, [
      { name: 'قهوة | Coffee', quantity: '2', price: '11.50' },
      { name: 'تمر | Dates', quantity: '0.345', price: '45.00' },
    ]);
    await openPay(page);
    bare.push(await page.evaluate(timeOfQuestion));
    const time = page.evaluate(timeOfCode);
    await page.waitForTimeout(200);
    await page.keyboard.press('F9');
    const shown = await time;
    if (shown === undefined) throw new Error('no invoice came');
    sold.push(shown);
    await page.getByRole('button', { name: /New sale/ }).click({ delay: 700 });
  }
  // The first sale compiles what the others use.
  const floor = percentile(bare.slice(1), 0.5);
  print('a bare question to the terminal', bare.slice(1));
  print('F9 on Pay to the QR code', sold.slice(1), floor);
  console.log(`the first sale ${(sold[0] ?? 0).toFixed(1)} ms`);
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

/** Runs in the page: resolves to the milliseconds of one question to the terminal and the next picture. */
async function timeOfQuestion(): Promise<number> {
  type Bridge = { call(name: string, input: object): Promise<unknown> };
  const startedAt = performance.now();
  await (window as unknown as { khatm: Bridge }).khatm.call('shift.current', {});
  await new Promise((resolve) => {
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = resolve;
      port2.postMessage(undefined);
    });
  });
  return performance.now() - startedAt;
}

/**
 * Runs in the page: resolves to the milliseconds from the next F9 to the end of the frame with the QR code, and to
 * undefined when none comes.
 */
function timeOfCode(): Promise<number | undefined> {
  return new Promise((resolve) => {
    setTimeout(resolve, 20_000);
    let pressedAt = Number.POSITIVE_INFINITY;
    const hear = ({ key, timeStamp }: KeyboardEvent) => {
      if (key === 'F9') pressedAt = Math.min(pressedAt, timeStamp);
    };
    window.addEventListener('keydown', hear, { capture: true });
    const observer = new MutationObserver(() => {
      if (document.querySelector('[role=img][aria-label*="T1-"]') === null) return;
      observer.disconnect();
      window.removeEventListener('keydown', hear, { capture: true });
      requestAnimationFrame(() => {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => resolve(performance.now() - pressedAt);
        port2.postMessage(undefined);
      });
    });
    observer.observe(document.body, { childList: true, subtree: true, attributes: true });
  });
}

function print(what: string, values: readonly number[], floor?: number): void {
  const [p50, p95] = [percentile(values, 0.5), percentile(values, 0.95)];
  const ratio = floor === undefined ? '' : `   ${(p50 / floor).toFixed(2)}× the bare question`;
  console.log(
    `${what.padEnd(34)} p50 ${p50.toFixed(1).padStart(6)} ms   p95 ${p95.toFixed(1).padStart(6)} ms${ratio}`,
  );
}
