import { Exact, type Halalas, halalasToExact } from '../../shared/money.ts';
import type { AllowanceCharge, VatRate } from './invoice.ts';
import type { BasketLine } from './vat-groups.ts';

/** A line with its VAT separated. */
export interface PricedLine {
  readonly line: BasketLine;
  /** For one unit, without VAT and before the line's discounts and charges. */
  readonly price: string;
  /** The line's discounts and charges without VAT; none of them is zero. */
  readonly adjustments: readonly AllowanceCharge[];
  readonly net: Halalas;
  readonly vatAmount: Halalas;
  readonly gross: Halalas;
}

/** A VAT group with every amount net; lines and charges less allowances are its taxable amount. */
export interface PricedGroup {
  readonly lines: readonly PricedLine[];
  readonly adjustments: readonly AllowanceCharge[];
}

const leastPriceDecimals = 10;

/**
 * Returns the net unit price of an amount, as text with at least two decimals.
 *
 * Rule BR-KSA-EN16931-11 multiplies it by the quantity and must get the amount. Four decimals more than the quantity
 * has digits before the point keep that product within 0.00005 of it, however large the quantity.
 */
export function unitPrice(amount: Halalas, quantity: Exact): string {
  const decimals = Math.max(leastPriceDecimals, integerDigits(quantity) + 4);
  return decimalText(halalasToExact(amount).dividedBy(quantity).toDecimalPlaces(decimals));
}

/**
 * Returns an agreed price with VAT as a net unit price without any rounding; undefined where decimals cannot write it
 * (1.00 at 15 % is 20/23), or where the rule about quantity × price would not take it for the amount.
 */
export function exactUnitPrice(
  agreed: Exact,
  { rate }: VatRate,
  { amount, quantity }: { readonly amount: Halalas; readonly quantity: Exact },
): string | undefined {
  const factor = new Exact(rate).dividedBy(100).plus(1);
  const decimals = Math.max(leastPriceDecimals, agreed.decimalPlaces());
  const net = agreed.dividedBy(factor).toDecimalPlaces(decimals);
  return net.times(factor).equals(agreed) && gives(net, quantity, amount) ? decimalText(net) : undefined;
}

/** Rule BR-KSA-EN16931-11: the product, truncated after three decimals and rounded to two, is within a halala. */
function gives(price: Exact, quantity: Exact, amount: Halalas): boolean {
  const thousandths = quantity.times(price).times(1000).floor();
  return thousandths.plus(5).dividedBy(10).floor().minus(amount).abs().lessThanOrEqualTo(1);
}

/** Formats a decimal in plain notation with at least two decimals and no zeros after those. */
export function decimalText(value: Exact): string {
  return value.toFixed(Math.max(2, value.decimalPlaces()));
}

function integerDigits(value: Exact): number {
  return Math.max(0, value.e) + 1;
}
