import type { SaleInput } from '../../../shared/sale/sale.ts';
import type { Draft } from '../../../shared/stored/basket/draft.ts';
import { type CashCoin, downToCoin, toCoin } from '../../../shared/values/cash-rounding.ts';
import { type Halalas, halalasToText, roundToHalalas, sumHalalas } from '../../../shared/values/money.ts';
import { readAmount } from '../../ui/language/read-amount.ts';
import { currencyOf } from './draft.ts';
import { has } from './draft-advanced.ts';
import { dueOf } from './exchange.ts';
import { fitPayments, type RoundCash } from './payment.ts';

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
  return (amount) => {
    const most = takesMoney ? Number.POSITIVE_INFINITY : amount + (exchange === undefined ? 0 : payable);
    const nearest = toCoin(amount, coin);
    return nearest <= most ? nearest : downToCoin(amount, coin);
  };
}

/**
 * Returns the amount due of a correction, and its rounding, if cash of the rejected sale was rounded: another total has
 * another rounding.
 * @param due the amount due with the rounding of the rejected sale
 * @param paid the amount due of the rejected sale
 */
export function roundedAgain(
  { payableRounding, payments = [] }: SaleInput,
  due: Halalas,
  paid: Halalas,
  coin: CashCoin | undefined,
): { due: Halalas; rounding: Pick<SaleInput, 'payableRounding'> } | undefined {
  const before = roundToHalalas(String(payableRounding ?? 0));
  if (coin === undefined || due === paid || before === 0 || 2 * Math.abs(before) > coin) return undefined;
  const exact = due - before;
  const cash = cashOf(fitPayments(payments, exact), exact);
  if (cash === undefined) return undefined;
  const rounding = toCoin(cash, coin) - cash;
  const stated = rounding === 0 ? undefined : halalasToText(rounding);
  return { due: exact + rounding, rounding: { payableRounding: stated } };
}

/** Returns the part in cash; undefined if there is none, or if it is unknown. */
function cashOf(payments: NonNullable<SaleInput['payments']>, due: Halalas): Halalas | undefined {
  const [only, ...others] = payments;
  if (only !== undefined && others.length === 0 && only.amount === undefined)
    return only.means === 'cash' ? due : undefined;
  const amounts = payments
    .filter(({ means }) => means === 'cash')
    .map(({ amount }) => (amount === undefined ? undefined : readAmount(String(amount))));
  if (amounts.length === 0 || amounts.includes(undefined)) return undefined;
  return sumHalalas(amounts.map((amount = 0) => amount));
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
