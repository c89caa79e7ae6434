import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { chromiumPath } from '../renderer/harness/browser.ts';
import { scan } from '../renderer/harness/scanner.ts';
import { openPreview, type Preview } from '../support/browser/preview.ts';
import { enter } from '../support/cashier.ts';
import { newFolder } from '../support/khatm.ts';
import { openPay, payAction, readyToPay } from '../support/pay.ts';

/*
 * Tests card payments for a sale on the training terminal with its simulator: every answer, and a power cut or a reload
 * in the middle. In each case a customer is charged once, and the sale is issued once.
 */

const coffee = { name: 'قهوة | Coffee', quantity: '2', price: '11.50' };

describe.skipIf(chromiumPath === undefined)('a payment at the card terminal', () => {
  const data = newFolder('card');
  let preview: Preview;
  let page: Page;
  const open = async () => {
    preview = await openPreview(data);
    page = preview.page;
  };
  beforeAll(async () => {
    await open();
    await preview.goTo('#/settings/devices');
    await page.getByRole('radio', { name: /^Simulator/ }).check();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('Saved').waitFor();
    await page.keyboard.press('Alt+1');
  });
  afterAll(async () => {
    await preview?.close();
  });

  const panel = () => page.getByRole('complementary');
  const heading = (name: string | RegExp, on = page) => on.getByRole('heading', { name });
  const issued = () => heading('Invoice issued').waitFor();
  const next = async () => {
    await page.getByRole('button', { name: /New sale/ }).click({ delay: 700 });
    await page.getByRole('combobox', { name: 'Item 1', exact: true }).waitFor();
  };
  const practise = async (outcome: string) => {
    await page.keyboard.press('Alt+3');
    await page.getByRole('link', { name: 'Devices' }).click();
    await page.getByRole('radio', { name: outcome, exact: true }).click();
    await page.keyboard.press('Alt+1');
    await page.getByRole('combobox', { name: 'Item 1', exact: true }).waitFor();
  };
  /** Returns the simulator's approvals in this test so far. */
  const approvals = () => {
    const files = readdirSync(data, { recursive: true, encoding: 'utf8' });
    const file = files.find((name) => name.endsWith('card-simulator.jsonl'));
    if (file === undefined) return 0;
    return readFileSync(join(data, file), 'utf8').split('"state":"approved"').length - 1;
  };
  const documents = async () => {
    await page.keyboard.press('Alt+2');
    const count = await page
      .locator('[aria-rowcount]:not([aria-rowcount="1"])')
      .getAttribute('aria-rowcount');
    await page.keyboard.press('Alt+1');
    await page.getByRole('combobox', { name: 'Item 1', exact: true }).waitFor();
    return Number(count);
  };
  /** Runs steps that end with a receipt, and expects that they cause this many approvals. */
  const sold = async (charges: number, play: () => Promise<void>) => {
    const before = approvals();
    await play();
    await issued();
    expect(approvals()).toBe(before + charges);
    await next();
  };
  const hasPaid = 'The customer has paid 23.00 SAR by card.';
  /** Expects that nothing is issued for money that was not requested in this visit. */
  const notByItself = async () => {
    await readyToPay(page);
    await page.waitForTimeout(900);
    expect(await heading('Invoice issued').count()).toBe(0);
  };
  const byCard = async () => {
    await enter(page, [coffee]);
    await openPay(page);
    await page.keyboard.press('F3');
    await page.getByText('The card terminal asks for the amount').waitFor();
    await readyToPay(page);
  };

  test('approved is issued by itself, once, and its document names the approval', async () => {
    const before = approvals();
    await byCard();
    for (let times = 0; times < 3; times += 1) await page.keyboard.press('F9');
    await heading('Follow the card terminal').waitFor();
    expect(await page.locator(payAction).getAttribute('aria-disabled')).toBe('true');
    // The basket is unchanged: a scan has no effect here.
    await scan(page, 'AB12-77');
    await issued();
    expect(approvals()).toBe(before + 1);
    await page.getByRole('link', { name: 'Open invoice' }).click();
    await page.getByRole('region', { name: 'Payment' }).getByText('SIM000001').waitFor();
    await page.keyboard.press('Alt+1');
    await next();
  });

  test('declined issues nothing, and another means is taken', async () => {
    await practise('It declines');
    await sold(0, async () => {
      await byCard();
      await page.keyboard.press('F9');
      await page.getByText('The card was declined').waitFor();
      await page.getByText('DECLINED', { exact: true }).waitFor();
      await page.waitForTimeout(900);
      expect(await heading('Invoice issued').count()).toBe(0);
      await page.keyboard.press('F2');
      await readyToPay(page);
      await page.keyboard.press('F9');
    });
  });

  test('cancelled leads back to the means, and the basket can be changed again', async () => {
    await practise('The customer does not pay');
    await sold(0, async () => {
      await byCard();
      await page.keyboard.press('F9');
      await heading('Follow the card terminal').waitFor();
      await page.waitForTimeout(500);
      await page.keyboard.press('Escape');
      await page.getByText('The card payment was given up').waitFor();
      await readyToPay(page);
      await page.keyboard.press('Escape');
      await page.getByRole('textbox', { name: 'Quantity of item 1' }).fill('3');
      await page.waitForTimeout(700);
      await openPay(page);
      await panel().getByText('34.50').first().waitFor();
      await page.keyboard.press('F2');
      await readyToPay(page);
      await page.keyboard.press('F9');
    });
  });

  test('a customer who does not pay in time can be asked again', { timeout: 150_000 }, async () => {
    await practise('The customer does not pay');
    await sold(1, async () => {
      await byCard();
      await page.keyboard.press('F9');
      await page.getByText('NO CARD PRESENTED').waitFor({ timeout: 90_000 });
      await page.keyboard.press('Alt+3');
      await page.getByRole('link', { name: 'Devices' }).click();
      // The page opens with this choice, and only a change takes effect.
      await page.getByRole('radio', { name: 'It declines', exact: true }).click();
      await page.getByRole('radio', { name: 'It approves', exact: true }).click();
      await page.keyboard.press('Alt+1');
      await readyToPay(page);
      await page.keyboard.press('F9');
    });
  });

  test('whose answer is lost is asked for by its id, and never anew', async () => {
    await practise('It approves, and the answer is lost');
    await sold(1, async () => {
      await byCard();
      await page.keyboard.press('F9');
      await heading('Not known whether the customer paid').waitFor();
      expect(await heading('Invoice issued').count()).toBe(0);
      await readyToPay(page);
      await page.getByRole('button', { name: /^Ask again/ }).click();
    });
    await sold(1, async () => {
      await byCard();
      await page.keyboard.press('F9');
      await heading('Not known whether the customer paid').waitFor();
      // The till asks automatically.
    });
  });

  test('is taken up after a power cut between the approval and the sale', async () => {
    await practise('It approves, and the answer is lost');
    const count = await documents();
    await byCard();
    const before = approvals();
    await page.keyboard.press('F9');
    await heading('Not known whether the customer paid').waitFor();
    await preview.kill();
    expect(approvals()).toBe(before + 1);
    preview = await openPreview(data, {}, (opened) => opened.getByText(hasPaid).waitFor());
    page = preview.page;
    await notByItself();
    // The cashier can neither put the basket on hold nor leave it.
    await page.keyboard.press('Alt+8');
    await page.getByText('This basket is paid by card. Issue its invoice first').waitFor();
    await page.keyboard.press('Escape');
    await page.keyboard.press('F9');
    await issued();
    await next();
    expect(approvals()).toBe(before + 1);
    expect(await documents()).toBe(count + 1);
  });

  test('that is asked for is still asked for after a reload', async () => {
    await practise('It approves');
    await sold(1, async () => {
      await byCard();
      await page.keyboard.press('F9');
      await heading('Follow the card terminal').waitFor();
      await page.waitForTimeout(300);
      await page.reload();
      await page.getByText(hasPaid).waitFor();
      await notByItself();
      await page.keyboard.press('F9');
    });
  });

  test('that is cancelled and approved all the same is issued by no visit that did not ask', async () => {
    await practise('It approves, and the answer is lost');
    await sold(1, async () => {
      await byCard();
      await page.keyboard.press('F9');
      await heading('Not known whether the customer paid').waitFor();
      await page.keyboard.press('Escape');
      await page.getByText(hasPaid).waitFor();
      await notByItself();
      await page.keyboard.press('Alt+2');
      await page.getByRole('main').waitFor();
      await page.keyboard.press('Alt+1');
      await page.getByText(hasPaid).waitFor();
      await notByItself();
      await page.keyboard.press('F9');
    });
    await practise('It approves');
  });

  test('of a part comes before the rest, which is asked for no more than once', async () => {
    await sold(1, async () => {
      await enter(page, [coffee]);
      await openPay(page);
      await page.keyboard.press('F8');
      await page.getByRole('textbox', { name: 'Cash, amount 1' }).fill('12');
      await page.getByRole('textbox', { name: /Cash handed over/ }).fill('20');
      await readyToPay(page);
      await page.keyboard.press('F9');
      await heading('Follow the card terminal').waitFor();
      await page.getByText('11.00').first().waitFor();
      await page.reload();
      await page.getByText('The customer has paid 11.00 SAR by card.').waitFor();
      await panel().getByText('12.00').waitFor();
      await page.keyboard.press('Escape');
      await scan(page, 'AB12-77');
      await readyToPay(page);
      await page.keyboard.press('F9');
      await page.getByText('Change').getByText('8.00').waitFor();
    });
    await sold(2, async () => {
      await enter(page, [coffee]);
      await openPay(page);
      await page.keyboard.press('F8');
      await page.getByRole('button', { name: 'Remove Cash, amount 1' }).click();
      await page.getByRole('button', { name: 'Add: Card' }).click();
      await page.getByRole('textbox', { name: 'Card, amount 1' }).fill('10');
      await readyToPay(page);
      await page.keyboard.press('F9');
    });
    expect(preview.complaints.filter((one) => !one.includes('SIGKILL'))).toEqual([]);
  });
});
