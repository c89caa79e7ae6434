import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  countReturns,
  type IssuedNote,
  type Remaining,
} from '../../../../main/books/corrections/law/goods-left.ts';
import { returnNote } from '../../../../main/books/corrections/law/return-note.ts';
import { settleReturn } from '../../../../main/books/corrections/law/settle-return.ts';
import { millionths } from '../../../../main/books/corrections/law/sold-goods.ts';
import type { Invoice } from '../../../../main/document/invoice/invoice.ts';
import {
  type AgreedColumn,
  agreedColumn,
  sumOfColumn,
  sumOfLine,
} from '../../../../main/document/paper/agreed-column.ts';
import { checkSale } from '../../../../main/till/issue/issue-sale.ts';
import { type Sale, type SaleInput, saleSchema } from '../../../../shared/sale/sale.ts';
import { sumHalalas } from '../../../../shared/values/money.ts';
import { anySale } from '../../../document/invoice/arbitrary-sale.ts';
import { seller } from '../../../document/invoice/fixtures.ts';
import { rounds } from '../../../support/run/effort.ts';

const now = Date.parse('2026-11-20T09:30:00Z');
interface Returned extends IssuedNote {
  readonly payable: number;
  readonly invoice: Invoice;
}

/**
 * Makes a document of a note.
 * @param sold the sale
 * @param remaining the goods of the sale that were left
 */
function issued(note: Sale, sold?: Sale, remaining?: Remaining): Returned {
  const settle = sold && remaining && settleReturn(note, sold, remaining);
  const { invoice } = checkSale(note, seller, now, settle);
  return { sale: note, payable: invoice.totals.payable, taxes: invoice.vatBreakdown, invoice };
}

const words = {
  corrects: { number: 'T1-000001' },
  reason: 'إرجاع | Returned',
  payments: [{ means: 'cash' as const }],
};

/** Takes back the chosen share of each line's remainder. Returns undefined if that is nothing. */
function takeBack(
  sale: Sale,
  notes: readonly IssuedNote[],
  chosen: (index: number, left: bigint) => bigint,
): Returned | undefined {
  const remaining = countReturns(sale, notes);
  const quantities = remaining.lines.map(({ quantity }, index) => chosen(index, quantity));
  if (quantities.every((quantity) => quantity === 0n)) return undefined;
  // The note is parsed as the ledger stores it.
  const note = saleSchema.parse(JSON.parse(JSON.stringify(returnNote(sale, remaining, quantities, words))));
  return issued(note, sale, remaining);
}

const everything = (_: number, left: bigint) => left;

/** Adds up the payable amounts, the VAT, and the taxable amount and VAT of each category, rate and reason. */
function amountsOf(documents: readonly Returned[]): Map<string, number> {
  const amounts = new Map<string, number>();
  const add = (name: string, amount: number) => amounts.set(name, (amounts.get(name) ?? 0) + amount);
  for (const { invoice } of documents) {
    add('payable', invoice.totals.payable);
    add('rounding', invoice.totals.rounding ?? 0);
    for (const { category, rate, exemptionText, taxable, vatAmount } of invoice.vatBreakdown) {
      add(`${category} ${rate} ${exemptionText} taxable`, taxable);
      add(`${category} ${rate} ${exemptionText} vat`, vatAmount);
    }
  }
  return new Map([...amounts].filter(([, amount]) => amount !== 0).sort());
}

/**
 * Checks the printouts of all returns of a sale. Their lines and roundings must add up to those of the sale, and each
 * must pay back the sum of its own lines and rounding.
 */
function expectPaidAmounts(sold: Returned, notes: readonly Returned[]): void {
  const includesVat = sold.sale.prices === 'includeVat';
  const columnOf = ({ invoice, sale }: Returned) => agreedColumn(invoice, sale);
  const lines = columnOf(sold).lines.map(() => 0);
  const sums = { rounding: 0, adjustments: 0 };
  const adjusted = ({ adjustments }: AgreedColumn) => sumHalalas(adjustments.map(({ amount }) => amount));
  for (const note of notes) {
    const column = columnOf(note);
    expect(sumOfColumn(column)).toBe(note.payable);
    expect(column.includesVat).toBe(includesVat);
    for (const [index, line] of column.lines.entries()) {
      const of = (note.sale.lines[index]?.correctsLine ?? 0) - 1;
      lines[of] = (lines[of] ?? 0) + sumOfLine(line);
    }
    sums.rounding += column.rounding;
    sums.adjustments += adjusted(column);
    if (columnOf(sold).rounding === 0) expect(column.rounding).toBe(0);
  }
  expect(lines).toEqual(columnOf(sold).lines.map(sumOfLine));
  expect(sums).toEqual({ rounding: columnOf(sold).rounding, adjustments: adjusted(columnOf(sold)) });
}

