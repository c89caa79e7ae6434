import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { systemClock } from '../../../main/base/platform/clock.ts';
import { createLines } from '../../../main/till/devices/line/open-line.ts';
import { createTillPrinter } from '../../../main/till/devices/till-printer.ts';
import { papers } from '../../../shared/contract/till/receipts.ts';
import { noShopLines } from '../../../shared/shop-lines.ts';
import { openShop } from '../../document/paper/shop.ts';
import { chromiumPath } from '../../renderer/harness/browser.ts';
import { connectBrowser } from '../../support/browser/shared-browser.ts';
import { oneIn } from '../../support/run/effort.ts';
import { drawInBrowser } from './draw-in-browser.ts';
import { answeringPrinters, openFakePrinter } from './fake-printer.ts';
import { moduleSides, readCode128, readQr, writePicture } from './read-printout.ts';

/* Tests a receipt that is printed from the ledger on a network printer. */

describe.skipIf(chromiumPath === undefined)('a receipt on paper', () => {
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

  test.each(oneIn(papers.length, papers))(
    '%s has the document’s own QR on whole dots, and its number',
    async (paper) => {
      const lines = [
        { name: 'قهوة عربية بالهيل | Arabic coffee', quantity: 2, unitPrice: '14.00' },
        { name: 'تمر سكري | Dates', quantity: '0.345', unit: 'KGM', unitPrice: '45.00' },
      ];
      const { uuid, number, qr } = shop.sell({ lines });
      const html = shop.receipts.html(uuid, paper, { shop: { ...noShopLines, footer: ['شكرًا'] } }) ?? '';
      const { connection, done, printout } = await openFakePrinter();
      const till = createTillPrinter({
        system: undefined,
        draw: drawInBrowser(browser),
        devices() {
          throw new Error('not asked');
        },
        openLine: createLines(systemClock),
        clock: systemClock,
        answering: answeringPrinters(),
      });
      await till.printOn(connection, html, { paper, cut: true });
      expect(done.filter((what) => what.startsWith('unknown') || what === 'kick')).toEqual([]);
      expect(done.filter((what) => what.startsWith('cut'))).toEqual(['cut 66 0']);
      const paperOut = printout();
      expect(paperOut.width).toBe(paper === 'roll58' ? 384 : 576);
      if (process.env.KHATM_PICTURES) writePicture(paperOut, `${process.env.KHATM_PICTURES}/${paper}.pgm`);
      expect(readQr(paperOut)).toBe(qr);
      expect(moduleSides(paperOut).size).toBe(1);
      expect(readCode128(paperOut)).toBe(number);
    },
  );
});
