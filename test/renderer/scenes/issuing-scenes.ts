import type { Page } from 'playwright-core';
import { openPay, payAction, payExactly, readyToPay } from '../../support/pay.ts';
import { fakePin } from '../fakes/fake-credentials.ts';
import type { OpenOptions } from '../harness/browser.ts';
import { uuidOf } from '../harness/document-uuid.ts';
import { settled } from '../harness/haste.ts';
import { typeLines } from '../harness/pages.ts';

/* Every screen that issues a document, just before the press. */

const paying = '[role=dialog] button >> nth=-1';
const main = 'aside button >> nth=-1';

export interface Scene {
  readonly options: OpenOptions;
  /** Brings the page to the moment before the press. */
  arrange(page: Page): Promise<void>;
  readonly main: string;
  readonly key: string;
  /** True when one deliberate press issues the document; otherwise it only opens the next step. */
  readonly issues: boolean;
  /** True for a form in which Enter sends a complete PIN at any time. */
  readonly isForm?: boolean;
}

const people = [{ name: 'Noura', role: 'manager' as const }];
export const manager = { people, person: 'Noura', environment: 'production' as const };
export const typed = (page: Page) => typeLines(page, ['Dates', '1', '10']);
export const refused = `#/invoices/${uuidOf(2995)}`;
const goods = `#/return/${uuidOf(2000)}`;

export async function byCard(page: Page): Promise<void> {
  await typed(page);
  await openPay(page);
  await page.keyboard.press('F3');
  await page.getByText('The card terminal asks for the amount').waitFor();
}

async function special(page: Page, kind: string): Promise<void> {
  // The frame appears before the sale does, and it is the sale that reacts to the key.
  await page.locator('textarea[id^="line-"]').first().focus();
  await page.keyboard.press('F10');
  await page.getByText(kind, { exact: true }).click();
  await page.getByRole('textbox', { name: 'Number of the invoice' }).fill('T1-002000');
  await page.getByRole('textbox', { name: 'Reason' }).fill('Price difference');
  await typed(page);
}

export async function openCorrection(page: Page): Promise<void> {
  await page.getByText('must have 15 digits').waitFor();
  await page.keyboard.press('F9');
  await page.getByRole('heading', { name: 'Correcting' }).waitFor();
}

async function everything(page: Page): Promise<void> {
  await page.locator('#return-line-0:focus').waitFor();
  await page.keyboard.press('F2');
  await page.locator('aside button[data-size="xl"][aria-disabled="false"]').waitFor();
}

/** Requests a full refund from the card terminal. */
async function backToCard(page: Page): Promise<void> {
  await everything(page);
  await page.getByText('Card', { exact: true }).click();
  await page.locator('aside button[data-size="xl"][aria-disabled="false"]').waitFor();
  await page.waitForTimeout(settled);
  await page.keyboard.press('F9');
  await page.locator('[role=dialog] button[aria-disabled="false"]').last().waitFor();
  await page.waitForTimeout(settled);
  await page.keyboard.press('Control+Enter');
}

/** Refunds in the same way, but stops before the credit note is issued. */
async function backWithoutNote(page: Page): Promise<void> {
  await page.locator('#return-line-0:focus').waitFor();
  await page.evaluate(() => window.fake.failNext('sale.issue', { code: 'disk-full' }));
  await backToCard(page);
  await page.getByRole('dialog').getByText('The disk is full').waitFor();
  await page.reload();
}

/** Refunds everything, and the authority rejects the credit note. */
async function refusedReturn(page: Page): Promise<void> {
  await everything(page);
  await page.keyboard.press('F9');
  await page.locator('[role=dialog] button[aria-disabled="false"]').last().waitFor();
  await page.waitForTimeout(settled);
  await page.keyboard.press('Control+Enter');
  await page.getByText('Goods taken back').waitFor();
  await page.evaluate(() => window.fake.settle('rejected', 1));
  await page.getByRole('button', { name: /^Correct and re-issue/ }).waitFor();
  await page.waitForTimeout(settled);
}

async function enterBuyer(page: Page): Promise<void> {
  await page.keyboard.press('F4');
  const buyer = {
    name: 'Najd Trading',
    id: '310122393500003',
    street: 'Olaya',
    building: '1234',
    district: 'Olaya',
    city: 'Riyadh',
    postalCode: '12345',
  };
  for (const [field, text] of Object.entries(buyer)) await page.locator(`#buyer-${field}`).fill(text);
}

/** Takes back all goods of an invoice in exchange for one dearer article. */
async function exchange(page: Page): Promise<void> {
  await everything(page);
  await page.keyboard.press('F8');
  await page.getByRole('region', { name: /^Exchange/ }).waitFor();
  await page.waitForTimeout(settled);
  await typeLines(page, ['Coat', '1', '9000']);
}

