import { readFileSync } from 'node:fs';
import { parse } from 'csv-parse/sync';
import { strFromU8, unzipSync } from 'fflate';
import readWorkbook from 'read-excel-file/node';
import { describe, expect, test } from 'vitest';
import { vatDocuments } from '../../../main/till/accountant/reports/vat-documents.ts';
import { hour, november, openShop } from './shop-month.ts';

/* Tests the files of two months, in the first of which documents were rejected that were issued again in the second. */

const day = 24 * hour;
const coffee = (price: string) => ({ lines: [{ name: 'Coffee', quantity: 1, unitPrice: price }] });

type Files = ReturnType<typeof unzipSync>;

const rowsOf = (files: Files) =>
  parse<Record<string, string>>(strFromU8(files['documents.csv'] ?? new Uint8Array()), {
    columns: true,
    bom: true,
  });
const sheetOf = async (files: Files, name: string) =>
  (await readWorkbook(Buffer.from(files[name] ?? [])))[0]?.data ?? [];
const sum = (rows: readonly Record<string, string>[], column: string) =>
  Math.round(rows.reduce((all, row) => all + Number(row[column]) * 100, 0)) / 100;

/** Returns the sums of the VAT return: sales and adjustments, and the VAT of both. */
async function totalOfReturn(files: Files) {
  const [, ...lines] = await sheetOf(files, 'reports/VAT return.xlsx');
  const sumOf = (...columns: number[]) =>
    lines.reduce((all, line) => all + columns.reduce((row, column) => row + Number(line[column]), 0), 0);
  return { net: sumOf(1, 2), vat: sumOf(3) };
}

/** Makes the files of two months in which a sale for the same, a sale for less, and one in riyals are issued again. */
async function twoMonths() {
  const { ledger, clock, issue, reject, make } = openShop();
  clock.set(november - 4 * day);
  const wrong = issue(coffee('115.00'));
  const dear = issue(coffee('46.00'));
  const foreign = issue({ ...coffee('23.00'), currency: 'USD', exchangeRate: '3.75' });
  issue(coffee('11.50'));
  for (const document of [wrong, dear, foreign]) reject(document);
  clock.set(november + 2 * day);
  const anew = [
    issue(coffee('115.00'), wrong.uuid),
    issue(coffee('34.50'), dear.uuid),
    issue(coffee('92.00'), foreign.uuid),
  ];
  issue(coffee('57.50'));
  const now = november + 3 * day;
  const filesOf = async (month: string) => unzipSync(readFileSync((await make({ month, now })).file));
  const months = [await filesOf('2026-10'), await filesOf('2026-11')] as const;
  return { ledger, months, anew: anew.map(({ number }) => number) };
}

describe('a document that was rejected in one month and issued again in the next', () => {
  test('says so in both rows of the lists', async () => {
    const { months, anew } = await twoMonths();
    const [first, second] = months.map(rowsOf);
    expect(first?.map(({ replacedBy, replaces }) => [replacedBy, replaces])).toEqual([
      ...anew.map((number) => [number, '']),
      ['', ''],
    ]);
    expect(second?.map(({ replaces }) => replaces)).toEqual([
      ...(first ?? []).slice(0, 3).map(({ number }) => number),
      '',
    ]);
    const [heads, row] = await sheetOf(months[1], 'documents.xlsx');
    expect(row?.[heads?.indexOf('Replaces') ?? -1]).toBe(first?.[0]?.number);
  });

  test('counts on its first day, and the new one with the difference: columns and VAT return agree', async () => {
    const { months } = await twoMonths();
    const [first = [], second = []] = months.map(rowsOf);
    expect(first.map(({ countedOn, countedPayable }) => [countedOn, countedPayable])).toEqual([
      ['2026-10-28', '115.00'],
      ['2026-10-28', '46.00'],
      ['2026-10-28', '23.00'],
      ['2026-10-28', '11.50'],
    ]);
    // The total of another currency cannot be subtracted.
    expect(second.map(({ countedOn, countedPayable }) => [countedOn, countedPayable])).toEqual([
      ['2026-11-03', '0.00'],
      ['2026-11-03', '-11.50'],
      ['2026-11-03', ''],
      ['2026-11-03', '57.50'],
    ]);
    for (const [index, rows] of [first, second].entries())
      expect({
        net: sum(rows, 'countedTaxExclusiveInSar'),
        vat: sum(rows, 'countedVatInSar'),
      }).toEqual(await totalOfReturn(months[index] ?? {}));
    const heads = (await sheetOf(months[1], 'documents.xlsx'))[0];
    expect(heads).toEqual(expect.arrayContaining(['Counts on', 'Counts with']));
  });

  test('is explained in the file, and named at both documents of a line of the VAT return', async () => {
    const { ledger, months, anew } = await twoMonths();
    expect(strFromU8(months[0]['README.txt'] ?? new Uint8Array())).toMatch(
      /issued again.*only the difference/,
    );
    const { documents } = vatDocuments(ledger, { box: 'standard', from: '2026-11-01', to: '2026-11-30' });
    expect(documents.slice(0, 2)).toMatchObject([
      { number: anew[0], replaces: expect.any(String), amount: 10_000 },
      { replacedBy: anew[0], amount: -10_000 },
    ]);
  });
});
