import { type Halalas, roundFraction } from '../../../../shared/values/money.ts';
import type { AllowanceCharge, VatRate } from '../invoice.ts';
import {
  decimalText,
  distance,
  floorDivide,
  powerOfTen,
  productInThousandths,
  type ScaledDecimal,
} from './decimals.ts';
import type { BasketLine } from './vat-groups.ts';

export interface PricedLine {
  readonly line: BasketLine;
  /** The price of one unit, without VAT and before the line's discounts and charges. */
  readonly price: string;
  readonly adjustments: readonly AllowanceCharge[];
  readonly net: Halalas;
  readonly vatAmount: Halalas;
  readonly gross: Halalas;
}

/** A VAT group whose amounts are all net; its taxable amount is lines and charges less allowances. */
export interface PricedGroup {
  readonly lines: readonly PricedLine[];
  readonly adjustments: readonly AllowanceCharge[];
}

const leastPriceDecimals = 10;

/**
 * Returns the net unit price of an amount, as text with at least two decimals.
 *
 * Rule BR-KSA-EN16931-11 multiplies the price by the quantity and must get the amount. The price has four decimals more
 * than the quantity has digits before the point, so the product is within 0.00005 of the amount for any quantity.
 */
export function unitPrice(amount: Halalas, quantity: ScaledDecimal): string {
  const scale = Math.max(leastPriceDecimals, integerDigits(quantity) + 4);
  const digits = roundFraction(BigInt(amount) * powerOfTen(quantity.scale + scale), 100n * quantity.digits);
  return decimalText({ digits, scale });
}

/**
 * Returns an agreed price with VAT as a net unit price without any rounding; undefined if decimals cannot write it
 * (1.00 at 15 % is 20/23), or if the rule about quantity × price would not accept it for the amount.
 */
export function exactUnitPrice(
  agreed: ScaledDecimal,
  { rate }: VatRate,
  { amount, quantity }: { readonly amount: Halalas; readonly quantity: ScaledDecimal },
): string | undefined {
  const scale = Math.max(leastPriceDecimals, agreed.scale);
  // This is agreed ÷ (1 + rate ÷ 100), with the rate in hundredths of a percent to stay whole.
  const numerator = agreed.digits * powerOfTen(scale - agreed.scale + 4);
  const denominator = 10_000n + BigInt(rate.replace('.', ''));
  if (numerator % denominator !== 0n) return undefined;
  const net = { digits: numerator / denominator, scale };
  return gives(net, quantity, amount) ? decimalText(net) : undefined;
}

/** Rule BR-KSA-EN16931-11: the product, truncated after three decimals and rounded to two, is within a halala. */
function gives(price: ScaledDecimal, quantity: ScaledDecimal, amount: Halalas): boolean {
  const hundredths = floorDivide(productInThousandths(quantity, price) + 5n, 10n);
  return distance(hundredths, BigInt(amount)) <= 1n;
}

function integerDigits({ digits, scale }: ScaledDecimal): number {
  return Math.max(1, String(digits).length - scale);
}
