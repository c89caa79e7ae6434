import type { Page } from 'playwright-core';

/*
 * Paying at the terminal, in any window. The main action of the payment lives once the screen has settled, and a person
 * waits for that too.
 */

export const payAction = '#pay-issue';

/** Waits until the payment that is open can be issued. */
export async function readyToPay(page: Page): Promise<void> {
  await page.locator(`${payAction}[aria-disabled="false"]`).waitFor();
}

/** Leads from the basket to its payment, and waits until it can be issued. */
export async function openPay(page: Page): Promise<void> {
  await page.keyboard.press('F9');
  await readyToPay(page);
}

/** Pays the basket by the means chosen, at first exactly in cash. */
export async function payExactly(page: Page): Promise<void> {
  await openPay(page);
  await page.keyboard.press('F9');
}
