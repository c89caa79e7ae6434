import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { trainingCompany } from '../../../main/app/environment/credentials/training.ts';
import { voucherPaper } from '../../../main/document/paper/account-paper.ts';
import { labelPage } from '../../../main/document/paper/label-page.ts';
import { measures } from '../../../main/document/paper/paper-page.ts';
import { printedDocument, type ReceiptFacts } from '../../../main/document/paper/printed-document.ts';
import { receiptHtml } from '../../../main/document/paper/receipt-html.ts';
import { sampleReceipt } from '../../../main/document/paper/sample-receipt.ts';
import { shiftPaper } from '../../../main/document/paper/shift-paper.ts';
import { testPageHtml } from '../../../main/document/paper/test-page.ts';
import { type Mark, marks } from '../../../main/document/paper/words.ts';
import { columnStyle, dotsPerPixel } from '../../../main/till/devices/page-column.ts';
import type { Paper } from '../../../shared/contract/till/receipts.ts';
import type { ShiftReport } from '../../../shared/contract/till/shifts.ts';
import { paymentCodes } from '../../../shared/sale/codes.ts';
import { paymentMeans, type SaleInput, saleSchema } from '../../../shared/sale/sale.ts';
import { noShopLines, type ShopLines } from '../../../shared/shop-lines.ts';
import { chromiumPath } from '../../renderer/harness/browser.ts';
import { connectBrowser } from '../../support/browser/shared-browser.ts';
import { documentOf, textOf } from '../invoice/fixtures.ts';
import { openShop } from './shop.ts';

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

/** A card terminal's texts are stored with at most a hundred letters. */
const longestCard = {
  scheme: 'W'.repeat(100),
  lastFour: '0000',
  approvalCode: 'M'.repeat(100),
  reference: '8'.repeat(100),
};
const most = 99_999_999_999;
/** Each means of payment, each code, and the most that a customer can give. */
const everyPayment: ReceiptFacts['payments'] = [
  { means: 'card', amount: most, card: longestCard },
  ...[...paymentMeans, ...paymentCodes].map((means) => ({
    means,
    amount: most,
    tendered: most,
    change: most,
  })),
];