/** The thousandths of each line's remainder that are returned in each step. */
const steps = fc.array(fc.array(fc.integer({ min: 0, max: 1000 }), { minLength: 25, maxLength: 25 }), {
  maxLength: 5,
  size: 'max',
});

function soldSale(prices: 'includeVat' | 'excludeVat') {
  return anySale(prices).map(({ sale: { prepayments: _, ...sale }, rounding }) =>
    saleSchema.parse({
      ...sale,
      kind: 'invoice',
      corrects: undefined,
      reason: undefined,
      // The rounding is limited, because a note is rounded by at most 1.00, including its own halalas.
      ...(Math.abs(rounding) > 80 && { payableRounding: undefined }),
    }),
  );
}

describe('returns of any sale', () => {
  it.each(['includeVat', 'excludeVat'] as const)(
    'in any parts pass the rules and come to the sale exactly (%s)',
    (prices) => {
      fc.assert(
        fc.property(soldSale(prices), steps, fc.boolean(), (sale, thousandths, wholePieces) => {
          const notes: Returned[] = [];
          const returned = sale.lines.map(() => 0n);
          const parts = thousandths.map((share) => (index: number, left: bigint) => {
            const part = (left * BigInt(share[index] ?? 0)) / 1000n;
            return wholePieces && left >= 1_000_000n ? part - (part % 1_000_000n) : part;
          });
          for (const chosen of [...parts, everything]) {
            const note = takeBack(sale, notes, chosen);
            if (note === undefined) continue;
            notes.push(note);
            for (const line of note.sale.lines) {
              const index = (line.correctsLine ?? 0) - 1;
              returned[index] = (returned[index] ?? 0n) + millionths(line.quantity);
            }
            // The notes so far never exceed the sale in goods or in money.
            for (const [index, { quantity }] of sale.lines.entries())
              expect(returned[index] ?? 0n).toBeLessThanOrEqual(millionths(quantity));
            const [soFar, sold] = [amountsOf(notes), amountsOf([issued(sale)])];
            for (const [name, amount] of soFar)
              if (name !== 'rounding') expect(amount, name).toBeLessThanOrEqual(sold.get(name) ?? 0);
          }
          expect(amountsOf(notes)).toEqual(amountsOf([issued(sale)]));
          expectPaidAmounts(issued(sale), notes);
          expect(takeBack(sale, notes, everything)).toBeUndefined();
        }),
        { numRuns: rounds(300) },
      );
    },
  );
});

const sold = (sale: SaleInput) => saleSchema.parse(sale);

