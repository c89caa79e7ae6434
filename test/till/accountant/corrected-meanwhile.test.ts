import { readFileSync } from 'node:fs';
import { parse } from 'csv-parse/sync';
import { strFromU8, unzipSync } from 'fflate';
import readWorkbook from 'read-excel-file/node';
import { expect, it } from 'vitest';
import type { MakeMonthOptions } from '../../../main/till/accountant/make-month.ts';
import { testLedger } from '../../books/ledger/support.ts';
import { hour, november, october, openShop } from './shop-month.ts';

/* Tests the file of a month that is made while another program corrects times, which moves documents into the month. */

it.each<[string, (correct: () => void) => Partial<MakeMonthOptions>]>([
  [
    'its reports are read',
    (correct) => ({
      articlesOf: (items) => {
        correct();
        return items.map(() => undefined);
      },
    }),
  ],
  ['its documents are packed', (correct) => ({ onProgress: correct })],
])(
  'has the same documents in its lists and in its reports when times are corrected while %s',
  async (_, during) => {
    const { make, clock, issue, file: ledgerFile } = openShop();
    const sell = (price: string) => issue({ lines: [{ name: 'Tea', quantity: 1, unitPrice: price }] });
    clock.set(october + hour);
    sell('11.50');
    clock.set(november + 300 * hour);
    sell('23.00');
    let isCorrected = false;
    const { file, documents } = await make(
      during(() => {
        if (isCorrected) return;
        isCorrected = true;
        const correction = { now: november - hour, actor: 'Mona', reason: 'The clock was ahead' };
        testLedger(ledgerFile).times.correct(correction);
      }),
    );
    const files = unzipSync(readFileSync(file));
    const rows = (name: string) =>
      parse<Record<string, string>>(strFromU8(files[name] ?? new Uint8Array()), { columns: true, bom: true });
    const report = async (name: string) =>
      (await readWorkbook(Buffer.from(files[`reports/${name}.xlsx`] ?? [])))[0]?.data.slice(1) ?? [];
    expect(documents).toBe(2);
    expect(rows('documents.csv').map(({ payable }) => payable)).toEqual(['11.50', '23.00']);
    expect(rows('lines.csv')).toHaveLength(2);
    expect((await report('Sales by article'))[0]).toEqual(expect.arrayContaining(['Tea', 2, 34.5]));
    expect((await report('Sales by hour')).reduce((all, row) => all + Number(row[2]), 0)).toBe(34.5);
    expect((await report('VAT return')).map((row) => row[1])).toContain(30);
  },
);

it('names both times of a line, also where its part was kept before the correction', async () => {
  const { make, ledger, clock, issue } = openShop();
  clock.set(november - 2 * hour);
  issue({ lines: [{ name: 'Tea', quantity: 1, unitPrice: '11.50' }] });
  // A part is saved, and then the power fails.
  await expect(
    make({
      onProgress: ({ done }) => {
        if (done > 0) throw new Error('no power');
      },
    }),
  ).rejects.toThrow('no power');
  ledger.times.correct({ now: november - 9 * hour, actor: 'Mona', reason: 'The clock was ahead' });
  const made = await make();
  const files = unzipSync(readFileSync(made.file));
  const lines = parse<Record<string, string>>(strFromU8(files['lines.csv'] ?? new Uint8Array()), {
    columns: true,
    bom: true,
  });
  expect(lines).toMatchObject([{ issuedAt: '2026-10-31 22:00:00', trueAt: '2026-10-31 15:00:00' }]);
  expect(made.reused).toBe(0);
});
