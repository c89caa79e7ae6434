import { describe, expect, test } from 'vitest';
import { chromiumPath } from './browser.ts';
import { callsOf, usePages } from './pages.ts';

const people = [{ name: 'Noura', role: 'manager' }] as const;

describe.skipIf(chromiumPath === undefined)('the language of a person', () => {
  const { open } = usePages();

  test.each([
    ['this window', undefined],
    ['another window that chooses at the same time, and last', 'en'],
  ] as const)('is the one of %s', async (_, otherWindowSpeaks) => {
    const fake = { people, person: 'Noura', ...(otherWindowSpeaks && { otherWindowSpeaks }) };
    const page = await open({ fake });
    const spoken = () => page.evaluate(() => document.documentElement.lang);
    const choices = async () => (await callsOf(page, 'people.setLanguage')).length;
    for (const [index, other] of (['ar', 'en', 'ar'] as const).entries()) {
      await page.keyboard.press('F7');
      await expect.poll(choices, { timeout: 10_000 }).toBe(index + 1);
      await expect.poll(spoken, { timeout: 10_000 }).toBe(otherWindowSpeaks ?? other);
    }
  });
});
