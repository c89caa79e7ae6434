import { createServer } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { labelPapers } from '../../shared/contract/till/articles.ts';
import { type Paper, papers } from '../../shared/contract/till/receipts.ts';
import type { SaleInput } from '../../shared/sale/sale.ts';
import type { ShopLines } from '../../shared/shop-lines.ts';
import { openFakePrinter } from '../till/devices/fake-printer.ts';
import { corpusOf } from './keep.ts';
import { asText, firstDay, type Play, play } from './play.ts';
import { pageOf, pdfTextOf, withoutFonts } from './till-papers.ts';
import { buyer, coffee, dates, saleStories, shelf } from './till-sales.ts';

/* Papers of every size, and what the till's devices receive. */

const keep = corpusOf('till-devices');

const shop: ShopLines = {
  header: ['هاتف +966 11 234 5678', 'واتساب 055-123-4567'],
  footer: ['شكرا لزيارتكم', 'www.example.com'],
  returnPolicy: 'الاستبدال خلال 7 أيام، اتصل على 8001234567',
  branch: 'فرع العليا',
  till: 'صندوق 3',
  english: { header: ['Tel. +966 11 234 5678'], footer: ['Thank you'], branch: 'Olaya', till: 'Till 3' },
  riyalSign: 'arabic',
  shows: { itemCodes: true, lineVat: true },
};
const printed: readonly SaleInput[] = [
  { lines: [coffee, dates], discount: { percent: '10', reason: 'عرض | Offer' }, note: 'للطلب: 055-123-4567' },
  { customer: 'business', buyer, lines: [shelf, coffee], orderReference: 'PO-7' },
  { kind: 'creditNote', corrects: [{ number: 'T1-000001' }], reason: 'Broken', lines: [coffee] },
];

/** Sets the paper and the shop's lines. */
const setPaper = ({ ask }: Play, paper: Paper, lines: ShopLines = shop) =>
  ask('receipt.setSettings', { autoPrint: false, paper, shop: lines });

async function sell({ ask, terminal }: Play, sale: SaleInput): Promise<string> {
  const { uuid } = await ask('sale.issue', sale);
  await terminal.idle();
  return uuid;
}

test.each(papers)('receipts on %s', async (paper) => {
  const till = await play(`paper-${paper}`);
  await setPaper(till, paper);
  for (const [index, sale] of printed.entries()) {
    const uuid = await sell(till, sale);
    const page = pageOf(await till.ask('receipt.print', { uuid }));
    keep(`paper-${paper}/${index + 1}.html`, page);
    if (index === 0) keep(`paper-${paper}/copy.html`, pageOf(await till.ask('receipt.print', { uuid })));
  }
  keep(`paper-${paper}/sample.html`, withoutFonts((await till.ask('receipt.preview', { paper, shop })).html));
  keep(`paper-${paper}/test.html`, pageOf(await till.ask('receipt.printTest', { paper })));
});

test('the line of a card payment on each paper', async () => {
  const till = await play('card');
  const { ask, clock, id } = till;
  const none = { use: 'none', pin: 2 } as const;
  await ask('device.setSettings', { printer: { by: 'system' }, cut: true, drawer: none, card: 'simulator' });
  const sale: SaleInput = { saleId: id(), lines: [coffee], payments: [{ means: 'card', amount: '28' }] };
  const asking = ask('card.ask', { id: id(), amount: 28_00, of: { as: 'sale', sale } });
  await expect.poll(() => ask('card.ofSale', { sale: sale.saleId ?? '' })).toMatchObject({ payments: [{}] });
  keep('card/paid.json', asText(await within(asking, clock)));
  clock.sleep(Date.parse(`${firstDay}T10:05:00Z`) - clock.now());
  const uuid = await sell(till, sale);
  keep('card/detail.json', asText(await ask('invoice.get', { uuid })));
  for (const paper of papers) {
    await setPaper(till, paper);
    keep(`card/${paper}.html`, pageOf(await ask('receipt.print', { uuid })));
  }
});

/** Lets time pass until the work is done, which may take more or less of it. */
async function within<T>(work: Promise<T>, clock: Play['clock']): Promise<T> {
  let isDone = false;
  const done = work.finally(() => {
    isDone = true;
  });
  for (let steps = 0; !isDone && steps < 100; steps += 1) await clock.advance(500);
  return done;
}

