import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { hastes, settled } from './haste.ts';
import { issuingScenes } from './issuing-scenes.ts';
import { callsOf, type Pages } from './pages.ts';

/*
 * Tests that haste does not issue documents. On every screen that issues one, keys and buttons are pressed too often or
 * held down, and codes are scanned twice. Only the press that is meant to issue a document may do so, and only once.
 */

/** Returns the sales that the page has issued. */
export const issued = async (page: Page) => {
  const names = ['sale.issue', 'sale.correct', 'sale.exchange'];
  const calls = await Promise.all(names.map((name) => callsOf(page, name)));
  return calls.flat().length;
};

/**
 * Tries every haste on every second screen. Two files run one half each in parallel, because most of the time is spent
 * waiting.
 */
export function testHaste(half: 0 | 1, { open }: Pick<Pages, 'open'>): void {
  for (const [index, [name, scene]] of Object.entries(issuingScenes).entries()) {
    if (index % 2 !== half) continue;
    test.each(Object.entries(hastes))(`at ${name}: %s`, async (way, haste) => {
      const page = await open(scene.options);
      await scene.arrange(page);
      const before = await issued(page);
      await haste.act(page, scene.main, scene.key);
      const isPress = haste.presses || (scene.isForm === true && way.startsWith('Enter'));
      const most = scene.issues && isPress ? 1 : 0;
      await expect.poll(() => issued(page)).toBe(before + most);
      // Waits long enough that a receipt or the next step, if one appeared, could be pressed by mistake.
      await page.waitForTimeout(settled);
      expect(await issued(page)).toBe(before + most);
      const ids = (await callsOf(page, 'card.ask')).map(({ input }) => (input as { id: string }).id);
      expect(ids.length, 'questions to the card terminal').toBeLessThanOrEqual(1);
      if (most === 1) await page.getByText(/Invoice issued|Goods taken back/).waitFor();
    });
  }
}
