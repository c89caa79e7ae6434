import type { Page } from 'playwright-core';
import { newDraft, newLine } from '../../../renderer/till/cart/draft.ts';
import { keptText } from '../../support/kept-text.ts';
import { openPay, payExactly, readyToPay } from '../../support/pay.ts';
import { articleId } from '../fakes/fake-articles.ts';
import type { FakeOptions } from '../fakes/fake-terminal.ts';
import { fill } from '../harness/fill.ts';
import { scan } from '../harness/scanner.ts';
import { handedOverScenes } from './handed-over-scenes.ts';
import type { Scene } from './manager-scenes.ts';
import { shiftScenes } from './shift-scenes.ts';

/* Every screen of a cashier, for pictures and for the layout tests. */

const uuid = (icv: number) => `00000000-0000-4000-8000-${icv.toString(16).padStart(12, '0')}`;

/** A small shop, with a long name, a price that is asked for, and something weighed. */
const shop: FakeOptions = {
  groups: [
    { nameAr: 'مشروبات ساخنة', nameEn: 'Hot drinks', colour: 'brown' },
    { nameAr: 'تمور', nameEn: 'Dates', colour: 'orange' },
    { nameAr: 'مخبوزات', nameEn: 'Bakery', colour: 'teal' },
  ],
  articles: [
    { nameAr: 'قهوة سعودية', nameEn: 'Saudi coffee', price: '14', favourite: true, group: articleId(501) },
    { nameAr: 'شاي كرك', nameEn: 'Karak tea', price: '6', favourite: true, group: articleId(501) },
    {
      nameAr: 'تمر سكري فاخر من القصيم، علبة هدايا كبيرة',
      nameEn: 'Premium Sukkari dates from Qassim, large gift box',
      price: '38.5',
      unit: 'KGM',
      favourite: true,
      colour: 'violet',
      group: articleId(502),
    },
    { nameAr: 'كليجا', nameEn: 'Kleija', favourite: true, group: articleId(503) },
    { nameAr: 'ماء 330 مل', nameEn: 'Water 330 ml', price: '1', favourite: true, colour: 'blue' },
    { nameAr: 'خبز تميس', nameEn: 'Tamees bread', price: '2.5', favourite: true, group: articleId(503) },
    { nameAr: 'صحيفة', nameEn: 'Newspaper', price: '3', favourite: true, colour: 'grey' },
    { nameAr: 'ورد طائفي', nameEn: 'Taif roses', price: '25', favourite: true, colour: 'pink' },
  ],
};

