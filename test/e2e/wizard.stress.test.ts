import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { chromiumPath } from '../renderer/harness/browser.ts';
import { connectBrowser } from '../support/browser/shared-browser.ts';
import { issueUntilGreen, nextSale } from '../support/cashier.ts';
import { forBusiness } from '../support/go-live.ts';
import { payExactly } from '../support/pay.ts';
import { openTill, type Till } from '../support/till.ts';
import { giveCode, goToCode, passphrase, signIn, stands } from '../support/wizard.ts';

/*
 * Tests a manager at the set-up and at the certificate's page in a real browser. The terminal is real, and so is the
 * sandbox, which acts as simulation's authority over HTTP under the test's control. The tests of one block depend on
 * each other in order.
 */

let browser: Browser;
beforeAll(async () => {
  if (chromiumPath === undefined) return;
  browser = await connectBrowser(inject('browser'));
});
afterAll(() => browser?.close());

const says = (page: Page, text: string | RegExp) => page.getByText(text).first().waitFor();
const retry = (page: Page) =>
  page.getByRole('button', { name: /^(Try again|أعد المحاولة|إعادة المحاولة)/ }).click();

const isEmptied = (page: Page) => expect.poll(() => page.locator('#code-otp').inputValue()).toBe('');

async function giveUp(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Give up' }).click();
  await page.getByRole('button', { name: 'Yes, give up' }).click();
  await stands(page, 'code');
}

async function sell(page: Page): Promise<void> {
  await page.getByRole('combobox', { name: 'Item 1', exact: true }).fill('قهوة | Coffee');
  await page.getByRole('textbox', { name: 'Price of item 1' }).fill('14.00');
}

