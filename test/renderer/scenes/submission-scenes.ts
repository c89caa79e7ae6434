import type { Page } from 'playwright-core';
import type { Failure } from '../../../shared/failure.ts';
import { payExactly } from '../../support/pay.ts';
import type { FakeOptions } from '../fakes/fake-terminal.ts';
import { uuidOf } from '../harness/document-uuid.ts';
import type { Scene } from './manager-scenes.ts';

/*
 * Every screen for alarms, the queue, corrections, search and the ledger's page, for pictures and for the layout tests.
 */

const people = [
  { name: 'نورة العتيبي', role: 'manager' as const },
  { name: 'سالم', role: 'cashier' as const },
];
const manager: FakeOptions = { people, person: 'نورة العتيبي', environment: 'production' };
const cashier: FakeOptions = { ...manager, person: 'سالم' };
const nearestDeadline = '2026-11-20T10:00:00.000Z';
const nearest = { nearestDeadline, number: 'T1-000042', uuid: '3f2a8c51-9d0e-4b7a-8c13-5e6f7a8b9c0d' };

export const everyAlarm: NonNullable<FakeOptions['alarms']> = [
  { kind: 'late', level: 'red', count: 3, ...nearest },
  { kind: 'paused', level: 'red', count: 41, why: 'credential' },
  { kind: 'parked', level: 'red', count: 2 },
  { kind: 'clock', level: 'red', skewMs: -540_000 },
  { kind: 'deadline', level: 'amber', count: 12, hours: 4, ...nearest },
  { kind: 'uncleared', level: 'amber', count: 1, ...nearest },
];

/** The remaining alarms. */
const otherAlarms: typeof everyAlarm = [
  { kind: 'deadline', level: 'red', count: 1, hours: 1, ...nearest },
  { kind: 'paused', level: 'red', count: 1, why: 'request' },
  { kind: 'refusals', level: 'red', count: 4 },
  { kind: 'clock', level: 'red', skewMs: 3 * 24 * 3_600_000 },
  { kind: 'deadline', level: 'amber', count: 2310, hours: 12, ...nearest },
  { kind: 'witness', level: 'amber', since: nearestDeadline },
  { kind: 'backup', level: 'amber', why: 'folder-unusable' },
];

/** Makes the newest document overdue, which the bar shows too. */
const makeOverdue = (page: Page) =>
  page.evaluate(() => {
    window.fake.change(41, { attempts: 1, dueAt: '2026-11-20T09:25:00.000Z' });
    window.fake.say({});
  });

/** Sells something to a business, by keyboard. */
export async function sellToBusiness(page: Page): Promise<void> {
  // A key that is pressed before the sale appears is lost.
  await page.locator('textarea[id$="-name"]').last().waitFor();
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
  await page.locator('textarea[id$="-name"]').last().fill('Dates');
  await page.locator('input[id$="-price"]').last().fill('34.50');
  await payExactly(page);
  await page.locator('svg[role=img]').waitFor();
}

const clockAhead = (asks: 'anyone' | 'manager'): Failure => ({
  code: 'clock-ahead',
  detail: { now: '2027-12-25T12:30:00.000Z', known: nearestDeadline, days: 400, asks },
});
const clockBack: Failure = {
  code: 'clock-back',
  detail: { now: nearestDeadline, last: '2027-12-25T12:30:00.000Z' },
};

/** Makes a sale fail because of the clock, and opens the dialog about it if `isOpened` is true. */
export async function failWithClock(page: Page, failure: Failure, isOpened = true): Promise<void> {
  await page.locator('textarea[id$="-name"]').last().fill('Dates');
  await page.locator('input[id$="-price"]').last().fill('34.50');
  await page.evaluate((given) => window.fake.failNext('sale.issue', given), failure);
  await payExactly(page);
  const button = page.getByRole('button', {
    name: /Check the date|تحقق من التاريخ|The last time was wrong|وقت الأخيرة كان/,
  });
  await button.waitFor();
  if (isOpened) await button.click();
  await page.waitForTimeout(300);
}

