import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { chromiumPath } from './browser.ts';
import { bookShop } from './buyer-scenes.ts';
import { callsOf, usePages } from './pages.ts';

describe.skipIf(chromiumPath === undefined)('a payment on account whose answers were lost', () => {
  const { open } = usePages();

  /** Opens the form of a payment of the first customer. */
  async function choose(page: Page) {
    await page.getByRole('button', { name: 'Receive a payment' }).click();
    await page.getByRole('button', { name: /^Choose شركة نجد/ }).click();
  }
  const asked = async (page: Page) =>
    ((await callsOf(page, 'account.pay')) as { input: { id: string } }[]).map(({ input }) => input.id);
  const receive = (page: Page) => page.locator('form button[type=submit][aria-disabled=false]').click();

  test.each([true, false])('is known when its form is opened again; recorded: %s', async (isRecorded) => {
    const page = await open({ hash: '#/shift', fake: { ...bookShop, shift: 'open' } });
    await page.evaluate((does) => {
      const { fake } = window;
      const call = fake.call.bind(fake);
      let lost = 2;
      fake.call = async (name, input) => {
        if (name !== 'account.pay' || lost === 0) return call(name, input);
        lost -= 1;
        if (does) await call(name, input);
        return { ok: false, failure: { code: 'internal' } };
      };
    }, isRecorded);
    await choose(page);
    await receive(page);
    await page.getByText('nothing is issued twice').waitFor();
    const [first] = await callsOf(page, 'account.pay').then(() => asked(page));
    await page.getByRole('button', { name: 'Cancel' }).click();
    await choose(page);
    if (isRecorded) {
      await page.getByText(/^Voucher 3 of 100\.00.* was recorded/).waitFor();
      expect(await page.locator('form').count()).toBe(0);
      await page.getByRole('button', { name: 'Another payment' }).click();
    } else await page.getByText('was not recorded').waitFor();
    await receive(page);
    await page.getByText(/^Voucher 3: /).waitFor();
    expect((await asked(page)).at(-1)).not.toBe(first);
    // It is settled: the next one begins anew.
    await choose(page);
    await page.locator('form').waitFor();
    expect(await page.getByText(/recorded/).count()).toBe(0);
  });
});
