import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createFonts } from '../../../main/document/paper/fonts.ts';
import { invoicePdf } from '../../../main/document/paper/invoice-pdf.ts';
import { actualTexts, asRead, openStreams, readPdf } from './read-pdf.ts';
import { buyer, openShop } from './shop.ts';

let shop: ReturnType<typeof openShop>;
beforeAll(() => {
  shop = openShop();
});
afterAll(() => shop.close());

const coffee = { name: 'قهوة عربية (٢٥٠ جم) | Arabic coffee', quantity: 2, unitPrice: '14.00' };

/** Returns all text of a page, without white space. */
async function textOf(bytes: Buffer, page = 1): Promise<string> {
  return (await (await readPdf(bytes)).texts(page)).join('').replace(/\s/g, '');
}

describe('what a tax invoice says', () => {
  test('in both languages: kind, number, parties, lines, totals', async () => {
    const { uuid, number } = shop.sell({
      customer: 'business',
      buyer,
      lines: [
        coffee,
        { name: 'Book', quantity: '1.5', unit: 'KGM', unitPrice: '100', discount: { amount: '5' } },
      ],
      orderReference: 'PO-7781',
      payments: [{ means: 'card' }],
      note: 'شكرًا لكم',
    });
    const { bytes } = await shop.pdfOf(uuid);
    const page = await textOf(bytes);
    for (const text of [
      'فاتورة ضريبية',
      'Tax invoice',
      number,
      uuid,
      '399999999900003',
      '399999999800003',
      'PO-7781',
      '145.00',
      'كجم',
      '173.00',
      '150.43',
      '22.56',
      'Card',
    ])
      expect(page).toContain(asRead(text));
    // Text that a reader copies is in reading order.
    const copied = actualTexts(bytes);
    for (const text of ['فاتورة ضريبية', buyer.name, '1111 صلاح الدين', 'شكرًا لكم'])
      expect(copied).toContain(text);
    for (const text of [coffee.name, 'بطاقة | Card']) expect(copied.join(' ')).toContain(text);
  });

  test('a credit note says what it corrects and why', async () => {
    const invoice = shop.sell({ lines: [coffee] });
    const { uuid } = shop.sell({
      kind: 'creditNote',
      lines: [coffee],
      corrects: [{ number: invoice.number }],
      reason: 'أعادها العميل',
    });
    const { bytes } = await shop.pdfOf(uuid);
    const page = await textOf(bytes);
    for (const text of [
      'إشعار دائن للفاتورة الضريبية المبسطة',
      'Simplified credit note',
      invoice.number,
      'المبلغ المسترد',
    ])
      expect(page).toContain(asRead(text));
    expect(actualTexts(bytes)).toContain('أعادها العميل');
  });

  test('why no VAT is charged, in both languages', async () => {
    const { uuid } = shop.sell({
      lines: [
        coffee,
        { name: 'Aspirin', quantity: 1, unitPrice: '10', vat: { category: 'Z', reason: 'VATEX-SA-35' } },
      ],
    });
    const { bytes } = await shop.pdfOf(uuid);
    const page = await textOf(bytes);
    for (const text of ['VATEX-SA-35', 'Medicines and medical equipment', 'Zero rate'])
      expect(page).toContain(asRead(text));
    expect(actualTexts(bytes).join(' ')).toContain('الأدوية والمعدات الطبية');
  });

  test('VAT in riyals beside another currency', async () => {
    const { uuid } = shop.sell({
      customer: 'business',
      buyer,
      currency: 'USD',
      exchangeRate: '3.75',
      prices: 'excludeVat',
      lines: [{ name: 'Laptop', quantity: 1, unitPrice: '1000' }],
    });
    const page = await textOf((await shop.pdfOf(uuid)).bytes);
    for (const text of ['1 USD = 3.75 SAR', '562.50', '1,150.00']) expect(page).toContain(asRead(text));
  });

  test('marks what may not be handed over', async () => {
    const waiting = shop.sell({ customer: 'business', buyer, lines: [coffee] });
    const page = await textOf((await shop.pdfOf(waiting.uuid)).bytes);
    expect(page).toContain(asRead('Training only: not a tax invoice'));
    expect(page).toContain(asRead('Not cleared yet: not to be handed over'));
    const consumer = await textOf((await shop.pdfOf(shop.sell({ lines: [coffee] }).uuid)).bytes);
    expect(consumer).not.toContain(asRead('Not cleared yet'));
  });

  test('a text that no face has is shown as unknown, and copied as it is', async () => {
    const { uuid } = shop.sell({ lines: [{ ...coffee, name: 'شاي 茶 tea' }] });
    const { bytes } = await shop.pdfOf(uuid);
    expect(await textOf(bytes)).toContain('\ufffd');
    expect(actualTexts(bytes)).toContain('شاي 茶 tea');
  });
});

