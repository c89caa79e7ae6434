import { afterAll, beforeAll, expect, test } from 'vitest';
import { createReceiptHandlers } from '../../main/receipt/handlers.ts';
import type { ReceiptPrinter } from '../../main/receipt/printer.ts';
import { receipts as contract } from '../../shared/contract/receipts.ts';
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
  return createReceiptHandlers({
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
  expect(answer.html).not.toMatch(/<script|https?:|src="|href=/);
  // A code of at least 42 mm, white around it included.
  const [, side = '0'] = /<svg[^>]*style="width:([\d.]+)mm"/.exec(answer.html) ?? [];
  expect(Number(side)).toBeGreaterThanOrEqual(42);
});

test('a terminal with printers prints on the chosen one, and says what went wrong as a value', async () => {
  const printed: (string | undefined)[] = [];
  const printer: ReceiptPrinter = {
    list: async () => ['Roll', 'Office'],
    print: async (html, name) => {
      if (name === 'Office') fail('print-failed', { detail: { why: 'out of paper' } });
      if (html.includes('<svg')) printed.push(name);
    },
  };
  const handlers = open(printer);
  const { uuid } = shop.sell({ lines: [coffee] });
  expect(await handlers['receipt.settings']()).toEqual({ autoPrint: false, printers: ['Roll', 'Office'] });
  expect(await handlers['receipt.print']({ uuid })).toEqual({ by: 'terminal' });
  handlers['receipt.setSettings']({ autoPrint: true, printer: 'Roll' }, manager);
  await handlers['receipt.print']({ uuid });
  expect(printed).toEqual([undefined, 'Roll']);
  expect(await handlers['receipt.settings']()).toMatchObject({ autoPrint: true, printer: 'Roll' });
  expect(shop.ledger.audit.list({ limit: 1 })[0]).toMatchObject({ actor: 'Sara', action: 'receipts-set' });
  handlers['receipt.setSettings']({ autoPrint: true, printer: 'Office' }, manager);
  await expect(handlers['receipt.print']({ uuid })).rejects.toMatchObject({
    failure: { code: 'print-failed', detail: { why: 'out of paper' } },
  });
});
