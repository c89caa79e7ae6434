import type { Halalas } from './money.ts';

/** The smallest coins to which a shop may round what is paid in cash, in halalas. */
export const cashCoins = [5, 25, 50, 100] as const;
export type CashCoin = (typeof cashCoins)[number];

/** Rounds an amount that is not negative to the nearest coin, half of one up. */
export function toCoin(amount: Halalas, coin: CashCoin): Halalas {
  return downToCoin(amount + Math.floor(coin / 2), coin);
}

/** Rounds an amount that is not negative down to a coin. */
export const downToCoin = (amount: Halalas, coin: CashCoin): Halalas => amount - (amount % coin);