describe.skipIf(chromiumPath === undefined)('the way to the first certificate', () => {
  let till: Till;
  let page: Page;

  beforeAll(async () => {
    till = await openTill(browser, 'en-GB');
    page = till.page;
    await goToCode(page, till.authority.address);
  });
  afterAll(() => till?.close());

  test('a wrong code is said to be one, in both languages', async () => {
    await giveCode(page, '000000');
    await says(page, 'The code was not accepted.');
    await page.keyboard.press('F7');
    await says(page, 'لم يُقبل الرمز.');
    await page.keyboard.press('F7');
    await isEmptied(page);
  });

  test('an expired code is refused like a wrong one, and the sentence covers it', async () => {
    const otp = till.authority.makeOtp();
    till.authority.carryOut('expire-otps');
    await giveCode(page, otp);
    // The sentence of the previous refusal may still be there, but not the code once it is refused.
    await isEmptied(page);
    await says(page, 'The code was not accepted.');
  });

  test('a refused template says that the code may be of the other portal', async () => {
    till.authority.carryOut('template-refused*1');
    await giveCode(page, till.authority.makeOtp());
    await says(page, 'The authority refuses this kind of certificate here.');
  });

  test('no network: nothing is lost, and the same code serves afterwards', async () => {
    till.cutNetwork(true);
    const otp = till.authority.makeOtp();
    await giveCode(page, otp);
    await says(page, 'No answer came: the authority was not reached');
    till.cutNetwork(false);
    till.authority.carryOut('compliance-refused=standard-debit-note*1');
    await giveCode(page, otp);
    await says(page, 'A test document was not accepted.');
  });

  test('a refused test document shows which one and why, and is sent again with those that passed left alone', async () => {
    const row = page.getByRole('listitem').filter({ hasText: 'Debit note to a business' }).last();
    await row.getByText('Rejected', { exact: true }).waitFor();
    expect(await page.getByText('Accepted', { exact: true }).count()).toBe(5);
    till.authority.carryOut('missing-step=simplified*1');
    await retry(page);
    await says(page, 'The authority still misses some of the test documents.');
  });

  test('missing steps are made up for without a new code', async () => {
    expect(await page.locator('#code-otp').count()).toBe(0);
    till.authority.carryOut('drop@production*1');
    await retry(page);
    await says(page, /The authority cannot be reached/);
  });

  test('a lost answer to the request for production is asked for again', async () => {
    await retry(page);
    await stands(page, 'done');
    await page.getByText('399999999900003').first().waitFor();
    await page.getByText('till-7').first().waitFor();
    await page.keyboard.press('F9');
    await sell(page);
    await issueUntilGreen(page, 'The authority has it. All done.');
    expect(till.authority.received()).toHaveLength(1);
    expect(till.complaints).toEqual([]);
  });

  test('going live lists what is missing, and each line is settled or done without', async () => {
    const row = (name: string) =>
      page.getByRole('listitem').filter({ has: page.getByRole('heading', { name, exact: true }) });
    const settled = (name: string) => row(name).getByText('Done', { exact: true }).waitFor();
    const list = () =>
      page.evaluate(() => {
        window.location.hash = '#/setup/production';
      });
    await list();
    await settled('Trial sale');
    await settled('Clock');
    await row('Trial business invoice').getByText('Still to do', { exact: true }).waitFor();
    await page.keyboard.press('F9');
    await says(page, 'Still to do: Articles, People, Receipt printer, Backup, Trial business invoice.');

    await row('People').getByRole('link', { name: 'Open the people' }).click();
    await page.getByRole('button', { name: 'Add a person' }).click();
    await page.getByLabel('Name', { exact: true }).fill('Sami');
    await page.getByLabel(/^PIN/).first().fill('135790');
    await page.getByLabel(/^PIN/).last().fill('135790');
    await page.keyboard.press('Enter');
    await says(page, 'Sami');
    await till.terminal.callFromScreen('shift.open', { id: crypto.randomUUID(), float: 0 });
    const answer = await till.terminal.callFromScreen('sale.issue', forBusiness);
    expect(answer.ok).toBe(true);
    await till.terminal.idle();
    await list();
    await settled('People');
    await settled('Trial business invoice');
    // With a cashier on the list, somebody has to decide what cashiers may do alone.
    await row('Limits of cashiers').getByRole('link').click();
    await page.getByRole('button', { name: 'Save the limits' }).click();
    await says(page, 'Saved');
    await list();
    await settled('Limits of cashiers');
    await settled('Sales need an open shift');
    for (const name of ['Articles', 'Receipt printer', 'Backup']) {
      await row(name).getByRole('button', { name: 'Do without it' }).click();
      // The button ignores a press that was meant for the previous button at its place.
      await expect
        .poll(() => row(name).getByRole('button', { name: 'Do without it' }).getAttribute('aria-disabled'))
        .not.toBe('true');
      await row(name).getByRole('button', { name: 'Do without it' }).click();
      await row(name)
        .getByText(/Decided by .Mona/)
        .waitFor();
    }
    await page.locator('#environment-word').fill('live');
    await page.keyboard.press('F9');
    await stands(page, 'passphrase');
    for (const field of ['first', 'again']) await page.locator(`#passphrase-${field}`).fill(passphrase);
    await page.keyboard.press('F9');
    // The company is copied from simulation, so the code is next.
    await stands(page, 'code');
    expect(till.complaints).toEqual([]);
  });
});

