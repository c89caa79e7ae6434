import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { startScreens } from './browser.ts';
import type { FakeOptions } from './fake-terminal.ts';
import { scan } from './scanner.ts';

/* Takes a picture of every screen for manual viewing: `node test/renderer/pictures.ts FOLDER [parts of a name]`. */

const [folder = 'test-results/pictures', ...only] = process.argv.slice(2);
const sizes = [
  { width: 1024, height: 600 },
  { width: 1024, height: 768 },
  { width: 1280, height: 800 },
  { width: 1920, height: 1080 },
];

interface Scene {
  readonly hash?: string;
  readonly fake?: FakeOptions;
  act?(page: Page): Promise<void>;
}

const uuid = (icv: number) => `00000000-0000-4000-8000-${icv.toString(16).padStart(12, '0')}`;

const scenes: Record<string, Scene> = {
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
  'receipt-waiting': {
    async act(page) {
      await fill(page);
      await page.keyboard.press('F9');
      await page.locator('svg[role=img]').waitFor();
    },
  },
  'receipt-accepted': {
    async act(page) {
      await fill(page);
      await page.keyboard.press('F9');
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
  'return-scan': {
    hash: `#/return/${uuid(2001)}`,
    fake: { role: 'cashier' },
    act: (page) => scan(page, 'AB12-77'),
  },
  'return-refused': { hash: `#/return/${uuid(97)}` },
  invoices: { hash: '#/invoices' },
  'invoice-accepted': { hash: `#/invoices/${uuid(2880)}` },
  'invoice-waiting': { hash: `#/invoices/${uuid(3000)}`, fake: { role: 'cashier' } },
  'invoice-rejected': { hash: `#/invoices/${uuid(2995)}` },
  'invoice-open': {
    hash: `#/invoices/${uuid(2880)}`,
    async act(page) {
      await page.locator('[aria-expanded]').first().click();
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
      await page.keyboard.press('F4');
      for (const field of await page.locator('[id^="buyer-"]').all()) await field.fill('1234');
      await page.locator('#buyer-id').fill('310122393500003');
      await page.locator('#buyer-postalCode').fill('12345');
      await fill(page);
      await page.waitForTimeout(500);
    },
  },
  'sale-failed': {
    async act(page) {
      await fill(page);
      await page.evaluate(() => window.fake.failNext('sale.issue', { code: 'sale-differs' }));
      await page.keyboard.press('F9');
      await page.getByRole('alert').waitFor();
    },
  },
  keys: { act: (page) => page.keyboard.press('F1') },
};

async function askToPayBack(page: Page): Promise<void> {
  await page.keyboard.press('F2');
  await page.locator('aside button[aria-disabled="false"]').waitFor();
  await page.keyboard.press('F9');
  await page.waitForTimeout(900);
}

async function fill(page: Page): Promise<void> {
  await page.locator('textarea[id^="line-"]').first().focus();
  const items = [
    ['تمر سكري فاخر', '2', '34.50'],
    ['Arabic coffee 500 g', '1', '42'],
    ['Cardamom', '0.345', '120'],
  ];
  for (const [name = '', quantity = '', price = ''] of items) {
    for (const text of [name, quantity, price]) {
      await page.keyboard.type(text);
      await page.keyboard.press('Enter');
      await page.waitForTimeout(40);
    }
  }
  await page.waitForTimeout(300);
}

const screens = await startScreens();
await mkdir(folder, { recursive: true });
for (const [name, { hash, fake, act }] of Object.entries(scenes)) {
  for (const size of sizes) {
    for (const language of ['en', 'ar'] as const) {
      for (const scheme of ['light', 'dark'] as const) {
        const picture = `${name}-${size.width}x${size.height}-${language}-${scheme}`;
        if (!only.every((part) => picture.includes(part))) continue;
        const { page, errors, close } = await screens.open({
          language,
          size,
          scheme,
          ...(hash !== undefined && { hash }),
          ...(fake !== undefined && { fake }),
        });
        await act?.(page);
        await page.waitForTimeout(150);
        await page.screenshot({ path: join(folder, `${picture}.png`) });
        if (errors.length > 0) console.log(picture, errors);
        await close();
      }
    }
  }
}
await screens.close();
