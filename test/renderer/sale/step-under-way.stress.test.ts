import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import type { Failure } from '../../../shared/failure.ts';
import { openPay } from '../../support/pay.ts';
import { chromiumPath } from '../harness/browser.ts';
import { uuidOf } from '../harness/document-uuid.ts';
import { callsOf, typeLines, usePages } from '../harness/pages.ts';

/* Tests that a document in another step at the card terminal is refused, with a link to that step. */

const refuseNext = (page: Page, detail: Record<string, string>) =>
  page.evaluate((failure) => window.fake.failNext('sale.issue', failure), {
    code: 'bad-input',
    issues: [{ path: ['corrects', 0, 'number'], code: 'return-under-way', message: 'is part of another' }],
    detail,
  } satisfies Failure);

/** Refunds the first return of this document in cash, which is then refused. */
async function payBack(page: Page): Promise<void> {
  await page.locator('#return-line-0:focus').waitFor();
  await page.keyboard.press('F2');
  await page.locator('aside button[data-size="xl"][aria-disabled="false"]').waitFor();
  await page.keyboard.press('F9');
  await page.locator('[role=dialog] button[aria-disabled="false"]', { hasText: 'Pay back' }).waitFor();
  await page.keyboard.press('Control+Enter');
  await page.getByRole('alert').getByText('is part of another return or payment').waitFor();
}

describe.skipIf(chromiumPath === undefined)('a refusal for a step at the card terminal', () => {
  const { open } = usePages();

  test('leads to the return that is under way', async () => {
    const page = await open({ hash: `#/return/${uuidOf(2000)}`, fake: { role: 'cashier' } });
    await refuseNext(page, { returning: uuidOf(2001) });
    await payBack(page);
    await page.getByRole('button', { name: 'To that return' }).click();
    await page.getByRole('heading', { name: 'Return of T1-002001' }).waitFor();
    expect(await page.getByRole('alert').count()).toBe(0);
  });

  test('leads from a return to the basket that is put aside, and from a payment as well', async () => {
    const page = await open({ fake: { role: 'cashier' } });
    await typeLines(page, ['Coffee', '3', '14']);
    await page.keyboard.press('Alt+8');
    await page.getByRole('dialog').getByRole('button', { name: 'Put aside' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    const [held] = (await callsOf(page, 'basket.hold')) as { input: { id?: string } }[];
    const basket = held?.input.id ?? '';

    await typeLines(page, ['Dates', '1', '10']);
    await openPay(page);
    await refuseNext(page, { basket });
    await page.keyboard.press('F9');
    await page.getByRole('button', { name: 'To that basket' }).click();
    await page.locator('textarea', { hasText: 'Coffee' }).waitFor();

    // From now on this is the basket on the screen.
    await page.evaluate(
      (hash) => {
        window.location.hash = hash;
      },
      `#/return/${uuidOf(2000)}`,
    );
    await refuseNext(page, { basket });
    await payBack(page);
    await page.getByRole('button', { name: 'To that basket' }).click();
    await page.locator('textarea', { hasText: 'Coffee' }).waitFor();
    expect(await callsOf(page, 'basket.recall')).toHaveLength(1);
  });

  test('says so when the basket is gone', async () => {
    const page = await open({ hash: `#/return/${uuidOf(2000)}`, fake: { role: 'manager' } });
    await refuseNext(page, { basket: uuidOf(1) });
    await payBack(page);
    await page.getByRole('button', { name: 'To that basket' }).click();
    await page.getByText('it was sold, put aside or taken over').waitFor();
    await page.getByRole('link', { name: 'To the card payments' }).click();
    await page.getByRole('heading', { name: 'Drawer, scanner, card' }).waitFor();
  });
});
