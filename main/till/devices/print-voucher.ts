import type { CommandOutput } from '../../../shared/contract/index.ts';
import { fail } from '../../../shared/failure.ts';
import type { Clock } from '../../base/platform/clock.ts';
import type { Ledger } from '../../books/ledger/ledger.ts';
import type { Receipts } from '../receipts/receipts.ts';
import type { ReceiptPaper } from './paper.ts';

/** Returns a function that prints the voucher of a payment on account; every further print is a copy. */
export function createVoucherPrinter(
  ledger: Pick<Ledger, 'accounts' | 'buyerBook' | 'audit'>,
  receipts: Pick<Receipts, 'voucher'>,
  paper: ReceiptPaper,
  clock: Pick<Clock, 'now'>,
): (number: number, actor: string) => Promise<CommandOutput<'account.printVoucher'>> {
  /** The vouchers that are being printed: pressing again meanwhile prints a copy. */
  const printing = new Set<number>();
  /**
   * Returns true when the voucher was printed before, according to the audit log. A time would prove nothing, since
   * clocks may be set back.
   */
  const wasPrinted = (number: number) =>
    [...ledger.audit.lines({ action: 'voucher-printed' })].some(
      ({ detail }) => (detail as { payment?: number }).payment === number,
    );
  return async (number, actor) => {
    const payment = ledger.accounts.payment(number) ?? fail('not-found');
    const look = paper.printing();
    const copy = printing.has(number) || wasPrinted(number);
    const { vatNumber } = ledger.buyerBook.all().find(({ key }) => key === payment.key)?.buyer ?? {};
    const { by, means, amount, note, takesBack, at: paidAt } = payment;
    const page = receipts.voucher({
      number,
      means,
      amount,
      note,
      takesBack,
      paidAt,
      copy,
      by: by.name,
      buyer: payment.name,
      buyerVatNumber: vatNumber,
      paper: look.paper,
      shop: paper.shop(),
      balance: ledger.accounts.balance(payment.key),
    });
    printing.add(number);
    try {
      const printed = await paper.print(page, look);
      const detail = { payment: number, copy };
      ledger.audit.write({ at: clock.now(), actor, action: 'voucher-printed', detail });
      return printed;
    } finally {
      printing.delete(number);
    }
  };
}
