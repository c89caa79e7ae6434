import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createFonts } from '../../../main/document/paper/fonts.ts';
import { invoicePdf } from '../../../main/document/paper/invoice-pdf.ts';
import { receiptHtml } from '../../../main/document/paper/receipt-html.ts';
import { papers } from '../../../shared/contract/till/receipts.ts';
import { type SaleInput, saleSchema } from '../../../shared/sale/sale.ts';
import { rounds } from '../../support/run/effort.ts';
import { anySale } from '../invoice/arbitrary-sale.ts';
import { buyer, documentOf, invoiceOf, textOf } from '../invoice/fixtures.ts';
import { readPdf } from './read-pdf.ts';

/* Tests the figures that a customer adds up. On every printout their sum must be the amount due. */

const fonts = createFonts();
const halalas = (text: string) => Number(text.replaceAll(/[,.]/g, ''));
const money = /-?[\d,]+\.\d\d/;

/** Returns the data for printing: the document and its sale, as stored in the ledger. */
function printedFrom(sale: SaleInput) {
  const stored: unknown = JSON.parse(JSON.stringify(saleSchema.parse(sale)));
  return { xml: Buffer.from(textOf(documentOf(sale))), sale: stored };
}

/** Returns the figures of a receipt's column, down to the amount due, which is the last one. */
function columnOf(html: string): number[] {
  const [, column = ''] = /<table class="column">(.*?)<\/table>/s.exec(html) ?? [];
  const [above = '', below = ''] = column.split('<tr class="payable">');
  const rows = above.split('<tr').filter((row) => row !== '' && !row.startsWith(' class="sub"'));
  const figures = rows.flatMap((row) => {
    const figure = /<td><bdi dir="ltr">(-?[\d,]+\.\d\d)<\/bdi><\/td><\/tr>/.exec(row);
    return figure === null ? [] : [halalas(figure[1] ?? '')];
  });
  return [...figures, halalas(money.exec(below)?.[0] ?? '')];
}

/** These rows of the PDF are sums of those above them, or are not in the document's currency. */
const subtotals = /Items|Total before VAT|Total with VAT|VAT in SAR|Exchange rate/;

/** Returns the figures of the PDF's last column, which is at the left edge, down to the amount due. */
async function pdfColumnOf(bytes: Buffer): Promise<number[]> {
  const rows = (await readPdf(bytes)).rows;
  const figures: number[] = [];
  for (const row of await rows()) {
    const [first] = row;
    if (first === undefined || first.right > 109 || !/^-?[\d,]+\.\d\d$/.test(first.text)) continue;
    const label = row.map(({ text }) => text).join(' ');
    if (subtotals.test(label)) continue;
    figures.push(halalas(first.text));
    if (/Amount (due|credited)/.test(label)) break;
  }
  return figures;
}

const addsUp = (figures: number[], payable: number) => {
  expect(figures.at(-1)).toBe(payable);
  expect(figures.slice(0, -1).reduce((sum, each) => sum + each, 0)).toBe(payable);
};

describe('the printed column', () => {
  const either = fc.oneof(anySale('includeVat'), anySale('excludeVat'));

  test.each(papers)('of any sale adds up to the amount due on %s', (paper) => {
    fc.assert(
      fc.property(either, ({ sale }) => {
        addsUp(columnOf(receiptHtml({ ...printedFrom(sale), paper })), invoiceOf(sale).totals.payable);
      }),
      { numRuns: rounds(300) },
    );
  });

  test('of a gift ends with nothing due, and says why', async () => {
    const gift: SaleInput = {
      special: { nominal: true },
      lines: [{ name: 'Hamper', quantity: 1, unitPrice: '115.00' }],
    };
    const receipt = receiptHtml({ ...printedFrom(gift), paper: 'roll80' });
    expect(columnOf(receipt)).toEqual([11_500, 0]);
    expect(receipt).toContain('Given free of charge: no money is paid');
    expect(receipt).not.toContain('class="payment"');
    const pdf = await readPdf(await invoicePdf({ ...printedFrom(gift), fileName: 'a.xml', fonts }));
    const texts = await pdf.texts(1);
    expect(texts.join(' ')).toContain('Given free of charge: no money is paid');
  });

  test('of any sale adds up to the amount due in the PDF', async () => {
    await fc.assert(
      fc.asyncProperty(either, async ({ sale }) => {
        const pdf = await invoicePdf({ ...printedFrom(sale), fileName: 'a.xml', fonts });
        addsUp(await pdfColumnOf(pdf), invoiceOf(sale).totals.payable);
      }),
      { numRuns: rounds(60) },
    );
  });

  test('without its sale is made of the document, and adds up to the amount due too', () => {
    fc.assert(
      fc.property(either, ({ sale }) => {
        const { xml } = printedFrom(sale);
        addsUp(columnOf(receiptHtml({ xml })), invoiceOf(sale).totals.payable);
      }),
      { numRuns: rounds(200) },
    );
  });

  test('has the shelf prices: every line’s own, and each discount once', () => {
    fc.assert(
      fc.property(anySale('includeVat'), ({ sale }) => {
        const html = receiptHtml(printedFrom(sale));
        const prices = [...html.matchAll(/× <bdi dir="ltr">([\d,.]+)</g)].map(([, price = '']) => price);
        const unitPrices = sale.lines.map(({ unitPrice }) => Number(unitPrice));
        expect(prices.map((price) => Number(price.replaceAll(',', '')))).toEqual(unitPrices);
        expect(columnOf(html)).toHaveLength(rowsOf(sale));
      }),
      { numRuns: rounds(200) },
    );
  });
});