export const cashierScenes: Record<string, Scene> = {
  'first-start': { fake: { onboarding: true } },
  'sale-empty': { fake: { environment: 'production', role: 'cashier' } },
  'sale-full': { act: (page) => fill(page) },
  'sale-business': {
    async act(page) {
      await page.keyboard.press('F4');
      await fill(page);
      await page.keyboard.press('F9');
      await page.waitForTimeout(300);
    },
  },
  tiles: {
    fake: { role: 'cashier', environment: 'production', ...shop },
    act: (page) => chooseTiles(page, [/coffee|قهوة/, /Karak|كرك/, /coffee|قهوة/, /Sukkari|سكري/]),
  },
  'tiles-open-item': {
    fake: { role: 'cashier', ...shop },
    async act(page) {
      await chooseTiles(page, []);
      await page.getByRole('button', { name: /^(Open item|بيع بالمبلغ)$/ }).click();
      for (const key of ['1', '2', '00']) await page.getByRole('button', { name: key, exact: true }).click();
    },
  },
  'tiles-none': { act: (page) => chooseTiles(page, []) },
  'sale-pad': {
    fake: { role: 'cashier', ...shop },
    async act(page) {
      await fill(page);
      await touch(page, '[id$="-price"]', 1);
    },
  },
  'sale-undo': {
    fake: { role: 'cashier', ...shop },
    async act(page) {
      await fill(page);
      await page.locator('[id$="-quantity"]').nth(1).focus();
      await page.keyboard.press('Control+Delete');
    },
  },
  'sale-terminal-stopped': {
    fake: { role: 'cashier', environment: 'production' },
    async act(page) {
      await fill(page);
      await page.evaluate(() => window.fake.reach(false));
      await page.getByRole('alert').waitFor();
    },
  },
  'sale-many': {
    fake: { role: 'cashier', ...shop },
    async act(page) {
      await keepLines(page, 60);
      await page.locator('[id$="-price"]').nth(30).fill('abc');
      await page.locator('[id$="-quantity"]').nth(30).fill('');
      await page.locator('textarea').nth(30).focus();
    },
  },
  'sale-empty-asks': {
    async act(page) {
      await fill(page);
      await page.locator('[aria-haspopup="menu"]').first().click();
      await page.getByRole('menuitem').nth(1).click();
    },
  },
  'sale-new-codes': {
    fake: { role: 'cashier' },
    async act(page) {
      await fill(page);
      await scan(page, 'AB12-77');
      await scan(page, '10023');
    },
  },
  'scan-untaken': {
    hash: '#/settings/company',
    act: (page) => scan(page, '10023'),
  },
  'pay-cash': {
    async act(page) {
      await fill(page);
      await openPay(page);
    },
  },
  'pay-change': {
    fake: { environment: 'production', role: 'cashier' },
    async act(page) {
      await fill(page);
      await openPay(page);
      await page.keyboard.type('200');
    },
  },
  'pay-short': {
    async act(page) {
      await fill(page);
      await openPay(page);
      await page.keyboard.type('100');
    },
  },
  'pay-card': {
    async act(page) {
      await fill(page);
      await openPay(page);
      await page.keyboard.press('F3');
    },
  },
  'pay-several': {
    async act(page) {
      await fill(page);
      await openPay(page);
      await page.keyboard.press('F8');
      await page.keyboard.type('100');
    },
  },
  'pay-card-terminal': { fake: { role: 'cashier', card: 'asked' }, act: (page) => payByCard(page, false) },
  'pay-card-follow': { fake: { role: 'cashier', card: 'asked' }, act: (page) => payByCard(page) },
  'pay-card-unknown': { fake: { role: 'cashier', card: 'unknown' }, act: (page) => payByCard(page) },
  'pay-card-unknown-aside': {
    fake: { role: 'cashier', card: 'unknown' },
    async act(page) {
      await payByCard(page);
      await page.locator('main button:not([aria-disabled])').last().click();
    },
  },
  'pay-card-differs': { fake: { role: 'cashier', card: 'differs' }, act: (page) => payByCard(page) },
  'pay-card-declined': { fake: { role: 'cashier', card: 'declined' }, act: (page) => payByCard(page) },
  'pay-card-part': {
    fake: { environment: 'production', role: 'cashier', card: 'approved', refuseIssuing: true },
    async act(page) {
      await fill(page);
      await openPay(page);
      await page.keyboard.press('F8');
      await page.keyboard.type('50');
      await readyToPay(page);
      await page.keyboard.press('F9');
      await page.waitForTimeout(900);
    },
  },
  'pay-card-paid': {
    fake: { role: 'cashier', card: 'approved', refuseIssuing: true },
    act: (page) => payByCard(page),
  },
  'pay-on-account': {
    async act(page) {
      await fillBuyer(page);
      await fill(page);
      await openPay(page);
      await page.keyboard.press('F6');
    },
  },
  'pay-failed': {
    async act(page) {
      await fill(page);
      await openPay(page);
      await page.evaluate(() => window.fake.failNext('sale.issue', { code: 'sale-differs' }));
      await page.keyboard.press('F9');
      await page.getByRole('alert').waitFor();
    },
  },
  'receipt-change': {
    async act(page) {
      await fill(page);
      await openPay(page);
      await page.keyboard.type('200');
      await page.keyboard.press('F9');
      await page.locator('svg[role=img]').waitFor();
    },
  },
  'receipt-waiting': {
    async act(page) {
      await fill(page);
      await payExactly(page);
      await page.locator('svg[role=img]').waitFor();
    },
  },
  'receipt-accepted': {
    async act(page) {
      await fill(page);
      await payExactly(page);
      await page.locator('svg[role=img]').waitFor();
      await page.evaluate(() => window.fake.settle('accepted', 1));
    },
  },
  'return-find': {
    hash: '#/return',
    fake: { role: 'cashier' },
    async act(page) {
      await page.keyboard.type('T1-999999');
      await page.keyboard.press('Enter');
      await page.waitForTimeout(200);
    },
  },
  'return-goods': {
    hash: `#/return/${uuid(2000)}`,
    fake: { role: 'cashier' },
    async act(page) {
      await page.locator('#return-line-0').fill('7');
      await page.waitForTimeout(300);
    },
  },
  'return-reason': {
    hash: `#/return/${uuid(2001)}`,
    fake: { role: 'cashier' },
    async act(page) {
      await page.locator('fieldset label').last().click();
      await page.locator('#return-line-1').fill('1');
      await page.waitForTimeout(700);
      await page.keyboard.press('F9');
      await page.waitForTimeout(300);
    },
  },
  'return-several': {
    hash: `#/return/${uuid(2001)}/T1-002001`,
    fake: { role: 'cashier' },
    async act(page) {
      await page.locator('#return-line-1').fill('1');
      await page.locator('main button[data-variant=subtle]').last().click();
      await page.locator('[id^=pay-part-]').first().fill('1');
      await page.waitForTimeout(900);
      await page.locator('[id^=pay-part-]').last().scrollIntoViewIfNeeded();
    },
  },
  'return-done': {
    hash: `#/return/${uuid(2001)}`,
    async act(page) {
      await askToPayBack(page);
      await page.keyboard.press('Control+Enter');
      await page.locator('svg[role=img]').waitFor();
    },
  },
  'return-sure': {
    hash: `#/return/${uuid(2001)}`,
    fake: { role: 'cashier' },
    act: (page) => askToPayBack(page),
  },
  'return-card-follow': {
    hash: `#/return/${uuid(2001)}`,
    fake: { role: 'cashier', card: 'asked' },
    act: (page) => giveBackByCard(page),
  },
  'return-card-unknown': {
    hash: `#/return/${uuid(2001)}`,
    fake: { role: 'cashier', card: 'unknown' },
    act: (page) => giveBackByCard(page),
  },
  'return-card-paid': {
    hash: `#/return/${uuid(2001)}`,
    fake: { role: 'cashier', card: 'approved', refuseIssuing: true },
    act: (page) => giveBackByCard(page),
  },
  'return-card-open': {
    hash: `#/return/${uuid(2001)}`,
    fake: { role: 'cashier', card: 'unknown' },
    async act(page) {
      await giveBackByCard(page);
      await page.keyboard.press('Escape');
      await page.waitForTimeout(300);
      await page.keyboard.press('F3');
      await page.waitForTimeout(300);
    },
  },
  'return-scan': {
    hash: `#/return/${uuid(2001)}`,
    fake: { role: 'cashier' },
    act: (page) => scan(page, 'AB12-77'),
  },
  'return-refused': { hash: `#/return/${uuid(97)}` },
  invoices: { hash: '#/invoices' },
  'invoices-notes': {
    hash: '#/invoices',
    async act(page) {
      await page.getByRole('button', { name: /^(Filters|تصفية)$/ }).click();
      await page.getByRole('button', { name: /^(Credit note|إشعار دائن)$/ }).click();
      await page.waitForTimeout(300);
      await page.getByRole('button', { name: /^(Show|عرض)$/ }).click();
      await page.waitForTimeout(500);
    },
  },
  'invoices-filters': {
    hash: '#/invoices',
    async act(page) {
      await page.getByRole('button', { name: /^(Filters|تصفية)$/ }).click();
      await page.waitForTimeout(500);
    },
  },
  'invoice-outage': { hash: `#/invoices/${uuid(2980)}` },
  'invoice-accepted': { hash: `#/invoices/${uuid(2880)}` },
  'invoice-waiting': { hash: `#/invoices/${uuid(3000)}`, fake: { role: 'cashier' } },
  'invoice-rejected': { hash: `#/invoices/${uuid(2995)}` },
  'invoice-open': {
    hash: `#/invoices/${uuid(2880)}`,
    async act(page) {
      await page.getByRole('button', { name: /^(For the accountant|للمحاسب)/ }).click();
      await page.getByRole('button', { name: /XML/ }).click();
      await page.locator('pre').scrollIntoViewIfNeeded();
    },
  },
  'vat-menu': {
    async act(page) {
      await fill(page);
      await page.locator('[aria-haspopup="menu"]').first().click();
    },
  },
  'more-debit': {
    async act(page) {
      await fill(page);
      await page.keyboard.press('F10');
      await page.locator('label', { hasText: /Debit note|إشعار مدين/ }).click();
      await page.keyboard.press('F9');
      await page.waitForTimeout(300);
    },
  },
  'more-all': {
    async act(page) {
      await fill(page);
      await page.keyboard.press('F10');
      for (const extra of await page.locator('[aria-pressed]').all()) await extra.click();
      await page.waitForTimeout(300);
    },
  },
  'more-export': {
    async act(page) {
      await fill(page);
      await page.keyboard.press('F4');
      await page.keyboard.press('F10');
      await page.locator('[aria-pressed]').first().click();
      await page.waitForTimeout(300);
    },
  },
  'line-discount': {
    async act(page) {
      await fill(page);
      await page.locator('[aria-haspopup="menu"]').first().click();
      await page.getByRole('menuitem').first().click();
      await page.keyboard.type('500');
      await page.waitForTimeout(500);
    },
  },
  'sale-caution': {
    fake: { role: 'cashier' },
    async act(page) {
      await fillBuyer(page);
      await fill(page);
      await page.waitForTimeout(500);
    },
  },
  keys: { act: (page) => page.keyboard.press('F1') },
  ...shiftScenes,
  ...handedOverScenes,
};

