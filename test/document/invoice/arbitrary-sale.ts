import { Decimal } from 'decimal.js';
import fc from 'fast-check';
import type { SaleInput } from '../../../shared/sale/sale.ts';
import { type Halalas, halalasToText } from '../../../shared/values/money.ts';
import { buyer } from './fixtures.ts';

/*
 * Generates baskets of every kind that the sale schema accepts, and computes the totals of their labels independently.
 */

const Wide = Decimal.clone({ precision: 100 });

type Line = SaleInput['lines'][number];
type Vat = NonNullable<Line['vat']>;
type Discount = NonNullable<Line['discount']>;
type Charge = NonNullable<Line['charges']>[number];

/** Generates a number as text with this many decimals. */
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

/**
 * Generates quantities and prices up to the limits of the schema, with products that are small enough for many lines in
 * one document.
 */
const hundredths = fc
  .integer({ min: 1, max: 10_000 })
  .map((units) => new Wide(units).div(1_000_000).toFixed());
const extremes = fc.oneof(
  fc.record({ quantity: decimalBelow(99_999_999_999, 6, 1), unitPrice: hundredths }),
  fc.record({ quantity: hundredths, unitPrice: decimalBelow(99_999_999_999, 6) }),
);

const vat: fc.Arbitrary<Vat> = fc.constantFrom<Vat[]>(
  { category: 'S' },
  { category: 'S', rate: 15 },
  { category: 'S', rate: '5' },
  { category: 'Z', reason: 'VATEX-SA-35' },
  { category: 'Z', reason: 'VATEX-SA-36' },
  { category: 'E', reason: 'VATEX-SA-30' },
  { category: 'O', reason: 'VATEX-SA-OOS', reasonText: 'خارج نطاق الضريبة | Out of scope' },
  { category: 'O', reason: 'VATEX-SA-OOS', reasonText: 'رسوم حكومية | Government fee' },
);
/** Returns a key that is equal for equal taxation, which is a rate, or a category with one reason. */
const rateOf = ({ category, rate, reason, reasonText }: Vat) =>
  category === 'S' ? `S${Number(rate ?? 15)}` : `${category} ${reason} ${reasonText}`;

/** The size of a discount before its base is known: a percentage, or a number of ten-thousandths of the base. */
const percent = fc.record({ percent: fc.oneof(fc.constant('100'), decimalBelow(100, 2, 1)) });
const parts = fc.record({ parts: fc.oneof(fc.constant(10_000), fc.integer({ min: 1, max: 10_000 })) });
type Size = { percent: string } | { parts: number } | { hundredths: number };

const half = (amount: Decimal) => amount.toDecimalPlaces(0, Wide.ROUND_HALF_UP).toNumber();

/** Returns a discount or charge in hundredths and as the sale states it; undefined if it is too small to state. */
function sized(size: Size, base: Halalas): { amount: Halalas; discount: Discount } | undefined {
  if ('percent' in size) return { amount: half(new Wide(base).times(size.percent).div(100)), discount: size };
  const amount =
    'hundredths' in size ? size.hundredths : new Wide(base).times(size.parts).div(10_000).floor().toNumber();
  return amount === 0 ? undefined : { amount, discount: { amount: halalasToText(amount) } };
}

/** Generates an optional discount of any size, then sometimes more discounts on the remainder. */
const discounts = fc.record({
  first: fc.option(fc.oneof(percent, parts), { nil: undefined, freq: 3 }),
  further: fc.oneof(
    { weight: 4, arbitrary: fc.constant<Size[]>([]) },
    { weight: 1, arbitrary: fc.array<Size>(parts, { minLength: 1, maxLength: 3 }) },
  ),
});

const chargeSize = fc.oneof(percent, fc.record({ hundredths: fc.integer({ min: 1, max: 100_000 }) }));
const chargeSizes = fc.oneof(
  { weight: 4, arbitrary: fc.constant<Size[]>([]) },
  { weight: 1, arbitrary: fc.array<Size>(chargeSize, { minLength: 1, maxLength: 3 }) },
);
const chargeOf = (discount: Discount): Charge => ({
  ...discount,
  reasonCode: 'DL',
  reason: 'توصيل | Delivery',
});

const line = fc
  .record({
    goods: fc.oneof(
      { weight: 20, arbitrary: fc.record({ quantity, unitPrice }) },
      { weight: 1, arbitrary: extremes },
    ),
    vat,
    discounts,
    chargeSizes,
  })
  .map(({ goods, vat, discounts, chargeSizes }) => {
    const full = half(new Wide(goods.quantity).times(goods.unitPrice).times(100));
    const first = discounts.first && sized(discounts.first, full);
    let amount = full - (first?.amount ?? 0);
    const further = discounts.further.flatMap((size) => {
      const next = sized(size, amount);
      amount -= next?.amount ?? 0;
      return next ? [next.discount] : [];
    });
    const charges = chargeSizes.flatMap((size) => {
      const next = sized(size, full);
      amount += next?.amount ?? 0;
      return next ? [chargeOf(next.discount)] : [];
    });
    const line: Line = {
      name: 'Item',
      ...goods,
      vat,
      ...(first && { discount: first.discount }),
      ...(further.length > 0 && { discounts: further }),
      ...(charges.length > 0 && { charges }),
    };
    return { line, vat, amount };
  });

