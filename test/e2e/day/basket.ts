import type { Halalas } from '../../../shared/values/money.ts';
import type { Accounts, Means, Share } from './accounts.ts';
import { type Good, priceOf } from './goods.ts';

/* A customer's purchase and payment, and its entry in the accounts. */

export interface Basket {
  readonly goods: readonly Good[];
  /** The discount on the last line. `discount` is the one on everything. */
  readonly lineDiscount?: Halalas;
  readonly discount?: Halalas;
  readonly buyer?: 'new' | 'known';
  /** The value of the goods that are returned in exchange for these. */
  readonly back?: Halalas;
  readonly pays: Pays;
}

/**
 * `given` is the cash handed over, which is more than the amount due. `first` is the part paid in cash if there are two
 * means.
 */
export type Pays =
  | { readonly by: Exclude<Means, 'exchange'>; readonly given?: 'exact' | 'note' }
  | { readonly by: 'split'; readonly first: Halalas };

/** Returns the amount of a basket's own invoice. */
function totalOf({ goods, lineDiscount = 0, discount = 0 }: Basket): Halalas {
  return goods.reduce((total, good) => total + priceOf(good), 0) - lineDiscount - discount;
}

/** Returns the amount due for a basket. It is negative when the customer receives it. */
export const dueOf = (basket: Basket): Halalas => totalOf(basket) - (basket.back ?? 0);

/** Returns the amount in banknotes that a customer without coins gives. */
export const noteFor = (due: Halalas): Halalas => Math.ceil(due / 5_000) * 5_000;

/** Records a sale in the accounts. */
export function recordSale(accounts: Accounts, basket: Basket): void {
  const total = totalOf(basket);
  const due = dueOf(basket);
  const { pays, back = 0 } = basket;
  const inGoods: Share[] = back > 0 ? [{ means: 'exchange', amount: Math.min(total, back) }] : [];
  const money = (amount: Halalas): Share[] =>
    pays.by !== 'split'
      ? [{ means: pays.by, amount }]
      : [
          { means: 'cash', amount: pays.first },
          { means: 'card', amount: amount - pays.first },
        ];
  accounts.sales.push({
    total,
    shares: due > 0 ? [...inGoods, ...money(due)] : inGoods,
    discount: (basket.discount ?? 0) + (basket.lineDiscount ?? 0),
  });
  if (back > 0)
    accounts.returns.push({ total: back, shares: due < 0 ? [...inGoods, ...money(-due)] : inGoods });
}
