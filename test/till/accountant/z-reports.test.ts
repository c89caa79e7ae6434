import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { monthOf } from '../../../main/till/accountant/month.ts';
import { reportRows } from '../../../main/till/accountant/reports/report-rows.ts';
import { zReportsOf } from '../../../main/till/accountant/z-reports.ts';

import { hour, november, october, openShop } from './shop-month.ts';

const mona = { kind: 'person', name: 'Mona', role: 'manager' } as const;

/** Opens the shop and closes one shift at each of these times. */
function shopWithShifts(...times: readonly number[]) {
  const shop = openShop();
  const { clock, drawer } = shop;
  for (const [index, time] of times.entries()) {
    clock.set(time);
    drawer.open(randomUUID(), mona, 0);
    drawer.close(index + 1, mona, []);
  }
  return shop;
}

it('has each shift closed in the month, whatever a wrong clock said at another close', () => {
  const longAgo = Date.parse('2020-01-01T09:00:00Z');
  const { ledger } = shopWithShifts(
    october - 1,
    october,
    longAgo,
    november + 40 * 24 * hour,
    november - 1,
    november,
  );
  expect(zReportsOf(ledger, monthOf('2026-10', november)).map(({ number }) => number)).toEqual([2, 5]);
  const sources = { ledger, articlesOf: () => [] };
  const shiftsOf = (from: string, to: string) =>
    reportRows('shifts', sources, { from, to }).rows.map(([number]) => number);
  expect(shiftsOf('2026-10-01', '2026-10-31')).toEqual([5, 2]);
  expect(shiftsOf('2026-09-30', '2026-09-30')).toEqual([1]);
  expect(shiftsOf('2020-01-01', '2020-01-01')).toEqual([3]);
});
