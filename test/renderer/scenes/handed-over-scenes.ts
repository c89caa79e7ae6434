import type { Page } from 'playwright-core';
import type { Failure } from '../../../shared/failure.ts';
import { payExactly } from '../../support/pay.ts';
import type { FakeOptions } from '../fakes/fake-terminal.ts';
import { fill } from '../harness/fill.ts';
import type { Scene } from './manager-scenes.ts';

/* Scenes with baskets that are handed to somebody else or on hold, exchanged goods, and a manager's approval. */

const people: FakeOptions['people'] = [
  { name: 'نورة العتيبي', role: 'manager' },
  { name: 'سالم', role: 'cashier' },
];
const cashier: FakeOptions = { people, person: 'سالم' };

export const handedOverScenes: Record<string, Scene> = {
  'held-note': {
    fake: { ...cashier },
    async act(page) {
      await fill(page);
      await page.keyboard.press('Alt+8');
      await page.locator('#held-note').fill('أبو فهد، السترة الزرقاء');
    },
  },
  'held-list': { fake: { ...cashier }, act: (page) => showHeld(page) },
  'held-give-up': {
    fake: { ...cashier },
    async act(page) {
      await showHeld(page);
      await page.getByRole('dialog').getByRole('listitem').getByRole('button').last().click();
      await page.waitForTimeout(300);
    },
  },
  'basket-unreadable': { fake: { ...cashier }, act: (page) => keepUnreadable(page) },
  'basket-unreadable-content': {
    async act(page) {
      await keepUnreadable(page);
      await page
        .getByRole('button')
        .filter({ hasText: /stored|المحفوظ/ })
        .click();
      await page.locator('pre').waitFor();
    },
  },
  'held-unreadable': {
    async act(page) {
      await keepUnreadable(page);
      await page.keyboard.press('F9');
      await page.locator('textarea').first().waitFor();
      await page.keyboard.press('Alt+9');
      await page.getByRole('dialog').getByRole('listitem').first().waitFor();
    },
  },
  'basket-taken': {
    fake: { ...cashier },
    async act(page) {
      await fill(page);
      await failToIssue(page, { code: 'basket-gone', detail: { by: 'نورة العتيبي' } });
    },
  },
  'receipt-was-issued': {
    fake: { ...cashier, environment: 'production' },
    async act(page) {
      await fill(page);
      // The sale is issued, and its answer is lost.
      await page.evaluate(async () => {
        const kept = window.fake.calls.filter(({ name }) => name === 'basket.keep');
        const [saleId] = kept.map(({ input }) => (input as { id: string }).id).slice(-1);
        const lines = [{ name: 'Cardamom', quantity: '1', unitPrice: '152.40' }];
        await window.fake.call('sale.issue', { saleId, lines });
      });
      await failToIssue(page, { code: 'internal' });
      await page.locator('svg[role=img]').waitFor();
    },
  },
  'approve-reason': { fake: { ...cashier }, act: (page) => askManager(page) },
  'approve-pin': {
    fake: { ...cashier },
    async act(page) {
      await askManager(page);
      await page.locator('#approve-reason').fill('خدش في العلبة');
      await page.keyboard.press('Enter');
      await page.waitForTimeout(300);
    },
  },
  exchange: {
    hash: '#/return/00000000-0000-4000-8000-0000000007d1',
    fake: { ...cashier },
    act: (page) => exchange(page),
  },
  'exchange-pay': {
    hash: '#/return/00000000-0000-4000-8000-0000000007d1',
    fake: { ...cashier },
    async act(page) {
      await exchange(page);
      await page.keyboard.press('F9');
      await page.waitForTimeout(900);
    },
  },
  'exchange-done': {
    hash: '#/return/00000000-0000-4000-8000-0000000007d1',
    fake: { ...cashier },
    async act(page) {
      await exchange(page);
      await payExactly(page);
      await page.locator('svg[role=img]').waitFor();
    },
  },
};

/** Puts two baskets on hold and opens their list. */
async function showHeld(page: Page): Promise<void> {
  for (const note of ['أبو فهد، السترة الزرقاء', 'A very long note that somebody wrote about the customer']) {
    await fill(page);
    await page.keyboard.press('Alt+8');
    await page.locator('#held-note').fill(note);
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  }
  await page.keyboard.press('Alt+9');
  await page.getByRole('dialog').getByRole('listitem').first().waitFor();
  await page.waitForTimeout(300);
}

/** Opens the till on a basket that a newer version kept. */
export async function keepUnreadable(page: Page): Promise<void> {
  await page.evaluate(() => {
    const goods = [
      { key: 'a', name: 'قهوة | Coffee', quantity: '2', price: '14.00' },
      { key: 'b', name: 'تمر | Dates', quantity: '1', price: '32.50' },
    ];
    const draft = JSON.stringify({ form: 'basket', version: 2, value: { lines: goods } });
    const id = '3f0c2a10-5a5e-4a67-9a0c-6d2f1c3b7e11';
    return window.fake.call('basket.keep', { id, draft, lines: 2, goods });
  });
  await page.reload();
  await page.getByRole('heading', { name: /cannot be opened|تعذّر فتح/ }).waitFor();
}

async function failToIssue(page: Page, failure: Failure): Promise<void> {
  await page.evaluate((next) => window.fake.failNext('sale.issue', next), failure);
  await payExactly(page);
  await page.waitForTimeout(300);
}

async function askManager(page: Page): Promise<void> {
  await fill(page);
  await failToIssue(page, {
    code: 'approval-needed',
    detail: { approval: '0d5d4f0e-1c06-4a0e-8a38-2f8f7d6f5f11', limits: 'discount refund' },
  });
  await page.locator('#approve-reason').waitFor();
}

/** Takes back all goods of an invoice in exchange for other goods. */
async function exchange(page: Page): Promise<void> {
  await page.locator('[id^="return-line-"]:focus').waitFor();
  await page.keyboard.press('F2');
  await page.locator('aside button[data-size="xl"][aria-disabled="false"]').waitFor();
  await page.keyboard.press('F8');
  await page.locator('textarea[id^="line-"]').first().waitFor();
  await fill(page);
  await page.waitForTimeout(900);
}
