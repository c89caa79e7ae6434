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
 * Refuses a cashier's document with a rounding that is not the shop's own for cash, or a return's by its law.
 * @param paid the document, and the note of its exchange, whose payments decide together how much cash moves
 * @param before the document that it replaces, whose rounding it may keep
 * @param ofReturn returns the roundings that the terminal's own note for the same goods may have
 * @throws FailureError `not-allowed`
 */
export function refuseRounding(
  sale: Sale,
  paid: readonly ToPay[],
  {
    role,
    coin,
    before,
    ofReturn,
  }: {
    readonly role: Role;
    readonly coin: CashCoin | undefined;
    readonly before?: Sale | undefined;
    readonly ofReturn: () => readonly Halalas[];
  },
): void {
  const rounding = roundingOf(sale);
  if (role === 'manager' || rounding === 0) return;
  if (before?.payableRounding === sale.payableRounding) return;
  const isRight =
    sale.kind === 'creditNote'
      ? ofReturn().includes(rounding)
      : coin !== undefined && 2 * Math.abs(rounding) <= coin && isOfCash(paid, coin);
  if (!isRight) fail('not-allowed');
}

/** Returns true if it is cash that was rounded, to whole coins; beside another means, none is rounded to nothing. */
function isOfCash(paid: readonly ToPay[], coin: CashCoin): boolean {
  const payments = paid.flatMap(({ sale, due }) => paymentsOf(sale, due()));
  // Of a split that is unknown, all may have been paid by card.
  if (payments.some(({ amount }) => amount === undefined)) return false;
  const cash = sumHalalas(payments.map(({ means, amount = 0 }) => (means === 'cash' ? amount : 0)));
  return cash > 0
    ? cash % coin === 0
    : payments.every(({ means, amount }) => means === 'cash' || means === 'exchange' || amount === 0);
}
