import { Decimal } from 'decimal.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { halalasToText } from '../../../shared/values/money.ts';
import { rounds } from '../../support/run/effort.ts';
import { anySale } from './arbitrary-sale.ts';
import { brokenRules } from './authority-arithmetic.ts';
import { documentOf, invoiceOf, textOf } from './fixtures.ts';
import { all, parseTree, textAt } from './xml-tree.ts';

describe('any sale', () => {
  it.each(['includeVat', 'excludeVat'] as const)('keeps the authority’s arithmetic (%s)', (prices) => {
    fc.assert(
      fc.property(anySale(prices), ({ sale }) => {
        expect(brokenRules(parseTree(textOf(documentOf(sale))))).toEqual([]);
      }),
      { numRuns: rounds(250) },
    );
  });

  it('with shelf prices costs what its labels say, to the halala', () => {
    fc.assert(
      fc.property(anySale('includeVat'), ({ sale, labels, prepaid, rounding }) => {
        const { totals, lines } = invoiceOf(sale);
        expect(totals.payable).toBe(labels - prepaid + rounding);
        // The rounding is at most one halala for each of the two rates that are not zero: S 15 and S 5.
        expect(Math.abs((totals.rounding ?? 0) - rounding)).toBeLessThanOrEqual(2);
        expect(totals.rounding).not.toBe(0);
        for (const [index, line] of lines.entries()) {
          expect(line.gross).toBe(line.net + line.vatAmount);
          const { discount, discounts, charges } = sale.lines[index] ?? {};
          if (!discount && !discounts && !charges) expect(line.allowanceCharges).toEqual([]);
        }
      }),
      { numRuns: rounds(500) },
    );
  });

  it('carries each agreed price exactly, wherever decimals can write it', () => {
    // 1.00 × (100 + rate) ÷ 100 is a price whose net is 1.00.
    const gross = { '15': '1.15', '5': '1.05', '0': '1' } as const;
    const line = fc
      .record({
        rate: fc.constantFrom('15', '5', '0'),
        net: fc.oneof(fc.integer({ min: 1, max: 99_999 }), fc.integer({ min: 1, max: 99_999_999 })),
        decimals: fc.constantFrom(0, 2, 4),
        isAny: fc.boolean(),
        quantity: fc.oneof(fc.integer({ min: 1, max: 60_000 }), fc.constantFrom(1_000, 13_000)),
        discount: fc.option(fc.integer({ min: 1, max: 99 }), { nil: undefined }),
      })
      .map(({ rate, net, decimals, isAny, quantity, discount }) => {
        const price = new Decimal(net).div(new Decimal(10).pow(decimals)).times(isAny ? 1 : gross[rate]);
        return {
          name: 'Item',
          quantity: new Decimal(quantity).div(1000).toFixed(),
          unitPrice: price.toDecimalPlaces(6).toFixed(),
          vat:
            rate === '0'
              ? { category: 'Z' as const, reason: 'VATEX-SA-35' }
              : { category: 'S' as const, rate },
          ...(discount !== undefined && { discount: { percent: String(discount) } }),
        };
      });
    let exact = 0;
    fc.assert(
      fc.property(fc.array(line, { minLength: 1, maxLength: 5 }), (lines) => {
        const document = parseTree(textOf(documentOf({ lines })));
        for (const [index, row] of all(document, 'cac:InvoiceLine').entries()) {
          const { unitPrice = '0', vat } = lines[index] ?? {};
          const factor = new Decimal(gross[(vat?.category === 'S' ? vat.rate : '0') as keyof typeof gross]);
          const net = new Decimal(unitPrice).div(factor).toDecimalPlaces(10);
          if (!net.times(factor).equals(unitPrice)) continue;
          expect(textAt(row, 'cac:Price/cbc:PriceAmount')).toBe(
            net.toFixed(Math.max(2, net.decimalPlaces())),
          );
          exact += 1;
        }
        expect(brokenRules(document)).toEqual([]);
      }),
      { numRuns: rounds(400) },
    );
    expect(exact).toBeGreaterThan(10);
  });

  it('with prices without VAT has its labels as taxable amount', () => {
    fc.assert(
      fc.property(anySale('excludeVat'), ({ sale, labels, rounding }) => {
        const { totals } = invoiceOf(sale);
        expect(totals.taxExclusive).toBe(labels);
        expect(totals.rounding ?? 0).toBe(rounding);
        expect(totals.payable).toBe(labels + totals.vat - (totals.prepaid ?? 0) + rounding);
      }),
      { numRuns: rounds(500) },
    );
  });

  it('is brought back to zero by a credit note of everything', () => {
    const either = fc.oneof(anySale('includeVat'), anySale('excludeVat'));
    fc.assert(
      fc.property(either, ({ sale }) => {
        const { prepayments: _, ...everything } = sale;
        const invoice = invoiceOf({ ...sale, kind: 'invoice', corrects: undefined });
        const note = invoiceOf({
          ...everything,
          kind: 'creditNote',
          corrects: [{ number: 'INV-1' }],
          reason: 'إلغاء | Cancelled',
        });
        expect(note.lines).toEqual(invoice.lines);
        expect(note.allowanceCharges).toEqual(invoice.allowanceCharges);
        expect(note.vatBreakdown).toEqual(invoice.vatBreakdown);
        // The prepaid amount is refunded too.
        const { prepaid = 0, payable, ...totals } = invoice.totals;
        expect(note.totals).toEqual({ ...totals, payable: payable + prepaid });
      }),
      { numRuns: rounds(300) },
    );
  });
});

