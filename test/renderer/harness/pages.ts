import type { Page } from 'playwright-core';
import { afterEach, beforeAll, expect, inject } from 'vitest';
import { connectBrowser } from '../../support/browser/shared-browser.ts';
import { type OpenOptions, type OpenPage, openScreens, type Screens } from './browser.ts';

export interface Pages {
  open(at?: OpenOptions): Promise<Page>;
  /** Clears the errors that the pages have reported so far. */
  forgive(): void;
}

/** The worker's connection to the browser. It ends with the worker. Test files share its windows. */
let started: Promise<Screens> | undefined;

/**
 * Provides pages for the tests of one block. A test fails when one of its pages reports an error or a policy violation.
 */
export function usePages(): Pages {
  let screens: Screens;
  let opened: OpenPage[] = [];

  beforeAll(async () => {
    started ??= connectBrowser(inject('browser')).then((browser) => openScreens(browser, inject('screens')));
    screens = await started;
  });
  afterEach(async () => {
    const complaints = opened.flatMap(({ errors }) => errors);
    for (const one of opened) await one.close();
    opened = [];
    expect(complaints, 'the pages complained').toEqual([]);
  });

  return {
    async open(at = {}) {
      const one = await screens.open(at);
      opened.push(one);
      return one.page;
    },
    forgive() {
      for (const { errors } of opened) errors.splice(0);
    },
  };
}

/** Returns the screens' calls of this command, in order. */
export const callsOf = (page: Page, name: string) =>
  page.evaluate((wanted) => window.fake.calls.filter((call) => call.name === wanted), name);

/** Types lines as a cashier does, with Enter after each field. */
export async function typeLines(
  page: Page,
  ...lines: [name: string, quantity: string, price: string][]
): Promise<void> {
  const names = page.locator('textarea[id^="line-"]');
  await names.first().focus();
  for (const [index, line] of lines.entries()) {
    for (const text of line) {
      await page.keyboard.type(text);
      await page.keyboard.press('Enter');
    }
    // After the price, Enter adds the next line and moves the focus there.
    await names
      .nth(index + 1)
      .and(page.locator(':focus'))
      .waitFor();
  }
}
