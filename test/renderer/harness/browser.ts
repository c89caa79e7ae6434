import { existsSync } from 'node:fs';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import type { FakeOptions } from '../fakes/fake-terminal.ts';
import { typeAsPerson } from './scanner.ts';
import { addressOf, type Build, emptyPath, serveSite } from './site.ts';

/**
 * The path of a Chromium on this machine, from `CHROMIUM` or the usual places of Linux distributions; undefined when
 * there is none. The one without a user interface is first, because it starts in half the time.
 */
export const chromiumPath = [process.env.CHROMIUM, ...usualPlaces()].find(
  (path) => path !== undefined && existsSync(path),
);

/**
 * Returns the usual places. There are none on Windows: Wine's drive Z: shows a distribution's files, but they are not
 * Windows programs.
 */
function usualPlaces(): string[] {
  if (process.platform === 'win32') return [];
  const names = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome'];
  return names.map((name) => `/usr/bin/${name}`);
}

export interface Screens {
  /** Opens a separate page at `#hash`, on a fake terminal with these options. */
  open(at: OpenOptions): Promise<OpenPage>;
  close(): Promise<void>;
}

export interface OpenPage {
  readonly page: Page;
  /** The errors that the page has reported so far. */
  readonly errors: string[];
  /** Returns the page's window to the pool for the next page. */
  close(): Promise<void>;
}

export interface OpenOptions {
  readonly language?: 'en' | 'ar';
  readonly hash?: string;
  readonly fake?: FakeOptions;
  readonly size?: { width: number; height: number } | undefined;
  readonly scheme?: BrowserContextOptions['colorScheme'];
  readonly build?: Build;
}

/** Starts a real Chromium on a separate build of the screens. */
export async function startScreens(): Promise<Screens> {
  const [site, browser] = await Promise.all([
    serveSite(),
    chromium.launch({
      ...(chromiumPath !== undefined && { executablePath: chromiumPath }),
      args: ['--no-sandbox'],
    }),
  ]);
  const screens = openScreens(browser, site.address);
  return {
    open: screens.open,
    async close() {
      await screens.close();
      await site.close();
    },
  };
}

/** Opens the screens that are served at an address. Closing the screens closes the browser. */
export function openScreens(browser: Browser, address: string): Screens {
  /**
   * Cleared windows, by locale. A used window has the screens' fonts and compiled scripts in Chromium's cache, so a
   * page takes a quarter of the time that it takes in a new one.
   */
  const free = new Map<string, Page[]>();

  return {
    async open({ language = 'en', hash = '#/', fake = {}, size, scheme = 'light', build = 'plain' }) {
      const locale = language === 'ar' ? 'ar-SA' : 'en-GB';
      const page = free.get(locale)?.pop() ?? (await newPage(locale));
      await page.setViewportSize(size ?? { width: 1024, height: 768 });
      await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' });
      const errors: string[] = [];
      page.on('pageerror', (error) => errors.push(error.message));
      page.on('console', (message) => {
        if (message.type() === 'error') errors.push(message.text());
      });
      // The first page of a run waits until the screens are built.
      await page.goto(
        `${addressOf(address, build)}?options=${encodeURIComponent(JSON.stringify(fake))}${hash}`,
        {
          timeout: 120_000,
        },
      );
      await page.locator('main, [role="alert"]').first().waitFor();
      await page.evaluate(() => document.fonts.ready);
      return {
        page,
        errors,
        async close() {
          if (await tidy(page)) free.set(locale, [...(free.get(locale) ?? []), page]);
          else await page.context().close();
        },
      };
    },
    close: () => browser.close(),
  };

  async function newPage(locale: string): Promise<Page> {
    const context = await browser.newContext({ locale });
    await context.addInitScript(typeAsPerson);
    await context.addInitScript(recordNoProfile);
    return context.newPage();
  }

  /** Clears a window for the next test. Returns false if that fails and the window cannot be used again. */
  async function tidy(page: Page): Promise<boolean> {
    try {
      page.removeAllListeners();
      await page.unrouteAll();
      await page.context().clearPermissions();
      await page.mouse.move(0, 0);
      await page.goto(new URL(emptyPath, address).href);
      return await page.evaluate(() => {
        window.localStorage.clear();
        window.sessionStorage.clear();
        // A fake clock that a test installed stays in its window, which must not be used again. Its Date looks real.
        return setTimeout.toString().includes('[native code]');
      });
    } catch {
      return false;
    }
  }
}

/**
 * Runs in the page. Stops the development version of React from what takes a quarter of such a page's time: writing
 * records for the browser's profiler, and capturing the stack of every element. The warnings stay.
 */
function recordNoProfile(): void {
  Reflect.deleteProperty(console, 'timeStamp');
  Reflect.deleteProperty(console, 'createTask');
  // React sets the limit itself, so it must be a property that ignores that.
  Object.defineProperty(Error, 'stackTraceLimit', { get: () => 0, set: () => undefined });
}
