import type { accounts } from '../../../../shared/contract/till/accounts.ts';
import type { Handlers } from '../../../base/platform/dispatch.ts';
import { fileAnswer } from '../../../base/platform/files/named-file.ts';
import type { AccountPayment } from '../../../books/ledger/accounts/account-payments.ts';
import { printStatement } from '../../../till/devices/print-statement.ts';
import { createVoucherPrinter } from '../../../till/devices/print-voucher.ts';
import { createAccountPayments } from '../../../till/shift/accounts/account-payments.ts';
import { accountView, findAccounts, paymentView } from '../../../till/shift/accounts/account-view.ts';
import { statementOf } from '../../../till/shift/accounts/statement.ts';
import { statementFile } from '../../../till/shift/accounts/statement-file.ts';
import type { CommandContext } from '../context.ts';

export function accountCommands(context: CommandContext): Pick<Handlers, keyof typeof accounts> {
  const { ledger, drawer, receipts } = context.environment;
  const { clock, reportFiles } = context.terminal;
  const { agreements, paper, cash } = context.till;
  const payments = createAccountPayments(ledger, drawer, agreements, cash.paid);
  const printVoucher = createVoucherPrinter(ledger, receipts, paper, clock);

  const answer = (payment: AccountPayment) => ({
    payment: paymentView(payment),
    balance: ledger.accounts.balance(payment.key),
  });

  return {
    'account.find': ({ text }) => findAccounts(ledger, text),
    'account.get': ({ key, ...atMost }) => accountView(ledger, key, atMost),
    'account.received': ({ id }) => {
      const payment = ledger.accounts.byId(id);
      return payment === undefined ? {} : answer(payment);
    },
    'account.statement': ({ key, ...period }) => statementOf(ledger.accounts, key, period),
    'account.pay': (input, caller) => answer(payments.pay(input, caller)),
    'account.payBack': (input, caller) => answer(payments.payBack(input, caller)),
    'account.setLimit': ({ key, limit }, { name }) => {
      ledger.buyerBook.get(key);
      ledger.accounts.setLimit({ key, limit, at: clock.now(), actor: name });
      return { key, ...(limit !== undefined && { limit }) };
    },
    'account.takeBack': (entry, caller) => answer(payments.takeBack(entry, caller)),
    'account.printVoucher': ({ number }, caller) => printVoucher(number, caller),
    'account.printStatement': async (input, { name }) => {
      const printed = await printStatement(input, ledger, receipts, paper);
      const { key: _, ...detail } = input;
      ledger.audit.write({ at: clock.now(), actor: name, action: 'statement-printed', detail });
      return printed;
    },
    'account.export': async (input, { name }) => {
      const at = clock.now();
      const file = await statementFile(input, ledger, reportFiles, at);
      const { format, from, to } = input;
      const detail = { report: 'account', format, from, to };
      ledger.audit.write({ at, actor: name, action: 'exported', detail });
      return fileAnswer(file);
    },
  };
}
