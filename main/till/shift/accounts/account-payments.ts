import type { CommandParsed } from '../../../../shared/contract/index.ts';
import { fail } from '../../../../shared/failure.ts';
import { actorOf } from '../../../base/platform/actor-of.ts';
import type { Caller } from '../../../base/platform/dispatch.ts';
import type { AccountPayment } from '../../../books/ledger/accounts/account-payments.ts';
import type { Ledger } from '../../../books/ledger/ledger.ts';
import { type AgreementOptions, agreementTo, spendAgreement } from '../../people/agreement.ts';
import type { Drawer } from '../drawer.ts';

/**
 * The payments of buyers on account. A request that is repeated after a lost answer is one payment.
 * @param onPaid called when money was received, paid back or taken back; not for a repeated request
 */
export function createAccountPayments(
  { accounts, buyerBook }: Pick<Ledger, 'accounts' | 'buyerBook'>,
  drawer: Pick<Drawer, 'refuseWithout' | 'receive' | 'payBack' | 'takeBack'>,
  agreements: AgreementOptions,
  onPaid: (payment: AccountPayment, caller: Caller) => void,
) {
  return {
    /** Receives a payment. @throws FailureError `money-differs`, `no-shift`, `approval-needed` and those of the ledger */
    pay({ key, id, ...paid }: CommandParsed<'account.pay'>, caller: Caller): AccountPayment {
      const before = accounts.byId(id);
      if (before !== undefined) return receivedBefore(before, { key, ...paid });
      const { buyer } = buyerBook.get(key);
      // A manager is not asked about a payment that is refused anyway, and agrees only to this payment.
      drawer.refuseWithout(actorOf(caller));
      accounts.refuseAbove(key, paid.amount);
      const subject = JSON.stringify([id, key, paid.means, paid.amount]);
      const approval = agreementTo('account', subject, caller, agreements);
      const by = { ...actorOf(caller), approval };
      const payment = drawer.receive({ ...paid, id, key, name: buyer.name }, by);
      spendAgreement('account', subject, caller, agreements);
      onPaid(payment, caller);
      return payment;
    },
    /** Pays back credit. @throws FailureError `money-differs`, `no-shift` and those of the ledger */
    payBack({ key, id, ...paid }: CommandParsed<'account.payBack'>, caller: Caller): AccountPayment {
      const before = accounts.byId(id);
      if (before !== undefined) return receivedBefore(before, { key, ...paid, amount: -paid.amount });
      const { buyer } = buyerBook.get(key);
      const payment = drawer.payBack({ ...paid, id, key, name: buyer.name }, actorOf(caller));
      onPaid(payment, caller);
      return payment;
    },
    /** Reverses a payment. @throws FailureError `money-differs` and those of the ledger */
    takeBack(entry: CommandParsed<'account.takeBack'>, caller: Caller): AccountPayment {
      const before = accounts.byId(entry.id);
      if (before !== undefined) return before.takesBack === entry.number ? before : fail('money-differs');
      const payment = drawer.takeBack(entry, actorOf(caller));
      onPaid(payment, caller);
      return payment;
    },
  };
}

/**
 * Returns the earlier payment of a repeated request. @throws FailureError `money-differs` when the earlier request
 * asked for another payment
 */
function receivedBefore(
  before: AccountPayment,
  input: Pick<AccountPayment, 'key' | 'means' | 'amount'> & { readonly note?: string | undefined },
): AccountPayment {
  const { key, means, amount, note } = before;
  const isSame = key === input.key && means === input.means && amount === input.amount && note === input.note;
  return isSame ? before : fail('money-differs');
}
