import type { CommandOutput } from '../../../shared/contract/index.ts';
import type { Paper } from '../../../shared/contract/till/receipts.ts';
import { fail } from '../../../shared/failure.ts';
import { actorOf } from '../../base/platform/actor-of.ts';
import type { Clock } from '../../base/platform/clock.ts';
import type { Caller } from '../../base/platform/dispatch.ts';
import type { Ledger } from '../../books/ledger/ledger.ts';
import { createPrints } from '../receipts/prints.ts';
import type { Receipts } from '../receipts/receipts.ts';
import type { ReceiptPaper } from './paper.ts';

/** Returns a function that prints the voucher of a payment on account; every further print is a copy. */
export function createVoucherPrinter(
  ledger: Pick<Ledger, 'accounts' | 'buyerBook' | 'tillActions'>,
  receipts: Pick<Receipts, 'voucher'>,
  paper: ReceiptPaper,
  clock: Pick<Clock, 'now'>,
): (number: number, caller: Caller) => Promise<CommandOutput<'account.printVoucher'>> {
  const prints = createPrints(ledger.tillActions, () => clock.now());
  return (number, caller) => {
    const payment = ledger.accounts.payment(number) ?? fail('not-found');
    const { vatNumber } = ledger.buyerBook.all().find(({ key }) => key === payment.key)?.buyer ?? {};
    const { by, means, amount, note, takesBack, at: paidAt } = payment;
    const pageOf = (copy: boolean) => (size: Paper) =>
      receipts.voucher({
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
        paper: size,
        shop: paper.shop(),
        balance: ledger.accounts.balance(payment.key),
      });
    const original = {
      print: `voucher ${number}`,
      action: 'voucher-printed',
      detail: { payment: number },
    } as const;
    return prints.print(original, actorOf(caller), (copy) =>
      paper.printReceipt(pageOf(copy), paper.printing()),
    );
  };
}
