import path from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { type Clock, systemClock } from '../../main/platform/clock.ts';
import { builtPage } from '../../main/platform/page-files.ts';
import { type Preview, startPreview } from '../../main/preview.ts';
import { type Sandbox, startSandbox } from '../../main/sandbox/start-sandbox.ts';
import { openTerminal, type Terminal } from '../../main/terminal/terminal.ts';
import { newFolder } from './khatm.ts';
import { signIn, unlock } from './wizard.ts';

/* A till out of its box in a browser, and the authority it is to be onboarded with. */

export interface Till {
  readonly page: Page;
  /** Errors that the page reported. */
  readonly complaints: readonly string[];
  readonly terminal: Terminal;
  /** Simulation's. */
  readonly authority: Sandbox;
  /** Lets time go by for the terminal and for the authority. */
  advance(milliseconds: number): void;
  /** Somebody sets the clock of both on by so much. */
  setClock(milliseconds: number): void;
  cutNetwork(cut: boolean): void;
  /** The program ends and begins again; the manager unlocks it and goes back to where she was. */
  restart(): Promise<void>;
  close(): Promise<void>;
}

const screens = builtPage(path.resolve(import.meta.dirname, '../../out/renderer'));

export async function openTill(browser: Browser, locale: 'en-GB' | 'ar-SA'): Promise<Till> {
  const folder = newFolder('till');
  let ahead = 0;
  let gone = 0;
  let cut = false;
  const clock: Clock = {
    ...systemClock,
    now: () => systemClock.now() + ahead,
    monotonic: () => systemClock.monotonic() + gone,
  };
  const authority = await startSandbox({ clock, plays: 'simulation' });
  const complaints: string[] = [];
  let terminal: Terminal;
  let preview: Preview;
  let page: Page;

  async function start(): Promise<void> {
    terminal = await openTerminal({
      folder,
      version: '0',
      environment: 'training',
      clock,
      fetch: (...call) => (cut ? Promise.reject(new TypeError('fetch failed')) : fetch(...call)),
    });
    await terminal.ready();
    preview = await startPreview(terminal, screens);
    page = await browser.newPage({ viewport: { width: 1280, height: 900 }, locale, reducedMotion: 'reduce' });
    page.setDefaultTimeout(10_000);
    page.on('pageerror', (error) => complaints.push(error.message));
    page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
    await page.goto(preview.address);
    await page.locator('main').first().waitFor();
  }

  async function stop(): Promise<void> {
    await page.context().close();
    await preview.close();
    await terminal.close();
  }

  await start();
  return {
    get page() {
      return page;
    },
    get terminal() {
      return terminal;
    },
    complaints,
    authority,
    advance: (milliseconds) => {
      ahead += milliseconds;
      gone += milliseconds;
    },
    setClock: (milliseconds) => {
      ahead += milliseconds;
    },
    cutNetwork: (isCut) => {
      cut = isCut;
    },
    async restart() {
      await stop();
      await start();
      // The vault says who works here.
      await unlock(page);
      await signIn(page);
      await page.evaluate(() => {
        window.location.hash = '#/settings/environments';
      });
      // Preview begins in training; simulation is the only other one that has begun.
      await page.getByRole('button', { name: /Switch here|الانتقال إليها/ }).click();
      await page.evaluate(() => {
        window.location.hash = '#/';
      });
    },
    async close() {
      await stop();
      await authority.close();
    },
  };
}
