import { parse } from 'csv-parse/sync';
import readWorkbook from 'read-excel-file/node';
import { describe, expect, it } from 'vitest';
import { createFonts } from '../../../main/document/paper/fonts.ts';
import { reportRows } from '../../../main/till/accountant/reports/report-rows.ts';
import { takingsReport } from '../../../main/till/shift/takings-report.ts';
import { reportFile } from '../../../main/till/table-files/report-file.ts';
import type { ReportFormat, ReportKind } from '../../../shared/contract/till/reports.ts';
import type { SaleInput } from '../../../shared/sale/sale.ts';
import { makeShop } from '../../books/corrections/shop.ts';
import { testLedger } from '../../books/ledger/support.ts';
import { asRead, readPdf } from '../../document/paper/read-pdf.ts';

const morning = Date.parse('2026-11-22T07:00:00Z');
const [today, tomorrow] = ['2026-11-22', '2026-11-23'];
const barcode = '6281000000014';
const mona = { kind: 'person', name: 'Mona', role: 'manager' } as const;

/**
 * Makes a shop with a discounted sale of two articles, the return of half of one an hour later, and another sale a day
 * later.
 */
function openShop() {
  const ledger = testLedger();
  const shop = makeShop(ledger);
  const { clock, issue, noteFor } = shop;
  clock.set(morning);
  const sale = (lines: SaleInput['lines']): SaleInput => ({ lines });
  const sold = issue(
    sale([
      { name: '=قهوة | Coffee', quantity: 2, unitPrice: '10.00', discount: { amount: '2.00' } },
      { name: 'Dates', barcode, quantity: '0.5', unit: 'KGM', unitPrice: '40.00' },
    ]),
  );
  clock.set(morning + 3_600_000);
  issue(noteFor(sold.uuid, [2, '0.25']), undefined, mona);
  clock.set(morning + 86_400_000);
  issue(sale([{ name: 'Tea', quantity: 1, unitPrice: '5.00' }]));
  const dates = { name: 'تمر', code: barcode, group: 'تمور | Dates' };
  const articlesOf = (items: readonly { name: string; barcode?: string | undefined }[]) =>
    items.map((item) => (item.barcode === barcode ? dates : undefined));
  const report = (kind: ReportKind, from = today, to = tomorrow) =>
    reportRows(kind, { ledger, articlesOf }, { from, to });
  return { ...shop, report };
}

describe('a report', () => {
  it('has what was sold by article, group, hour and person', () => {
    const { report } = openShop();
    expect(report('articles')).toEqual({
      isComplete: true,
      rows: [
        ['=قهوة | Coffee', '', '2', 1_800],
        ['Dates', barcode, '0.25', 1_000],
        ['Tea', '', '1', 500],
      ],
      total: [null, null, null, 3_300],
    });
    expect(report('groups')).toMatchObject({
      rows: [
        ['', 2, 2_300],
        ['تمور | Dates', 1, 1_000],
      ],
      total: [null, 3, 3_300],
    });
    expect(report('hours')).toMatchObject({
      rows: [
        [10, 2, 4_300],
        [11, 1, -1_000],
      ],
      total: [null, 3, 3_300],
    });
    expect(report('people').rows).toEqual([
      ['person Sami', 2, 4_300],
      ['person Mona', 1, -1_000],
    ]);
    expect(report('articles', tomorrow).rows).toEqual([['Tea', '', '1', 500]]);
    expect(report('articles', '2026-10-01', '2026-11-21').rows).toEqual([]);
  });

  it('has what came back, and who gave discounts and took back', () => {
    const { report } = openShop();
    expect(report('returns').rows).toEqual([['Dates', barcode, '0.25', 1_000]]);
    expect(report('discounts')).toMatchObject({
      rows: [
        ['person Sami', 200, 0, 0],
        ['person Mona', 0, 1, 1_000],
      ],
      total: [null, 200, 1, 1_000],
    });
    expect(report('discounts', tomorrow).rows).toEqual([]);
  });
});

describe('an article that was sold under several codes or names', () => {
  const one = { name: 'Hot drink', code: '77', group: 'Drinks' };
  const articlesOf = (items: readonly { name: string }[]) =>
    items.map(({ name }) => (name === 'Tea' ? undefined : one));

  it('is one row of the reports and of the best articles, under the name it has now', () => {
    const { ledger } = openShop();
    const period = { from: today, to: tomorrow };
    const rows = (kind: ReportKind) => reportRows(kind, { ledger, articlesOf }, period).rows;
    expect(rows('articles')).toEqual([
      ['Hot drink', '77', '2.25', 2_800],
      ['Tea', '', '1', 500],
    ]);
    expect(rows('groups')).toEqual([
      ['Drinks', 1, 2_800],
      ['', 1, 500],
    ]);
    expect(
      takingsReport(ledger, period, articlesOf).articles.map(({ name, total }) => [name, total]),
    ).toEqual([
      ['Hot drink', 2_800],
      ['Tea', 500],
    ]);
  });
});

describe('a report as a file', () => {
  const made = (kind: ReportKind, format: ReportFormat, language: 'ar' | 'en') => {
    const { rows, total } = openShop().report(kind);
    const period = { from: today, to: tomorrow };
    return reportFile({ report: kind, period, rows, total, format, language, madeAt: morning }, createFonts);
  };

  it('is CSV in which no text is a formula, and every figure a number', async () => {
    const rows = parse(Buffer.from(await made('articles', 'csv', 'en')), { bom: true });
    expect(rows).toEqual([
      ['Article', 'Code', 'Quantity', 'Amount'],
      ["'=قهوة | Coffee", '', '2', '18.00'],
      ['Dates', barcode, '0.25', '10.00'],
      ['Tea', '', '1', '5.00'],
    ]);
    const hours = parse(Buffer.from(await made('hours', 'csv', 'ar')), { bom: true });
    expect(hours.at(-1)).toEqual(['11:00', '1', '-10.00']);
  });

  it('is a workbook with numbers to add up, and codes as text', async () => {
    const [sheet] = await readWorkbook(Buffer.from(await made('articles', 'xlsx', 'ar')));
    expect(sheet?.data).toEqual([
      ['الصنف', 'الرمز', 'الكمية', 'المبلغ'],
      ['=قهوة | Coffee', null, 2, 18],
      ['Dates', barcode, 0.25, 10],
      ['Tea', null, 1, 5],
    ]);
  });

  it('is a PDF with its sums, in either language', async () => {
    const textOf = async (pdf: Uint8Array) => (await (await readPdf(pdf)).texts(1)).join('\n');
    const english = await textOf(await made('articles', 'pdf', 'en'));
    for (const text of ['Sales by article', '2026-11-22 – 2026-11-23', 'Dates', barcode, 'Together', '33.00'])
      expect(english).toContain(text);
    const arabic = await textOf(await made('discounts', 'pdf', 'ar'));
    expect(arabic.replace(/\s/g, '')).toContain(asRead('الخصومات'));
    expect(arabic).toContain('Mona');
  });
});