describe.skipIf(chromiumPath === undefined)('what a first certificate can be refused for', () => {
  let till: Till;
  let page: Page;

  beforeAll(async () => {
    till = await openTill(browser, 'en-GB');
    page = till.page;
    await goToCode(page, till.authority.address);
  });
  afterAll(() => till?.close());

  test('a lost answer to the first request spends the code; the used code is refused, a new one goes on', async () => {
    const otp = till.authority.makeOtp();
    till.authority.carryOut('drop@compliance*1');
    await giveCode(page, otp);
    await says(page, 'A certificate whose answer was lost is never used.');
    await giveCode(page, otp);
    await says(page, 'The code was not accepted. It may be mistyped, used already');
  });

  test('a certificate of another key, as the developer portal gives, is not taken', async () => {
    till.authority.carryOut('canned-certificate*1');
    await giveCode(page, till.authority.makeOtp());
    await says(page, 'a certificate that belongs to another key, so it was not taken.');
  });

  test('an answer that is not the authority’s is said to be none', async () => {
    till.authority.carryOut('garbage@compliance*1');
    await giveCode(page, till.authority.makeOtp());
    await says(page, 'What answered was not the authority.');
  });

  test('a clock that is wrong is named; set right, it goes on with what was issued', async () => {
    till.authority.carryOut('clock-skew=7200');
    await giveCode(page, till.authority.makeOtp());
    await says(page, 'This device’s clock does not agree with the authority’s certificates.');
    expect(await page.locator('#code-otp').count()).toBe(0);
    till.authority.faults.set([]);
    till.authority.carryOut('production-once');
    till.authority.carryOut('drop@production*1');
    till.setClock(7200_000);
    await retry(page);
    await says(page, 'The authority cannot be reached');
  });

  test('given up and begun anew, where the authority issues production only once', async () => {
    await retry(page);
    await says(page, 'Invalid-ComplianceRequestId');
    till.authority.faults.set([]);
    await giveUp(page);
    await giveCode(page, till.authority.makeOtp());
    await stands(page, 'done');
    expect(till.complaints).toEqual([]);
  });
});

describe.skipIf(chromiumPath === undefined)('broken off in the middle, in Arabic', () => {
  let till: Till;
  afterAll(() => till?.close());

  test('the terminal ends while test documents are sent; opened again, it goes on without a new code', async () => {
    till = await openTill(browser, 'ar-SA');
    await goToCode(till.page, till.authority.address);
    till.authority.carryOut('delay=400@compliance-check');
    await giveCode(till.page, till.authority.makeOtp());
    await says(till.page, /[1-5] من 6/);
    await till.restart();
    till.authority.faults.set([]);
    const { page } = till;
    await says(page, 'توقف العمل ولم يُفقد شيء');
    expect(await page.locator('#code-otp').count()).toBe(0);
    await retry(page);
    await stands(page, 'done');
    expect(till.authority.received()).toEqual([]);
  });
});