/** Returns the number of rows for the sale's own statements. A zero amount has no row. */
function rowsOf(sale: SaleInput): number {
  const html = receiptHtml(printedFrom(sale));
  const stated = [sale, ...sale.lines].flatMap(({ discount, discounts = [], charges = [] }) => [
    ...(discount ? [discount] : []),
    ...(discounts ?? []),
    ...(charges ?? []),
  ]);
  const ofNothing = stated.length - adjustmentsIn(html);
  expect(ofNothing).toBeGreaterThanOrEqual(0);
  for (const each of stated)
    if (each.amount !== undefined)
      expect(html).toMatch(new RegExp(`-?${grouped(String(each.amount))}</bdi>`));
  const others = (sale.prepayments?.length ?? 0) + (sale.payableRounding === undefined ? 0 : 1);
  return sale.lines.length + stated.length - ofNothing + others + 1;
}

const adjustmentsIn = (html: string) => [...html.matchAll(/(?:الخصم|توصيل)/g)].length;
const grouped = (text: string) =>
  Number(text)
    .toFixed(2)
    .replace(/\B(?=(\d{3})+\.)/g, ',');

describe('a receipt', () => {
  const html = (sale: SaleInput) => receiptHtml(printedFrom(sale));

  test('of a weighed article has its price by the kilogram, and a discount of the basket whole', () => {
    const page = html({
      lines: [
        { name: 'تمر', quantity: '0.345', unit: 'KGM', unitPrice: '45.00' },
        { name: 'Milk', quantity: 3, unitPrice: '6.50', discount: { percent: '10' } },
      ],
      discount: { amount: '5.00' },
    });
    expect(page).toContain(
      '<bdi dir="ltr">0.345</bdi> كجم <span lang="en" dir="ltr">kg</span> × <bdi dir="ltr">45.00</bdi>',
    );
    expect(page).toContain('Discount 10%');
    expect(columnOf(page)).toEqual([1553, 1950, -195, -500, 2808]);
    // The included VAT is 28.08 × 15 ÷ 115.
    expect(page).toContain('<td><bdi dir="ltr">24.42</bdi></td><td><bdi dir="ltr">3.66</bdi></td>');
  });

  test('in another currency says the rate and the VAT in riyals; a note says what is credited', () => {
    const page = html({
      kind: 'creditNote',
      corrects: [{ number: 'INV-0' }],
      reason: 'Returned',
      currency: 'USD',
      exchangeRate: '3.75',
      prices: 'excludeVat',
      lines: [{ name: 'Laptop', quantity: 1, unitPrice: '1000' }],
    });
    expect(columnOf(page)).toEqual([100_000, 15_000, 115_000]);
    for (const text of ['1 USD = 3.75 SAR', '562.50', 'Amount credited', '<bdi>USD</bdi> 1,150.00'])
      expect(page).toContain(text);
  });

  test('says why a line bears no VAT, and its rate where there are several', () => {
    const page = html({
      lines: [
        { name: 'Coffee', quantity: 1, unitPrice: '11.50' },
        { name: 'Aspirin', quantity: 1, unitPrice: '10', vat: { category: 'Z', reason: 'VATEX-SA-35' } },
      ],
    });
    expect(columnOf(page)).toEqual([1150, 1000, 2150]);
    expect(page).toContain('Medicines and medical equipment');
    expect(page).toContain('<bdi dir="ltr">0%</bdi>');
  });

  test('a halala that the VAT cannot give is said among the VAT', () => {
    const page = html({ lines: [{ name: 'Item', quantity: 13, unitPrice: 100 }] });
    expect(columnOf(page)).toEqual([130_000, 130_000]);
    expect(page).toMatch(/Rounding of VAT.*0\.01/);
  });

  test('has the cashier and what was paid, as far as the till knows them', () => {
    const from = printedFrom({ lines: [{ name: 'Coffee', quantity: 1, unitPrice: '14' }] });
    expect(receiptHtml(from)).toContain('Cash');
    const page = receiptHtml({
      ...from,
      facts: {
        cashier: 'سالم <العتيبي>',
        payments: [
          {
            means: 'card',
            amount: 400,
            card: { scheme: 'mada', lastFour: '1234', approvalCode: 'A1B2C3', reference: 'R<7>' },
          },
          { means: 'cash', amount: 1000, tendered: 5000, change: 4000 },
        ],
      },
    });
    for (const text of [
      'سالم &#60;العتيبي&#62;',
      'Card',
      '4.00',
      '10.00',
      'mada ****\u00a01234 A1B2C3 R&#60;7&#62;',
      '50.00',
      '40.00',
      'Received',
      'Change',
    ])
      expect(page).toContain(text);
  });

  test('of a sale that no longer gives the document’s amounts is made of the document', () => {
    const { xml } = printedFrom({ lines: [{ name: 'Coffee', quantity: 2, unitPrice: '14' }] });
    const other = printedFrom({ lines: [{ name: 'Coffee', quantity: 2, unitPrice: '15' }] }).sale;
    expect(columnOf(receiptHtml({ xml, sale: other }))).toEqual([2435, 365, 2800]);
  });
});

test('the PDF has no unit price with ten decimals, and a business sees the price before VAT too', async () => {
  const sale: SaleInput = {
    customer: 'business',
    buyer,
    lines: [{ name: 'Dates', quantity: '0.345', unit: 'KGM', unitPrice: '45.00' }],
  };
  const { texts } = await readPdf(await invoicePdf({ ...printedFrom(sale), fileName: 'a.xml', fonts }));
  const page = (await texts(1)).join(' ');
  expect(page).toContain('45.00');
  expect(page).toContain('39.1304');
  expect(page).not.toMatch(/\d\.\d{7}/);
});