describe('every shelf total', () => {
  // Two full cycles of residues (mod 23 at 15 %, mod 21 at 5 %) contain every kind of total that cannot be reached.
  it.each([
    ['15', 23, [4, 11, 19]],
    ['5', 21, [10]],
  ] as const)(
    'at %s %% is met, with a rounding amount just where the rules cannot reach it',
    (rate, cycle, gaps) => {
      const gapsOf = new Set<number>(gaps);
      for (let total = 130_000; total < 130_000 + 2 * cycle; total++) {
        const unitPrice = halalasToText(total);
        const sale = {
          lines: [{ name: 'Item', quantity: 1, unitPrice, vat: { category: 'S' as const, rate } }],
        };
        const { totals } = invoiceOf(sale);
        expect(totals.payable).toBe(total);
        expect(totals.rounding !== undefined).toBe(gapsOf.has(total % cycle));
        expect(brokenRules(parseTree(textOf(documentOf(sale))))).toEqual([]);
      }
    },
  );
});

describe('the check itself', () => {
  it.each([
    [
      '<cbc:TaxExclusiveAmount currencyID="SAR">1130.43',
      '<cbc:TaxExclusiveAmount currencyID="SAR">1130.44',
      ['BR-CO-13', 'BR-CO-15'],
    ],
    [
      '<cbc:PayableRoundingAmount currencyID="SAR">0.01',
      '<cbc:PayableRoundingAmount currencyID="SAR">0.00',
      ['BR-CO-16'],
    ],
    [
      '<cbc:TaxableAmount currencyID="SAR">1130.43',
      '<cbc:TaxableAmount currencyID="SAR">1130.63',
      ['BR-CO-17', 'BR-S-08'],
    ],
    ['86.9561538462', '86.96', ['BR-KSA-EN16931-11']],
    [
      '<cbc:RoundingAmount currencyID="SAR">1300.00',
      '<cbc:RoundingAmount currencyID="SAR">1299.99',
      ['BR-KSA-51'],
    ],
  ])('sees %s changed', (before, after, rules) => {
    const xml = textOf(documentOf({ lines: [{ name: 'Item', quantity: 13, unitPrice: 100 }] }));
    expect(brokenRules(parseTree(xml.replace(before, after)))).toEqual(rules);
  });
});
