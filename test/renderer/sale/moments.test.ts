import { expect, test } from 'vitest';
import { type Compared, daysOf, hasAny, hoursOf } from '../../../renderer/till/today/moments.ts';
import { formats } from '../../../renderer/ui/language/format.ts';
import type { TakingsReport } from '../../../shared/contract/till/takings.ts';

const none = { count: 0, total: 0 };
const taken = (more: Partial<TakingsReport>): TakingsReport => ({
  ...{ sales: none, returns: none, debitNotes: none, advances: none, discounts: 0, vatOwed: 0 },
  ...{ isComplete: true, days: [], hours: [], people: [], means: [], vat: [], articles: [] },
  otherCurrencies: [],
  ...more,
});
const hours = (...all: [hour: number, total: number][]) =>
  taken({ hours: all.map(([hour, total]) => ({ hour, count: 1, total })) });
const days = (...all: [day: string, total: number][]) =>
  taken({ days: all.map(([day, total]) => ({ day, count: 1, total })) });
const compared = (from: string, to: string, report: TakingsReport): Compared => ({
  name: from,
  period: { from, to },
  taken: report,
});

test('the hours of a day go from the first to the last one of any day shown, without a gap', () => {
  const yesterday = compared('2026-11-21', '2026-11-21', hours([8, 300], [12, 500]));
  const moments = hoursOf(hours([9, 100], [11, -200]), [yesterday]);
  expect(moments.map(({ label, amount, earlier }) => [label, amount, ...earlier])).toEqual([
    ['08:00', 0, 300],
    ['09:00', 100, 0],
    ['10:00', 0, 0],
    ['11:00', -200, 0],
    ['12:00', 0, 500],
  ]);
  expect(moments.map(hasAny)).toEqual([true, true, false, true, true]);
  expect(hoursOf(taken({}), [])).toEqual([]);
});

test('the days of a month stand beside the same days of the month before, as far as that has them', () => {
  const march = { from: '2026-03-01', to: '2026-03-31' };
  const february = compared('2026-02-01', '2026-02-28', days(['2026-02-02', 700]));
  const moments = daysOf(days(['2026-03-02', 100], ['2026-03-31', 50]), march, [february], formats.en);
  expect(moments).toHaveLength(31);
  expect(moments[1]).toEqual({
    key: '2026-03-02',
    label: '2 Mar',
    title: '2 Mar 2026',
    count: 1,
    amount: 100,
    earlier: [700],
  });
  expect([moments[27]?.earlier, moments[28]?.earlier, moments[30]?.amount]).toEqual([[0], [undefined], 50]);
  expect(daysOf(taken({}), march, [compared('2026-02-01', '2026-02-28', taken({}))], formats.en)).toEqual([]);
});
