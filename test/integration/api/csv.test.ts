import { get as httpGet } from 'node:http';
import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { csvColumns } from '../../../main/till/accountant/accounts-csv.ts';
import { FailureError } from '../../../shared/failure.ts';
import { saleSchema } from '../../../shared/sale/sale.ts';
import { anySale } from '../../document/invoice/arbitrary-sale.ts';
import { buyer } from '../../document/invoice/fixtures.ts';
import { rejected, reported } from '../../support/run/outcomes.ts';
import { provideShop } from './provide-shop.ts';
import { coffee, openShop } from './shop.ts';

/* Tests a period as CSV: its sums, and how a spreadsheet reads it. */

const { shop, token } = await provideShop();

type Line = Record<string, string>;
const fetchCsv = (query = '', { base, bearer = token } = { base: shop.base, bearer: token }) =>
  fetch(`${base}/v2/invoices.csv${query}`, {
    headers: { authorization: `Bearer ${bearer}`, connection: 'close' },
  });
const linesOf = (text: string): Line[] => parse(text, { bom: true, columns: true, record_delimiter: '\r\n' });
const read = async (query = ''): Promise<Line[]> => linesOf(await (await fetchCsv(query)).text());
const issue = (sale: unknown) => shop.issue(saleSchema.parse(sale)).entry;
/** Issues a sale, or returns undefined for a basket that fits into no document. */
function tryToIssue(sale: unknown) {
  const read = saleSchema.safeParse(sale);
  try {
    return read.success ? shop.issue(read.data).entry : undefined;
  } catch (error) {
    if (error instanceof FailureError) return undefined;
    throw error;
  }
}
const halalas = (text = '0') => BigInt(text.replace('.', ''));

/** Adds up the amounts in the XML of the documents, with credit notes as negative amounts. */
function sumsOfXml(): Map<string, bigint> {
  const sums = new Map<string, bigint>();
  for (const { xml } of shop.ledger.documents.inOrder()) {
    const text = xml().toString('utf8');
    const sign = /<cbc:InvoiceTypeCode[^>]*>381</.test(text) ? -1n : 1n;
    const [, currency = ''] = /<cbc:DocumentCurrencyCode>(\w+)</.exec(text) ?? [];
    const [, totals = ''] = /<cac:LegalMonetaryTotal>(.*?)<\/cac:LegalMonetaryTotal>/s.exec(text) ?? [];
    const taxes = [
      ...text
        .replace(/<cac:InvoiceLine>.*<\/cac:InvoiceLine>/s, '')
        .matchAll(/<cac:TaxTotal>(.*?)<\/cac:TaxTotal>/gs),
    ];
    const [, tax = ''] = taxes.find(([total]) => total.includes('TaxSubtotal')) ?? [];
    const [, inSar = ''] = taxes.find(([total]) => !total.includes('TaxSubtotal')) ?? [];
    const add = (column: string, inside: string, name: string) => {
      const [, amount] = new RegExp(`<cbc:${name} [^>]*>(-?[\\d.]+)<`).exec(inside) ?? [];
      const key = `${column} ${currency}`;
      sums.set(key, (sums.get(key) ?? 0n) + sign * halalas(amount ?? '0'));
    };
    add('taxExclusive', totals, 'TaxExclusiveAmount');
    add('taxInclusive', totals, 'TaxInclusiveAmount');
    add('prepaid', totals, 'PrepaidAmount');
    add('rounding', totals, 'PayableRoundingAmount');
    add('payable', totals, 'PayableAmount');
    add('vat', tax, 'TaxAmount');
    add('vatInSar', inSar, 'TaxAmount');
  }
  return sums;
}

function sumsOf(lines: readonly Line[]): Map<string, bigint> {
  const sums = new Map<string, bigint>();
  const columns = ['taxExclusive', 'taxInclusive', 'prepaid', 'rounding', 'payable', 'vat', 'vatInSar'];
  for (const line of lines)
    for (const column of columns) {
      const key = `${column} ${line.currency}`;
      sums.set(key, (sums.get(key) ?? 0n) + halalas(line[column]));
    }
  return sums;
}

