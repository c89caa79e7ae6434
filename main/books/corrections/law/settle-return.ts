import type { Sale } from '../../../../shared/sale/sale.ts';
import { Exact, type Halalas } from '../../../../shared/values/money.ts';
import { readBasket } from '../../../document/invoice/amounts/basket.ts';
import { fitsPrice, type SettleTax, type Tax, taxOf } from '../../../document/invoice/amounts/group-tax.ts';
import type { VatRate } from '../../../document/invoice/invoice.ts';
import type { Remaining } from './goods-left.ts';

/**
 * Returns the tax of a return of goods: at each rate, the tax of the money left before it less the tax of the money left
 * after it. So the tax that is left depends on the money that is left and not on the order of the notes, and all returns
 * together state exactly the tax of the sale, each within a hundredth of its rate.
 * @param remaining the remainder of the sale before the note
 * @returns undefined for a note that takes more than that, or whose prices are of the other kind
 */
export function settleReturn(note: Sale, sold: Sale, remaining: Remaining): SettleTax | undefined {
  if (note.prices !== sold.prices) return undefined;
  const taxes = new Map<string, Tax>();
  for (const noted of readBasket(note)) {
    const index = remaining.goods.groups.findIndex(({ key }) => key === noted.key);
    const before = remaining.groups[index];
    if (before === undefined || noted.amount > before.amount) return undefined;
    if (noted.amount === 0) continue;
    const after = taxOf(sold, { ...noted, amount: before.amount - noted.amount });
    const stated = { taxable: before.taxable - after.taxable, vatAmount: before.vatAmount - after.vatAmount };
    if (!isNearRate(stated, taxOf(note, noted), noted.rate) || !fitsPrice(note, noted, stated))
      return undefined;
    taxes.set(noted.key, stated);
  }
  return (group, byRate) => taxes.get(group.key) ?? byRate;
}

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
