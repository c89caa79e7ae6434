import { mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { unzipSync } from 'fflate';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, onTestFinished, test } from 'vitest';
import { openLedger } from '../../main/books/ledger/ledger.ts';
import { halalasToText } from '../../shared/values/money.ts';
import { shiftFromXml, takingsFromXml } from '../quarter/figures.ts';
import { type PlayedQuarter, playQuarter } from '../quarter/play-quarter.ts';
import { type Counted, countedOf } from '../quarter/read-xml.ts';
import { chromiumPath } from '../renderer/harness/browser.ts';
import { connectBrowser } from '../support/browser/shared-browser.ts';
import { newFolder } from '../support/khatm.ts';
import { openTill, type Till } from '../support/till.ts';

/*
 * Tests what an owner sees after a week away: the sales, the cash expected and counted at each close, the person with
 * the largest discount, the rejected document and its replacement, and one file for the accountant. The terminal is
 * real and has a generated week. It must show what the XML says.
 */

let browser: Browser;
beforeAll(async () => {
  if (chromiumPath === undefined) return;
  browser = await connectBrowser(inject('browser'));
});
afterAll(() => browser?.close());

/** This is the morning after the week. */
const now = Date.parse('2026-07-08T09:00:00+03:00');
const texts = {
  'en-GB': { month: 'Month', folder: 'Folder for the file', make: 'Make the file', made: /is ready/ },
  'ar-SA': { month: 'الشهر', folder: 'مجلد الملف', make: 'إنشاء الملف', made: /جاهز/ },
} as const;
const spans = { 'en-GB': 'Month', 'ar-SA': 'شهر' } as const;

interface Week extends PlayedQuarter {
  readonly counted: readonly Counted[];
}

function playWeek(folder: string): Week {
  const environmentFolder = path.join(folder, 'training');
  mkdirSync(environmentFolder, { recursive: true });
  const ledger = openLedger(path.join(environmentFolder, 'ledger.db'), { environment: 'training' });
  const week = playQuarter(ledger, { documents: 126, days: 7, seed: 'an owner’s week' });
  const counted = countedOf(week.notes, (uuid) => String(ledger.documents.issuedXml(uuid)));
  ledger.close();
  return { ...week, counted };
}

async function open(locale: 'en-GB' | 'ar-SA'): Promise<{ till: Till; week: Week }> {
  let week: Week | undefined;
  const till = await openTill(browser, locale, {
    now,
    prepare: (folder) => {
      week = playWeek(folder);
    },
  });
  onTestFinished(() => till.close());
  if (week === undefined) throw new Error('no week was played');
  return { till, week };
}

const go = (page: Page, hash: string) =>
  page.evaluate((to) => {
    window.location.hash = to;
  }, hash);

/** Returns the rows of a report of the week, with amounts in halalas. */
async function rowsOf(page: Page, report: string, { firstDay, lastDay }: Week): Promise<string[][]> {
  await go(page, `#/reports/${report}`);
  await page.locator('#report').and(page.locator('select')).waitFor();
  await page.locator('#report-from').fill(firstDay);
  await page.locator('#report-to').fill(lastDay);
  const table = page.locator('table');
  await table.locator('tbody tr').first().waitFor();
  return table
    .locator('tbody tr')
    .evaluateAll((rows) =>
      rows.map((row) => [...row.querySelectorAll('td')].map((cell) => cell.textContent ?? '')),
    );
}

/** Removes direction marks and thousands separators, and moves the sign to the front. */
function plain(text: string): string {
  const bare = text.replace(/[\u200e\u200f\u061c\u2066-\u2069,\s]/g, '').replace('\u2212', '-');
  return bare.endsWith('-') ? `-${bare.slice(0, -1)}` : bare;
}
const money = (amount: number) => halalasToText(amount);

describe.skipIf(chromiumPath === undefined)('an owner who was away for a week', () => {
  test.each(['en-GB', 'ar-SA'] as const)('finds everything, and hands over one file (%s)', async (locale) => {
    const { till, week } = await open(locale);
    const { page } = till;
    const fromXml = takingsFromXml(week.counted, { from: week.firstDay, to: week.lastDay });

    // Check the sales of the week.
    await go(page, '#/today');
    await page.getByText(spans[locale], { exact: true }).click();
    const sold = fromXml.days.reduce((sum, { total }) => sum + total, 0);
    await expect.poll(async () => plain(await page.locator('main').innerText())).toContain(money(sold));

    // Check the cash that was expected and counted at each close.
    const shifts = (await rowsOf(page, 'shifts', week)).map((row) => row.map(plain));
    expect(shifts).toHaveLength(week.shifts.length);
    for (const shift of week.shifts) {
      const [number, closedBy, , ...cash] = shiftFromXml(week.counted, shift);
      const shown = shifts.find(([first]) => Number(first?.replace(/\D/g, '')) === number);
      expect(shown?.[2]).toContain(plain(String(closedBy)));
      expect(shown?.slice(4)).toEqual(cash.map((amount) => money(Number(amount))));
    }

    // The largest discount: the row of the person who gave it comes first.
    const [first] = await rowsOf(page, 'discounts', week);
    const largest = fromXml.people.toSorted((one, other) => other.discounts - one.discounts)[0];
    expect([plain(first?.[0] ?? ''), plain(first?.[1] ?? '')]).toEqual([
      plain(largest?.name ?? ''),
      money(largest?.discounts ?? 0),
    ]);

    // Find the rejected document and its replacement.
    const again = week.counted.filter(({ sign, note }) => sign === 1 && note.replaces !== undefined);
    expect(again.length).toBeGreaterThan(0);
    await go(page, '#/invoices');
    await page.locator('main').waitFor();
    const rejected = await till.terminal.callFromScreen('invoice.list', { states: ['rejected'], limit: 50 });
    if (!rejected.ok) throw new Error('no list');
    const { rows } = rejected.value as { rows: { uuid: string; number: string; reissuedAs?: string }[] };
    for (const { note, number } of again) {
      const old = rows.find(({ uuid }) => uuid === note.replaces);
      expect(old?.reissuedAs).toBe(number);
      await go(page, `#/invoices/${old?.uuid}`);
      await page.locator('main').getByText(new RegExp(number)).first().waitFor();
    }

    // Check the file for the accountant.
    const folder = newFolder('owner-week');
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const say = texts[locale];
    await go(page, '#/month');
    await page.getByLabel(say.month, { exact: true }).selectOption({ index: 0 });
    await page.getByLabel(say.folder).fill(folder);
    await page.getByRole('button', { name: say.make }).click();
    await page.getByText(say.made).waitFor();
    const [name = ''] = readdirSync(folder);
    const files = Object.keys(unzipSync(readFileSync(path.join(folder, name))));
    expect(files.filter((file) => /_T1-\d{6}\.xml$/.test(file))).toHaveLength(week.notes.length);
    expect(till.complaints).toEqual([]);
  });
});