export const issuingScenes: Readonly<Record<string, Scene>> = {
  // The button of the payment is in the same place and has the same key, but does not issue a document at once.
  'a basket': { options: {}, arrange: typed, main: '#issue', key: 'F9', issues: false },
  'a payment': {
    options: {},
    async arrange(page) {
      await typed(page);
      await openPay(page);
    },
    main: payAction,
    key: 'F9',
    issues: true,
  },
  'the cash handed over': {
    options: {},
    async arrange(page) {
      await typed(page);
      await openPay(page);
      await page.keyboard.type('50');
    },
    main: payAction,
    key: 'Enter',
    issues: true,
  },
  'the means of payment': {
    options: {},
    async arrange(page) {
      await typed(page);
      await openPay(page);
    },
    main: '[aria-pressed] >> nth=1',
    key: 'F3',
    issues: false,
  },
  'a payment by several means that does not add up': {
    options: {},
    async arrange(page) {
      await typed(page);
      await openPay(page);
      await page.keyboard.press('F8');
    },
    main: payAction,
    key: 'F9',
    issues: false,
  },
  'a payment at the card terminal': {
    options: { fake: { card: 'approved' } },
    arrange: byCard,
    main: payAction,
    key: 'F9',
    issues: true,
  },
  'a payment on account': {
    options: {},
    async arrange(page) {
      await enterBuyer(page);
      await typed(page);
      await openPay(page);
      await page.keyboard.press('F6');
      await readyToPay(page);
    },
    main: payAction,
    key: 'F9',
    issues: true,
  },
  'a return that becomes an exchange': {
    options: { hash: goods },
    arrange: everything,
    main: 'aside button >> nth=-2',
    key: 'F8',
    issues: false,
  },
  'an exchange': {
    options: { hash: goods },
    async arrange(page) {
      await exchange(page);
      await openPay(page);
    },
    main: payAction,
    key: 'F9',
    issues: true,
  },
  'a basket that is put aside': {
    options: {},
    async arrange(page) {
      await typed(page);
      await page.keyboard.press('Alt+8');
      await page.locator('#held-note:focus').waitFor();
    },
    main: '[role=dialog] button[type=submit]',
    key: 'Enter',
    issues: false,
  },
  'a basket that is taken back': {
    options: {},
    async arrange(page) {
      await typed(page);
      await page.keyboard.press('Alt+8');
      await page.locator('#held-note:focus').waitFor();
      await page.keyboard.press('Enter');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      await page.keyboard.press('Alt+9');
      await page.getByRole('button', { name: /^Take back/ }).waitFor();
    },
    main: '[role=dialog] li button >> nth=0',
    key: 'Enter',
    issues: false,
  },
  'the PIN of a person with a basket': {
    options: { fake: manager },
    async arrange(page) {
      await typed(page);
      await page.waitForTimeout(settled);
      await page.getByRole('button', { name: /Sign out/ }).click();
      await page.getByRole('heading', { name: /Noura/ }).waitFor();
      await page.keyboard.type(fakePin);
    },
    main: 'fieldset button >> nth=-1',
    key: 'Enter',
    issues: false,
  },
  'the PIN of a manager who agrees': {
    options: { fake: manager },
    async arrange(page) {
      await typed(page);
      await page.evaluate(() =>
        window.fake.failNext('sale.issue', {
          code: 'approval-needed',
          detail: { approval: '0d5d4f0e-1c06-4a0e-8a38-2f8f7d6f5f11', limits: 'discount' },
        }),
      );
      await payExactly(page);
      await page.locator('#approve-reason').fill('Scratched');
      await page.keyboard.press('Enter');
      await page.getByRole('dialog').getByText('PIN of Noura').waitFor();
      await page.waitForTimeout(settled);
      await page.keyboard.type(fakePin);
      await page.getByRole('img', { name: `${fakePin.length} digits` }).waitFor();
    },
    main: 'role=dialog >> role=button[name=/^Agree/]',
    key: 'Enter',
    issues: true,
    isForm: true,
  },
  'a card terminal that declines': {
    options: { fake: { card: 'declined' } },
    arrange: byCard,
    main: payAction,
    key: 'F9',
    issues: false,
  },
  'a card terminal that is asked': {
    options: { fake: { card: 'asked' } },
    arrange: byCard,
    main: payAction,
    key: 'F9',
    issues: false,
  },
  'a card payment whose end is not known': {
    options: { fake: { card: 'unknown' } },
    async arrange(page) {
      await byCard(page);
      await page.keyboard.press('F9');
      await page.getByRole('heading', { name: 'Not known whether' }).waitFor();
    },
    main: payAction,
    key: 'F9',
    issues: false,
  },
  'a part that the card terminal has approved': {
    options: { fake: { card: 'approved' } },
    async arrange(page) {
      await typed(page);
      await openPay(page);
      await page.keyboard.press('F8');
      await page.keyboard.type('4');
      await readyToPay(page);
    },
    main: payAction,
    key: 'F9',
    issues: true,
  },
  'a credit note': {
    options: {},
    async arrange(page) {
      await special(page, 'Credit note');
      await openPay(page);
      // There is no field here, so the button has the focus from the beginning.
      await page.locator('[aria-pressed=true]').focus();
    },
    main: payAction,
    key: 'F9',
    issues: true,
  },
  'a debit note': {
    options: {},
    async arrange(page) {
      await special(page, 'Debit note');
      await openPay(page);
    },
    main: payAction,
    key: 'F9',
    issues: true,
  },
  'a refused document': {
    options: { hash: refused, fake: manager },
    arrange: (page) => page.getByText('must have 15 digits').waitFor(),
    main: 'main >> role=button[name=/^Correct/]',
    key: 'F9',
    issues: false,
  },
  'a correction': {
    options: { hash: refused, fake: manager },
    async arrange(page) {
      await openCorrection(page);
      await page.waitForTimeout(settled);
    },
    main: '#issue',
    key: 'F9',
    issues: true,
  },
  'a refused return': {
    options: { hash: goods, fake: manager },
    arrange: refusedReturn,
    main: 'main >> role=button[name=/^Correct/]',
    key: 'F9',
    issues: false,
  },
  'the correction of a refused return': {
    options: { hash: goods, fake: manager },
    async arrange(page) {
      await refusedReturn(page);
      await page.keyboard.press('F9');
      await page.getByRole('heading', { name: 'Correcting' }).waitFor();
      await page.waitForTimeout(settled);
    },
    main: '#issue',
    key: 'F9',
    issues: true,
  },
  'a return still to be found': {
    options: { hash: '#/return' },
    arrange: (page) => page.locator('#return-find').fill('T1-002000'),
    main: 'main button >> nth=-1',
    key: 'F9',
    issues: false,
  },
  'a return of nothing': {
    options: { hash: goods },
    arrange: (page) => page.locator('#return-line-0:focus').waitFor(),
    main,
    key: 'F9',
    issues: false,
  },
  'a return of everything': { options: { hash: goods }, arrange: everything, main, key: 'F9', issues: false },
  'the question before money goes back to a card': {
    options: { hash: goods, fake: { card: 'approved' } },
    async arrange(page) {
      await everything(page);
      await page.getByText('Card', { exact: true }).click();
      await page.locator('aside button[data-size="xl"][aria-disabled="false"]').waitFor();
      await page.waitForTimeout(settled);
      await page.keyboard.press('F9');
      await page.locator('[role=dialog] button[aria-disabled="false"]').last().waitFor();
      await page.waitForTimeout(settled);
    },
    main: paying,
    key: 'Control+Enter',
    issues: true,
  },
  'money that went back, and whose credit note is missing': {
    options: { hash: goods, fake: { card: 'approved' } },
    async arrange(page) {
      await backWithoutNote(page);
      await page.getByRole('dialog').getByText('Given back to the card').waitFor();
      await page.waitForTimeout(settled);
    },
    main: '[role=dialog] button[data-size="xl"]',
    key: 'F9',
    issues: true,
  },
  'a refund whose end is not known': {
    options: { hash: goods, fake: { card: 'unknown' } },
    async arrange(page) {
      await backToCard(page);
      await page.getByRole('dialog').getByText('Not known whether').waitFor();
      await page.waitForTimeout(settled);
    },
    main: '[role=dialog] button[data-size="xl"]',
    key: 'F9',
    issues: false,
  },
  'the question before paying back by several means': {
    options: { hash: goods, fake: { card: 'approved' } },
    async arrange(page) {
      await everything(page);
      await page.getByRole('button', { name: 'Pay back by several means' }).click();
      await page.getByRole('textbox', { name: /Cash/ }).fill('5');
      await page.locator('aside button[data-size="xl"][aria-disabled="false"]').waitFor();
      await page.waitForTimeout(settled);
      await page.keyboard.press('F9');
      await page.locator('[role=dialog] button[aria-disabled="false"]').last().waitFor();
      await page.waitForTimeout(settled);
    },
    main: paying,
    key: 'Control+Enter',
    issues: true,
  },
  'the question before rejected documents are issued again': {
    options: { hash: '#/invoices', fake: manager },
    async arrange(page) {
      await page.evaluate(() =>
        window.fake.change(2987, { state: 'rejected', issuedAt: '2027-11-20T09:26:00.000Z' }),
      );
      await page.locator('label', { hasText: /^Rejected$/ }).click();
      await page.getByRole('button', { name: 'Issue it again' }).click();
      await page.locator('[role=dialog] button[aria-disabled="false"]').last().waitFor();
      await page.waitForTimeout(settled);
    },
    main: paying,
    key: 'Control+Enter',
    issues: true,
  },
  'the question before paying back': {
    options: { hash: goods },
    async arrange(page) {
      await everything(page);
      await page.keyboard.press('F9');
      await page.locator('[role=dialog] button[aria-disabled="false"]').last().waitFor();
      await page.waitForTimeout(settled);
    },
    main: paying,
    key: 'Control+Enter',
    issues: true,
  },
};
