import {
  BarcodeFormat,
  BinaryBitmap,
  DecodeHintType,
  GlobalHistogramBinarizer,
  MultiFormatReader,
  RGBLuminanceSource,
} from '@zxing/library';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { labelPage } from '../../../main/document/paper/label-page.ts';
import { papers } from '../../../shared/contract/till/receipts.ts';
import { noShopLines } from '../../../shared/shop-lines.ts';
import { chromiumPath } from '../../renderer/harness/browser.ts';
import { connectBrowser } from '../../support/browser/shared-browser.ts';
import { buyer, openShop } from './shop.ts';

/*
 * Tests the codes of a receipt as a scanner sees them. The page is drawn with the black and white dots of a receipt
 * printer.
 */

/** The number of dots for each CSS pixel. Printers have eight dots to the millimetre. */
const dots = (8 * 25.4) / 96;

describe.skipIf(chromiumPath === undefined)('the printed codes', () => {
  let browser: Browser;
  let shop: ReturnType<typeof openShop>;
  beforeAll(async () => {
    shop = openShop();
    browser = await connectBrowser(inject('browser'));
  });
  afterAll(async () => {
    await browser.close();
    await shop.close();
  });

  /** Returns the text of the code in a part of the page. */
  async function scan(html: string, part: string, format: BarcodeFormat): Promise<string> {
    const page = await browser.newPage({
      viewport: { width: 800, height: 800 },
      deviceScaleFactor: dots,
    });
    await page.setContent(html);
    const shot = (await page.locator(part).screenshot()).toString('base64');
    const { width, height, pixels } = await page.evaluate(async (png) => {
      const image = new Image();
      image.src = `data:image/png;base64,${png}`;
      await image.decode();
      const canvas = document.createElement('canvas');
      canvas.width = image.width;
      canvas.height = image.height;
      const context = canvas.getContext('2d');
      if (context === null) throw new Error('no canvas');
      context.drawImage(image, 0, 0);
      const { data } = context.getImageData(0, 0, image.width, image.height);
      const grey = Array.from({ length: data.length / 4 }, (_, index) =>
        (data[4 * index] ?? 0) < 128 ? 0 : 255,
      );
      return { width: image.width, height: image.height, pixels: grey };
    }, shot);
    await page.close();
    const source = new RGBLuminanceSource(Uint8ClampedArray.from(pixels), width, height);
    const reader = new MultiFormatReader();
    const hints = new Map<DecodeHintType, unknown>([
      [DecodeHintType.POSSIBLE_FORMATS, [format]],
      [DecodeHintType.TRY_HARDER, true],
      // The image contains only the code, because this reader would mistake other patterns for its corners.
      ...(format === BarcodeFormat.QR_CODE ? [[DecodeHintType.PURE_BARCODE, true] as const] : []),
    ]);
    return reader.decode(new BinaryBitmap(new GlobalHistogramBinarizer(source)), hints).getText();
  }

  test.each(papers)('on %s are the document’s own QR and number', async (paper) => {
    const coffee = { name: 'قهوة | Coffee', quantity: 2, unitPrice: '14.00' };
    for (const sale of [{ lines: [coffee] }, { customer: 'business' as const, buyer, lines: [coffee] }]) {
      const { uuid, number, qr } = shop.sell(sale);
      const html = shop.receipts.html(uuid, paper, { shop: { ...noShopLines, footer: ['شكرًا'] } }) ?? '';
      expect(await scan(html, 'svg[aria-label^="QR"]', BarcodeFormat.QR_CODE)).toBe(qr);
      expect(await scan(html, 'svg.barcode', BarcodeFormat.CODE_128)).toBe(number);
    }
  });

  test.each([
    ['6281000000014', BarcodeFormat.EAN_13],
    ['96385074', BarcodeFormat.EAN_8],
    ['AB12-77', BarcodeFormat.CODE_128],
    // The last digit of this code is not a valid check digit.
    ['6281000000017', BarcodeFormat.CODE_128],
  ])('on labels are the article’s own code: %s', async (code, format) => {
    const article = { nameAr: 'قهوة عربية', nameEn: 'Arabic coffee', codes: [code], price: '14.5' };
    for (const paper of papers) {
      const html = labelPage([{ article, copies: 2 }], paper);
      expect(html.split('<section class="label">')).toHaveLength(3);
      for (const text of ['قهوة عربية', 'Arabic coffee', '14.50']) expect(html).toContain(text);
      expect(await scan(html, '.label:first-of-type svg.barcode', format), paper).toBe(code);
    }
  });
});
