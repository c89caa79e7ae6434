import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { documentTaxes } from '../../../main/books/corrections/law/document-taxes.ts';
import { worthOf } from '../../../main/books/corrections/law/money-left.ts';
import type { IssuedEntry } from '../../../main/books/ledger/documents/entry.ts';
import type { Sale, SaleInput } from '../../../shared/sale/sale.ts';
import { halalasToText, sumHalalas } from '../../../shared/values/money.ts';
import { anySale } from '../../document/invoice/arbitrary-sale.ts';
import { ledgerInMemory } from '../../support/new-ledger.ts';
import { rounds } from '../../support/run/effort.ts';
import { makeShop, type Shop, vatInSarOf } from './shop.ts';

/*
 * Tests that for any sale and any returns, refunds never exceed the sale in any currency or at any rate, and finally
 * equal it.
 */

function withShop<T>(work: (shop: Shop) => T): T {
  const ledger = ledgerInMemory();
  try {
    return work(makeShop(ledger));
  } finally {
    ledger.close();
  }
}

/** Returns the amounts of a document at each VAT category and rate, and in riyals. */
function amountsOf(entry: IssuedEntry): Map<string, number> {
  const amounts = new Map([['VAT in SAR', vatInSarOf(entry)]]);
  for (const { category, rate, taxable, vatAmount } of documentTaxes(entry)) {
    amounts.set(`${category} ${rate} taxable`, taxable);
    amounts.set(`${category} ${rate} VAT`, vatAmount);
  }
  return amounts;
}

/** Subtracts notes from the remainder of a sale; nothing may become negative. */
function take(left: Map<string, number>, note: Map<string, number>): void {
  for (const [name, amount] of note) {
    left.set(name, (left.get(name) ?? 0) - amount);
    expect(left.get(name), name).toBeGreaterThanOrEqual(0);
  }
}

const nothing = (left: Map<string, number>) => [...left].filter(([, amount]) => amount !== 0);

const steps = fc.array(fc.array(fc.integer({ min: 0, max: 1000 }), { minLength: 25, maxLength: 25 }), {
  maxLength: 4,
  size: 'max',
});

describe('the terminal’s own returns of any sale', () => {
  it.each(['includeVat', 'excludeVat'] as const)(
    'come back to it at every rate and in riyals (%s)',
    (prices) => {
      const sold = anySale(prices).map(
        ({ sale: { prepayments: _, payableRounding: __, ...sale } }): SaleInput => ({
          ...sale,
          kind: 'invoice',
          corrects: undefined,
          reason: undefined,
        }),
      );
      fc.assert(
        fc.property(sold, steps, (sale, thousandths) => {
          withShop((shop) => {
            const { issue, noteFor, look } = shop;
            const entry = issue(sale);
            const left = amountsOf(entry);
            for (const parts of [...thousandths, undefined]) {
              const lines = look(entry.uuid).lines.map(({ left: rest }, index) => {
                const part = (millionthsOf(rest) * BigInt(parts?.[index] ?? 0)) / 1000n;
                return [index + 1, parts === undefined ? rest : quantity(part)] as [number, string];
              });
              const chosen = lines.filter(([, amount]) => Number(amount) > 0);
              if (chosen.length === 0) continue;
              take(left, amountsOf(issue(noteFor(entry.uuid, ...chosen))));
            }
            expect(nothing(left)).toEqual([]);
            expect(look(entry.uuid).refusal).toBe('returned-all');
          });
        }),
        { numRuns: rounds(25) },
      );
    },
  );
});

/** Reads a quantity exactly, because quantities may have more digits than a number can represent. */
function millionthsOf(quantity: string): bigint {
  const [whole = '', fraction = ''] = quantity.split('.');
  return BigInt(whole + fraction.padEnd(6, '0'));
}

const quantity = (millionths: bigint) =>
  `${millionths / 1_000_000n}.${String(millionths % 1_000_000n).padStart(6, '0')}`;

