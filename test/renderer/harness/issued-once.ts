import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { issuingScenes, type Scene } from '../scenes/issuing-scenes.ts';
import { type Haste, hastes, settled } from './haste.ts';
import { callsOf, type Pages } from './pages.ts';

/*
 * Tests that haste does not issue documents. On every screen that issues one, keys and buttons are pressed too often or
 * held down, and codes are scanned twice. Only the press that is meant to issue a document may do so, and only once.
 */

/** Returns the sales that the page has issued. */
export const issued = async (page: Page) => {
  const names = ['sale.issue', 'sale.correct', 'sale.exchange', 'sale.reissue'];
  const calls = await Promise.all(names.map((name) => callsOf(page, name)));
  return calls.flat().length;
};

interface HastyCase {
  readonly name: string;
  readonly scene: Scene;
  readonly way: string;
  readonly haste: Haste;
}

/**
 * Returns every haste on every second screen. Two files run one half each in parallel, because most of the time is spent
 * waiting.
 */
export const hastyCases = (half: 0 | 1): readonly HastyCase[] =>
  Object.entries(issuingScenes)
    .filter((_, index) => index % 2 === half)
    .flatMap(([name, scene]) => Object.entries(hastes).map(([way, haste]) => ({ name, scene, way, haste })));

export function testHaste(cases: readonly HastyCase[], { open }: Pick<Pages, 'open'>): void {
  test.each(cases)('at $name: $way', async ({ scene, way, haste }) => {
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
    if (most === 1) await page.getByText(/Invoice issued|Goods taken back|was issued again/).waitFor();
  });
}
