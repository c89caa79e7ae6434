import type { Halalas } from '../../../shared/money.ts';
import type { Tax } from '../../invoice/group-tax.ts';
import type { VatRate } from '../../invoice/invoice.ts';
import { vatOn } from '../../invoice/vat-breakdown.ts';

/**
 * Computes the taxable amount of a partial return of a sale whose prices have no VAT.
 *
 * VAT is rounded on each document, so VAT on the parts need not add up to VAT on the whole. This chooses a part for
 * which it does: VAT on it and on the rest together are the remaining VAT. Between nothing and all there is always such
 * a part within 5 halalas of any other (rates of 5 and 15 percent; at 0 any part will do).
 * @param rest the worth without VAT of the goods that stay: the part should leave exactly that
 */
export function taxableShare(left: Tax, rest: Halalas, rate: VatRate): Halalas {
  const misfit = (taxable: Halalas) =>
    Math.abs(vatOn(taxable, rate) + vatOn(left.taxable - taxable, rate) - left.vatAmount);
  const wanted = Math.min(Math.max(left.taxable - rest, 0), left.taxable);
  let best = wanted;
  for (let distance = 1; distance <= reach && misfit(best) > 0; distance += 1)
    for (const taxable of [wanted - distance, wanted + distance])
      if (taxable >= 0 && taxable <= left.taxable && misfit(taxable) < misfit(best)) best = taxable;
  return best;
}
const reach = 10;
