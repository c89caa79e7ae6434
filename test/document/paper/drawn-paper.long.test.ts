import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { voucherPaper } from '../../../main/document/paper/account-paper.ts';
import { measures } from '../../../main/document/paper/paper-page.ts';
import { receiptHtml } from '../../../main/document/paper/receipt-html.ts';
import { shiftPaper } from '../../../main/document/paper/shift-paper.ts';
import { testPageHtml } from '../../../main/document/paper/test-page.ts';
import { type Mark, marks } from '../../../main/document/paper/words.ts';
import type { Paper } from '../../../shared/contract/till/receipts.ts';
import type { ShiftReport } from '../../../shared/contract/till/shifts.ts';
import { type SaleInput, saleSchema } from '../../../shared/sale/sale.ts';
import { noShopLines, type ShopLines } from '../../../shared/shop-lines.ts';
import { chromiumPath } from '../../renderer/harness/browser.ts';
import { connectBrowser } from '../../support/browser/shared-browser.ts';
import { oneIn } from '../../support/run/effort.ts';
import { documentOf, textOf } from '../invoice/fixtures.ts';

/* Tests on a drawn page that nothing is wider than the roll: what is too wide makes the whole page wider, and is cut. */

const long = 'شركةالمؤسسةالعربيةالسعوديةللتجارةوالمقاولاتالعامةوالخدماتاللوجستية';
const id = 'ORDER20261128A000000000000000000000000000000000017';
const allMarks = Object.keys(marks).filter((mark): mark is Mark => mark in marks);

const shop: ShopLines = {
  ...noShopLines,
  header: ['هاتف: +966 55 123 4567', `https://shop.example.com/${id}`],
  footer: ['يوميًا 9:00 - 23:00', id, long],
  returnPolicy: `${long} ${id}`,
  branch: long.slice(0, 40),
  till: id.slice(0, 40),
  shows: { itemCodes: true, lineVat: true },
};

const card = {
  scheme: 'SIMULATOR',
  lastFour: '0000',
  approvalCode: '000002',
  reference: 'SIM00001',
};

function receipt(paper: Paper, sale: SaleInput, payments = [{ means: 'card', amount: 1381, card }]) {
  const stored: unknown = JSON.parse(JSON.stringify(saleSchema.parse(sale)));
  const xml = Buffer.from(textOf(documentOf(sale)));
  return receiptHtml({
    xml,
    sale: stored,
    facts: { cashier: long, payments },
    marks: allMarks,
    paper,
    shop,
  });
}

const coffee = { name: 'قهوة عربية | Arabic coffee', quantity: 2, unitPrice: '14.00' };
const hard: SaleInput = {
  lines: [
    { name: long, quantity: '1234.567891', unit: 'KGM', unitPrice: '99.123456', barcode: id.slice(0, 30) },
    { name: id, quantity: 1, unitPrice: '9999999.99', discount: { percent: '12.5', reason: long } },
    { name: 'Aspirin', quantity: 1, unitPrice: '10', vat: { category: 'Z', reason: 'VATEX-SA-35' } },
    { name: 'Bread', quantity: 1, unitPrice: '10', vat: { category: 'E', reason: 'VATEX-SA-29' } },
  ],
  note: `${id} ${long}`,
};

const much = 12_345_678_912;
const sums = { count: 1234, total: much };
const paid = { count: 1234, received: much, paidBack: 0, takenBack: 0 };
const person = { name: long, role: 'cashier' } as const;
const report: ShiftReport = {
  number: 12,
  openedAt: '2026-11-20T05:00:00.000Z',
  openedBy: person,
  closedAt: '2026-11-20T19:00:00.000Z',
  closedBy: person,
  documents: { count: 1234, first: `${id.slice(0, 20)}1`, last: `${id.slice(0, 20)}2` },
  sales: sums,
  returns: sums,
  debitNotes: sums,
  advances: sums,
  purchases: sums,
  corrections: 12,
  correctionsBack: 4_250,
  discounts: much,
  beside: {
    removed: sums,
    abandoned: sums,
    overrides: { count: 1234, difference: -much },
    discounted: 1234,
    drawerOpenings: 1234,
    drawerByHand: 1234,
    reprints: 1234,
  },
  vat: [{ category: 'S', rate: '15.00', taxable: much, vat: much }],
  payments: ['cash', 'bankAccount', 'split', '97', '31'].map((means) => ({ means, ...paid })),
  accountPayments: [{ means: 'cash', ...paid }],
  accountPaidBack: [{ means: 'cash', ...paid }],
  people: [{ name: long, sales: sums, returns: sums }],
  otherCurrencies: [{ currency: 'USD', ...sums }],
  movements: [],
  waiting: 12,
  refused: 12,
  cash: {
    float: much,
    received: much,
    paidBack: much,
    in: much,
    out: much,
    accounts: much,
    expected: much,
    counted: much,
    count: [{ value: 50_000, count: 12_345 }],
    difference: -much,
  },
};

