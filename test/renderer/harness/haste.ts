import type { Page } from 'playwright-core';
import { scan } from './scanner.ts';

/* The ways in which a hasty person presses a button: too often, too long, too early, or with a scanner. */

export interface Haste {
  /** True when a real press is part of it, so that the intended document may be issued once. */
  readonly presses: boolean;
  act(page: Page, main: string, key: string): Promise<void>;
}

export const hastes: Record<string, Haste> = {
  'the key three times': {
    presses: true,
    async act(page, _, key) {
      for (let times = 0; times < 3; times += 1) await page.keyboard.press(key);
    },
  },
  'the key held down': { presses: true, act: (page, _, key) => hold(page, key) },
  'Enter three times on the button, the last held down': {
    presses: true,
    async act(page, main) {
      await page.locator(main).focus();
      await page.waitForTimeout(settled);
      for (let times = 0; times < 2; times += 1) await page.keyboard.press('Enter');
      await hold(page, 'Enter');
    },
  },
  'three clicks': {
    presses: true,
    act: (page, main) => page.locator(main).click({ clickCount: 3, force: true }),
  },
  'a double click and the key': {
    presses: true,
    async act(page, main, key) {
      await page.locator(main).dblclick({ force: true });
      await page.keyboard.press(key);
    },
  },
  'Enter just after the focus came': {
    presses: false,
    async act(page, main) {
      // This waits until the element is gone, because one that is already there cannot appear.
      await page.evaluate(
        () => document.activeElement instanceof HTMLElement && document.activeElement.blur(),
      );
      await page.locator(main).focus();
      await page.keyboard.press('Enter');
      await page.keyboard.press('Space');
    },
  },
  'two scans, with the focus on the button': {
    presses: false,
    async act(page, main) {
      await page.locator(main).focus();
      await page.waitForTimeout(settled);
      await scan(page, 'AB12-77');
      await scan(page, 'AB12-77', { end: 'Tab' });
      await scan(page, '6281000000014', { end: 'none' });
      // The wait lasts until the silence is long enough to end the scan.
      await page.waitForTimeout(1_100);
    },
  },
};

/** The number of milliseconds after which a screen no longer ignores presses. */
export const settled = 750;

/** Holds a key down, so that it repeats. */
export async function hold(page: Page, key: string): Promise<void> {
  const parts = key.split('+');
  const last = parts.pop() ?? '';
  for (const modifier of parts) await page.keyboard.down(modifier);
  for (let repeats = 0; repeats < 20; repeats += 1) await page.keyboard.down(last);
  await page.keyboard.up(last);
  for (const modifier of parts) await page.keyboard.up(modifier);
}
