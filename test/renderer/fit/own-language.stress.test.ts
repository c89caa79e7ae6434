import { describe, expect, test } from 'vitest';
import { chromiumPath } from '../harness/browser.ts';
import { callsOf, usePages } from '../harness/pages.ts';

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

  test('is the chosen one until they sign out where it cannot be kept', async () => {
    const page = await open({ fake: { people, person: 'Noura' } });
    /** Waits until the screen has processed every answer. */
    const spoken = () =>
      page.evaluate(async () => {
        for (let frame = 0; frame < 3; frame += 1) await new Promise(requestAnimationFrame);
        return document.documentElement.lang;
      });
    await page.evaluate(() => {
      const { fake } = window;
      const call = fake.call.bind(fake);
      fake.call = async (name, input) => {
        if (name !== 'people.setLanguage') return call(name, input);
        fake.calls.push({ name, input });
        return { ok: false, failure: { code: 'disk-full' } };
      };
    });
    for (const [index, other] of (['ar', 'en', 'ar'] as const).entries()) {
      await page.keyboard.press('F7');
      await expect
        .poll(async () => (await callsOf(page, 'people.setLanguage')).length, { timeout: 10_000 })
        .toBe(index + 1);
      expect(await spoken()).toBe(other);
    }
    await page.evaluate(() => window.fake.call('people.signOut', {}));
    await expect.poll(spoken, { timeout: 10_000 }).toBe('en');
  });
});
