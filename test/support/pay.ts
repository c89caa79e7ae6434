import type { Page } from 'playwright-core';

/*
 * Pays at the terminal, in any window. The main action of the payment is active once the screen has settled, and a
 * person would wait for that too.
 */

export const payAction = '#pay-issue';

/** Waits until the open payment can be issued. */
export async function readyToPay(page: Page): Promise<void> {
  await page.locator(`${payAction}[aria-disabled="false"]`).waitFor();
}

/** Goes from the basket to its payment, and waits until it can be issued. */
export async function openPay(page: Page): Promise<void> {
  const pay = page.locator(payAction);
  // A basket that has just opened ignores keys for a moment, so a person presses again. The payment also ignores them
  // at first.
  for (let presses = 0; presses < 5 && (await pay.count()) === 0; presses += 1) {
    await page.keyboard.press('F9');
    await pay.waitFor({ timeout: 1_000 }).catch(() => undefined);
  }
  await readyToPay(page);
}

/** Pays the basket with the preselected means, which is the exact amount in cash. */
export async function payExactly(page: Page): Promise<void> {
  await openPay(page);
  await page.keyboard.press('F9');
}