/** Shows the rejected documents, seven of them rejected because of a wrong clock. */
async function rejections(page: Page): Promise<void> {
  await page.evaluate(() => {
    for (const icv of [2981, 2982, 2983, 2984, 2985, 2986, 2987])
      window.fake.change(icv, {
        state: 'rejected',
        issuedAt: '2027-11-20T09:26:00.000Z',
        trueAt: '2026-11-20T08:00:00.000Z',
        ...(icv === 2983 && { kind: 'creditNote' as const }),
      });
  });
  await page.locator('label', { hasText: /^(Rejected|المرفوضة)$/ }).click();
  await page.getByRole('button', { name: /Issue all|إعادة إصدار الكل/ }).waitFor();
}

async function sureToReissue(page: Page): Promise<void> {
  await rejections(page);
  await page.getByRole('button', { name: /Issue all|إعادة إصدار الكل/ }).click();
  await page.getByRole('dialog').waitFor();
  await page.waitForTimeout(300);
}

const refusedLedger: typeof everyAlarm = [{ kind: 'ledger', level: 'red', why: 'ledger-old' }];
const queue = { waiting: 2310, forecast: { waiting: 2310, remainingMs: 14 * 60_000 } };

export const submissionScenes: Record<string, Scene> = {
  'answers-manager': {
    hash: `#/invoices/${uuidOf(2995)}`,
    fake: { ...manager, invoices: 3000 },
    async act(page) {
      const button = page.locator('button[aria-expanded="false"]').first();
      await button.click();
      await page.locator('pre').first().scrollIntoViewIfNeeded();
    },
  },
  'alarm-one': { fake: { ...manager, alarms: everyAlarm.slice(0, 1) } },
  'alarm-many': {
    fake: { ...manager, alarms: everyAlarm },
    async act(page) {
      await page.locator('section [aria-expanded]').first().click();
    },
  },
  'alarm-others': {
    fake: { ...manager, alarms: otherAlarms },
    async act(page) {
      await page.locator('section [aria-expanded]').first().click();
    },
  },
  'alarm-others-cashier': {
    fake: { ...cashier, alarms: otherAlarms },
    async act(page) {
      await page.locator('section [aria-expanded]').first().click();
    },
  },
  'alarm-cashier': { fake: { ...cashier, alarms: everyAlarm.slice(1) } },
  'clock-help': {
    fake: { ...manager, alarms: everyAlarm.slice(3, 4) },
    async act(page) {
      await page.getByRole('button', { name: /How to set it|كيف تُضبط/ }).click();
      await page.waitForTimeout(300);
    },
  },
  'clock-ahead': { fake: manager, act: (page) => failWithClock(page, clockAhead('anyone')) },
  'clock-ahead-manager': { fake: manager, act: (page) => failWithClock(page, clockAhead('manager')) },
  'clock-ahead-cashier': { fake: cashier, act: (page) => failWithClock(page, clockAhead('manager')) },
  'clock-ahead-sale': { fake: manager, act: (page) => failWithClock(page, clockAhead('anyone'), false) },
  'clock-wrong': { fake: manager, act: (page) => failWithClock(page, clockBack) },
  forecast: {
    hash: '#/invoices',
    fake: manager,
    async act(page) {
      await page.evaluate((say) => window.fake.say(say), { ...queue, waiting: 3100 });
      await page.waitForTimeout(100);
      await page.evaluate((say) => window.fake.say(say), queue);
    },
  },
  search: {
    hash: '#/invoices',
    fake: manager,
    async act(page) {
      await page.keyboard.press('/');
      await page.keyboard.type('2880');
      await page.waitForTimeout(400);
    },
  },
  'search-buyer': {
    hash: '#/invoices',
    fake: manager,
    async act(page) {
      await page.keyboard.press('/');
      await page.keyboard.type('Najd');
      await page.waitForTimeout(400);
    },
  },
  'search-none': {
    hash: '#/invoices',
    fake: manager,
    async act(page) {
      await page.keyboard.press('/');
      await page.keyboard.type('0.01');
      await page.waitForTimeout(400);
    },
  },
  'search-filters': {
    hash: '#/invoices',
    fake: manager,
    async act(page) {
      await page.getByRole('button', { name: /^(Filters|تصفية)$/ }).click();
      await page.getByRole('button', { name: /^(Credit note|إشعار دائن)$/ }).click();
      await page.locator('#filter-from').fill('2026-11-20');
      await page.locator('#filter-to').fill('2026-11-19');
      await page.waitForTimeout(300);
    },
  },
  rejections: { hash: '#/invoices', fake: manager, act: rejections },
  'rejections-cashier': { hash: '#/invoices', fake: cashier, act: rejections },
  'rejections-sure': { hash: '#/invoices', fake: manager, act: sureToReissue },
  'rejections-done': {
    hash: '#/invoices',
    fake: manager,
    async act(page) {
      await sureToReissue(page);
      await page.evaluate(() => window.fake.change(2987, { state: 'accepted' }));
      await page.waitForTimeout(700);
      await page.keyboard.press('Control+Enter');
      await page.getByRole('table', { name: /What became of each|نتيجة كل مستند/ }).waitFor();
      await page.waitForTimeout(300);
    },
  },
  'rejections-none': {
    hash: '#/invoices',
    fake: { ...manager, invoices: 40 },
    async act(page) {
      await page.locator('label', { hasText: /^(Rejected|المرفوضة)$/ }).click();
      await page.waitForTimeout(300);
    },
  },
  parked: {
    hash: '#/invoices',
    fake: manager,
    async act(page) {
      await page.locator('label', { hasText: /Needs attention|تحتاج إلى متابعة/ }).click();
      await page.waitForTimeout(300);
    },
  },
  'late-list': {
    hash: '#/invoices',
    fake: manager,
    act: (page) =>
      page.evaluate(() => {
        window.fake.change(2999, { dueAt: '2026-11-20T09:00:00.000Z' });
        window.fake.change(2996, {
          dueAt: '2026-11-20T09:00:00.000Z',
          acceptedAt: '2026-11-20T09:10:00.000Z',
        });
      }),
  },
  'corrected-time-list': {
    hash: '#/invoices',
    fake: manager,
    act: (page) =>
      page.evaluate(() => {
        window.fake.change(2999, {
          issuedAt: '2027-11-20T09:26:00.000Z',
          trueAt: '2026-11-20T09:26:00.000Z',
          by: 'Sami',
        });
      }),
  },
  'purchases-list': { hash: '#/invoices', fake: { ...manager, purchased: 92_000 } },
  'corrected-time-page': {
    hash: `#/invoices/${uuidOf(2999)}`,
    fake: manager,
    act: (page) =>
      page.evaluate(() =>
        window.fake.change(2999, {
          issuedAt: '2027-11-20T09:26:00.000Z',
          trueAt: '2026-11-20T09:26:00.000Z',
        }),
      ),
  },
  'late-page': {
    hash: `#/invoices/${uuidOf(2999)}`,
    fake: manager,
    act: (page) => page.evaluate(() => window.fake.change(2999, { dueAt: '2026-11-20T09:00:00.000Z' })),
  },
  'receipt-patience': {
    fake: { ...cashier, invoices: 40 },
    async act(page) {
      await sellToBusiness(page);
      await makeOverdue(page);
    },
  },
  'receipt-strict': {
    fake: { ...cashier, invoices: 40, handOver: 'clearedFirst' },
    async act(page) {
      await sellToBusiness(page);
      await makeOverdue(page);
    },
  },
  'receipt-rejected': {
    fake: { ...cashier, invoices: 40 },
    async act(page) {
      await sellToBusiness(page);
      await page.evaluate(() => window.fake.settle('rejected', 1));
    },
  },
  failing: {
    fake: { ...cashier, invoices: 40 },
    act: (page) =>
      page.evaluate(() =>
        window.fake.say({
          connection: 'failing',
          nextTry: '2026-11-20T09:31:30.000Z',
          waiting: 812,
          parked: 2,
        }),
      ),
  },
  'receipt-cleared': {
    fake: { ...cashier, invoices: 40 },
    async act(page) {
      await sellToBusiness(page);
      await page.evaluate(() => window.fake.settle('accepted', 1));
    },
  },
  'receipt-reported': {
    fake: { ...cashier, invoices: 40 },
    async act(page) {
      await sellToBusiness(page);
      await page.evaluate(() => {
        window.fake.change(41, { attempts: 1, mode: 'reporting', state: 'accepted' });
        // The bar no longer shows the failure.
        window.fake.say({});
      });
    },
  },
  'receipt-refused': {
    fake: { ...cashier, invoices: 40 },
    async act(page) {
      await sellToBusiness(page);
      await page.evaluate(() => window.fake.settle('rejected', 1));
      await page.getByRole('button', { name: /Correct and|تصحيح وإعادة/ }).waitFor();
    },
  },
  'refused-page': { hash: `#/invoices/${uuidOf(2995)}`, fake: manager },
  'refused-page-stand-in': {
    hash: `#/invoices/${uuidOf(2995)}`,
    fake: manager,
    async act(page) {
      await page.getByRole('button', { name: /rung again by hand|من جديد يدويًا/ }).click();
      await page.waitForTimeout(300);
    },
  },
  'refused-page-cashier': { hash: `#/invoices/${uuidOf(2995)}`, fake: cashier },
  correction: { hash: `#/invoices/${uuidOf(2995)}`, fake: manager, act: correct },
  'correction-done': {
    hash: `#/invoices/${uuidOf(2995)}`,
    fake: manager,
    async act(page) {
      await correct(page);
      await page.keyboard.press('F9');
      await page.locator('svg[role=img]').waitFor();
      await page.evaluate(
        (hash) => {
          window.location.hash = hash;
        },
        `#/invoices/${uuidOf(2995)}`,
      );
      await page.waitForTimeout(300);
    },
  },
  'clock-back': {
    fake: { ...cashier, invoices: 40 },
    async act(page) {
      await page.locator('textarea[id$="-name"]').last().fill('Dates');
      await page.locator('input[id$="-price"]').last().fill('34.50');
      await page.evaluate(() => window.fake.failNext('sale.issue', { code: 'clock-back' }));
      await payExactly(page);
      await page.getByRole('alert').waitFor();
    },
  },
  maintenance: {
    hash: '#/settings/maintenance',
    fake: {
      ...manager,
      backups: {
        folder: '/media/usb/khatm',
        last: {
          at: '2026-11-19T23:10:00.000Z',
          file: '/media/usb/khatm/399999999900003_T1_20261120T021000.db',
          documents: 2974,
          bytes: 41_820_160,
        },
      },
    },
  },
  'maintenance-new': { hash: '#/settings/maintenance', fake: manager },
  'maintenance-failed': {
    hash: '#/settings/maintenance',
    fake: {
      ...manager,
      alarms: [{ kind: 'backup', level: 'amber', why: 'disk-full' }],
      backups: { folder: '/media/gone', failure: { code: 'disk-full' } },
      broken: 'document 17 (T1-000017): its hash is not that of its bytes',
    },
    async act(page) {
      await page.getByRole('button', { name: /Check now|فحص الآن/ }).click();
      await page.getByText('T1-000017').scrollIntoViewIfNeeded();
    },
  },
  'ledger-old-reading': {
    hash: '#/invoices',
    fake: { ...manager, alarms: refusedLedger, unready: { code: 'ledger-old' } },
  },
  'ledger-old': {
    fake: {
      ...manager,
      alarms: refusedLedger,
      unready: { code: 'ledger-old', detail: { here: 12, witness: 40 } },
    },
  },
  'ledger-copied': {
    fake: { ...manager, unready: { code: 'ledger-copied' } },
    act: (page) => page.getByRole('button', { name: /Go on here|المتابعة هنا/ }).click(),
  },
  'ledger-other-seller': { fake: { ...manager, unready: { code: 'seller-differs' } } },
  'ledger-broken': { fake: { ...manager, unready: { code: 'ledger-broken' } } },
  'ledger-lost-cashier': { fake: { ...cashier, unready: { code: 'ledger-lost' } } },
};

async function correct(page: Page): Promise<void> {
  await page.getByRole('button', { name: /Correct and|تصحيح وإعادة/ }).click();
  await page.getByRole('button', { name: /Do not correct|ترك التصحيح/ }).waitFor();
  await page.waitForTimeout(700); // At first the correction ignores the key that opened it.
}
