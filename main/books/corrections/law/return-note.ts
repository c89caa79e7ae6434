import { type Sale, type SaleInput, saleLimits } from '../../../../shared/sale/sale.ts';
import type { SaleLine, Vat } from '../../../../shared/sale/sale-line.ts';
import {
  Exact,
  type Halalas,
  halalasToExact,
  halalasToText,
  roundToHalalas,
} from '../../../../shared/values/money.ts';
import { inOneText } from '../../../../shared/words/both.ts';
import { documentTexts } from '../../../../shared/words/document-texts.ts';
import type { AllowanceCharge } from '../../../document/invoice/invoice.ts';
import type { Remaining } from './goods-left.ts';
import { quantityText } from './sold-goods.ts';
import { type TakenLine, takeGoods } from './take-goods.ts';

/** The texts and choices of the person who takes the goods back. */
export interface ReturnWords {
  readonly saleId?: string | undefined;
  readonly corrects: NonNullable<SaleInput['corrects']>[number];
  readonly reason: string;
  readonly payments: NonNullable<SaleInput['payments']>;
}

/**
 * Makes the credit note for returned quantities. Each piece gives back its price, with its share of every discount and
 * charge, at most what is left of it: what notes took off before is taken off here.
 * @param quantities millionths for each line, at most its remainder, not all zero
 */
export function returnNote(
  sale: Sale,
  remaining: Remaining,
  quantities: readonly bigint[],
  words: ReturnWords,
): SaleInput {
  const taken = takeGoods(remaining, quantities);
  return {
    ...words,
    ...whatStays(sale),
    kind: 'creditNote',
    lines: sale.lines.flatMap((line, index) => {
      const part = taken.lines[index];
      return part === undefined || part.quantity === 0n ? [] : [noteLine(line, index, part)];
    }),
    ...basketAdjustments(taken.basket),
    ...(taken.rounding !== 0 && { payableRounding: halalasToText(taken.rounding) }),
    corrects: [words.corrects],
  };
}

/** Returns the fields that a note copies from its invoice. */
function whatStays(sale: Sale): Partial<SaleInput> {
  const { customer, special, currency, exchangeRate, prices, buyer, supplier } = sale;
  const { supplyDate, supplyEndDate, orderReference, contractReference } = sale;
  return {
    customer,
    prices,
    special,
    currency,
    exchangeRate,
    buyer,
    supplier,
    supplyDate,
    supplyEndDate,
    orderReference,
    contractReference,
  };
}

function noteLine(line: SaleLine, index: number, part: TakenLine): SaleInput['lines'][number] {
  const { name, unit, vat, barcode, sellerItemId, buyerItemId } = line;
  const quantity = quantityText(part.quantity);
  const { unitPrice, excess } = priceFor(part.full, quantity, line.unitPrice);
  const discounts = part.adjustments.filter(({ charge }) => !charge).map(discountOf);
  const charges = chargesOf(part.adjustments);
  if (part.off > 0) discounts.push({ amount: halalasToText(part.off), reason: earlierReason });
  if (excess > 0) discounts.push({ amount: halalasToText(excess), reason: roundingReason });
  if (excess < 0)
    charges.push({ amount: halalasToText(-excess), reasonCode: otherCharge, reason: roundingReason });
  const [discount, ...further] = discounts.filter(isSomething);
  return {
    name,
    unit,
    vat,
    barcode,
    sellerItemId,
    buyerItemId,
    quantity,
    unitPrice,
    ...(discount && { discount }),
    ...(further.length > 0 && { discounts: further }),
    ...(charges.length > 0 && { charges }),
    correctsLine: index + 1,
    goodsBack: true,
  };
}

const roundingReason = inOneText(documentTexts.rounding);
const earlierReason = inOneText(documentTexts.creditedEarlier);
/** UNTDID 7161: mutually defined. */
const otherCharge = 'ZZZ';

/**
 * Returns the sale's price if it gives the amount, otherwise one that does. A price of six decimals may not fit a very
 * large quantity, or a very small one of something expensive; `excess` is the amount it gives too much.
 */
function priceFor(amount: Halalas, quantity: string, price: string): { unitPrice: string; excess: Halalas } {
  const excess = (unitPrice: string) => roundToHalalas(new Exact(quantity).times(unitPrice)) - amount;
  const exact = halalasToExact(amount).dividedBy(quantity);
  const nearest = exact.toDecimalPlaces(saleLimits.priceDecimals).toFixed();
  const above = exact.toDecimalPlaces(saleLimits.priceDecimals, Exact.ROUND_UP).toFixed();
  const prices = [price, nearest, above].filter((each) => new Exact(each).lessThan(dearest));
  const unitPrice = prices.find((each) => excess(each) === 0) ?? prices.at(-1) ?? price;
  return { unitPrice, excess: excess(unitPrice) };
}
/** The limit of a price, which has at most eleven digits before the decimal point. */
const dearest = 1e11;

type Grouped = readonly { vat: Vat; adjustment: AllowanceCharge }[];

/** Returns the basket's discounts and charges, each with its VAT. */
function basketAdjustments(basket: Grouped): Pick<SaleInput, 'discounts' | 'charges'> {
  const some = basket.filter(({ adjustment }) => adjustment.amount > 0);
  const discounts = atMost(some.filter(({ adjustment }) => !adjustment.charge));
  const charges = atMost(some.filter(({ adjustment }) => adjustment.charge));
  return {
    ...(discounts.length > 0 && {
      discounts: discounts.map(({ vat, adjustment }) => ({ ...discountOf(adjustment), vat })),
    }),
    ...(charges.length > 0 && {
      charges: charges.flatMap(({ vat, adjustment }) =>
        chargesOf([adjustment]).map((charge) => ({ ...charge, vat })),
      ),
    }),
  };
}

/** Merges discounts and charges into one for each VAT if there are more than a sale can have. */
function atMost(basket: Grouped): Grouped {
  if (basket.length <= saleLimits.adjustments) return basket;
  const first = new Map<Vat, AllowanceCharge>();
  for (const { vat, adjustment } of basket) {
    const before = first.get(vat);
    first.set(vat, { ...(before ?? adjustment), amount: (before?.amount ?? 0) + adjustment.amount });
  }
  return [...first].map(([vat, adjustment]) => ({ vat, adjustment }));
}

function discountOf({ amount, reason }: AllowanceCharge): { amount: string; reason?: string | undefined } {
  return { amount: halalasToText(amount), reason };
}

const isSomething = ({ amount }: { amount: string }) => amount !== '0.00';

function chargesOf(adjustments: readonly AllowanceCharge[]) {
  return adjustments.flatMap(({ charge, amount, reasonCode, reason }) =>
    charge && amount > 0 && reasonCode !== undefined && reason !== undefined
      ? [{ amount: halalasToText(amount), reasonCode, reason }]
      : [],
  );
}
