import type { CommandOutput } from '../../../shared/contract/index.ts';
import type { Sale } from '../../../shared/sale/sale.ts';
import { roundToHalalas, sumHalalas } from '../../../shared/values/money.ts';
import { amountDue } from '../../document/invoice/amount-due.ts';
import type { CheckedSale } from './issue-sale.ts';

export function pricesOf(
  { prices, payableRounding }: Pick<Sale, 'prices' | 'payableRounding'>,
  { invoice, cautions }: Pick<CheckedSale, 'invoice' | 'cautions'>,
): CommandOutput<'sale.price'> {
  const { lines, totals } = invoice;
  /** The rounding difference between VAT computed from the total and the VAT within the prices. */
  const vatRounding = (totals.rounding ?? 0) - roundToHalalas(payableRounding ?? 0);
  return {
    lines: lines.map(({ gross, net, vatAmount }) => ({ gross, net, vat: vatAmount })),
    taxExclusive: totals.taxExclusive,
    vat: totals.vat,
    // The discount of the basket, with VAT if the prices include it. It is never negative; charges, prepayments and
    // roundings are not discounts.
    discount: Math.max(
      0,
      prices === 'includeVat'
        ? sumHalalas(lines.map(({ gross }) => gross)) - totals.taxInclusive - vatRounding
        : (totals.allowances ?? 0),
    ),
    payable: amountDue(invoice),
    cautions,
  };
}
