import type { VatRate } from '../invoice.ts';
import { decimalOf, decimalText } from './decimals.ts';
import type { PricedGroup, PricedLine } from './priced-group.ts';
import { vatOn } from './vat-breakdown.ts';
import type { BasketLine, VatGroup } from './vat-groups.ts';

/*
 * Prices without VAT, as between businesses. The group's amount is its taxable amount, on which VAT is computed once.
 * So the lines' own gross amounts may add up to some halalas more or less; no rule compares them.
 */
export function putVatOn({ rate, lines, adjustments }: VatGroup): PricedGroup {
  return { lines: lines.map((line) => priceLine(line, rate)), adjustments };
}

function priceLine(line: BasketLine, rate: VatRate): PricedLine {
  const { amount: net, adjustments } = line;
  const vatAmount = vatOn(net, rate);
  return {
    line,
    price: decimalText(decimalOf(line.line.unitPrice)),
    adjustments,
    net,
    vatAmount,
    gross: net + vatAmount,
  };
}
