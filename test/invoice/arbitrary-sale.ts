import { Decimal } from 'decimal.js';
import fc from 'fast-check';
import { type Halalas, halalasToText } from '../../shared/money.ts';
import type { SaleInput } from '../../shared/sale.ts';
import { buyer } from './fixtures.ts';

/* Baskets of every kind the sale schema takes, and what their labels come to by arithmetic of this file's own. */

const Wide = Decimal.clone({ precision: 100 });

type Line = SaleInput['lines'][number];

/** A number with so many decimals, as text. */
function decimalBelow(whole: number, decimals: number, least = 0) {
  return fc
    .bigInt({ min: BigInt(least), max: BigInt(whole) * 10n ** BigInt(decimals) })
    .map((units) => new Wide(units.toString()).div(new Wide(10).pow(decimals)).toFixed());
}

const quantity = fc.oneof(
  { weight: 4, arbitrary: decimalBelow(60, 0, 1) },
  { weight: 3, arbitrary: decimalBelow(20, 3, 1) },
  { weight: 1, arbitrary: decimalBelow(1_000_000, 6, 1) },
);

const unitPrice = fc.oneof(
  { weight: 6, arbitrary: decimalBelow(500, 2) },
  { weight: 1, arbitrary: decimalBelow(500, 6) },
);

/** The largest quantities and prices the schema takes, with products of which a document can hold many. */
const hundredths = fc
  .integer({ min: 1, max: 10_000 })
  .map((units) => new Wide(units).div(1_000_000).toFixed());
const extremes = fc.oneof(
  fc.record({ quantity: decimalBelow(99_999_999_999, 6, 1), unitPrice: hundredths }),
  fc.record({ quantity: hundredths, unitPrice: decimalBelow(99_999_999_999, 6) }),
);

const vat: fc.Arbitrary<Line['vat']> = fc.constantFrom(
  undefined,
  { category: 'S', rate: 15 },
  { category: 'S', rate: '5' },
  { category: 'Z', reason: 'VATEX-SA-35' },
  { category: 'E', reason: 'VATEX-SA-30' },
  { category: 'O', reason: 'VATEX-SA-OOS', reasonText: 'خارج نطاق الضريبة | Out of scope' },
);

/** A discount before it is known what it is taken off: a percentage, or so many of 10,000 parts as an amount. */
const discount = fc.option(
  fc.oneof(
    fc.record({ percent: fc.oneof(fc.constant('100'), decimalBelow(100, 2, 1)) }),
    fc.record({ parts: fc.oneof(fc.constant(10_000), fc.integer({ min: 1, max: 10_000 })) }),
  ),
  { nil: undefined, freq: 3 },
);
type Discount = { percent: string } | { parts: number } | undefined;

/** What is taken off, and how the sale says it. */
function takeOff(amount: Halalas, discount: Discount): { off: Halalas; said: Line['discount'] } {
  if (discount === undefined) return { off: 0, said: undefined };
  if ('percent' in discount) {
    const off = new Wide(amount).times(discount.percent).div(100).toDecimalPlaces(0, Wide.ROUND_HALF_UP);
    return { off: off.toNumber(), said: discount };
  }
  const off = new Wide(amount).times(discount.parts).div(10_000).floor().toNumber();
  return { off, said: off === 0 ? undefined : { amount: halalasToText(off) } };
}

const line = fc
  .record({
    goods: fc.oneof(
      { weight: 20, arbitrary: fc.record({ quantity, unitPrice }) },
      { weight: 1, arbitrary: extremes },
    ),
    vat,
    discount,
  })
  .map(({ goods, vat, discount }) => {
    const full = new Wide(goods.quantity).times(goods.unitPrice).times(100);
    const amount = full.toDecimalPlaces(0, Wide.ROUND_HALF_UP).toNumber();
    const { off, said } = takeOff(amount, discount);
    return { line: { name: 'Item', ...goods, vat, discount: said } satisfies Line, amount: amount - off };
  });

export interface AnySale {
  readonly sale: SaleInput;
  /** What the labels come to, less every discount. */
  readonly labels: Halalas;
}

export function anySale(prices: 'includeVat' | 'excludeVat'): fc.Arbitrary<AnySale> {
  return fc
    .record({
      lines: fc.array(line, { minLength: 1, maxLength: 25, size: 'max' }),
      discount,
      kind: fc.constantFrom('invoice', 'creditNote', 'debitNote'),
      customer: fc.constantFrom('consumer', 'business'),
    })
    .map(({ lines, discount, kind, customer }) => {
      const sum = lines.reduce((total, each) => total + each.amount, 0);
      const { off, said } = takeOff(sum, discount);
      const sale: SaleInput = {
        kind,
        customer,
        prices,
        lines: lines.map((each) => each.line),
        discount: said,
        buyer: customer === 'business' ? buyer : undefined,
        ...(kind !== 'invoice' && { corrects: [{ number: 'INV-0' }], reason: 'إرجاع | Returned' }),
      };
      return { sale, labels: sum - off };
    });
}
