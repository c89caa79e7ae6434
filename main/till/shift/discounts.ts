import type { Sale } from '../../../shared/sale/sale.ts';
import {
  Exact,
  type Halalas,
  halalasToExact,
  roundToHalalas,
  sumHalalas,
} from '../../../shared/values/money.ts';
import { readBasket } from '../../document/invoice/amounts/basket.ts';
import type { AllowanceCharge } from '../../document/invoice/invoice.ts';

/** Returns the discounts agreed at the till on lines and on the basket, VAT included. */
export function discountsOf(sale: Sale): Halalas {
  return sumHalalas(
    readBasket(sale).map(({ lines, adjustments, rate }) => {
      const off = sumHalalas([...lines.flatMap((line) => line.adjustments), ...adjustments].map(discount));
      if (sale.prices === 'includeVat') return off;
      return roundToHalalas(halalasToExact(off).times(new Exact(100).plus(rate.rate)).dividedBy(100));
    }),
  );
}

const discount = ({ charge, amount }: Pick<AllowanceCharge, 'charge' | 'amount'>): Halalas =>
  charge ? 0 : amount;
