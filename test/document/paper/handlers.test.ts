import { afterAll, beforeAll, expect, test } from 'vitest';
import { receiptCommands } from '../../../main/app/commands/till/receipts.ts';
import { trainingCompany } from '../../../main/app/environment/credentials/training.ts';
import type { PrintOptions, ReceiptPrinter } from '../../../main/document/paper/printer.ts';
import { authorityProfile } from '../../../main/gateway/profile.ts';
import { createPaper } from '../../../main/till/devices/paper.ts';
import { createApprovals } from '../../../main/till/people/approvals.ts';
import { receipts as contract, papers } from '../../../shared/contract/till/receipts.ts';
import { fail } from '../../../shared/failure.ts';
import { noShopLines, type ShopLines, shopPartNames } from '../../../shared/shop-lines.ts';
import { ownPrintersSetting } from '../../../shared/stored/settings/terminal.ts';
import { failing } from '../../books/ledger/support.ts';
import { actualTexts } from './read-pdf.ts';
import { buyer, openShop } from './shop.ts';

let shop: ReturnType<typeof openShop>;
beforeAll(() => {
  shop = openShop();
});
afterAll(() => shop.close());

const coffee = { name: 'قهوة <عربية> & "تمر"', quantity: 2, unitPrice: '14.00' };
const manager = { name: 'Sara', role: 'manager' } as const;
const cashier = { name: 'سالم', role: 'cashier' } as const;

function open(printer?: ReceiptPrinter) {
  const { ledger, receipts, clock } = shop;
  const { settings } = ledger;
  return receiptCommands({
    environment: { ledger, receipts },
    terminal: { settings, clock, devices: { printer } },
    till: {
      agreements: { approvals: createApprovals(clock, () => true), limits: () => ({ asks: [] }) },
      paper: createPaper({ settings, printer }),
    },
  });
}

test('a PDF goes out as the contract says', async () => {
  const { uuid } = shop.sell({ lines: [coffee] });
  const answer = contract['receipt.pdf'].output.parse(await open()['receipt.pdf']({ uuid }));
  expect(Buffer.from(answer.base64, 'base64').toString('latin1', 0, 5)).toBe('%PDF-');
});

