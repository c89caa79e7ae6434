import { describe, expect, test } from 'vitest';
import { payAction, readyToPay } from '../../support/pay.ts';
import { drawnFrom } from '../../support/run/effort.ts';
import { chromiumPath } from '../harness/browser.ts';
import { settled } from '../harness/haste.ts';
import { hastyCases, issued, testHaste } from '../harness/issued-once.ts';
import { callsOf, usePages } from '../harness/pages.ts';
import { pressImpatiently } from '../harness/scanner.ts';
import { bookShop } from '../scenes/buyer-scenes.ts';
import { byCard, manager, openCorrection, refused, typed } from '../scenes/issuing-scenes.ts';

describe.skipIf(chromiumPath === undefined)('haste', () => {
  testHaste(drawnFrom(8, hastyCases(0)), usePages());
});

describe.skipIf(chromiumPath === undefined)('haste', () => {
  const { open } = usePages();

  test('of a finger issues one invoice, and only by the second of two presses', async () => {
    const page = await open();
    await typed(page);
    await pressImpatiently(page, page.locator('#issue'), 2);
    await readyToPay(page);
    expect(await issued(page)).toBe(0);
    await pressImpatiently(page, page.locator(payAction), 2);
    await page.getByText('Invoice issued').waitFor();
    await page.waitForTimeout(100);
    expect(await issued(page)).toBe(1);
    expect(await page.getByText('Invoice issued').isVisible()).toBe(true);
  });

  test('a payment on account whose answers are lost stays the same one, until an answer comes', async () => {
    const { buyers = [] } = bookShop;
    const page = await open({ hash: '#/shift', fake: { ...manager, shift: 'open', buyers } });
    await page.evaluate(() => {
      const { fake } = window;
      const call = fake.call.bind(fake);
      let lost = 2;
      fake.call = async (name, input) => {
        const answer = await call(name, input);
        if (name !== 'account.pay' || lost === 0) return answer;
        lost -= 1;
        return { ok: false, failure: { code: 'internal' } };
      };
    });
    await page.getByRole('button', { name: 'Receive a payment' }).click();
    await page.getByRole('button', { name: /^Choose شركة نجد/ }).click();
    const receive = page.locator('form button[type=submit][aria-disabled=false]');
    await receive.click();
    await page.getByText('nothing is issued twice').waitFor();
    await receive.click();
    await page.getByText(/^Voucher 3/).waitFor();
    const payments = (await callsOf(page, 'account.pay')) as { input: { id: string } }[];
    expect(payments).toHaveLength(3);
    expect(new Set(payments.map(({ input }) => input.id)).size).toBe(1);
  });

  test('a basket that is not kept asks no card terminal, and says why', async () => {
    const page = await open({ fake: { card: 'approved', keepFails: true } });
    await byCard(page);
    await readyToPay(page);
    await page.keyboard.press('F9');
    await page.getByText('The disk is full').waitFor();
    expect(await callsOf(page, 'card.ask')).toEqual([]);
    expect(await issued(page)).toBe(0);
  });

  test('at the receipt of a correction does not issue the basket that was put aside', async () => {
    const page = await open({ fake: manager });
    await typed(page);
    await page.evaluate((hash) => {
      window.location.hash = hash;
    }, refused);
    await openCorrection(page);
    await page.waitForTimeout(settled);
    await page.keyboard.press('F9');
    await page.getByText('Invoice issued').waitFor();
    await page.waitForTimeout(settled);
    for (let times = 0; times < 4; times += 1) await page.keyboard.press('F9');
    await page.locator('textarea', { hasText: 'Dates' }).waitFor();
    expect(await issued(page)).toBe(1);
  });

  test('after the last line: an Enter too many issues nothing', async () => {
    const page = await open();
    await page.locator('textarea[id$="-name"]').first().focus();
    for (const text of ['Dates', '1', '10']) {
      await page.keyboard.type(text);
      await page.keyboard.press('Enter');
    }
    for (let times = 0; times < 4; times += 1) await page.keyboard.press('Enter');
    await page.locator('#issue:focus').waitFor();
    expect(await issued(page)).toBe(0);
    await page.waitForTimeout(settled);
    for (let times = 0; times < 3; times += 1) await page.keyboard.press('Enter');
    await readyToPay(page);
    expect(await issued(page)).toBe(0);
    await page.keyboard.press('Enter');
    await page.getByText('Invoice issued').waitFor();
    expect(await issued(page)).toBe(1);
  });
});
