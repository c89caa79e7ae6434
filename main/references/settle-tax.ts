import { Exact, type Halalas } from '../../shared/money.ts';
import type { Sale } from '../../shared/sale.ts';
import type { Tax } from '../invoice/group-tax.ts';
import type { VatRate } from '../invoice/invoice.ts';

/*
 * VAT is rounded on each document, so what several documents take from an earlier one need not add up to what that one
 * states: credit notes over 200.00 of two invoices of 100.00 come to a hundredth more VAT than both. Where the tax that
 * the rate makes would take too much, or leave what no later document could state, a document states a hundredth more or
 * less; the last one states the rest. Most need nothing of this, the terminal's own returns never.
 */

/** What a document takes at one VAT rate. */
export interface Taking {
  /** In the sense of the prices. */
  readonly amount: Halalas;
  readonly prices: Sale['prices'];
  readonly rate: VatRate;
  /** The tax that the rate makes of the amount. */
  readonly byRate: Tax;
  /** Hundredths that the VAT may be off what the rate makes. */
  readonly tolerance: number;
  /**
   * Where the document takes all that was paid and is left, at this rate and others: hundredths by which the roundings of
   * the documents before it may have made that another amount than what is left of it here.
   */
  readonly slack?: number;
}

/**
 * The tax that a document states of what it takes.
 * @param left before it
 * @returns `byRate` wherever that will do, and where nothing else can be stated
 */
export function settleTax(taking: Taking, left: Tax): Tax {
  const { byRate, rate, tolerance } = taking;
  if (takesAll(taking, left) && offRate(left, rate) <= tolerance) return left;
  // What is left stays as near to its rate as it was, so that one more document can state it.
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

/** How many hundredths, fractions of them too, the VAT is off what the rate makes; infinitely many below nothing. */
function offRate({ taxable, vatAmount }: Tax, { rate }: VatRate): number {
  if (taxable < 0 || vatAmount < 0) return Number.POSITIVE_INFINITY;
  return new Exact(taxable).times(rate).dividedBy(100).minus(vatAmount).abs().toNumber();
}
