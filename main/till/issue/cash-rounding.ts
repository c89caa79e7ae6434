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
  const rounding = Math.abs(roundingOf(sale));
  if (role === 'manager' || sale.kind === 'creditNote' || rounding === 0) return;
  if (before?.payableRounding === sale.payableRounding) return;
  const isOwn = coin !== undefined && 2 * rounding <= coin && cashOf(paid) % coin === 0;
  if (!isOwn) fail('not-allowed');
}

const cashOf = (paid: readonly ToPay[]): Halalas =>
  sumHalalas(
    paid
      .flatMap(({ sale, due }) => paymentsOf(sale, due()))
      .map(({ means, amount = 0 }) => (means === 'cash' ? amount : 0)),
  );
