import type { Halalas } from '../../shared/money.ts';
import type { BasketLine, VatGroup } from './basket.ts';
import { roundToTotal } from './largest-remainder.ts';
import { type PricedGroup, type PricedLine, unitPrice } from './priced-group.ts';
import { withoutVat } from './vat-breakdown.ts';

/*
 * Shelf prices: they include VAT, and the customer pays their sum to the halala.
 *
 * Taking VAT out of every line and adding it again to the sum does not lead back to that sum, so the group comes
 * first: its taxable amount is rounded once, then shared out over its lines and adjustments, and each line's VAT is
 * what is left to its shelf price. Where no taxable amount leads back to the sum (13 × 100.00 at 15 %), the document's
 * payable rounding amount (BT-114) makes up the halala; this is the authority's own pattern.
 */
export function takeVatOut({ rate, lines, adjustments, amount }: VatGroup): PricedGroup {
  const taxable = withoutVat(amount, rate);
  const signedAmounts = [
    ...lines.map((line) => line.amount),
    ...adjustments.map((adjustment) => (adjustment.charge ? adjustment.amount : -adjustment.amount)),
  ];
  // amount ÷ (1 + rate ÷ 100), with the rate in hundredths of a percent to stay whole.
  const hundredths = BigInt(rate.rate.replace('.', ''));
  const nets = roundToTotal(
    signedAmounts.map((signed) => BigInt(signed) * 10_000n),
    10_000n + hundredths,
    taxable,
  );
  return {
    taxable,
    lines: lines.map((line, index) => priceLine(line, nets[index] ?? 0, withoutVat(line.fullAmount, rate))),
    adjustments: adjustments
      .map((adjustment, index) => ({ ...adjustment, amount: Math.abs(nets[lines.length + index] ?? 0) }))
      // A discount of one halala can come to nothing without VAT.
      .filter((adjustment) => adjustment.amount !== 0),
  };
}

function priceLine(line: BasketLine, net: Halalas, fullNet: Halalas): PricedLine {
  const { amount, fullAmount, quantity } = line;
  // Without a discount the share-out may have moved the net by a halala from the full net: that is no allowance. With
  // one (a halala at least) the net, less than a halala off its exact value, cannot come out above the full net.
  const allowance = amount === fullAmount ? 0 : fullNet - net;
  const price = unitPrice(net + allowance, quantity);
  return { line, price, allowance, net, vatAmount: amount - net, gross: amount };
}