describe.skipIf(chromiumPath === undefined)('the life of a certificate', () => {
  const minute = 60_000;
  let till: Till;
  let page: Page;

  const openPage = (name: 'certificate' | 'environments') =>
    page.evaluate((hash) => {
      window.location.hash = hash;
    }, `#/settings/${name}`);
  const toSale = () =>
    page.evaluate(() => {
      window.location.hash = '#/';
    });
  /** Replaces the certificate on its page; resolves with the text shown there afterwards. */
  async function replace(kind: 'Renew' | 'Re-issue'): Promise<void> {
    await openPage('certificate');
    await page.getByRole('button', { name: kind, exact: true }).first().click();
    if (kind === 'Re-issue') {
      await says(page, 'The old key and secret are destroyed at once');
      await page.getByRole('button', { name: /^Go on to the code/ }).click();
    }
    await giveCode(page, till.authority.makeOtp());
  }
  /** Returns the number of old certificates in the history on the page. */
  async function renewed(): Promise<number> {
    await openPage('certificate');
    await page.getByRole('heading', { name: 'History' }).waitFor();
    return page.getByText('Replaced by renewal').count();
  }
  const accepted = () => till.authority.received().length;
  const keptNote = 'is kept until the new one has been accepted for the first time';
  /**
   * Sells and sends one document. It is a second later than the certificate, because documents have their times in
   * whole seconds.
   */
  async function sellSent(): Promise<void> {
    till.advance(1000);
    await toSale();
    await sell(page);
    await issueUntilGreen(page, 'The authority has it. All done.');
    await nextSale(page);
  }
  /** Waits until the authority has all waiting documents and the page reports success. */
  async function sentAgain(count: number): Promise<void> {
    await expect.poll(accepted, { timeout: 20_000 }).toBe(count);
    await says(page, 'The last calls were let in again.');
  }
  /** Sells without waiting for the authority's answer; the customer gets the receipt anyway. */
  async function sellUnsent(): Promise<void> {
    await toSale();
    await sell(page);
    await payExactly(page);
    await page.getByRole('heading', { name: 'Invoice issued' }).waitFor();
    await nextSale(page);
  }

  beforeAll(async () => {
    till = await openTill(browser, 'en-GB');
    page = till.page;
    await goToCode(page, till.authority.address);
    till.authority.carryOut('certificate-minutes=90*2');
    await giveCode(page, till.authority.makeOtp());
    await stands(page, 'done');
  });
  afterAll(() => till?.close());

  test('one that ends within the day says so, and renewal is offered', async () => {
    await openPage('certificate');
    await says(page, 'Renew now: without a certificate nothing can be sold.');
    await page.getByText(/^0$/).first().waitFor();
  });

  test('renewed at once: the old one is kept until the new one is proved, then it is gone', async () => {
    till.authority.carryOut('certificate-minutes=90*1');
    await replace('Renew');
    await says(page, keptNote);
    await sellSent();
    await expect.poll(renewed).toBe(1);
    expect(await page.getByText(keptNote).count()).toBe(0);
  });

  test.each(['not-compliant', 'not-compliant-bare'])(
    'renewed by way of %s: the series once more',
    async (shape) => {
      till.authority.carryOut(`${shape}*1`);
      till.authority.carryOut('certificate-minutes=90*2');
      const before = await renewed();
      await replace('Renew');
      await says(page, keptNote);
      await sellSent();
      await expect.poll(renewed).toBe(before + 1);
    },
  );

  test('a lost answer to the renewal leaves the old one in force; a new code goes on', async () => {
    till.authority.carryOut('drop@renewal*1');
    till.authority.carryOut('certificate-minutes=90*2');
    await replace('Renew');
    await says(page, 'A certificate whose answer was lost is never used.');
    await giveCode(page, till.authority.makeOtp());
    await says(page, keptNote);
    await sellSent();
  });

  test('one that ran out: 401 is told as that, and after the mend what waited is sent', async () => {
    const before = accepted();
    till.cutNetwork(true);
    await sellUnsent();
    await sellUnsent();
    till.advance(100 * minute);
    till.cutNetwork(false);
    till.terminal.wake('network');
    await openPage('certificate');
    // The screen was untouched for so long that it is locked.
    await signIn(page);
    await says(page, 'The certificate has run out. Renew it; what waits is sent afterwards.');
    await says(page, 'Sending stands still and nothing is lost.');
    expect(accepted()).toBe(before);
    // This authority refuses a renewal with an expired certificate, so the screen offers a re-issue instead.
    await replace('Renew');
    await says(page, 'Use Re-issue instead, with a new code.');
    await page.getByRole('button', { name: 'Give up' }).click();
    await page.getByRole('button', { name: 'Yes, give up' }).click();
    await replace('Re-issue');
    await sentAgain(before + 2);
  });

  test.each([
    ['revoke', 'a pair that was revoked'],
    ['change-secret', 'a secret that was changed'],
  ])('%s: %s is told as such, sales go on, and a re-issue mends it', async (order) => {
    const before = accepted();
    till.authority.carryOut(order);
    await sellUnsent();
    await sellUnsent();
    await openPage('certificate');
    await says(page, 'it was revoked or its secret was changed there. Re-issue the certificate.');
    await says(page, 'Sending stands still and nothing is lost.');
    expect(accepted()).toBe(before);
    await replace('Re-issue');
    await sentAgain(before + 2);
  });

  test('the page complained of nothing', () => expect(till.complaints).toEqual([]));
});