function receipt(
  paper: Paper,
  sale: SaleInput,
  payments: ReceiptFacts['payments'] = [{ means: 'card', amount: 1381, card }],
) {
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
const dates = { name: 'تمر سكري | Dates', quantity: '0.345', unit: 'KGM', unitPrice: '45.00' };
const hard: SaleInput = {
  lines: [
    { name: long, quantity: '1234.567891', unit: 'KGM', unitPrice: '99.123456', barcode: id.slice(0, 30) },
    { name: id, quantity: 1, unitPrice: '9999999.99', discount: { percent: '12.5', reason: long } },
    { name: 'Aspirin', quantity: 1, unitPrice: '10', vat: { category: 'Z', reason: 'VATEX-SA-35' } },
    { name: 'Bread', quantity: 1, unitPrice: '10', vat: { category: 'E', reason: 'VATEX-SA-29' } },
  ],
  note: `${id} ${long}`,
};

const pixels = (millimetres: number) => (millimetres * 96) / 25.4;

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

  /** Returns what lies outside the column on which a printer prints: texts, and pixels of the page on a wider paper. */
  async function outside(html: string, paper: Paper): Promise<string[]> {
    const { width, edge } = measures[paper];
    const page = await browser.newPage({ viewport: { width: Math.round(pixels(width)), height: 800 } });
    try {
      await page.setContent(html);
      await page.evaluate('document.fonts.ready');
      if (process.env.KHATM_PICTURES)
        await page.screenshot({
          path: `${process.env.KHATM_PICTURES}/${paper}-${Date.now()}.png`,
          fullPage: true,
        });
      const texts = await page.evaluate(
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
      return [...texts, ...(await inkBeside(page, paper))];
    } finally {
      await page.close();
    }
  }

  /**
   * Returns the rows of a page with ink beside its column, once there is room for it: of the page that the system's
   * printers get, and of the picture for an ESC/POS printer.
   */
  async function inkBeside(page: Page, paper: Paper): Promise<string[]> {
    const { width, edge } = measures[paper];
    const beside = 200;
    await page.setViewportSize({ width: Math.round(pixels(width)) + 2 * beside, height: 800 });
    const onPage = await inkOutside(page, beside + pixels(edge), beside + pixels(width - edge));
    const dots = 8 * (width - 2 * edge);
    await page.addStyleTag({
      content: `${columnStyle(dots)} html{overflow:visible} body{left:${beside}px}`,
    });
    const inPicture = await inkOutside(page, beside, beside + dots / dotsPerPixel);
    return [...onPage, ...inPicture.map((row) => `picture: ${row}`)];
  }

  async function inkOutside(page: Page, left: number, right: number): Promise<string[]> {
    const png = (await page.screenshot({ fullPage: true })).toString('base64');
    return page.evaluate(
      async ({ source, left, right }) => {
        const image = new Image();
        image.src = `data:image/png;base64,${source}`;
        await image.decode();
        const canvas = document.createElement('canvas');
        [canvas.width, canvas.height] = [image.width, image.height];
        const context = canvas.getContext('2d');
        if (context === null) throw new Error('no canvas');
        context.drawImage(image, 0, 0);
        const { data } = context.getImageData(0, 0, image.width, image.height);
        const rows = new Set<number>();
        let ink = 0;
        for (let at = 0; at < data.length; at += 4) {
          if ((data[at] ?? 255) > 150) continue;
          ink += 1;
          const x = (at / 4) % image.width;
          if (x < left || x > right) rows.add(Math.floor(at / 4 / image.width));
        }
        if (ink === 0) throw new Error('an empty page');
        return [...rows].map((row) => `ink in row ${row}`);
      },
      { source: png, left: left - 1.5, right: right + 1.5 },
    );
  }

  test.each(['roll58', 'roll80'] as const)('%s nothing of a receipt is cut off', async (paper) => {
    expect(await outside(receipt(paper, { lines: [coffee] }), paper)).toEqual([]);
    expect(await outside(receipt(paper, hard), paper)).toEqual([]);
    const large = { lines: [{ ...coffee, unitPrice: '123456789.12' }] };
    expect(await outside(receipt(paper, large), paper)).toEqual([]);
    expect(await outside(receipt(paper, { lines: [coffee] }, everyPayment), paper)).toEqual([]);
  });

  test.each(['roll58', 'roll80'] as const)('%s nothing of the other papers is cut off', async (paper) => {
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
      sampleReceipt(trainingCompany, paper, shop),
      ...[id.slice(0, 30), '6281000000014', '96385074'].map((code) =>
        labelPage(
          [{ article: { nameAr: long, nameEn: id, codes: [code], price: '12345678.123456' }, copies: 1 }],
          paper,
        ),
      ),
    ];
    for (const html of pages) expect(await outside(html, paper)).toEqual([]);
  });

  test.each<[string, SaleInput]>([
    ['one article', { lines: [coffee], payments: [{ means: 'cash', amount: '28', tendered: '50' }] }],
    [
      'two articles',
      { lines: [coffee, dates], payments: [{ means: 'cash', amount: '43.53', tendered: '50' }] },
    ],
    ['two articles by card', { lines: [coffee, dates], payments: [{ means: 'card' }] }],
  ])('of 80 mm, a receipt of %s has at most 16 cm, and all that is required', async (_, sale) => {
    const sold = openShop();
    const { uuid, qr } = sold.sell(sale);
    const html = sold.receipts.html(uuid, 'roll80') ?? '';
    const { invoice, number, date, time } = printedDocument({ xml: sold.xmlOf(uuid) });
    await sold.close();
    const page = await browser.newPage();
    try {
      await page.setContent(html);
      await page.evaluate('document.fonts.ready');
      const height = Number(await page.evaluate('document.body.getBoundingClientRect().height'));
      expect((height * 25.4) / 96).toBeLessThanOrEqual(160);
      const text = await page.locator('body').innerText();
      const { seller, totals } = invoice;
      const address = Object.values(seller.address ?? {}).filter(
        (part) => part !== undefined && part !== 'SA',
      );
      const required = [
        ...['فاتورة ضريبية مبسطة', number, date, time, seller.name, seller.vatNumber, ...address],
        ...sale.lines.map(({ name }) => name),
        ...[totals.payable, totals.vat, totals.taxExclusive].map((sum) => (sum / 100).toFixed(2)),
      ];
      for (const part of required) expect(text).toContain(part);
      expect(qr).toBeDefined();
      expect(await page.locator('svg[aria-label^="QR"]').count()).toBe(1);
    } finally {
      await page.close();
    }
  });

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
