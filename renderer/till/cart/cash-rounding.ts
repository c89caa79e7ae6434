import type { SaleInput } from '../../../shared/sale/sale.ts';
import type { Draft } from '../../../shared/stored/basket/draft.ts';
import { type CashCoin, downToCoin, toCoin } from '../../../shared/values/cash-rounding.ts';
import { type Halalas, halalasToText, roundToHalalas } from '../../../shared/values/money.ts';
import { currencyOf } from './draft.ts';
import { has } from './draft-advanced.ts';
import { dueOf } from './exchange.ts';
import type { RoundCash } from './payment.ts';

/**
 * Returns how the cash of a basket is rounded; undefined if it is not. An advance is deducted as it was paid, so it is
 * not rounded, and a rounding that a person typed stays.
 * @param payable the amount due of the basket's own document
 * @param coin the coin to which the shop rounds cash
 */
export function roundCashOf(
  draft: Draft,
  payable: Halalas,
  coin: CashCoin | undefined,
): RoundCash | undefined {
  const { advanced, correction, exchange } = draft;
  if (coin === undefined || correction !== undefined || currencyOf(draft) !== 'SAR') return undefined;
  if (advanced.kind === 'prepayment' || has(advanced, 'rounding') || has(advanced, 'nominal'))
    return undefined;
  const { takesMoney } = dueOf(draft, payable);
  // A credit note gives back no more than was paid, and the amount due of a sale is never below zero.
  const isDown = !takesMoney && (exchange === undefined || payable < coin);
  return (amount) => (isDown ? downToCoin(amount, coin) : toCoin(amount, coin));
}

/**
 * Returns the amount due of a correction, and its rounding, if the rejected sale was paid in cash and rounded for it:
 * another total has another rounding.
 * @param due the amount due with the rounding of the rejected sale
 */
export function roundedAgain(
  { payableRounding, payments = [] }: SaleInput,
  due: Halalas,
  coin: CashCoin | undefined,
): { due: Halalas; rounding: Pick<SaleInput, 'payableRounding'> } | undefined {
  const before = roundToHalalas(String(payableRounding ?? 0));
  const isCash = payments.length > 0 && payments.every(({ means }) => means === 'cash');
  if (coin === undefined || before === 0 || 2 * Math.abs(before) > coin || !isCash) return undefined;
  const exact = due - before;
  const rounded = toCoin(exact, coin);
  const rounding = rounded === exact ? undefined : halalasToText(rounded - exact);
  return { due: rounded, rounding: { payableRounding: rounding } };
}

/**
 * Returns the rounding of the basket's own document.
 * @param rounding what was added to the cash
 */
export function statedRounding(
  draft: Draft,
  payable: Halalas,
  rounding: Halalas,
): Pick<SaleInput, 'payableRounding'> {
  if (rounding === 0) return {};
  const isPaidBack = draft.exchange !== undefined && !dueOf(draft, payable).takesMoney;
  return { payableRounding: halalasToText(isPaidBack ? -rounding : rounding) };
}
