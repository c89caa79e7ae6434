import { afterEach, expect, test, vi } from 'vitest';
import { type CheckOptions, checkSales } from '../../../main/app/cli/sales/check-sales.ts';
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
const check = (...sales: SaleInput[]) => checkWith({ otherSystems: true }, ...sales);
const checkInPlaceOf = (replaces: string, ...sales: SaleInput[]) => checkWith({ replaces }, ...sales);
async function checkWith(more: Partial<CheckOptions>, ...sales: SaleInput[]) {
  const print = vi.spyOn(console, 'error').mockReturnValue();
  const texts = sales.map((sale) => ({
    place: { file: 'sales' },
    bytes: Buffer.from(JSON.stringify(sale)),
  }));
  const options = { seller, needsIds: false, otherSystems: false, ...more };
  const { good, bad, again } = await checkSales({ read: () => texts, close: () => {} }, options);
  const replaced: unknown[] = [];
  for await (const { sale } of again()) if (sale.replaces !== undefined) replaced.push(sale.replaces);
  return { good, bad, faults: print.mock.calls.flat(), ...(replaced.length > 0 && { replaced }) };
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

test('a sale that is issued in place of a rejected one names that one alone', async () => {
  const sale: SaleInput = { lines };
  expect(await checkInPlaceOf('T1-000007', sale)).toEqual({
    ...{ good: 1, bad: 0, faults: [] },
    replaced: ['T1-000007'],
  });
  expect((await checkInPlaceOf('T1-000007', { ...sale, replaces: 'T1-000008' })).faults).toEqual([
    'khatm: sales: replaces: is T1-000008, not T1-000007 of --replaces',
  ]);
});

test('a document of another system is named only where the call says so', async () => {
  const sale = note({ issueDate: '2026-01-31', otherSystem: { total: '115.00' } });
  expect(await check(sale)).toMatchObject({ good: 1, faults: [] });
  expect((await checkWith({}, sale)).faults).toEqual([
    'khatm: sales: corrects.0.otherSystem: names a document of another system, for which --other-systems is needed',
  ]);
});

test('two sales of a call are not issued in place of one document', async () => {
  const [first, second] = [
    '7b0b6f0e-6f6f-4a52-9d43-1f1d0a3f4c11',
    '7b0b6f0e-6f6f-4a52-9d43-1f1d0a3f4c12',
  ].map((saleId): SaleInput => ({ saleId, lines, replaces: 'T1-000007' }));
  if (first === undefined || second === undefined) throw new Error('no sales');
  // The same sale twice is one sale.
  expect(await check(first, first)).toMatchObject({ good: 2, faults: [] });
  expect(await check(first, second)).toMatchObject({
    ...{ good: 1, bad: 1 },
    faults: ['khatm: sales: replaces T1-000007: another sale of this call is issued in its place'],
  });
});
