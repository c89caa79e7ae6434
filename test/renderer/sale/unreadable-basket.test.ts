import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { chromiumPath } from '../harness/browser.ts';
import { callsOf, usePages } from '../harness/pages.ts';
import { keepUnreadable } from '../scenes/handed-over-scenes.ts';

/** Returns the ids of the baskets that the screen has sent since the page was loaded. */
const keptBy = async (page: Page) =>
  ((await callsOf(page, 'basket.keep')) as { input: { id: string } }[]).map(({ input }) => input.id);

describe.skipIf(chromiumPath === undefined)('a kept basket that this version cannot read', () => {
  const { open } = usePages();

  test('is never an empty one: the till says what it knows of it, and begins no other', async () => {
    const page = await open();
    await keepUnreadable(page);
    await page.getByRole('heading', { name: 'The basket on this till cannot be opened' }).waitFor();
    await page.getByText('A newer version of this program stored this.').waitFor();
    expect(await page.getByText('What is known of it:').textContent()).toMatch(
      /2 lines · 3 pieces · .*60\.50/,
    );
    expect(await page.locator('textarea').count()).toBe(0);
    await page.waitForTimeout(200);
    expect(await keptBy(page)).toEqual([]);
  });

  test('is put aside by a person, stays in the list with its text, and is given up only there', async () => {
    const page = await open();
    await keepUnreadable(page);
    await page.keyboard.press('F9');
    await page.locator('textarea').first().waitFor();
    expect(await callsOf(page, 'basket.discard')).toEqual([]);
    await page.keyboard.press('Alt+9');
    const row = page.getByRole('dialog').getByRole('listitem');
    await row.getByText('Cannot be opened by this version').waitFor();
    expect(await row.getByRole('button', { name: /Take back/ }).count()).toBe(0);
    await row.getByRole('button', { name: 'Show what is stored' }).click();
    await row.getByText('"version":2').waitFor();
    await row.getByRole('button', { name: 'Give up' }).click();
    await page.getByText('Give this basket up?').waitFor();
  });
});
