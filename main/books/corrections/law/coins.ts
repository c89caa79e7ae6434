import type { Sale } from '../../../../shared/sale/sale.ts';
import { type CashCoin, cashCoins, downToCoin, toCoin } from '../../../../shared/values/cash-rounding.ts';
import {
  Exact,
  type Halalas,
  halalasToText,
  roundToHalalas,
  sumHalalas,
} from '../../../../shared/values/money.ts';
import { readBasket } from '../../../document/invoice/amounts/basket.ts';
import { type SettleTax, taxOf } from '../../../document/invoice/amounts/group-tax.ts';
import type { LedgerEntry } from '../../ledger/documents/entry.ts';
import type { Remaining } from './goods-left.ts';
import { millionths, roundingOf } from './sold-goods.ts';

/*
 * Coins for which a sale was rounded, and for which its returns are.
 *
 * A return gives back its price and the rounding that is left, to the nearest coin. If the sale is in whole coins, the
 * money that stays depends on the goods that stay alone: so returns in any order give back the same, and together what
 * was paid.
 */

/**
 * Returns the coin to which the cash paid for a sale was rounded; undefined if it was not.
 * @param shop the coin to which the shop rounds now; if the sale fits it, it is preferred
 */
export function coinOfSale(
  { sale, payable }: Pick<LedgerEntry, 'sale' | 'payable'>,
  shop: CashCoin | undefined,
): CashCoin | undefined {
  const rounding = Math.abs(roundingOf(sale));
  const cash = sumHalalas(
    sale.payments.map(({ means, amount }) =>
      means !== 'cash' ? 0 : amount === undefined ? payable : roundToHalalas(new Exact(amount)),
    ),
  );
  if (rounding === 0 || cash === 0) return undefined;
  const coins = shop === undefined ? cashCoins : [shop, ...cashCoins];
  return coins.find((coin) => cash % coin === 0 && 2 * rounding <= coin);
}

/**
 * Rounds what a return gives back.
 * @param remaining the remainder of the sale before the note
 * @param coin undefined if nothing is rounded: then earlier notes may have been, and the last return settles it
 * @param isCash true if some of it is paid back in cash, which then has to be whole coins
 * @param most the total that is left, less what notes on several invoices took
 * @param settleOf returns how the VAT of the note is settled; prices without VAT need it
 */
export function roundReturn(
  note: Sale,
  remaining: Remaining,
  {
    coin,
    isCash,
    most,
    settleOf,
  }: {
    readonly coin: CashCoin | undefined;
    readonly isCash: boolean;
    readonly most: Halalas;
    readonly settleOf: (note: Sale) => SettleTax | undefined;
  },
): Sale {
  const left = Math.min(moneyLeft(note, remaining), most);
  const isLast = piecesOf(note) === remaining.lines.reduce((sum, { quantity }) => sum + quantity, 0n);
  const rounded = ({ payableRounding: _, ...before }: Sale): Sale => {
    const price = priceOf(before, settleOf);
    if (coin === undefined && !isLast && price + roundingOf(note) <= left) return note;
    const furthest = price + largestRounding;
    const exact = Math.min(Math.max(0, price + remaining.rounding), Math.max(0, left), furthest);
    const back =
      coin === undefined ? exact : roundBack(exact, { coin, isCash, isLast, isWhole: left % coin === 0 });
    const rounding = Math.max(
      -largestRounding,
      (coin === undefined || back <= furthest ? back : back - coin) - price,
    );
    return rounding === 0 ? before : { ...before, payableRounding: halalasToText(rounding) };
  };
  const once = rounded(note);
  // The rounding may have a part in how the VAT is settled.
  return note.prices === 'includeVat' ? once : rounded(once);
}

/** A document states a rounding of at most one riyal. */
const largestRounding = 100;

/** If a sale is not in whole coins, its returns are rounded down, so that they give back no more than was paid. */
function roundBack(
  exact: Halalas,
  { coin, isCash, isLast, isWhole }: { coin: CashCoin; isCash: boolean; isLast: boolean; isWhole: boolean },
): Halalas {
  if (isWhole) return toCoin(exact, coin);
  return isLast && !isCash ? exact : downToCoin(exact, coin);
}

function priceOf(note: Sale, settleOf: (note: Sale) => SettleTax | undefined): Halalas {
  const groups = readBasket(note);
  if (note.prices === 'includeVat') return sumHalalas(groups.map(({ amount }) => amount));
  const settle = settleOf(note);
  const taxes = groups.map((group) => {
    const byRate = taxOf(note, group);
    return settle?.(group, byRate) ?? byRate;
  });
  return sumHalalas(taxes.map(({ taxable, vatAmount }) => taxable + vatAmount));
}

const moneyLeft = ({ prices }: Sale, { groups, rounding }: Remaining): Halalas =>
  rounding +
  sumHalalas(
    groups.map(({ room, amount, taxable, vatAmount }) =>
      prices === 'includeVat' ? room : taxable + vatAmount + room - amount,
    ),
  );

const piecesOf = ({ lines }: Sale): bigint =>
  lines.reduce((sum, { quantity }) => sum + millionths(quantity), 0n);
