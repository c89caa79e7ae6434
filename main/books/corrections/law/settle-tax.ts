import type { Sale } from '../../../../shared/sale/sale.ts';
import { Exact, type Halalas } from '../../../../shared/values/money.ts';
import { fitsPrice, type Tax } from '../../../document/invoice/amounts/group-tax.ts';
import type { VatRate } from '../../../document/invoice/invoice.ts';

/*
 * VAT is rounded on each document, so the amounts that several documents take from an earlier one need not add up to
 * its own: credit notes over 200.00 of two invoices of 100.00 have a hundredth more VAT than both. If the computed tax
 * would take too much, or leave an amount that no later document could state, a document states a hundredth more or
 * less, and the last one states the rest. Most documents do not need this, and the terminal's own returns follow a
 * different rule.
 */

/** The amount that a document takes at one VAT rate. */
export interface Taking {
  /** The amount with or without VAT, like the prices. */
  readonly amount: Halalas;
  readonly prices: Sale['prices'];
  readonly rate: VatRate;
  readonly byRate: Tax;
  /** The hundredths by which the VAT may differ from the computed one. */
  readonly tolerance: number;
  /**
   * Set if the document takes the whole remainder, at this rate and others. Earlier roundings may have made the tax
   * differ from the remainder here by this many hundredths.
   */
  readonly slack?: number;
}

/**
 * Returns the tax that a document states.
 * @param left the remainder before the document
 * @returns `byRate` whenever possible, or if nothing else can be stated
 */
export function settleTax(taking: Taking, left: Tax): Tax {
  const { byRate, rate, tolerance } = taking;
  if (takesAll(taking, left) && offRate(left, rate) <= tolerance && fitsPrice(taking, taking, left))
    return left;
  // The remainder must stay as near to its rate as before, so that one more document can state it.
  const reach = Math.max(1, offRate(left, rate));
  const { taxable, vatAmount } = byRate;
  const stated = [0, 1, -1]
    .map((more) => ({ taxable, vatAmount: vatAmount + more }))
    .find((tax) => offRate(tax, rate) <= tolerance && offRate(minus(left, tax), rate) <= reach);
  return stated ?? byRate;
}

function takesAll({ amount, prices, byRate, slack = 0 }: Taking, left: Tax): boolean {
  if (prices === 'excludeVat') return byRate.taxable === left.taxable;
  return Math.abs(left.taxable + left.vatAmount - amount) <= slack;
}

const minus = (one: Tax, other: Tax): Tax => ({
  taxable: one.taxable - other.taxable,
  vatAmount: one.vatAmount - other.vatAmount,
});

/**
 * Returns the hundredths, including fractions, by which the VAT differs from the rate's; infinite for negative amounts.
 */
function offRate({ taxable, vatAmount }: Tax, { rate }: VatRate): number {
  if (taxable < 0 || vatAmount < 0) return Number.POSITIVE_INFINITY;
  return new Exact(taxable).times(rate).dividedBy(100).minus(vatAmount).abs().toNumber();
}