describe('a return', () => {
  it('of free goods, whose charge was rounded away, gives nothing back', () => {
    const free = { quantity: 1, unitPrice: 0 };
    const sale = sold({
      lines: [
        { ...free, name: 'Sample', charges: [{ amount: '0.02', reasonCode: 'DL', reason: 'Delivery' }] },
        { ...free, name: 'Voucher', vat: { category: 'S', rate: 5 } },
      ],
      discount: { amount: '0.02' },
      charges: [{ amount: '0.02', reasonCode: 'DL', reason: 'Delivery' }],
      payableRounding: '-0.02',
    });
    const notes: Returned[] = [];
    for (const line of [1, 0]) {
      const note = takeBack(sale, notes, (index, left) => (index === line ? left : 0n));
      if (note !== undefined) notes.push(note);
    }
    expect(notes.map(({ payable }) => payable)).toEqual([0, 0]);
  });

  const thirteen = sold({ lines: [{ name: 'Notebook', quantity: 13, unitPrice: 100 }] });

  it('pays back the shelf price of each piece, whatever the VAT of the whole needs', () => {
    const notes: Returned[] = [];
    for (let piece = 0; piece < 13; piece += 1) {
      const note = takeBack(thirteen, notes, () => 1_000_000n);
      if (note !== undefined) notes.push(note);
    }
    expect(notes.map(({ payable }) => payable)).toEqual(Array(13).fill(100_00));
    expect(notes.flatMap(({ sale, invoice }) => agreedColumn(invoice, sale).lines.map(sumOfLine))).toEqual(
      Array(13).fill(100_00),
    );
    expect(amountsOf(notes)).toEqual(amountsOf([issued(thirteen)]));
  });

  it('shares discounts and charges of the line and of the basket', () => {
    const sale = sold({
      lines: [
        {
          name: 'Chair',
          quantity: 4,
          unitPrice: 100,
          discount: { percent: 10, reason: 'Sale' },
          charges: [{ amount: 20, reasonCode: 'DL', reason: 'Delivery' }],
        },
        { name: 'Lamp', quantity: 1, unitPrice: 120 },
      ],
      discount: { amount: 50, reason: 'Loyal customer' },
    });
    const note = takeBack(sale, [], (index) => (index === 0 ? 2_000_000n : 0n));
    expect(note?.sale.lines).toMatchObject([
      {
        name: 'Chair',
        quantity: '2',
        unitPrice: '100',
        discount: { amount: '20', reason: 'Sale' },
        charges: [{ amount: '10', reasonCode: 'DL', reason: 'Delivery' }],
        correctsLine: 1,
      },
    ]);
    // Returning 190 of 500 subtracts 19 of the discount of 50.
    expect(note?.sale.discounts).toMatchObject([{ amount: '19', reason: 'Loyal customer' }]);
    expect(note?.payable).toBe(171_00);
  });

  it('is for the same buyer, in the same currency, of the same kind', () => {
    const address = {
      street: 'Olaya',
      building: '1234',
      district: 'Olaya',
      city: 'Riyadh',
      postalCode: '12345',
    };
    const sale = sold({
      customer: 'business',
      buyer: { name: 'Najd Trading', vatNumber: '310122393500003', address },
      currency: 'USD',
      exchangeRate: '3.75',
      special: { thirdParty: true },
      supplyDate: '2026-11-01',
      lines: [{ name: 'Chair', quantity: 4, unitPrice: 100 }],
    });
    const { buyer, currency, exchangeRate, special, customer, supplyDate } = sale;
    expect(takeBack(sale, [], everything)?.sale).toMatchObject({
      buyer,
      currency,
      exchangeRate,
      special,
      customer,
      supplyDate,
      corrects: [{ number: 'T1-000001' }],
    });
  });
});

describe('counting what has come back', () => {
  const sale = sold({
    lines: [
      { name: 'Coffee', quantity: 3, unitPrice: 14 },
      { name: 'Coffee', quantity: 2, unitPrice: 14 },
    ],
  });
  const noteOf = (lines: SaleInput['lines'], more: Partial<SaleInput> = {}): IssuedNote => {
    const note = sold({
      kind: 'creditNote',
      lines,
      corrects: [words.corrects],
      reason: words.reason,
      ...more,
    });
    return issued(note);
  };
  const left = (notes: IssuedNote[]) =>
    countReturns(sale, notes).lines.map(({ quantity }) => Number(quantity) / 1_000_000);

  it('takes notes that name no line by what they name', () => {
    expect(left([noteOf([{ name: 'Coffee', quantity: 2, unitPrice: 14 }])])).toEqual([1, 2]);
    const both = noteOf([
      { name: 'Coffee', quantity: 2, unitPrice: 14 },
      { name: 'Coffee', quantity: 2, unitPrice: 14 },
    ]);
    expect(left([both])).toEqual([1, 0]);
  });

  it.each([
    ['another price', noteOf([{ name: 'Coffee', quantity: 1, unitPrice: 5, correctsLine: 1 }])],
    ['goods that were not sold', noteOf([{ name: 'Tea', quantity: 1, unitPrice: 14 }])],
    [
      'several invoices at once',
      noteOf([{ name: 'Coffee', quantity: 1, unitPrice: 14 }], {
        corrects: [words.corrects, { number: 'T1-000002' }],
      }),
    ],
  ])('takes no pieces for a note of %s', (_, note) => {
    expect(left([note])).toEqual([3, 2]);
  });

  it('leaves no less than nothing', () => {
    const above = noteOf([{ name: 'Coffee', quantity: 4, unitPrice: 14, correctsLine: 1 }]);
    expect(left([above])).toEqual([0, 2]);
  });
});