test('PDFs of documents', async () => {
  const till = await play('pdf');
  await setPaper(till, 'a4');
  const chosen = ['all-rates', 'telephone-numbers', 'hundred-lines'].map((name) => saleStories[name]?.[0]);
  const sales = [...printed, ...chosen.filter((sale) => sale !== undefined)];
  for (const [index, sale] of sales.entries()) {
    const pdf = await till.ask('receipt.pdf', { uuid: await sell(till, sale) });
    keep(`pdf/${index + 1}.txt`, `${pdf.fileName}\n${await pdfTextOf(pdf)}`);
  }
});

test('labels of articles', async () => {
  const { ask } = await play('labels');
  const article = { nameAr: 'قهوة عربية', nameEn: 'Arabic coffee', codes: ['6281000000007'], price: '14.00' };
  const { id } = await ask('article.save', { article });
  const { id: other } = await ask('article.save', {
    article: { nameAr: 'تمر سكري', codes: ['10023'], price: '38', unit: 'KGM' },
  });
  const labels = [
    { id, copies: 3 },
    { id: other, copies: 1 },
  ];
  for (const paper of labelPapers)
    keep(`labels/${paper}.html`, pageOf(await ask('article.printLabels', { labels, paper })));
});

/** A picture of some rows: a frame with a diagonal in it. */
function picture(width: number) {
  const height = 40;
  const isBlack = (x: number, y: number) =>
    x === 0 || y === 0 || x === width - 1 || y === height - 1 || x === y;
  const bgra = new Uint8Array(4 * width * height).fill(255);
  for (let dot = 0; dot < width * height; dot += 1)
    if (isBlack(dot % width, Math.floor(dot / width))) bgra.fill(0, 4 * dot, 4 * dot + 3);
  return { width, height, bgra };
}

test('bytes for a receipt printer and its drawer', async () => {
  const pages: string[] = [];
  const till = await play('printer', {
    printer: { list: async () => [], print: () => Promise.reject(new Error('the system’s printer')) },
    drawPage: async (html, dots) => {
      pages.push(withoutFonts(html));
      return [picture(dots)];
    },
  });
  const printer = await openFakePrinter();
  const { ask } = till;
  const drawer = { use: 'withCash', pin: 5 } as const;
  await ask('device.setSettings', { printer: printer.connection, cut: true, drawer, card: 'none' });
  for (const paper of ['roll80', 'roll58'] as const) {
    await setPaper(till, paper);
    await ask('receipt.print', {
      uuid: await sell(till, { lines: [coffee], payments: [{ means: 'card' }] }),
    });
  }
  await ask('drawer.open', { reason: 'فكة | Change' });
  await expect.poll(() => printer.kicks).toHaveLength(1);
  keep('printer/pages.html', pages.join('\n'));
  keep('printer/done.json', asText({ done: printer.done, kicks: printer.kicks }));
  keep('printer/bytes.bin', printer.received());
});

/** Opens a device on a socket, which keeps the bytes of each connection. */
async function openDevice() {
  const received: string[] = [];
  const server = createServer((socket) => {
    const bytes: Buffer[] = [];
    socket.on('error', () => undefined);
    socket.on('data', (chunk) => bytes.push(chunk));
    socket.on('end', () => received.push(Buffer.concat(bytes).toString('latin1')));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));
  onTestFinished(() => new Promise<void>((resolve) => server.close(() => resolve())));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return { received, connection: { by: 'network', host: '127.0.0.1', port: address.port } as const };
}

test('bytes for a customer display', async () => {
  const till = await play('display');
  const { received, connection } = await openDevice();
  const words = { welcome: 'WELCOME', item: 'ITEM', total: 'TOTAL', change: 'CHANGE' };
  await till.ask('device.setSettings', {
    printer: { by: 'system' },
    cut: true,
    drawer: { use: 'none', pin: 2 },
    card: 'none',
    display: { connection, words },
  });
  const shown = async (bytes: string) => {
    await expect.poll(() => received.at(-1)).toContain(bytes);
    keep(`display/${bytes}.bin`, received.at(-1) ?? '');
  };
  await till.ask('display.show', {
    what: 'item',
    name: 'قهوة عربية | Arabic coffee',
    amount: 28_00,
    total: 43_53,
  });
  await shown('Arabic coffee');
  await till.ask('display.show', { what: 'item', name: 'قهوة', amount: 1_00, total: 1_00 });
  await shown('ITEM');
  await till.ask('display.show', { what: 'total', total: 1_234_56 });
  await shown('1234.56');
  await till.ask('sale.issue', {
    lines: [coffee],
    payments: [{ means: 'cash', amount: '28', tendered: '50' }],
  });
  await shown('CHANGE');
});
