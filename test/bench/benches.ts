import type { Lines } from './measure.ts';

/* The benches, each with the aims that it checks. The first one is played if none is named. */

export interface Bench {
  readonly name: string;
  readonly what: string;
  /** The bounds of its lines; `each` is that of all others. A line without a bound is there for comparison. */
  readonly aims: Lines;
  load(): Promise<{ run(): Lines | Promise<Lines> }>;
}

const floor = '÷ a signature, a hash and a commit';
const node = 'processor of Node for a document, ms';
const postgres = 'processor of PostgreSQL for a document, ms';
const memory = 'memory of the office at most, MiB';

export const benches: readonly Bench[] = [
  {
    name: 'sale',
    what: 'a sale, from JSON to the committed document with its QR',
    aims: {
      [`5 lines ${floor}`]: { p50: 1.9 },
      [`100 lines ${floor}`]: { p50: 3.0 },
      [`5 lines, 100,000 documents in the ledger ${floor}`]: { p50: 1.9 },
    },
    load: () => import('./sale.ts'),
  },
  {
    name: 'drain',
    what: 'sending 10,000 waiting documents, each answered after 50 ms, while the till sells',
    aims: {
      'sent a second, % of what the calls at once allow': { rate: 90 },
      'a sale while sending ÷ a sale while idle': { p50: 1.2 },
      'memory while sending at most ÷ at first': { total: 1.1 },
    },
    load: () => import('./drain.ts'),
  },
  {
    name: 'returns',
    what: 'the tenth note on a sale of a hundred lines',
    aims: {
      'showing what is left before the tenth note, ms': { p99: 5 },
      'making the tenth note, ms': { p99: 5 },
      'issuing the tenth note, ms': { p99: 5 },
    },
    load: () => import('./returns.ts'),
  },
  {
    name: 'storage',
    what: 'bytes of a document of five lines in the file, by table and index',
    aims: { 'the file, bytes a document': { total: 3_000 } },
    load: () => import('./storage.ts'),
  },
  {
    name: 'million',
    what: 'opening, list, searches and counts of a ledger of 1,000,000 documents, ms',
    aims: { each: { p50: 50 } },
    load: () => import('./large/million.ts'),
  },
  {
    name: 'catalogue',
    what: 'codes, searches and lists with 50,000 articles, ms',
    aims: { each: { p50: 20 } },
    load: () => import('./catalogue.ts'),
  },
  {
    name: 'quarter',
    what: 'a manager’s pages with a quarter of 200,000 documents: their figures, and processor ms',
    aims: { 'figures that differ from the XML': { total: 0 }, each: { p50: 50 } },
    load: () => import('./large/quarter.ts'),
  },
  {
    name: 'paint',
    what: 'the same pages in Chromium, from the press to the last paint, ms',
    aims: { each: { p50: 200 } },
    load: () => import('./paint.ts'),
  },
  {
    name: 'start',
    what: 'a start in Electron, ms; needs a display',
    aims: { 'until a cashier can type, above a bare window': { p50: 600 } },
    load: () => import('./start.ts'),
  },
  {
    name: 'screen',
    what: 'a key in a price on the sale screen to its frame, ms',
    aims: Object.fromEntries([5, 30, 60].map((lines) => [`${lines} lines in the basket`, { p95: 30 }])),
    load: () => import('./screen.ts'),
  },
  {
    name: 'scan',
    what: 'a scan to the frame with its line, with 50,000 articles, ms',
    aims: { each: { p50: 50, p95: 80 } },
    load: () => import('./scan.ts'),
  },
  {
    name: 'pay',
    what: 'F9 on Pay to the frame with the QR code, ms',
    aims: { 'F9 to the QR code': { p95: 80 } },
    load: () => import('./pay.ts'),
  },
  {
    name: 'api',
    what: '`POST /v2/invoices` at 500 a minute beside a selling till, then a day of 5,000 documents',
    aims: {
      'POST ÷ a direct issue': { p99: 3 },
      'the day as rows, s': { total: 5 },
      'the day as rows, calls': { total: 60 },
      'the day as CSV, s': { total: 5 },
    },
    load: () => import('./api.ts'),
  },
  {
    name: 'receiver',
    what: 'a receiver of webhooks at 200 events a second, ms',
    aims: { 'an event': { p99: 20 } },
    load: () => import('./receiver.ts'),
  },
  {
    name: 'from',
    what: '`khatm issue --from` with 500 sales, without opening and closing',
    aims: { 'processor for a sale ÷ a direct issue': { total: 1.5 } },
    load: () => import('./from.ts'),
  },
  {
    name: 'feed',
    what: 'a sale beside the feed to a head office ÷ a sale without one',
    aims: { each: { p50: 1.05, p99: 1.2 } },
    load: () => import('./office/feed.ts'),
  },
  {
    name: 'office-list',
    what: 'a head office’s list of 5,000 tills in Chromium, ms',
    aims: { 'the address to rows': { p50: 1000 }, 'a letter of the search to its rows': { p50: 100 } },
    load: () => import('./office/office-list.ts'),
  },
  {
    name: 'office-storage',
    what: 'what a head office stores for a document of five lines with its answers, by table and index, bytes',
    aims: { 'all tables and indexes, bytes a document': { total: 2_200 } },
    load: () => import('./office/office-storage.ts'),
  },
  {
    name: 'office-check',
    what: 'a head office’s check of 1,000,000 documents, which finds 70 planted faults and nothing else',
    aims: { 'processor of PostgreSQL, s': { total: 10 } },
    load: () => import('./office/office-check.ts'),
  },
  {
    name: 'vat',
    what: 'the VAT of a quarter of 10,000,000 documents of 700 tills, each sum as in the documents',
    aims: { 'processor of PostgreSQL, ms': { total: 300 } },
    load: () => import('./vat.ts'),
  },
  {
    name: 'office-400',
    what: '400 tills that come back within a minute with 7,200 documents; none is lost or doubled',
    aims: { [node]: { total: 0.9 }, [postgres]: { total: 0.1 } },
    load: async () => (await import('./office/office-tills.ts')).comeBack({ tills: 400, documents: 7_200 }),
  },
  {
    name: 'office-5000',
    what: '5,000 tills that come back within a minute with 90,000 documents; none is lost or doubled',
    aims: { [node]: { total: 0.9 }, [postgres]: { total: 0.1 }, [memory]: { total: 600 } },
    load: async () =>
      (await import('./office/office-tills.ts')).comeBack({ tills: 5_000, documents: 90_000 }),
  },
  {
    name: 'office-sells',
    what: '5,000 tills that sell 116 documents a second for 10 minutes; none is lost or doubled',
    aims: {
      [node]: { total: 2 },
      [postgres]: { total: 0.2 },
      'issue to the office’s answer, s': { p99: 35 },
    },
    load: async () =>
      (await import('./office/office-tills.ts')).sellOn({ tills: 5_000, perSecond: 116, minutes: 10 }),
  },
];
