import { describe, expect, test } from 'vitest';
import { exceededOf } from '../../../main/till/people/limits.ts';
import { type SaleInput, saleSchema } from '../../../shared/sale/sale.ts';
import type { Limits } from '../../../shared/values/limits.ts';

const day = 24 * 3_600_000;
const facts = {
  payable: () => 10_000,
  soldAt: () => [0],
  now: 14 * day,
  isRepriced: false,
  isReissue: () => false,
  givesBack: () => 0,
  isRepaidOtherwise: () => false,
  isAboveCredit: () => false,
};
const limits = (set: Partial<Limits>): Limits => ({ asks: [], ...set });
const line = { name: 'Chair', quantity: 1, unitPrice: '100.00' };
const sale = (more: Partial<SaleInput>) => saleSchema.parse({ lines: [line], ...more });
const note = sale({ kind: 'creditNote', corrects: [{ number: 'T1-000001' }], reason: 'Returned' });

describe('the limits of a cashier', () => {
  test.each([
    ['a discount at the limit', sale({ discount: { percent: 10 } }), []],
    ['a discount above it', sale({ discount: { percent: '10.01' } }), ['discount']],
    [
      'two discounts that are above it together',
      sale({ lines: [{ ...line, discount: { amount: '6' } }], discount: { amount: '5' } }),
      ['discount'],
    ],
    [
      'a discount on one of many lines',
      sale({ lines: [{ ...line, discount: { percent: 50 } }, line, line, line, line, line] }),
      [],
    ],
  ])('%s', (_, sold, exceeded) => {
    expect(exceededOf(sold, limits({ discountPercent: 10 }), facts)).toEqual(exceeded);
  });

  test('no discount at all where none is allowed', () => {
    expect(exceededOf(sale({ discount: { amount: '0.01' } }), limits({ discountPercent: 0 }), facts)).toEqual(
      ['discount'],
    );
    expect(exceededOf(sale({}), limits({ discountPercent: 0 }), facts)).toEqual([]);
  });

  test('the amount and the age of a return', () => {
    expect(exceededOf(note, limits({ refund: 10_000, refundDays: 14 }), facts)).toEqual([]);
    expect(exceededOf(note, limits({ refund: 9_999, refundDays: 13 }), facts)).toEqual([
      'refund',
      'refund-days',
    ]);
  });

  test('a sale on account beyond what its buyer may owe', () => {
    const above = { ...facts, isAboveCredit: () => true };
    expect(exceededOf(sale({}), limits({}), above)).toEqual(['credit']);
    expect(exceededOf(note, limits({}), above)).toEqual([]);
  });

  test('nothing that is not limited', () => {
    expect(exceededOf(sale({ discount: { percent: 100 } }), limits({}), facts)).toEqual([]);
    expect(exceededOf(note, limits({}), facts)).toEqual([]);
  });

  test('a price that is not the article’s, where a manager is asked for it', () => {
    const repriced = { ...facts, isRepriced: true };
    expect(exceededOf(sale({}), limits({ asks: ['price'] }), repriced)).toEqual(['price']);
    expect(exceededOf(sale({}), limits({ asks: ['price'] }), facts)).toEqual([]);
    expect(exceededOf(sale({}), limits({ asks: ['totals'] }), repriced)).toEqual([]);
  });

  test('a return without its receipt, where one is asked for, but no document issued anew', () => {
    const given = limits({ asks: ['no-receipt'] });
    expect(exceededOf(note, given, facts)).toEqual(['no-receipt']);
    expect(exceededOf({ ...note, receiptShown: 'number' }, given, facts)).toEqual([]);
    expect(exceededOf(note, given, { ...facts, isReissue: () => true })).toEqual([]);
    expect(exceededOf(note, limits({}), facts)).toEqual([]);
    expect(exceededOf(sale({}), given, facts)).toEqual([]);
  });
});
