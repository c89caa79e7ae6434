import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { halalasToText } from '../../shared/money.ts';
import { rounds } from '../support/effort.ts';
import { anySale } from './arbitrary-sale.ts';
import { brokenRules } from './authority-arithmetic.ts';
import { documentOf, invoiceOf, textOf } from './fixtures.ts';
import { parseTree } from './xml-tree.ts';

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
        // The rounding is at most one halala for each rate that is not zero: S 15 and S 5.
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
  // Two full cycles of residues (mod 23 at 15 %, mod 21 at 5 %) contain every unreachable kind of total.
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
