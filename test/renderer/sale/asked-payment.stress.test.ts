import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { chromiumPath } from '../harness/browser.ts';
import { callsOf, usePages } from '../harness/pages.ts';
import { bookShop } from '../scenes/buyer-scenes.ts';

const [najd = '', , amal = ''] = (bookShop.buyers ?? []).map(({ name }) => name);

describe.skipIf(chromiumPath === undefined)('a payment on account whose answers were lost', () => {
  const { open } = usePages();

  const openShift = () => open({ hash: '#/shift', fake: { ...bookShop, shift: 'open' } });
  const choose = async (page: Page, customer = najd) => {
    await page.getByRole('button', { name: 'Receive a payment' }).click();
    await page.getByRole('button', { name: `Choose ${customer}` }).click();
  };
  const cancel = (page: Page) => page.getByRole('button', { name: 'Cancel' }).click();
  const paymentIds = async (page: Page) =>
    ((await callsOf(page, 'account.pay')) as { input: { id: string } }[]).map(({ input }) => input.id);
  const receive = (page: Page) => page.locator('form button[type=submit][aria-disabled=false]').click();
  const voucher = (page: Page) => page.getByText(/^Voucher 3: /).waitFor();
  const wasRecorded = (page: Page) => page.getByText(/^Voucher 3 of 100\.00.* was recorded/).waitFor();

  /** Loses the next answers to this command. */
  const lose = (page: Page, name: string, { times, isDone = false }: { times: number; isDone?: boolean }) =>
    page.evaluate(
      ([lost, count, does]) => {
        const { fake } = window;
        const call = fake.call.bind(fake);
        let left = count;
        fake.call = async (asking, input) => {
          if (asking !== lost || left === 0) return call(asking, input);
          left -= 1;
          if (does) await call(asking, input);
          else fake.calls.push({ name: asking, input });
          return { ok: false, failure: { code: 'internal' } };
        };
      },
      [name, times, isDone] as const,
    );
  /** Requests a payment whose answer is lost, and requests it again. */
  const receiveInVain = async (page: Page, isDone: boolean) => {
    await lose(page, 'account.pay', { times: 2, isDone });
    await receive(page);
    await page.getByText('nothing is issued twice').waitFor();
  };

  test.each([true, false])('is known when its form is opened again; recorded: %s', async (isDone) => {
    const page = await openShift();
    await choose(page);
    await receiveInVain(page, isDone);
    const [first] = await paymentIds(page);
    expect(first).toBeDefined();
    await cancel(page);
    await choose(page);
    if (isDone) {
      await wasRecorded(page);
      expect(await page.locator('form').count()).toBe(0);
      await page.getByRole('button', { name: 'Another payment' }).click();
    } else await page.getByText('was not recorded').waitFor();
    await receive(page);
    await voucher(page);
    expect((await paymentIds(page)).at(-1)).not.toBe(first);
    // The payment is settled, so the next one is a new payment.
    await choose(page);
    await page.locator('form').waitFor();
    expect(await page.getByText(/recorded/).count()).toBe(0);
  });

  test('is known after a payment of another customer', async () => {
    const page = await openShift();
    await choose(page);
    await receiveInVain(page, true);
    await cancel(page);
    await choose(page, amal);
    await receive(page);
    await voucher(page);
    await choose(page);
    await wasRecorded(page);
    expect(await page.locator('form').count()).toBe(0);
  });

  test('is known after the program was started anew, and names no customer', async () => {
    const page = await openShift();
    await choose(page);
    await receiveInVain(page, false);
    expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toContain('310000000000003');
    await page.evaluate(() => sessionStorage.clear());
    await page.reload();
    await choose(page);
    await page.getByText('was not recorded').waitFor();
  });

  test('keeps its form and its id while nothing can be read', async () => {
    const page = await openShift();
    await choose(page);
    await receiveInVain(page, false);
    await cancel(page);
    await choose(page);
    await page.getByText('was not recorded').waitFor();
    await page.getByLabel('Amount', { exact: true }).fill('50');
    await lose(page, 'account.received', { times: 9 });
    await receiveInVain(page, true);
    expect(await page.getByLabel('Amount', { exact: true }).inputValue()).toBe('50');
    await receive(page);
    await voucher(page);
    const ids = await paymentIds(page);
    expect(ids).toHaveLength(5);
    expect(new Set(ids.slice(2)).size).toBe(1);
  });

  test('is looked for again where that failed', async () => {
    const page = await openShift();
    await choose(page);
    await receiveInVain(page, true);
    await cancel(page);
    await lose(page, 'account.received', { times: 2 });
    await choose(page);
    await cancel(page);
    await choose(page);
    await page.getByRole('button', { name: 'Try again' }).click();
    await wasRecorded(page);
  });
});
