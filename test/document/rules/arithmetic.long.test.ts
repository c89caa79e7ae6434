import { Decimal } from 'decimal.js';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { divideHalfEven, floorDivide, readDecimal } from '../../../main/document/invoice/amounts/decimals.ts';
import { checkInvoice } from '../../../main/document/invoice/rules/check-invoice.ts';
import type { RuleId } from '../../../shared/words/faults/rules.ts';
import { rounds } from '../../support/run/effort.ts';
import { anySale } from '../invoice/arbitrary-sale.ts';
import { invoiceOf } from '../invoice/fixtures.ts';
import { baseInvoice } from './bases.ts';
import { all, type Change, line, moreVat, prepayment, row } from './changes.ts';

const context = { issuedAt: Date.parse('2026-11-01T17:41:08+03:00'), number: 'T1-000003' };
const Wide = Decimal.clone({ precision: 100 });

/** Returns true when a rule detects a change of the invoice. */
const answers = (id: RuleId, base: Parameters<typeof baseInvoice>[0], change: Change): boolean =>
  checkInvoice(change(baseInvoice(base)), context).some((violation) => violation.id === id);

/**
 * The warnings that a correct sale may cause, such as those about a short or numeric name, an unusual number, or an
 * exchange rate of one.
 */
const harmless = /^BR-KSA-(F-06-C19|F-C-01|F-07|F-08|F-09|F-10|F-11|F-13|97)$/;

describe.each(['includeVat', 'excludeVat'] as const)('whatever is sold, prices %s', (prices) => {
  test('what makeInvoice adds up holds every rule', () => {
    fc.assert(
      fc.property(anySale(prices), ({ sale }) => {
        const invoice = invoiceOf(sale);
        const { vatBreakdown } = invoice;
        // Returns true for warnings that occur when several reasons share a category, because each row is compared with
        // the whole category.
        const isShared = (id: string) =>
          vatBreakdown.filter(({ category }) => id === `BR-${category}-08`).length > 1;
        const violations = checkInvoice(invoice, context);
        expect(
          violations.filter(
            ({ id, severity }) => !harmless.test(id) && !(isShared(id) && severity === 'warning'),
          ),
        ).toEqual([]);
      }),
      { numRuns: rounds(300) },
    );
  });
});

describe('the net of a line (BR-KSA-EN16931-11)', () => {
  const net = (invoice: ReturnType<typeof baseInvoice>) => invoice.lines[0]?.net ?? 0;
  const off =
    (by: number): Change =>
    (invoice) =>
      line({ net: net(invoice) + by })(invoice);

  test.each([
    [-2, true],
    [-1, false],
    [1, false],
    [2, true],
  ])('%i halalas off: %s', (by, expected) => {
    expect(answers('BR-KSA-EN16931-11', 'business', off(by))).toBe(expected);
  });

  test('is cut off after three decimals before it is rounded', () => {
    // The product 3 × 3.334999 is 10.004997, which is truncated to 10.004 and rounded to 10.00. One more thousandth of
    // a riyal would round up.
    const priced = (price: string, net: number) =>
      answers('BR-KSA-EN16931-11', 'business', line({ quantity: '3', price, net }));
    expect(priced('3.334999', 1001)).toBe(false);
    expect(priced('3.334999', 1002)).toBe(true);
    expect(priced('3.335', 1002)).toBe(false);
  });

  test('of a number that is none does not hold', () => {
    expect(answers('BR-KSA-EN16931-11', 'business', line({ quantity: 'three' }))).toBe(true);
  });
});

describe('the VAT of a row (BR-CO-17, BR-S-09)', () => {
  const off = (by: number) =>
    all(
      row('S', ({ vatAmount }) => ({ vatAmount: vatAmount + by })),
      moreVat(by),
    );

  test.each([
    [2, false],
    [-2, false],
    [3, true],
    [-3, true],
  ])('with two lines may be two halalas off: %i', (by, expected) => {
    expect(answers('BR-CO-17', 'business', off(by))).toBe(expected);
    expect(answers('BR-S-09', 'business', off(by))).toBe(expected);
  });

  test('halves go to the even halala before that', () => {
    // The VAT of 0.50 at 5 % is 0.025, which gives 0.02. With two lines the maximum is therefore 0.04, and 0.05 is too
    // much.
    const half = (vatAmount: number) => row('S', () => ({ taxable: 50, rate: '5.00', vatAmount }));
    expect(answers('BR-CO-17', 'business', half(4))).toBe(false);
    expect(answers('BR-CO-17', 'business', half(5))).toBe(true);
  });
});

describe('the VAT of a prepayment (BR-KSA-79)', () => {
  const off = (by: number) => prepayment('S', ({ vatAmount }) => ({ vatAmount: vatAmount + by }));

  test.each([
    [-2, true],
    [-1, false],
    [1, false],
    [2, true],
  ])('%i halalas off: %s', (by, expected) => {
    expect(answers('BR-KSA-79', 'final', off(by))).toBe(expected);
  });

  test('halves go up before that', () => {
    // The VAT of 0.50 at 5 % is 0.025, which gives 0.03.
    const half = (vatAmount: number) =>
      prepayment('S', ({ vat }) => ({ vat: { ...vat, rate: '5.00' }, taxable: 50, vatAmount }));
    expect(answers('BR-KSA-79', 'final', half(4))).toBe(false);
    expect(answers('BR-KSA-79', 'final', half(5))).toBe(true);
    expect(answers('BR-KSA-79', 'final', half(1))).toBe(true);
  });

  test('is nothing at all where none is charged, but for a halala out of scope', () => {
    const charged = { vatAmount: 1 };
    expect(
      answers(
        'BR-KSA-79',
        'final',
        prepayment('Z', () => charged),
      ),
    ).toBe(true);
    expect(
      answers(
        'BR-KSA-79',
        'final',
        prepayment('E', () => charged),
      ),
    ).toBe(true);
    expect(
      answers(
        'BR-KSA-79',
        'final',
        prepayment('O', () => charged),
      ),
    ).toBe(false);
  });
});

describe('exact decimals', () => {
  const wholes = fc.bigInt({ min: -(10n ** 20n), max: 10n ** 20n });
  const divisors = fc.bigInt({ min: 1n, max: 10n ** 6n });

  test('round as decimals do', () => {
    fc.assert(
      fc.property(wholes, divisors, (dividend, divisor) => {
        const exact = new Wide(String(dividend)).div(String(divisor));
        expect(floorDivide(dividend, divisor)).toBe(BigInt(exact.floor().toFixed()));
        const even = exact.toDecimalPlaces(0, Decimal.ROUND_HALF_EVEN);
        expect(divideHalfEven(dividend, divisor)).toBe(BigInt(even.toFixed()));
      }),
    );
  });

  test('are read in every form XML writes them in', () => {
    expect(readDecimal('12.50')).toEqual({ digits: 1250n, scale: 2 });
    expect(readDecimal(' -0.05 ')).toEqual({ digits: -5n, scale: 2 });
    expect(readDecimal('+.5')).toEqual({ digits: 5n, scale: 1 });
    expect(readDecimal('7.')).toEqual({ digits: 7n, scale: 0 });
    for (const text of ['', '.', '-', '1e3', '1,5', '٣']) expect(readDecimal(text), text).toBeUndefined();
  });
});