test('a terminal without printers gives the page: complete in itself, texts as texts, nothing that runs', async () => {
  const { uuid, number } = shop.sell({ lines: [coffee] });
  const answer = contract['receipt.print'].output.parse(await open()['receipt.print']({ uuid }, cashier));
  if (answer.by !== 'page') throw new Error('no page');
  expect(answer.html).toContain('قهوة &#60;عربية&#62; &#38; &#34;تمر&#34;');
  expect(answer.html).toContain(number);
  expect(answer.html).toContain('فاتورة ضريبية مبسطة');
  // The price includes VAT, as on the shelf.
  expect(answer.html).toContain('<bdi dir="ltr">2</bdi> × <bdi dir="ltr">14.00</bdi>');
  expect(answer.html).not.toMatch(/<script|https?:|src="|href=/);
  // The code is at least 30 mm wide, including the white border.
  const [, side = '0'] = /<svg[^>]*style="width:([\d.]+)mm"/.exec(answer.html) ?? [];
  expect(Number(side)).toBeGreaterThanOrEqual(30);
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
  expect(handlers['receipt.settings']()).toEqual({
    autoPrint: false,
    paper: 'roll80',
    shop: noShopLines,
    handOver: { rule: 'afterPatience', sources: authorityProfile.handOver.sources },
    by: 'terminal',
  });
  expect(await handlers['receipt.printers']()).toEqual({ printers: await printer.list() });
  expect(await handlers['receipt.print']({ uuid }, cashier)).toEqual({ by: 'terminal' });
  handlers['receipt.setSettings']({ autoPrint: true, printer: 'Roll', paper: 'roll58' }, manager);
  await handlers['receipt.print']({ uuid }, cashier);
  // A test print changes no settings.
  expect(await handlers['receipt.printTest']({ paper: 'a4' })).toEqual({ by: 'terminal' });
  expect(handlers['receipt.settings']()).toMatchObject({ autoPrint: true, printer: 'Roll', paper: 'roll58' });
  expect(printed).toEqual([
    { printer: undefined, paper: 'roll80' },
    { printer: 'Roll', paper: 'roll58' },
    { printer: undefined, paper: 'a4' },
  ]);
  expect(shop.ledger.audit.list({ limit: 3 })).toMatchObject([
    { actor: cashier.name, action: 'receipt-printed', detail: { uuid, copy: true } },
    { actor: cashier.name, action: 'print-asked', detail: { copy: true } },
    { actor: 'Sara', action: 'receipts-set' },
  ]);
  await expect(handlers['receipt.printTest']({ printer: 'Office', paper: 'a4' })).rejects.toMatchObject({
    failure: { code: 'print-failed', detail: { why: 'out of paper' } },
  });
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

const copyMark = '<p class="mark">نسخة';
const isCopy = (html: string) => html.includes(copyMark);

/** Prints through a terminal without printers. @returns true if the page is marked as a copy */
async function printedAsCopy(uuid: string): Promise<boolean> {
  const answer = await open()['receipt.print']({ uuid }, cashier);
  return answer.by === 'page' && isCopy(answer.html);
}

test('the first print is the original, every further one a copy, whoever prints and after any restart', async () => {
  const first = shop.sell({ lines: [coffee] });
  const second = shop.sell({ lines: [coffee] });
  expect(await printedAsCopy(first.uuid)).toBe(false);
  expect(await printedAsCopy(first.uuid)).toBe(true);
  expect(await printedAsCopy(second.uuid)).toBe(false);
  await shop.clock.advance(40 * 24 * 3_600_000);
  for (let line = 0; line < 50; line += 1)
    shop.ledger.audit.write({ at: shop.clock.now(), actor: 'Sara', action: 'signed-in' });
  expect(await printedAsCopy(first.uuid)).toBe(true);
  const [last] = shop.ledger.audit.list({ limit: 1 });
  expect(last).toMatchObject({
    actor: cashier.name,
    action: 'receipt-printed',
    detail: { uuid: first.uuid, number: first.number, form: 'issued', copy: true },
  });
});

test('a print that fails leaves the next one the original; of two at once one is a copy', async () => {
  const printed: boolean[] = [];
  let works = false;
  const handlers = open({
    list: async () => [],
    print: async (html) => {
      if (!works) fail('print-failed', { detail: { why: 'out of paper' } });
      printed.push(isCopy(html));
    },
  });
  const { uuid } = shop.sell({ lines: [coffee] });
  await expect(handlers['receipt.print']({ uuid }, cashier)).rejects.toThrow();
  works = true;
  await Promise.all([
    handlers['receipt.print']({ uuid }, cashier),
    handlers['receipt.print']({ uuid }, cashier),
  ]);
  expect(printed).toEqual([false, true]);
});

test('a print that nobody asked for is the first one, or none; a copy is counted where a person asked for it', async () => {
  const printed: boolean[] = [];
  const handlers = open({
    list: async () => [],
    print: async (html) => void printed.push(isCopy(html)),
  });
  const { uuid } = shop.sell({ lines: [coffee] });
  const isFirst = true;
  for (const input of [{ uuid, isFirst }, { uuid, isFirst }, { uuid }, { uuid, isFirst }] as const)
    expect(await handlers['receipt.print'](input, cashier)).toEqual({ by: 'terminal' });
  expect(printed).toEqual([false, true]);
  expect(shop.ledger.tillActions.prints(uuid).map(({ detail }) => detail)).toMatchObject([
    { copy: false },
    { copy: true },
  ]);
});

test('a program that ends during a print leaves no second original, and tells of none', async () => {
  const { uuid } = shop.sell({ lines: [coffee] });
  const hanging = open({ list: async () => [], print: () => new Promise(() => undefined) });
  void hanging['receipt.print']({ uuid }, cashier);
  // The next program knows only the ledger.
  expect(await printedAsCopy(uuid)).toBe(true);
  const lines = shop.ledger.audit.list({ limit: 3 }).map(({ action }) => action);
  expect(lines).toEqual(['receipt-printed', 'print-asked', 'print-asked']);
});

/** One PNG is an opaque pixel, and the other has transparency. */
const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGP4DwABAQEAsTj2FAAAAABJRU5ErkJggg==';
const clear =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

const lines: ShopLines = {
  header: ['فرع العليا | Olaya', 'هاتف 011 <0000>'],
  footer: ['نراكم قريبًا'],
  returnPolicy: 'الاستبدال خلال 7 أيام مع الفاتورة',
  branch: 'العليا',
  till: 'الصندوق 2',
  english: {
    header: ['Northern gate'],
    footer: ['See you soon'],
    returnPolicy: 'Exchange within 7 days with the invoice',
    branch: 'Olaya',
  },
  logo: png,
  riyalSign: 'latin',
};

test('the shop’s own lines are kept, printed on every paper, and go into the PDF', async () => {
  const handlers = open();
  handlers['receipt.setSettings']({ autoPrint: false, paper: 'roll58', shop: lines }, manager);
  expect(contract['receipt.settings'].output.parse(handlers['receipt.settings']()).shop).toEqual(lines);
  const [line] = shop.ledger.audit.list({ limit: 1 });
  expect(JSON.stringify(line?.detail)).not.toContain(png);
  const { uuid, number } = shop.sell({ lines: [coffee] });
  const answer = await handlers['receipt.print']({ uuid }, cashier);
  if (answer.by !== 'page') throw new Error('no page');
  for (const text of [
    'فرع العليا | Olaya',
    'هاتف 011 &#60;0000&#62;',
    'نراكم قريبًا',
    'الاستبدال خلال 7 أيام مع الفاتورة',
    'الصندوق 2',
    'العليا | Olaya',
    'Northern gate',
    'See you soon',
    'Exchange within 7 days with the invoice',
    `src="data:image/png;base64,${png}"`,
    // This is the registration number of the company.
    '1010010000',
    `aria-label="${number}"`,
    '<bdi>SAR</bdi> 28.00',
  ])
    expect(answer.html).toContain(text);
  const { base64 } = await handlers['receipt.pdf']({ uuid });
  const copied = actualTexts(Buffer.from(base64, 'base64')).join(' ');
  for (const text of ['فرع العليا | Olaya', 'نراكم قريبًا', 'الصندوق 2', 'العليا | Olaya'])
    expect(copied).toContain(text);

  // A command without lines leaves the stored ones unchanged.
  handlers['receipt.setSettings']({ autoPrint: true, paper: 'roll58' }, manager);
  expect(handlers['receipt.settings']()).toMatchObject({ autoPrint: true, shop: lines });
  handlers['receipt.setSettings']({ autoPrint: false, paper: 'roll80', shop: noShopLines }, manager);
});

test('the riyal sign is to the left of the amount, or letters are where the shop wants them', async () => {
  const { uuid } = shop.sell({ lines: [coffee] });
  const shown = (riyalSign: ShopLines['riyalSign']) => {
    const html = shop.receipts.html(uuid, 'roll80', { shop: { ...noShopLines, riyalSign } }) ?? '';
    return /<tr class="payable">.*?<bdi dir="ltr">(.*?)<\/bdi><\/td>/s.exec(html)?.[1] ?? '';
  };
  expect(shown('sign')).toMatch(/^<svg class="riyal"[^>]*aria-label="SAR".*<\/svg> 28\.00$/s);
  expect(shown('arabic')).toBe('<bdi>ر.س</bdi> 28.00');
  expect(shown('latin')).toBe('<bdi>SAR</bdi> 28.00');
});

test('a logo that cannot be printed is refused by its field, and nothing is kept', () => {
  const handlers = open();
  for (const logo of [clear, 'AAAA', Buffer.from('<svg/>').toString('base64')]) {
    const set = () =>
      handlers['receipt.setSettings']({ autoPrint: true, paper: 'a4', shop: { ...lines, logo } }, manager);
    expect(set).toThrow(expect.objectContaining({ failure: expect.objectContaining({ code: 'bad-input' }) }));
  }
  expect(handlers['receipt.settings']()).toMatchObject({ paper: 'roll80', shop: noShopLines });
  const tooLarge = { autoPrint: true, paper: 'a4', shop: { ...lines, logo: png.repeat(2000) } };
  expect(contract['receipt.setSettings'].input.safeParse(tooLarge).success).toBe(false);
});

test.each(papers)(
  'a sample receipt on %s shows the lines before they are kept, and says what it is',
  (paper) => {
    const { html } = open()['receipt.preview']({ paper, shop: lines });
    for (const text of ['Sample: not a tax invoice', 'نراكم قريبًا', 'T1-000000', '45.00'])
      expect(html).toContain(text);
    expect(html).not.toMatch(/<script|https?:|href=/);
  },
);

test('an invoice for a business comes out of its own printer, a receipt does not', async () => {
  const printed: PrintOptions[] = [];
  const handlers = open({
    list: async () => [],
    print: async (_, { paper, printer, ownPrinter }) => void printed.push({ paper, printer, ownPrinter }),
  });
  const ownPrinter = { printer: { by: 'system' as const }, name: 'Office', paper: 'a4' as const, cut: false };
  shop.ledger.settings.write(ownPrintersSetting, { invoices: ownPrinter });
  const invoice = shop.sell({ customer: 'business', lines: [coffee], buyer });
  const receipt = shop.sell({ lines: [coffee] });
  await handlers['receipt.print']({ uuid: invoice.uuid }, cashier);
  await handlers['receipt.print']({ uuid: receipt.uuid }, cashier);
  shop.ledger.settings.write(ownPrintersSetting, {});
  await handlers['receipt.print']({ uuid: invoice.uuid }, cashier);
  expect(printed).toEqual([
    { paper: 'a4', printer: 'Office', ownPrinter },
    { paper: 'roll80', printer: undefined, ownPrinter: undefined },
    { paper: 'roll80', printer: undefined, ownPrinter: undefined },
  ]);
});

test.each([
  ...(['printer-gone', 'printer-no-paper', 'printer-cover-open', 'print-cut-off', 'print-failed'] as const),
])('a receipt whose printer fails with %s comes out of the spare one as the original', async (code) => {
  const printed: PrintOptions[] = [];
  const handlers = open({
    list: async () => [],
    print: async (html, options) => {
      if (options.ownPrinter === undefined) fail(code);
      expect(isCopy(html)).toBe(false);
      printed.push(options);
    },
  });
  const { uuid } = shop.sell({ lines: [coffee] });
  const print = async () => handlers['receipt.print']({ uuid }, cashier);
  await expect(print()).rejects.toEqual(failing(code));
  const spare = { printer: { by: 'system' as const }, name: 'Office', paper: 'a4' as const, cut: false };
  shop.ledger.settings.write(ownPrintersSetting, { spare });
  expect(await print()).toEqual({ by: 'terminal', spare: true });
  expect(printed).toEqual([{ paper: 'a4', printer: 'Office', ownPrinter: spare }]);
  const lines = shop.ledger.audit.list({ limit: 4 }).map(({ action }) => action);
  expect(lines).toEqual(['receipt-printed', 'print-asked', 'print-failed', 'print-asked']);
  shop.ledger.settings.write(ownPrintersSetting, {});
});

test('a shop says what is on its receipt, and what an invoice must state stays', () => {
  const { uuid } = shop.sell({ lines: [{ ...coffee, barcode: '6281000000014' }] });
  const set: ShopLines = { ...noShopLines, branch: 'Olaya', till: 'Till 7', returnPolicy: 'Two weeks' };
  const page = (lines: ShopLines) => shop.receipts.html(uuid, 'roll80', { shop: lines }) ?? '';
  const shopLines = ['Olaya', 'Till 7', 'Two weeks', 'class="barcode"', 'شكرًا'];
  const usual = page(set);
  for (const part of shopLines) expect(usual).toContain(part);
  expect(usual).not.toContain('6281000000014');
  const none = Object.fromEntries(shopPartNames.map((part) => [part, false]));
  const bare = page({ ...set, shows: none });
  for (const part of shopLines) expect(bare).not.toContain(part);
  for (const part of [trainingCompany.vatNumber, 'aria-label="QR', 'class="payable"', 'class="vat"'])
    expect(bare).toContain(part);
  const full = page({ ...set, shows: { itemCodes: true, lineVat: true } });
  expect(full).toContain('6281000000014');
  expect(full).toContain('· <bdi dir="ltr">15%</bdi>');
});
