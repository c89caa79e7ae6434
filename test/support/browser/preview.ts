import type { ChildProcess } from 'node:child_process';
import { createInterface } from 'node:readline';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { inject } from 'vitest';
import { sitDown } from '../cashier.ts';
import { start } from '../khatm.ts';
import { connectBrowser } from './shared-browser.ts';

export interface Preview {
  readonly page: Page;
  /** The errors and policy violations of the page, the error output of the terminal, and its exit. */
  readonly complaints: readonly string[];
  /** Goes to a screen by the part after `#` in its address. */
  goTo(hash: string): Promise<void>;
  close(): Promise<void>;
  /** Kills the terminal as a power cut would. */
  kill(): Promise<void>;
}

/**
 * Opens the training terminal as `npm start` serves it to a browser, and a page on it.
 * @param window further properties of the browser's window, such as a touch screen
 * @param begin a function that waits for the first screen, by default for an empty basket
 */
export async function openPreview(
  data: string,
  window: BrowserContextOptions = {},
  begin: (page: Page) => Promise<void> = sitDown,
): Promise<Preview> {
  const terminal = start('main/app/start.ts', '--preview', '--data', data);
  const complaints: string[] = [];
  terminal.stderr?.setEncoding('utf8').on('data', (text: string) => complaints.push(text));
  terminal.once('exit', (code, signal) => complaints.push(`the terminal ended: ${code ?? signal}`));
  let browser: Browser | undefined;
  const close = async () => {
    await browser?.close();
    if (terminal.exitCode !== null || terminal.signalCode !== null) return;
    const closed = new Promise((resolve) => terminal.once('exit', resolve));
    terminal.kill('SIGTERM');
    await closed;
  };
  try {
    const address = await addressOf(terminal);
    browser = await connectBrowser(inject('browser'));
    const page = await browser.newPage({
      viewport: { width: 1280, height: 800 },
      locale: 'en-GB',
      ...window,
    });
    page.on('pageerror', (error) => complaints.push(error.message));
    page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
    await page.goto(address);
    await begin(page);
    const { origin } = new URL(page.url());
    return {
      page,
      complaints,
      close,
      async kill() {
        const gone = new Promise((resolve) => terminal.once('exit', resolve));
        terminal.kill('SIGKILL');
        await gone;
        await browser?.close();
      },
      async goTo(hash) {
        await page.goto(`${origin}/${hash}`);
      },
    };
  } catch (error) {
    await close();
    throw error;
  }
}

function addressOf(terminal: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    if (terminal.stdout === null) return reject(new Error('no output'));
    const output: string[] = [];
    createInterface({ input: terminal.stdout }).on('line', (line) => {
      output.push(line);
      const found = /^Khatm: open (\S+)$/.exec(line)?.[1];
      if (found) resolve(found);
    });
    terminal.once('exit', () => reject(new Error(output.join('\n'))));
  });
}
