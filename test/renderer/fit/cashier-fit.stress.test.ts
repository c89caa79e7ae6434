import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { openPay, readyToPay } from '../../support/pay.ts';
import { uuidOf } from '../harness/document-uuid.ts';
import { typeLines } from '../harness/pages.ts';
import { scan } from '../harness/scanner.ts';
import { testScreensFit } from '../harness/screens-fit.ts';

const cashier = { role: 'cashier' as const };

async function pay(page: Page): Promise<void> {
  await typeLines(page, ['Dates', '1', '10']);
  await openPay(page);
}

const cardSays = {
  asked: /Follow the card terminal|تابع جهاز البطاقات/,
  unknown: /Not known whether the customer paid|لا يُعرف هل دفع العميل/,
  declined: /The card was declined|رُفضت البطاقة/,
  approved: /The customer has paid|دفع العميل/,
};

testScreensFit(
  'every screen of a cashier',
  {
    sale: { hash: '#/' },
    'first start': { fake: { onboarding: true } },
    invoices: { hash: '#/invoices' },
    invoice: { hash: `#/invoices/${uuidOf(2880)}` },
    'finding what is returned': { hash: '#/return', fake: cashier },
    return: { hash: `#/return/${uuidOf(2000)}`, fake: cashier },
    'the question before paying back': {
      hash: `#/return/${uuidOf(2000)}`,
      fake: cashier,
      async act(page) {
        await page.keyboard.press('F2');
        await page.locator('aside button[data-size="xl"][aria-disabled="false"]').waitFor();
        await page.keyboard.press('F9');
        await page.locator('[role=dialog] button[aria-disabled="false"]').last().waitFor();
      },
    },
    'a new code and a scan without use': {
      async act(page) {
        await scan(page, 'AB12-77');
        await page.locator('[role=status]', { hasText: 'AB12-77' }).waitFor();
        await page.keyboard.press('F1');
        await scan(page, 'AB12-77');
        await page.keyboard.press('Escape');
      },
    },
    'a payment in cash': { act: pay },
    'a payment by several means': {
      async act(page) {
        await pay(page);
        await page.keyboard.press('F8');
        await page.keyboard.type('4');
      },
    },
    'a payment that is not enough, by a cashier': {
      fake: cashier,
      async act(page) {
        await pay(page);
        await page.keyboard.type('4');
      },
    },
    'a payment by card': {
      async act(page) {
        await pay(page);
        await page.keyboard.press('F3');
      },
    },
    ...Object.fromEntries(
      (['asked', 'unknown', 'declined', 'approved'] as const).map((card) => [
        `a payment at a card terminal, ${card}`,
        {
          fake: { ...cashier, card, refuseIssuing: true },
          async act(page: Page) {
            await pay(page);
            await page.keyboard.press('F3');
            await readyToPay(page);
            await page.keyboard.press('F9');
            await page.getByText(cardSays[card]).first().waitFor();
          },
        },
      ]),
    ),
    'a document that cannot be returned': { hash: `#/return/${uuidOf(97)}` },
    'a waiting invoice': { hash: `#/invoices/${uuidOf(3000)}`, fake: cashier },
    'a special sale with everything': {
      async act(page) {
        await page.keyboard.press('F10');
        for (const extra of await page.locator('[aria-pressed]').all()) await extra.click();
        expect(await page.locator('[id^="advanced-"]').count()).toBeGreaterThan(10);
      },
    },
  },
  { width: 1024, height: 768 },
);
