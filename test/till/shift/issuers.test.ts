import { expect, it } from 'vitest';
import { createFonts } from '../../../main/document/paper/fonts.ts';
import { reportRows } from '../../../main/till/accountant/reports/report-rows.ts';
import { issuersOf } from '../../../main/till/shift/issuers.ts';
import { takingsReport } from '../../../main/till/shift/takings-report.ts';
import { reportFile } from '../../../main/till/table-files/report-file.ts';
import type { Actor } from '../../../shared/actor.ts';
import type { SaleInput } from '../../../shared/sale/sale.ts';
import { makeShop } from '../../books/corrections/shop.ts';
import { testLedger } from '../../books/ledger/support.ts';

const period = { from: '2026-11-20', to: '2026-11-20' };
const sale = (price: string): SaleInput => ({
  lines: [{ name: 'Coffee', quantity: 1, unitPrice: price, discount: { amount: '1.00' } }],
});

it('a cashier and a program of one name are two in every sum, file and filter', async () => {
  const { ledger, issue } = makeShop(testLedger());
  const mona: Actor = { kind: 'person', name: 'Mona', role: 'cashier' };
  const issuers: Actor[] = [mona, { kind: 'program', name: 'Mona' }, { kind: 'program', name: 'Web shop' }];
  for (const [index, by] of issuers.entries()) issue(sale(`${(index + 1) * 10}.00`), undefined, by);
  expect(takingsReport(ledger, period).people).toMatchObject([
    { kind: 'program', name: 'Web shop', total: 2_900, discounts: 100 },
    { kind: 'program', name: 'Mona', total: 1_900, discounts: 100 },
    { kind: 'person', name: 'Mona', total: 900, discounts: 100 },
  ]);
  const names = ['Web shop (program)', 'Mona (program)', 'Mona'];
  for (const report of ['people', 'discounts'] as const) {
    const { rows, total } = reportRows(report, { ledger, articlesOf: () => [] }, period);
    const about = { report, period, rows, total, format: 'csv', language: 'en', madeAt: 0 } as const;
    const file = Buffer.from(await reportFile(about, createFonts)).toString();
    const shown = file.trim().split('\r\n').slice(1);
    expect(shown.map((line) => line.split(',')[0]).toSorted()).toEqual(names.toSorted());
  }
  const total = (filter: object) => ledger.search.sums(filter)?.[0]?.total;
  expect([
    total({ by: 'Mona' }),
    total({ by: 'Mona', byKind: 'person' }),
    total({ by: 'Mona', byKind: 'program' }),
  ]).toEqual([2_800, 900, 1_900]);
  expect(ledger.search.list({ by: 'Mona', byKind: 'program', limit: 9 }).rows).toMatchObject([
    { by: 'Mona', payable: 1_900 },
  ]);
  expect(issuersOf(ledger)).toEqual([
    { name: 'Mona', kind: 'person' },
    { name: 'Mona', kind: 'program' },
    { name: 'Web shop' },
  ]);
});