/** Gives the terminal a basket with this many lines, as if they had been typed. */
async function keepLines(page: Page, count: number): Promise<void> {
  const lines = Array.from({ length: count }, (_, number) => ({
    ...newLine(),
    name: `صنف طويل الاسم رقم ${number} من المخزن | Item ${number} with a long name from the store`,
    price: '12.50',
  }));
  const draft = { ...newDraft(), lines: [...lines, newLine()] };
  const goods = lines.map(({ key, name, quantity, price }) => ({ key, name, quantity, price }));
  await page.evaluate((basket) => window.fake.call('basket.keep', basket), {
    id: draft.saleId,
    draft: keptText(draft),
    lines: count,
    goods,
  });
  await page.reload();
  await page.locator('textarea').nth(count).waitFor({ state: 'attached' });
}

/** Pays by card at the card terminal, or stops before the request. */
async function payByCard(page: Page, asks = true): Promise<void> {
  await fill(page);
  await openPay(page);
  await page.keyboard.press('F3');
  await page.waitForTimeout(300);
  if (asks) await page.keyboard.press('F9');
  await page.waitForTimeout(900);
}

/** Opens the tiles, which on a small screen need a key, and touches some. */
async function chooseTiles(page: Page, names: readonly RegExp[]): Promise<void> {
  await page.keyboard.press('Alt+6');
  for (const name of names) await page.locator('section button', { hasText: name }).first().click();
  await page.waitForTimeout(300);
}

