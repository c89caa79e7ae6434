import { afterEach, expect, test, vi } from 'vitest';
import { checkSales } from '../../../main/app/cli/sales/check-sales.ts';
import { riyadhDateTime } from '../../../main/base/platform/riyadh-time.ts';
import type { SaleInput } from '../../../shared/sale/sale.ts';
import { seller } from '../../document/invoice/fixtures.ts';

const future = riyadhDateTime(Date.now() + 21 * 86_400_000);
const lines = [{ name: 'Lamp', quantity: 1, unitPrice: '115.00' }];
const note = (more: object = {}): SaleInput => ({
  kind: 'creditNote',
  lines,
  corrects: [{ number: 'T1-000007', issueDate: future.date, ...more }],
  reason: 'تصحيح | Correction',
});
const final: SaleInput = {
  lines,
  prepayments: [
    { number: 'T1-000008', issueDate: future.date, issueTime: future.time, amounts: [{ amount: '10.00' }] },
  ],
};

/** Returns the numbers of good and bad sales of a call, and the faults that it prints. */
async function check(...sales: SaleInput[]) {
  const print = vi.spyOn(console, 'error').mockReturnValue();
  const texts = sales.map((sale) => ({
    place: { file: 'sales' },
    bytes: Buffer.from(JSON.stringify(sale)),
  }));
  const { good, bad } = await checkSales({ read: () => texts, close: () => {} }, { seller, needsIds: false });
  return { good, bad, faults: print.mock.calls.flat() };
}
afterEach(() => vi.restoreAllMocks());

test('only the ledger knows if a document with a date in the future is of this terminal', async () => {
  expect(await check(note(), final)).toEqual({ good: 2, bad: 0, faults: [] });
});

test('a document of another system cannot have a date in the future', async () => {
  const declared = await check(note({ otherSystem: { total: '115.00' } }));
  expect(declared).toMatchObject({ good: 0, bad: 1 });
  expect(declared.faults).toEqual([expect.stringContaining('corrects.0.issueDate')]);
});
