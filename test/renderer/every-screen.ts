import { expect, test } from 'vitest';
import { seriousFindings } from '../support/accessibility.ts';
import { everyScene } from './every-scene.ts';
import { graveInHaste } from './moved-money.ts';
import type { Pages } from './pages.ts';

/*
 * Each screen as a reader of screens and a person with weak sight have it; and as haste finds it: scans, repeated keys
 * and held ones do no more than one thing there, and a scan nothing.
 */

/** Looks at every second scene; two files take a half each, because most of the time is waiting. */
export function testScreens(half: 0 | 1, { open }: Pick<Pages, 'open'>): void {
  const scenes = Object.entries(everyScene)
    .map(([name, scene], index) => [name, index, scene] as const)
    .filter(([, index]) => index % 2 === half);
  test.each(scenes)('%s can be read, and used in haste', async (_, index, { act, ...at }) => {
    const page = await open({ language: 'en', size: { width: 1280, height: 800 }, build: 'warning', ...at });
    await page.locator('h1, h2').first().waitFor({ state: 'attached' });
    await act?.(page);
    expect(await seriousFindings(page, index)).toEqual([]);
    expect(await graveInHaste(page)).toEqual([]);
  });
}
