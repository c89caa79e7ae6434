import { readdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { unzipSync } from 'fflate';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, onTestFinished, test } from 'vitest';
import { chromiumPath } from '../renderer/harness/browser.ts';
import { connectBrowser } from '../support/browser/shared-browser.ts';
import { newFolder } from '../support/khatm.ts';
import { openTill } from '../support/till.ts';

/* Tests the file of a month that a manager requests, with a real browser and a real terminal in training. */

let browser: Browser;
beforeAll(async () => {
  if (chromiumPath === undefined) return;
  browser = await connectBrowser(inject('browser'));
});
afterAll(() => browser?.close());

const sale = { lines: [{ name: 'شاي | Tea', quantity: 2, unitPrice: '3.50' }] };

const texts = {
  'en-GB': {
    way: 'A month for the accountant',
    month: 'Month',
    folder: 'Folder for the file',
    make: 'Make the file',
    gone: /That folder cannot be written/,
    made: /is ready/,
  },
  'ar-SA': {
    way: 'ملف الشهر للمحاسب',
    month: 'الشهر',
    folder: 'مجلد الملف',
    make: 'إنشاء الملف',
    gone: /تتعذر الكتابة في هذا المجلد/,
    made: /جاهز/,
  },
} as const;

describe.skipIf(chromiumPath === undefined)('the page that makes the file of a month', () => {
  test.each(['en-GB', 'ar-SA'] as const)(
    'makes it from the reports, and says where it is (%s)',
    async (locale) => {
      const till = await openTill(browser, locale);
      onTestFinished(() => till.close());
      const folder = newFolder('month-page');
      onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
      for (let i = 0; i < 3; i++) await till.terminal.callFromScreen('sale.issue', sale);
      const { page } = till;
      const say = texts[locale];
      await page.evaluate(() => {
        window.location.hash = '#/reports/articles';
      });
      await page.getByRole('link', { name: say.way }).click();
      await page.getByLabel(say.month, { exact: true }).selectOption({ index: 0 });
      await page.getByLabel(say.folder).fill(path.join(folder, 'gone'));
      await page.getByRole('button', { name: say.make }).click();
      await page.getByText(say.gone).waitFor();
      await page.getByLabel(say.folder).fill(folder);
      await page.getByRole('button', { name: say.make }).click();
      await page.getByText(say.made).waitFor();
      const [name = ''] = readdirSync(folder);
      expect(name).toMatch(/^khatm-training-\d{15}-T1-\d{4}-\d{2}-so-far\.zip$/);
      await page.getByText(path.join(folder, name)).waitFor();
      const files = Object.keys(unzipSync(readFileSync(path.join(folder, name))));
      expect(files.filter((file) => /_T1-\d{6}\.xml$/.test(file)).length).toBeGreaterThanOrEqual(3);
      expect(till.complaints).toEqual([]);
    },
  );
});