describe.skipIf(chromiumPath === undefined)('on a roll', () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await connectBrowser(inject('browser'));
  });
  afterAll(() => browser.close());

  /** Returns the texts of a page that lie outside the column on which a printer prints. */
  async function outside(html: string, paper: Paper): Promise<string[]> {
    const { width, edge } = measures[paper];
    const pixels = (millimetres: number) => (millimetres * 96) / 25.4;
    const page = await browser.newPage({ viewport: { width: Math.round(pixels(width)), height: 800 } });
    try {
      await page.setContent(html);
      await page.evaluate('document.fonts.ready');
      if (process.env.KHATM_PICTURES)
        await page.screenshot({
          path: `${process.env.KHATM_PICTURES}/${paper}-${Date.now()}.png`,
          fullPage: true,
        });
      return await page.evaluate(
        ({ from, to }) => {
          const found: string[] = [];
          const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
          for (let text = texts.nextNode(); text !== null; text = texts.nextNode()) {
            const range = document.createRange();
            range.selectNodeContents(text);
            for (const { left, right } of range.getClientRects())
              if (left < from - 1 || right > to + 1) found.push(text.textContent ?? '');
          }
          return found;
        },
        { from: pixels(edge), to: pixels(width - edge) },
      );
    } finally {
      await page.close();
    }
  }

  test.each(oneIn(2, ['roll58', 'roll80'] as const))('%s nothing of a receipt is cut off', async (paper) => {
    expect(await outside(receipt(paper, { lines: [coffee] }), paper)).toEqual([]);
    expect(await outside(receipt(paper, hard), paper)).toEqual([]);
    const large = { lines: [{ ...coffee, unitPrice: '123456789.12' }] };
    expect(await outside(receipt(paper, large), paper)).toEqual([]);
  });

  test.each(oneIn(2, ['roll58', 'roll80'] as const))(
    '%s nothing of the other papers is cut off',
    async (paper) => {
      const company = { name: long, vatNumber: '399999999900003' };
      const about = { paper, company, shop, marks: allMarks, at: 0 };
      const voucher = {
        ...about,
        number: 7,
        paidAt: 0,
        buyer: long,
        buyerVatNumber: '399999999900003',
        by: long,
        means: 'bankAccount',
        amount: 12_345_678_912,
        note: id,
        balance: 12_345_678_912,
      };
      const pages = [
        shiftPaper({ ...about, report, hash: 'f'.repeat(64) }),
        voucherPaper(voucher),
        voucherPaper({ ...voucher, takesBack: 3 }),
        testPageHtml({ paper, at: '2026-11-28 09:00' }),
      ];
      for (const html of pages) expect(await outside(html, paper)).toEqual([]);
    },
  );

  test('figures of a person’s text keep their order', async () => {
    const page = await browser.newPage();
    try {
      await page.setContent(receipt('roll80', { lines: [coffee] }));
      for (const [before, after] of [
        ['+966', '4567'],
        ['9:00', '23:00'],
      ] as const) {
        const lefts = await page.evaluate(
          (parts) => {
            const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
            for (let text = texts.nextNode(); text !== null; text = texts.nextNode()) {
              const found = parts.map((part) => (text.textContent ?? '').indexOf(part));
              if (found.includes(-1)) continue;
              return found.map((start, index) => {
                const range = document.createRange();
                range.setStart(text, start);
                range.setEnd(text, start + (parts[index] ?? '').length);
                return range.getBoundingClientRect().left;
              });
            }
            return [];
          },
          [before, after],
        );
        expect(lefts).toHaveLength(2);
        expect(lefts[0]).toBeLessThan(lefts[1] ?? 0);
      }
    } finally {
      await page.close();
    }
  });
});