const rates = [
  { category: 'S' },
  { category: 'S', rate: 5 },
  { category: 'Z', reason: 'VATEX-SA-35' },
] as const;

/**
 * Returns a share of the remainder in halalas, or 0 for a remainder below half a riyal. With only a few halalas left,
 * the roundings of earlier notes may exceed them, and no note can contain the last halala of VAT.
 */
const partOf = (left: number, percent: number): number =>
  left < 50 ? 0 : Math.floor((left * percent) / 100);

const currency = fc.oneof(
  fc.constant({}),
  fc.record({
    currency: fc.constant('USD'),
    exchangeRate: fc.constantFrom('3.75', '3.7501', '0.0123', '12.3456789', '1'),
  }),
);

describe('an accountant’s notes of any amounts', () => {
  it('come back to the invoice at every rate and in riyals', () => {
    fc.assert(
      fc.property(
        fc.constantFrom<Sale['prices']>('includeVat', 'excludeVat'),
        fc.constantFrom<Sale['prices']>('includeVat', 'excludeVat'),
        fc.array(fc.integer({ min: 100, max: 300_000 }), { minLength: 1, maxLength: 3 }),
        fc.array(fc.array(fc.integer({ min: 0, max: 60 }), { minLength: 3, maxLength: 3 }), { maxLength: 8 }),
        currency,
        (prices, notePrices, amounts, percents, foreign) => {
          withShop((shop) => {
            const { issue } = shop;
            const line = (amount: number, index: number): SaleInput['lines'] =>
              amount <= 0
                ? []
                : [
                    {
                      name: 'Item',
                      quantity: 1,
                      unitPrice: halalasToText(amount),
                      vat: rates[index] ?? rates[0],
                    },
                  ];
            const sold = issue({ ...foreign, prices, lines: amounts.flatMap(line) });
            const left = amountsOf(sold);
            let paid = worthOf(sold);
            const leftAt = (index: number) => {
              const { category } = rates[index] ?? rates[0];
              const rate = ['15.00', '5.00', '0.00'][index];
              const taxable = left.get(`${category} ${rate} taxable`) ?? 0;
              const vat = left.get(`${category} ${rate} VAT`) ?? 0;
              return { gross: taxable + vat, amount: notePrices === 'excludeVat' ? taxable : taxable + vat };
            };
            const note = (parts: readonly number[], rounding = 0) => {
              const lines = parts.flatMap(line);
              if (lines.length === 0) return;
              const corrects = [{ number: sold.number }];
              const entry = issue({
                ...foreign,
                kind: 'creditNote',
                prices: notePrices,
                lines,
                corrects,
                reason: 'خصم | Price',
                ...(rounding !== 0 && { payableRounding: halalasToText(rounding) }),
              });
              paid -= worthOf(entry);
              take(left, amountsOf(entry));
            };
            for (const parts of percents)
              note(amounts.map((_, index) => partOf(leftAt(index).amount, parts[index] ?? 0)));
            const rest = amounts.map((_, index) => leftAt(index));
            // The last note refunds the paid amount exactly, because roundings of earlier notes may have left slightly
            // more or less than the lines with their VAT.
            const missing = paid - sumHalalas(rest.map(({ gross }) => gross));
            const sums = rest.map(({ amount }) => amount);
            // Amounts are rounded only if VAT is charged.
            const most = sums.findIndex((amount, index) => amount > 0 && rates[index]?.category === 'S');
            if (notePrices === 'excludeVat') note(sums, missing);
            else note(sums.map((amount, index) => (index === most ? amount + missing : amount)));
            expect(nothing(left)).toEqual([]);
          });
        },
      ),
      {
        numRuns: rounds(150),
        // This example has two rates, each of which rounds up by a hundredth.
        examples: [
          ['includeVat', 'includeVat', [37869, 272737, 100], [], { currency: 'USD', exchangeRate: '3.75' }],
        ],
      },
    );
  });
});