test('its columns add up to what the documents say, whatever was sold, given back and deducted', async () => {
  const sold = fc.record({
    any: fc.oneof(anySale('includeVat'), anySale('excludeVat')),
    currency: fc.constantFrom('SAR', 'SAR', 'USD'),
    note: fc.constantFrom('creditNote', 'debitNote', undefined),
    rounding: fc.constantFrom('-0.02', '0.03', undefined),
  });
  fc.assert(
    fc.property(fc.array(sold, { minLength: 1, maxLength: 4 }), (sales) => {
      for (const { any, currency, note, rounding } of sales) {
        const { prepayments: _, ...sale } = any.sale;
        const terms = currency === 'SAR' ? {} : { currency, exchangeRate: '3.7512' };
        const invoice = tryToIssue({ ...any.sale, ...terms, payableRounding: rounding });
        if (invoice === undefined || note === undefined) continue;
        tryToIssue({ ...sale, ...terms, kind: note, corrects: [{ number: invoice.number }], reason: 'x' });
      }
    }),
    { numRuns: 20 },
  );
  const advance = issue({ kind: 'prepayment', lines: [{ name: 'Advance', quantity: 1, unitPrice: '115' }] });
  issue({
    lines: [{ name: 'Table', quantity: 1, unitPrice: '345' }],
    prepayments: [
      {
        number: advance.number,
        issueDate: '2026-11-20',
        issueTime: '13:00:00',
        amounts: [{ amount: '115.00' }],
      },
    ],
  });
  const lines = await read();
  expect(lines).toHaveLength(shop.ledger.search.counts().issued);
  expect(lines.length).toBeGreaterThan(20);
  expect(lines.map(({ currency }) => currency)).toEqual(expect.arrayContaining(['SAR', 'USD']));
  expect(lines.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['creditNote', 'debitNote']));
  expect(sumsOf(lines)).toEqual(sumsOfXml());
  for (const line of lines) {
    const parts = ['standardTaxable', 'zeroTaxable', 'exemptTaxable', 'outOfScopeTaxable'];
    expect(parts.reduce((sum, name) => sum + halalas(line[name]), 0n)).toBe(halalas(line.taxExclusive));
    expect(halalas(line.taxExclusive) + halalas(line.vat)).toBe(halalas(line.taxInclusive));
    expect(halalas(line.taxInclusive) - halalas(line.prepaid) + halalas(line.rounding)).toBe(
      halalas(line.payable),
    );
  }
});

describe('in a spreadsheet', () => {
  test('begins with the mark of UTF-8 and its columns, and ends lines with CRLF', async () => {
    const answer = await fetchCsv('?from=2026-11-20&to=2026-11-20');
    const bytes = Buffer.from(await answer.arrayBuffer());
    expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8; header=present');
    expect(answer.headers.get('content-disposition')).toContain('invoices_2026-11-20_2026-11-20.csv');
    expect(bytes.subarray(0, 3)).toEqual(Buffer.of(0xef, 0xbb, 0xbf));
    const [head, ...rest] = bytes.toString('utf8').slice(1).split('\r\n');
    expect(head?.split(',')).toEqual(csvColumns);
    expect(rest.join('')).not.toMatch(/[\r\n]/);
  });

  test('runs nothing that others wrote, and keeps quotes, commas, line breaks and Arabic', async () => {
    const names = ['=HYPERLINK("http://x")', '+1', '-1+2', '@SUM(A1)', '＝1+1', 'a,"b"\r\nc', 'مؤسسة النور'];
    for (const [index, name] of names.entries())
      issue({
        ...coffee,
        customer: 'business',
        buyer: { ...buyer, name },
        orderReference: name.replace(/[\r\n]/g, ' '),
        reference: `${name.replace(/[\r\n]/g, ' ')} ${index}`,
      });
    const lines = (await read()).slice(-names.length);
    for (const [index, name] of names.entries()) {
      const marked = index < 5 ? `'${name}` : name;
      expect(lines[index]?.buyerName).toBe(marked);
      expect(lines[index]?.reference?.startsWith("'")).toBe(index < 5);
    }
  });
});

test('runs nothing either where a semicolon ends a cell, as it does in Excel on an Arabic Windows', async () => {
  const names = ['a;=cmd|calc', 'a; @SUM(A1)', 'b\r\n+1', 'c\t＝1', 'd;e', '-x;y', 'h\n- point'];
  for (const name of names) issue({ ...coffee, customer: 'business', buyer: { ...buyer, name } });
  const bytes = Buffer.from(await (await fetchCsv('')).arrayBuffer()).toString('utf8');
  // Quotes in the middle of a cell have no meaning there.
  const cells = bytes.split(/[;\t\r\n]/).map((cell) => cell.trimStart());
  expect(cells.filter((cell) => /^[=+@＝]|^-\S/.test(cell))).toEqual([]);
  expect((await read()).slice(-names.length).map(({ buyerName }) => buyerName)).toEqual([
    "a;'=cmd|calc",
    "a; '@SUM(A1)",
    "b\r\n'+1",
    "c\t'＝1",
    'd;e',
    "'-x;y",
    'h\n- point',
  ]);
});