/** Puts the focus into a field by touch. */
async function touch(page: Page, selector: string, index: number): Promise<void> {
  const field = page.locator(selector).nth(index);
  await field.dispatchEvent('pointerdown', { pointerType: 'touch' });
  await field.focus();
  await page.waitForTimeout(300);
}

async function askToPayBack(page: Page, by?: 'card'): Promise<void> {
  await page.locator('[id^="return-line-"]:focus').waitFor();
  if (by === 'card') await page.locator('aside label').nth(1).click();
  await page.keyboard.press('F2');
  await page.locator('aside button[data-size="xl"][aria-disabled="false"]').waitFor();
  await page.keyboard.press('F9');
  await page.waitForTimeout(900);
}

/** Requests a full refund from the card terminal. */
async function giveBackByCard(page: Page): Promise<void> {
  await askToPayBack(page, 'card');
  await page.keyboard.press('Control+Enter');
  await page.waitForTimeout(900);
}

async function fillBuyer(page: Page): Promise<void> {
  await page.keyboard.press('F4');
  for (const field of await page.locator('[id^="buyer-"]').all()) await field.fill('1234');
  await page.locator('#buyer-name').fill('شركة نجد للتجارة');
  await page.locator('#buyer-id').fill('310122393500003');
  await page.locator('#buyer-postalCode').fill('12345');
}
