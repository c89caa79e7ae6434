import path from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { type Preview, startPreview } from '../../main/app/preview.ts';
import { openTerminal, type Terminal } from '../../main/app/terminal/terminal.ts';
import { type Clock, systemClock } from '../../main/base/platform/clock.ts';
import { builtPage } from '../../main/base/platform/page-files.ts';
import { type Sandbox, startSandbox } from '../../main/sandbox/start-sandbox.ts';
import { newFolder } from './khatm.ts';
import { signIn, unlock } from './wizard.ts';

/* A new till in a browser, and the authority for its onboarding. */

export interface Till {
  readonly page: Page;
  /** The errors that the page reported. */
  readonly complaints: readonly string[];
  readonly terminal: Terminal;
  /** The authority of the simulation environment. */
  readonly authority: Sandbox;
  /** Lets time pass for the terminal and for the authority. */
  advance(milliseconds: number): void;
  /** Sets the wall clock of the terminal and of the authority forward by this many milliseconds. */
  setClock(milliseconds: number): void;
  cutNetwork(cut: boolean): void;
  /** Restarts the program. The manager unlocks it and returns to the simulation environment. */
  restart(): Promise<void>;
  close(): Promise<void>;
}

const screens = builtPage(path.resolve(import.meta.dirname, '../../out/renderer'));

export interface TillOptions {
  /** The time when it starts, by default the current time. */
  readonly now?: number;
  /** Fills its data folder before it starts. */
  readonly prepare?: (folder: string) => void;
}

export async function openTill(
  browser: Browser,
  locale: 'en-GB' | 'ar-SA',
  { now, prepare }: TillOptions = {},
): Promise<Till> {
  const folder = newFolder('till');
  prepare?.(folder);
  let ahead = now === undefined ? 0 : now - systemClock.now();
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
      keepsClock: async () => 'kept',
      fetch: (...call) => (cut ? Promise.reject(new TypeError('fetch failed')) : fetch(...call)),
    });
    await terminal.ready();
    // Only the first start of a new folder asks for a shop.
    await terminal.callFromScreen('firstDay.begin', { with: 'empty' });
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
      // The list of people is in the vault, so it is unlocked first.
      await unlock(page);
      await signIn(page);
      await page.evaluate(() => {
        window.location.hash = '#/settings/environments';
      });
      // A preview starts in training, and simulation is the only other environment that is set up.
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