describe('the file', () => {
  test('has the very bytes of the document inside, under the official name', async () => {
    const { uuid, number } = shop.sell({ lines: [coffee] });
    const { fileName, bytes } = await shop.pdfOf(uuid);
    expect(fileName).toMatch(/^399999999900003_\d{8}T\d{6}_T1-\d{6}\.pdf$/);
    const { attachments, title } = await readPdf(bytes);
    const xml = attachments.get(fileName.replace(/pdf$/, 'xml'));
    expect(xml?.equals(shop.xmlOf(uuid))).toBe(true);
    expect(attachments.size).toBe(1);
    expect(title).toBe(`Simplified tax invoice ${number}`);
  });

  test('is PDF/A-3b as far as can be seen from within', async () => {
    const { bytes } = await shop.pdfOf(shop.sell({ customer: 'business', buyer, lines: [coffee] }).uuid);
    expect(bytes.toString('latin1', 0, 8)).toBe('%PDF-1.7');
    const text = openStreams(bytes);
    for (const needed of [
      '/S /GTS_PDFA1',
      '/DestOutputProfile',
      '<pdfaid:part>3</pdfaid:part>',
      '<pdfaid:conformance>B</pdfaid:conformance>',
      '/AFRelationship /Alternative',
      '/Subtype /text#2Fxml',
      '/ID [',
    ])
      expect(text).toContain(needed);
    for (const forbidden of [
      '/JavaScript',
      '/Encrypt',
      '/SMask',
      '/CA ',
      '/ca ',
      '/Launch',
      '/LZWDecode',
      '/Helvetica',
    ])
      expect(text).not.toContain(forbidden);
    // Every font that is used is embedded.
    const fonts = text.match(/\/Type \/FontDescriptor/g) ?? [];
    expect(fonts.length).toBeGreaterThan(1);
    expect(text.match(/\/FontFile2/g)).toHaveLength(fonts.length);
    expect(text.match(/\/Subtype \/Type0/g)).toHaveLength(fonts.length);
  });

  test('is the same bytes every time, whatever the time', async () => {
    const { uuid } = shop.sell({ lines: [coffee] });
    const first = await shop.pdfOf(uuid);
    await shop.clock.advance(90_000_000);
    const options = {
      xml: shop.xmlOf(uuid),
      sale: shop.ledger.documents.get(uuid)?.sale,
      fileName: first.fileName.replace(/pdf$/, 'xml'),
      marks: ['training'] as const,
      facts: { cashier: 'Sami', payments: [{ means: 'cash', amount: 2_800 }] },
    };
    const second = await invoicePdf({ ...options, fonts: createFonts() });
    expect(second.equals(first.bytes)).toBe(true);
  });

  test('has a thousand lines on numbered pages, each under its head', async () => {
    const lines = Array.from({ length: 1000 }, (_, index) => ({ ...coffee, name: `صنف Item ${index + 1}` }));
    const { uuid } = shop.sell({ lines });
    const { bytes } = await shop.pdfOf(uuid);
    const pdf = await readPdf(bytes);
    expect(pdf.pages).toBeGreaterThan(20);
    const middle = await textOf(bytes, Math.ceil(pdf.pages / 2));
    expect(middle).toContain(asRead('Price with VAT'));
    expect(middle).toContain(asRead(`Page ${Math.ceil(pdf.pages / 2)} of ${pdf.pages}`));
    const all = (await Promise.all(lines.slice(0, pdf.pages).map((_, page) => pdf.texts(page + 1)))).flat();
    const numbered = all.filter((text) => /^Item \d+$/.test(text.trim()));
    expect(new Set(numbered).size).toBe(1000);
  });

  test('of an unknown document there is none', async () => {
    expect(await shop.receipts.pdf('0f8fad5b-d9cb-469f-a165-70867728950e')).toBeUndefined();
    expect(shop.receipts.html('0f8fad5b-d9cb-469f-a165-70867728950e', 'roll80')).toBeUndefined();
  });
});