const currency = fc.oneof(
  { weight: 3, arbitrary: fc.constant({}) },
  {
    weight: 1,
    arbitrary: fc.record({
      currency: fc.constantFrom('USD', 'EUR', 'KWD'),
      exchangeRate: fc.oneof(fc.constant('3.75'), decimalBelow(20, 8, 1)),
    }),
  },
);

export interface AnySale {
  readonly sale: SaleInput;
  /** The total of the labels with every discount and charge, before prepayments. */
  readonly labels: Halalas;
  /** The prepaid amount as the sale states it, with or without VAT like its prices. */
  readonly prepaid: Halalas;
  readonly rounding: Halalas;
}

export function anySale(prices: 'includeVat' | 'excludeVat'): fc.Arbitrary<AnySale> {
  return fc
    .record({
      lines: fc.array(line, { minLength: 1, maxLength: 25, size: 'max' }),
      bound: fc.option(parts, { nil: undefined, freq: 2 }),
      discounts,
      charges: fc.array(fc.record({ size: chargeSize, vat: fc.option(vat, { nil: undefined }) }), {
        maxLength: 2,
        size: 'small',
      }),
      currency,
      prepaid: fc.option(parts, { nil: undefined, freq: 2 }),
      rounding: fc.oneof(
        { weight: 5, arbitrary: fc.constant(0) },
        { weight: 1, arbitrary: fc.integer({ min: -100, max: 100 }) },
      ),
      kind: fc.constantFrom('invoice', 'creditNote', 'debitNote', 'prepayment'),
      customer: fc.constantFrom('consumer', 'business'),
    })
    .map((any) => {
      const { lines, kind, customer } = any;
      // The product decides the share of a discount at one rate, so a sale with prepayments has none.
      const advanced = kind === 'invoice' ? any.prepaid : undefined;
      const discounts = advanced
        ? { bound: undefined, first: undefined, further: [] }
        : { bound: any.bound, ...any.discounts };
      const goods = lines.reduce((total, each) => total + each.amount, 0);
      let left = goods;

      const soldAt = (vat: Vat) =>
        lines
          .filter((each) => rateOf(each.vat) === rateOf(vat))
          .reduce((total, each) => total + each.amount, 0);

      // The first discount applies only to the first line's rate, the others to all.
      const first = lines[0]?.vat ?? { category: 'S' };
      const bound = discounts.bound && sized(discounts.bound, soldAt(first));
      left -= bound?.amount ?? 0;
      const whole = bound ? undefined : discounts.first && sized(discounts.first, goods);
      left -= whole?.amount ?? 0;
      const further = discounts.further.flatMap((size) => {
        const next = sized(size, left);
        left -= next?.amount ?? 0;
        return next ? [next.discount] : [];
      });
      let sum = left;
      const charges = any.charges.flatMap(({ size, vat }) => {
        const next = sized(size, vat ? soldAt(vat) : goods);
        sum += next?.amount ?? 0;
        return next ? [{ ...chargeOf(next.discount), ...(vat && { vat }) }] : [];
      });

      const advance = advanced && sized(advanced, soldAt(first));
      const prepaid = advance?.amount ?? 0;
      // The payable amount is never negative, with VAT or without.
      const rounding = sum - prepaid + any.rounding < 0 ? 0 : any.rounding;
      const several = [...(bound ? [{ ...bound.discount, vat: first }] : []), ...further];
      const sale: SaleInput = {
        kind,
        customer,
        prices,
        ...any.currency,
        lines: lines.map((each) => each.line),
        ...(whole && { discount: whole.discount }),
        ...(several.length > 0 && { discounts: several }),
        ...(charges.length > 0 && { charges }),
        ...(advance && { prepayments: [prepayment(first, halalasToText(advance.amount))] }),
        ...(rounding !== 0 && { payableRounding: halalasToText(rounding) }),
        buyer: customer === 'business' ? buyer : undefined,
        ...((kind === 'creditNote' || kind === 'debitNote') && {
          corrects: [{ number: 'INV-0' }],
          reason: 'إرجاع | Returned',
        }),
      };
      return { sale, labels: sum, prepaid, rounding };
    });
}

function prepayment(vat: Vat, amount: string): NonNullable<SaleInput['prepayments']>[number] {
  return {
    number: 'P-1',
    uuid: 'a79760f7-2f48-4da9-85a5-40459a147c80',
    issueDate: '2024-10-01',
    issueTime: '12:28:17',
    amounts: [{ vat, amount }],
  };
}
