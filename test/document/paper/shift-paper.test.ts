import { expect, it } from 'vitest';
import { shiftPaper } from '../../../main/document/paper/shift-paper.ts';
import type { ShiftReport } from '../../../shared/contract/till/shifts.ts';

const none = { count: 0, total: 0 };
const seller = { name: 'Salem', role: 'cashier' } as const;
const report: ShiftReport = {
  number: 12,
  openedAt: '2026-11-20T05:00:00.000Z',
  openedBy: seller,
  closedAt: '2026-11-20T19:00:00.000Z',
  closedBy: seller,
  documents: { count: 149, first: 'T1-000101', last: 'T1-000249' },
  sales: { count: 140, total: 1_234_550 },
  returns: { count: 6, total: 45_000 },
  debitNotes: { count: 1, total: 1_150 },
  advances: { count: 2, total: 100_000 },
  purchases: { count: 1, total: 9_999 },
  corrections: 0,
  correctionsBack: 0,
  discounts: 0,
  beside: {
    removed: none,
    abandoned: none,
    overrides: { count: 0, difference: 0 },
    discounted: 0,
    drawerOpenings: 0,
    drawerByHand: 0,
    reprints: 0,
  },
  vat: [
    { category: 'S', rate: '15.00', taxable: 1_090_000, vat: 163_500 },
    { category: 'Z', rate: '0.00', taxable: 36_050, vat: 0 },
    { category: 'S', rate: '5.00', taxable: 10_000, vat: 500 },
  ],
  payments: [],
  people: [],
  otherCurrencies: [],
  movements: [],
  waiting: 0,
  refused: 0,
  cash: { float: 0, received: 0, paidBack: 0, in: 0, out: 0, expected: 0 },
};

/** Returns the rows of a report on paper, without their tags. */
function rowsOf(shown: ShiftReport): string[] {
  const page = shiftPaper({
    report: shown,
    company: { name: 'Oasis', vatNumber: '399999999900003' },
    paper: 'roll80',
    marks: [],
  });
  return [...page.matchAll(/<tr[^>]*>(.*?)<\/tr>/g)].map(([, row = '']) =>
    row
      .replaceAll('</td><td>', ' = ')
      .replaceAll(/<[^>]*>/g, '')
      .replaceAll('&nbsp;', ' '),
  );
}

it('a closing report says what was sold after returns, all its VAT, and of which amount', () => {
  const rows = rowsOf(report);
  expect(rows).toContain('المبيعات Sales · 140 = 12,345.50');
  // A purchase is not a sale, so it is not part of the sum.
  expect(rows).toContain('المبيعات بعد المرتجعات Sales after returns = 12,907.00');
  expect(rows).toContain('S · 15 % على 10,900.00 15 % on 10,900.00 = 1,635.00');
  expect(rows).toContain('مجموع الضريبة VAT altogether = 1,640.00');
  expect(rows).toContain('T1-000101 – T1-000249');
});

it('one of a shift without sales has no table of VAT', () => {
  const rows = rowsOf({ ...report, sales: none, returns: none, vat: [] });
  expect(rows.join()).not.toContain('VAT');
});
