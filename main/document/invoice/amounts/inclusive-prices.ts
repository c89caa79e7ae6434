import { type Halalas, sumHalalas } from '../../../../shared/values/money.ts';
import type { AllowanceCharge, VatRate } from '../invoice.ts';
import { signed } from './adjustments.ts';
import { decimalOf } from './decimals.ts';
import { canRoundToTotal, roundToTotal } from './largest-remainder.ts';
import { exactUnitPrice, type PricedGroup, type PricedLine, unitPrice } from './priced-group.ts';
import type { BasketLine, VatGroup } from './vat-groups.ts';

/*
 * Prices with VAT, as on the shelf: the customer pays exactly their sum.
 *
 * Removing VAT from every line and adding it to the sum again does not restore that sum, so the group comes first: its
 * taxable amount is rounded once (`taxOf`), then shared among its lines and adjustments, and each line's VAT is the
 * difference to its shelf price. If no taxable amount gives the sum (13 × 100.00 at 15 %), the document's payable
 * rounding amount (BT-114) adds the halala; this is the authority's own pattern.
 *
 * A unit price without VAT corresponds exactly to the agreed price if decimals can express it; otherwise it is the
 * line's amount ÷ its quantity, to ten decimals. A base quantity (BT-149) could express every price, such as 20.00 for
 * 23 pieces, but a reader that ignores it would take 20.00 for the price of one.
 */
export function takeVatOut(group: VatGroup, taxable: Halalas): PricedGroup {
  const { rate, lines, adjustments } = group;
  const nets = shareOut(taxable, [...lines.map((line) => line.amount), ...adjustments.map(signed)], rate);
  return {
    lines: lines.map((line, index) => priceLine(line, nets[index] ?? 0, rate)),
    adjustments: withAmounts(adjustments, nets.slice(lines.length)),
  };
}

/**
 * Computes a line whose net is its share of the group. Its parts (the full price, discounts, charges) are in turn
 * shares of the net, so they add up, and each differs from its exact value by less than a halala.
 */
function priceLine(line: BasketLine, net: Halalas, rate: VatRate): PricedLine {
  const { adjustments, amount, fullAmount, quantity } = line;
  const gross = { net, vatAmount: amount - net, gross: amount };
  const priceOf = (full: Halalas) =>
    exactUnitPrice(decimalOf(line.line.unitPrice), rate, { amount: full, quantity }) ??
    unitPrice(full, quantity);
  if (adjustments.length === 0) return { line, price: priceOf(net), adjustments: [], ...gross };
  const [fullNet = 0, ...parts] = shareOut(net, [fullAmount, ...adjustments.map(signed)], rate);
  return {
    line,
    price: priceOf(fullNet),
    adjustments: withAmounts(adjustments, parts),
    ...gross,
  };
}

/**
 * Returns the amounts without VAT, each rounded up or down so that they add up to `net`; they are scaled if `net`
 * differs by some halalas from the computed amount, as in a note for the rest of its invoice.
 */
function shareOut(net: Halalas, amounts: readonly Halalas[], { rate }: VatRate): Halalas[] {
  // This is amount ÷ (1 + rate ÷ 100), with the rate in hundredths of a percent to stay whole.
  const byRate = amounts.map((amount) => BigInt(amount) * 10_000n);
  const denominator = 10_000n + BigInt(rate.replace('.', ''));
  if (canRoundToTotal(byRate, denominator, net)) return roundToTotal(byRate, denominator, net);
  const inProportion = amounts.map((amount) => BigInt(amount) * BigInt(net));
  return roundToTotal(inProportion, BigInt(sumHalalas(amounts)), net);
}

function withAmounts(adjustments: readonly AllowanceCharge[], nets: readonly Halalas[]): AllowanceCharge[] {
  return adjustments
    .map((adjustment, index) => ({ ...adjustment, amount: Math.abs(nets[index] ?? 0) }))
    .filter(({ amount }) => amount !== 0);
}
