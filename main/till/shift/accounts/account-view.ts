import type { CommandOutput } from '../../../../shared/contract/index.ts';
import {
  type Account,
  type AccountPaymentView,
  accountsShown,
} from '../../../../shared/contract/till/accounts.ts';
import type { AccountPayment } from '../../../books/ledger/accounts/account-payments.ts';
import type { Ledger } from '../../../books/ledger/ledger.ts';
import { purchasesOf } from './purchases-of.ts';

interface AtMost {
  readonly payments: number;
  readonly purchases: number;
}

/** Returns the buyers whom a text finds, as many as a screen shows, with what they owe. */
export const findAccounts = (
  { accounts, buyerBook }: Pick<Ledger, 'accounts' | 'buyerBook'>,
  text: string,
): CommandOutput<'account.find'> => ({
  accounts: buyerBook
    .list({ text, start: 0, limit: accountsShown })
    .buyers.map(({ key, buyer }) => ({ key, buyer, balance: accounts.balance(key) })),
});

/** Returns what a buyer owes, with the newest payments and purchases. */
export function accountView(
  ledger: Pick<Ledger, 'accounts' | 'buyerBook' | 'documents' | 'search'>,
  key: string,
  atMost: AtMost,
): Account {
  const { buyer } = ledger.buyerBook.get(key);
  const payments = ledger.accounts.newest(key, atMost.payments + 1);
  // One more than is shown is read, to know if there are more.
  const bought = purchasesOf(ledger, key, atMost.purchases + 1);
  const limit = ledger.accounts.limit(key);
  return {
    key,
    buyer,
    balance: ledger.accounts.balance(key),
    ...(limit !== undefined && { limit }),
    others: ledger.accounts.otherCurrencies(key),
    payments: payments.slice(0, atMost.payments).map(paymentView),
    purchases: bought
      .slice(0, atMost.purchases)
      .map(({ uuid, number, kind, issuedAt, trueAt, currency, payable }) => ({
        uuid,
        number,
        kind,
        issuedAt,
        ...(trueAt !== undefined && { trueAt }),
        currency,
        payable,
      })),
    more: {
      payments: payments.length > atMost.payments,
      purchases: bought.length > atMost.purchases,
    },
  };
}

export function paymentView({
  by,
  at,
  trueAt,
  id: _,
  key: _key,
  name: _name,
  ...payment
}: AccountPayment): AccountPaymentView {
  return {
    ...payment,
    at: new Date(at).toISOString(),
    ...(trueAt !== undefined && { trueAt: new Date(trueAt).toISOString() }),
    by: by.name,
  };
}