test('a document that was reported late says so ever after, in the list, by itself and in the file', async () => {
  const other = await openShop({ now: Date.UTC(2026, 10, 20) });
  const sell = () => other.issue(saleSchema.parse(coffee)).entry;
  const accept = ({ uuid }: { uuid: string }) => {
    const claimed = other.ledger.queue.claim(uuid, other.clock.now(), 1_000);
    if (claimed === undefined) throw new Error('not claimed');
    other.ledger.queue.settle(claimed, reported, { state: 'accepted' }, other.clock.now());
  };
  const [late, waiting] = [sell(), sell()];
  await other.clock.advance(25 * 3_600_000);
  const bearer = await other.token();
  const inTime = sell();
  accept(late);
  accept(inTime);
  const get = async (path: string) =>
    (
      await fetch(`${other.base}/v2/invoices${path}`, { headers: { authorization: `Bearer ${bearer}` } })
    ).json();
  const { invoices } = await get('');
  expect(invoices.map((row: { number: string; late?: true }) => [row.number, row.late])).toEqual([
    [inTime.number, undefined],
    [waiting.number, undefined],
    [late.number, true],
  ]);
  const alone = await get('?late=true');
  expect(alone.invoices).toMatchObject([{ number: late.number, late: true, status: 'accepted' }]);
  expect((await get(`?late=true&number=${inTime.number}`)).invoices).toEqual([]);
  expect(await get(`/${late.uuid}`)).toMatchObject({ late: true });
  const lines = linesOf(await (await fetchCsv('', { base: other.base, bearer })).text());
  expect(lines.map((line) => line.late)).toEqual(['yes', '', '']);
  expect(other.ledger.search.list({ late: true, limit: 9 }).rows).toMatchObject([{ late: true }]);
  expect(other.ledger.documents.lateSince(0)).toBe(1);
});

test('has the days that are asked for, in Riyadh, and the state of each document', async () => {
  const other = await openShop({ now: Date.UTC(2026, 10, 20, 20, 59, 59) });
  const bearer = await other.token();
  const sell = (sale: object) => other.issue(saleSchema.parse(sale)).entry;
  const first = sell(coffee);
  await other.clock.advance(1_000); // It is midnight in Riyadh now.
  const second = sell({
    ...coffee,
    kind: 'creditNote',
    corrects: [{ number: first.number }],
    reason: 'x',
    payments: [
      { means: 'card', amount: '8.00' },
      { means: 'cash', amount: '20.00' },
    ],
  });
  const third = sell(coffee);
  const claimed = other.ledger.queue.claim(third.uuid, other.clock.now(), 1_000);
  if (claimed === undefined) throw new Error('not claimed');
  other.ledger.queue.settle(claimed, rejected, { state: 'rejected' }, other.clock.now());
  const listed = async (query: string) => {
    const headers = { authorization: `Bearer ${bearer}` };
    return (await (await fetch(`${other.base}/v2/invoices${query}`, { headers })).json()).invoices;
  };
  expect(await listed('?uncorrected=true')).toMatchObject([
    { number: third.number, reasons: [{ code: 'invalid-invoice-hash' }] },
  ]);
  const anew = other.issueAnew(saleSchema.parse(coffee), third.uuid).entry;
  expect(await listed('?uncorrected=true')).toEqual([]);
  expect(await listed(`?uncorrected=true&number=${third.number}`)).toEqual([]);
  const lines = async (query: string) =>
    linesOf(await (await fetchCsv(query, { base: other.base, bearer })).text());
  const numbers = async (query: string) => (await lines(query)).map(({ number }) => number);
  expect(await numbers('?from=2026-11-20&to=2026-11-20')).toEqual([first.number]);
  expect(await numbers('?from=2026-11-21')).toEqual([second.number, third.number, anew.number]);
  expect(await numbers('?to=2026-11-19')).toEqual([]);
  expect(await numbers('?from=0001-01-01&to=9999-12-31')).toHaveLength(4);
  const [, note, refused] = await lines('');
  expect(note).toMatchObject({
    kind: 'creditNote',
    issuedAt: '2026-11-21 00:00:00',
    payable: '-28.00',
    corrects: first.number,
    payments: 'card -8.00; cash -20.00',
  });
  expect(refused).toMatchObject({
    status: 'rejected',
    replacedBy: anew.number,
    authorityStatus: 'NOT_REPORTED',
  });
  expect((await fetchCsv('?from=today', { base: other.base, bearer })).status).toBe(400);
  expect(other.errors).toEqual([]);
  await other.close();
});

test('is written as it is read, and ends without a word when the terminal closes meanwhile', async () => {
  const other = await openShop();
  const bearer = await other.token();
  for (let index = 0; index < 120; index += 1)
    other.issue(saleSchema.parse({ ...coffee, reference: 'x'.repeat(127) }));
  let pieces = 0; // of 10 documents, about 4 KB; all together there are 12,000.
  const { entries } = other.ledger.documents;
  other.ledger.documents.entries = function* (range) {
    for (let again = 0; again < 1_000; again += 1)
      for (const piece of entries(range)) {
        pieces += 1;
        yield piece;
      }
  };
  const broken = new Promise<void>((resolve, reject) => {
    const request = httpGet(
      `${other.base}/v2/invoices.csv`,
      { headers: { authorization: `Bearer ${bearer}` } },
      (answer) => {
        answer.once('data', () => {
          answer.pause();
          setTimeout(() => {
            other.close().catch(reject);
            answer.resume();
          }, 300);
        });
        answer.on('end', () => reject(new Error('came to an end')));
        answer.on('error', () => resolve());
      },
    );
    request.on('error', () => resolve());
  });
  await broken;
  // Apart from the sockets' buffers, which grow by themselves, the server produces only what the client reads.
  expect(pieces).toBeLessThan(3_000);
  expect(other.errors).toEqual([]);
});
