import { afterAll, beforeAll, expect, test } from 'vitest';
import * as z from 'zod';
import { receiptCommands } from '../../main/commands/receipts.ts';
import { settingKey } from '../../main/platform/settings.ts';
import type { PrintOptions, ReceiptPrinter } from '../../main/receipt/printer.ts';
import { receipts as contract, papers } from '../../shared/contract/receipts.ts';
import { fail } from '../../shared/failure.ts';
import { openShop } from './shop.ts';

let shop: ReturnType<typeof openShop>;
beforeAll(() => {
  shop = openShop();
});
afterAll(() => shop.close());

const coffee = { name: 'قهوة <عربية> & "تمر"', quantity: 2, unitPrice: '14.00' };
const manager = { name: 'Sara' };

function open(printer?: ReceiptPrinter) {
  const { ledger, receipts, clock } = shop;
  return receiptCommands({
    receipts,
    settings: ledger.settings,
    printer,
    audit: ledger.audit,
    now: () => clock.now(),
  });
}

test('a PDF goes out as the contract says', async () => {
  const { uuid } = shop.sell({ lines: [coffee] });
  const answer = contract['receipt.pdf'].output.parse(await open()['receipt.pdf']({ uuid }));
  expect(Buffer.from(answer.base64, 'base64').toString('latin1', 0, 5)).toBe('%PDF-');
});

test('a terminal without printers gives the page: complete in itself, texts as texts, nothing that runs', async () => {
  const { uuid, number } = shop.sell({ lines: [coffee] });
  const answer = contract['receipt.print'].output.parse(await open()['receipt.print']({ uuid }));
  if (answer.by !== 'page') throw new Error('no page');
  expect(answer.html).toContain('قهوة &lt;عربية&gt; &amp; &quot;تمر&quot;');
  expect(answer.html).toContain(number);
  expect(answer.html).toContain('فاتورة ضريبية مبسطة');
  // The price includes VAT, as on the shelf.
  expect(answer.html).toContain('<bdi dir="ltr">2</bdi> × <bdi dir="ltr">14.00</bdi>');
  expect(answer.html).not.toMatch(/<script|https?:|src="|href=/);
  // The code is at least 42 mm wide, including the white border.
  const [, side = '0'] = /<svg[^>]*style="width:([\d.]+)mm"/.exec(answer.html) ?? [];
  expect(Number(side)).toBeGreaterThanOrEqual(42);
});

test('a terminal with printers prints on the chosen one and the chosen paper, and says what went wrong as a value', async () => {
  const printed: PrintOptions[] = [];
  const printer: ReceiptPrinter = {
    list: async () => [
      { name: 'Roll', label: 'Roll at the till' },
      { name: 'Office', label: 'Office' },
    ],
    print: async (html, options) => {
      if (options.printer === 'Office') fail('print-failed', { detail: { why: 'out of paper' } });
      expect(html).toContain('<svg');
      printed.push({ printer: options.printer, paper: options.paper });
    },
  };
  const handlers = open(printer);
  const { uuid } = shop.sell({ lines: [coffee] });
  expect(handlers['receipt.settings']()).toEqual({ autoPrint: false, paper: 'roll80', by: 'terminal' });
  expect(await handlers['receipt.printers']()).toEqual({ printers: await printer.list() });
  expect(await handlers['receipt.print']({ uuid })).toEqual({ by: 'terminal' });
  handlers['receipt.setSettings']({ autoPrint: true, printer: 'Roll', paper: 'roll58' }, manager);
  await handlers['receipt.print']({ uuid });
  // A test print changes no settings.
  expect(await handlers['receipt.printTest']({ paper: 'a4' })).toEqual({ by: 'terminal' });
  expect(handlers['receipt.settings']()).toMatchObject({ autoPrint: true, printer: 'Roll', paper: 'roll58' });
  expect(printed).toEqual([
    { printer: undefined, paper: 'roll80' },
    { printer: 'Roll', paper: 'roll58' },
    { printer: undefined, paper: 'a4' },
  ]);
  expect(shop.ledger.audit.list({ limit: 1 })[0]).toMatchObject({ actor: 'Sara', action: 'receipts-set' });
  await expect(handlers['receipt.printTest']({ printer: 'Office', paper: 'a4' })).rejects.toMatchObject({
    failure: { code: 'print-failed', detail: { why: 'out of paper' } },
  });
});

test('what was chosen before there was a choice of paper still holds', () => {
  shop.ledger.settings.write(settingKey('receipts', z.unknown()), { autoPrint: true, printer: 'Roll' });
  const answer = contract['receipt.settings'].output.parse(open()['receipt.settings']());
  expect(answer).toEqual({ autoPrint: true, printer: 'Roll', paper: 'roll80', by: 'page' });
});

test.each(papers)(
  'a test page for %s: complete in itself, as wide as the paper, nothing that runs',
  async (paper) => {
    const answer = contract['receipt.printTest'].output.parse(await open()['receipt.printTest']({ paper }));
    if (answer.by !== 'page') throw new Error('no page');
    expect(answer.html).toContain('2026-11-20 13:00:00');
    expect(answer.html).toContain(
      paper === 'roll58' ? 'size: 58mm auto' : paper === 'a4' ? 'size: A4' : 'size: 80mm',
    );
    expect(answer.html).not.toMatch(/<script|https?:|src="|href=/);
  },
);
