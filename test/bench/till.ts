import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { type Browser, chromium, type Page } from 'playwright-core';
import { newDraft, newLine } from '../../renderer/till/cart/draft.ts';
import type { Draft } from '../../shared/stored/basket/draft.ts';
import { chromiumPath } from '../renderer/harness/browser.ts';
import { keptText } from '../support/kept-text.ts';
import { start } from '../support/khatm.ts';

/** The training terminal in a new folder, and a browser beside it. */
export interface BenchTill {
  readonly browser: Browser;
  /** The address of its screens. A browser that opens it may use the terminal. */
  readonly address: string;
  close(): Promise<void>;
}

export const windowOfTill = { locale: 'en-GB', viewport: { width: 1280, height: 800 } };

export const launchChromium = () =>
  chromium.launch({
    ...(chromiumPath !== undefined && { executablePath: chromiumPath }),
    args: ['--no-sandbox'],
  });

/** @param prepare a function that fills the data folder before the terminal starts */
export async function openBenchTill(prepare: (folder: string) => void = () => undefined): Promise<BenchTill> {
  const folder = mkdtempSync(path.join(tmpdir(), 'khatm-bench-'));
  prepare(folder);
  const terminal = start('main/app/start.ts', '--preview', '--data', folder);
  const browser = await launchChromium();
  const close = async () => {
    await browser.close();
    const ended = new Promise((resolve) => terminal.once('exit', resolve));
    if (terminal.kill('SIGTERM')) await ended;
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    const address = await new Promise<string>((resolve, reject) => {
      if (terminal.stdout === null) return reject(new Error('no output'));
      createInterface({ input: terminal.stdout }).on('line', (line) => {
        const found = /^Khatm: open (\S+)$/.exec(line)?.[1];
        if (found !== undefined) resolve(found);
      });
      terminal.once('exit', () => reject(new Error('the terminal ended')));
    });
    return { browser, address, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Sends a command to the terminal in the same way as the screens. */
export function call(page: Page, name: string, input: object): Promise<unknown> {
  type Bridge = { call(name: unknown, input: unknown): Promise<unknown> };
  return page.evaluate(
    ([command, given]) => (window as unknown as { khatm: Bridge }).khatm.call(command, given),
    [name, input] as const,
  );
}

/** Replaces the basket by one with this many lines, and a blank one to type in. */
export async function fillBasket(page: Page, lines: number): Promise<void> {
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
    draft: keptText(draft),
    lines,
    goods: filled.map(({ key, name, quantity, price }) => ({ key, name, quantity, price })),
    ...(before !== undefined && { insteadOf: before }),
  });
  await page.reload();
  await page.locator('textarea[id$="-name"]').nth(lines).waitFor();
  await page.waitForTimeout(1500);
}
