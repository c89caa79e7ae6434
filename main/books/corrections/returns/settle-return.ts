import type { Sale } from '../../../../shared/sale/sale.ts';
import { Exact, type Halalas } from '../../../../shared/values/money.ts';
import { readBasket } from '../../../document/invoice/amounts/basket.ts';
import { type SettleTax, type Tax, taxOf } from '../../../document/invoice/amounts/group-tax.ts';
import type { VatRate } from '../../../document/invoice/invoice.ts';
import { quantitiesOf } from './count-returns.ts';
import type { Remaining } from './return-note.ts';
import { groupAmount, take } from './stock.ts';

/**
 * Returns the tax of a return of goods: at each rate, the tax of the goods left before it less the tax of the goods
 * left after it. So its lines keep the amounts paid for them, and all returns together state exactly the tax of the
 * sale, each within a hundredth of its rate.
 * @param remaining the remainder of the sale before the note
 * @returns undefined for a note with amounts other than those paid, such as an accountant's
 */
export function settleReturn(note: Sale, sold: Sale, remaining: Remaining): SettleTax | undefined {
  if (note.prices !== sold.prices) return undefined;
  const quantities = quantitiesOf(sold, remaining.stock.lines, note);
  if (quantities === undefined) return undefined;
  const { taken, left } = take(remaining.stock, quantities);
  const groups = new Map(readBasket(note).map((group) => [group.key, group]));
  const taxes = new Map<string, Tax>();
  for (const [index, group] of taken.groups.entries()) {
    const amount = groupAmount(taken, group);
    const noted = groups.get(group.key);
    const rest = left.groups[index];
    const before = remaining.taxes[index];
    if (rest === undefined || before === undefined || (noted?.amount ?? 0) !== amount) return undefined;
    if (noted === undefined || amount === 0) continue;
    const after = taxOf(sold, { ...noted, amount: groupAmount(left, rest) });
    const stated = minus(before, after);
    if (!isNearRate(stated, taxOf(note, noted), group.rate)) return undefined;
    taxes.set(group.key, stated);
  }
  return (group, byRate) => taxes.get(group.key) ?? byRate;
}

const minus = (one: Tax, other: Tax): Tax => ({
  taxable: one.taxable - other.taxable,
  vatAmount: one.vatAmount - other.vatAmount,
});

/** Rules BR-CO-17 and BR-S-09 let the VAT differ from its rate by a hundredth, and each line is divided by its rate. */
function isNearRate({ taxable, vatAmount }: Tax, byRate: Tax, { rate }: VatRate): boolean {
  const exact = new Exact(taxable).times(rate).dividedBy(100);
  return (
    taxable >= 0 &&
    vatAmount >= 0 &&
    distance(taxable, byRate.taxable) <= 1 &&
    exact.minus(vatAmount).abs().lessThanOrEqualTo(1)
  );
}

const distance = (one: Halalas, other: Halalas) => Math.abs(one - other);
