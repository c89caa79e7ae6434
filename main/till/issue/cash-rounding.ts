import { fail } from '../../../shared/failure.ts';
import type { Sale } from '../../../shared/sale/sale.ts';
import type { Role } from '../../../shared/status.ts';
import type { CashCoin } from '../../../shared/values/cash-rounding.ts';
import { type Halalas, sumHalalas } from '../../../shared/values/money.ts';
import { roundingOf } from '../../books/corrections/law/sold-goods.ts';
import { paymentsOf } from './payments.ts';

/** A sale with its payments, and the amount due. */
interface ToPay {
  readonly sale: Sale;
  readonly due: () => Halalas;
}

/**
 * Refuses a cashier's sale with a rounding that is not the shop's own for cash. A return has the rounding of its law.
 * @param paid the sale, and the note of its exchange, whose payments decide together how much cash moves
 * @param before the document that the sale replaces, whose rounding it may keep
 * @throws FailureError `not-allowed`
 */
export function refuseRounding(
  sale: Sale,
  paid: readonly ToPay[],
  { role, coin, before }: { role: Role; coin: CashCoin | undefined; before?: Sale | undefined },
): void {
  const rounding = roundingOf(sale);
  if (role === 'manager' || sale.kind === 'creditNote' || rounding === 0) return;
  if (before?.payableRounding === sale.payableRounding) return;
  const isSmall = coin !== undefined && 2 * Math.abs(rounding) <= coin;
  if (!isSmall || !isOfCash(rounding, paid, coin)) fail('not-allowed');
}

/** Returns true if it is cash that was rounded, to whole coins; cash that was rounded to nothing is no payment. */
function isOfCash(rounding: Halalas, paid: readonly ToPay[], coin: CashCoin): boolean {
  const payments = paid.flatMap(({ sale, due }) => paymentsOf(sale, due()));
  // Of a split that is unknown, all may have been paid by card.
  if (payments.some(({ amount }) => amount === undefined)) return false;
  const cash = sumHalalas(payments.map(({ means, amount = 0 }) => (means === 'cash' ? amount : 0)));
  if (cash > 0) return cash % coin === 0;
  return rounding < 0 || payments.every(({ means }) => means === 'exchange');
}
