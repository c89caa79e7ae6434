import { type accounts, accountsShown } from '../../shared/contract/accounts.ts';
import { createFollowPayment, type FollowOptions } from '../devices/follow-sale.ts';
import type { ReceiptPaper } from '../devices/paper.ts';
import { createVoucherPrinter } from '../devices/print-voucher.ts';
import type { OpenEnvironment } from '../environment/environment.ts';
import type { AccountPayment } from '../ledger/account-payments.ts';
import type { AgreementOptions } from '../people/agreement.ts';
import type { Handlers } from '../platform/dispatch.ts';
import { createAccountPayments } from '../shift/accounts/account-payments.ts';
import { accountView, paymentView } from '../shift/accounts/account-view.ts';
import { statementOf, statementTable } from '../shift/accounts/statement.ts';
import type { ReportFiles } from '../shift/reports/report-files.ts';

interface AccountCommandsOptions extends FollowOptions {
  readonly agreements: AgreementOptions;
  readonly paper: ReceiptPaper;
  readonly reportFiles: Pick<ReportFiles, 'make'>;
}

/** The commands about what buyers owe. */
export function accountCommands(
  environment: Pick<OpenEnvironment, 'ledger' | 'drawer' | 'receipts'>,
  options: AccountCommandsOptions,
): Pick<Handlers, keyof typeof accounts> {
  const { ledger, drawer, receipts } = environment;
  const { clock, agreements, paper, reportFiles } = options;
  const payments = createAccountPayments({ ledger, drawer, agreements });
  const followPayment = createFollowPayment(environment, options);
  const printVoucher = createVoucherPrinter({ ledger, receipts, paper, clock });

  const answer = (payment: AccountPayment) => ({
    payment: paymentView(payment),
    balance: ledger.accounts.balance(payment.key),
  });

  return {
    'account.find': ({ text }) => ({
      accounts: ledger.buyerBook
        .list({ text, start: 0, limit: accountsShown })
        .buyers.map(({ key, buyer }) => ({ key, buyer, balance: ledger.accounts.balance(key) })),
    }),
    'account.get': ({ key, ...atMost }) => accountView(ledger, key, atMost),
    'account.received': ({ id }) => {
      const payment = ledger.accounts.byId(id);
      return payment === undefined ? {} : answer(payment);
    },
    'account.statement': ({ key, ...period }) => statementOf(ledger.accounts, key, period),
    'account.pay': (asked, caller) => {
      const { payment, isNew } = payments.pay(asked, caller);
      if (isNew) followPayment(payment, caller);
      return answer(payment);
    },
    'account.payBack': (asked, caller) => {
      const { payment, isNew } = payments.payBack(asked, caller);
      if (isNew) followPayment(payment, caller);
      return answer(payment);
    },
    'account.setLimit': ({ key, limit }, { name }) => {
      ledger.buyerBook.get(key);
      ledger.accounts.setLimit({ key, limit, at: clock.now(), actor: name });
      return { key, ...(limit !== undefined && { limit }) };
    },
    'account.takeBack': (entry, caller) => answer(payments.takeBack(entry, caller)),
    'account.printVoucher': ({ number }, { name }) => printVoucher(number, name),
    'account.printStatement': async ({ key, ...period }, { name }) => {
      const { buyer } = ledger.buyerBook.get(key);
      const page = receipts.statement({
        ...period,
        buyer: buyer.name,
        buyerVatNumber: buyer.vatNumber,
        shop: paper.shop(),
        statement: statementOf(ledger.accounts, key, period),
      });
      const printed = await paper.print(page, { ...paper.printerFor('statements'), paper: 'a4' });
      ledger.audit.write({ at: clock.now(), actor: name, action: 'statement-printed', detail: period });
      return printed;
    },
    'account.export': async ({ key, format, language, ...period }, { name }) => {
      const { buyer } = ledger.buyerBook.get(key);
      const at = clock.now();
      const about = { ...period, format, language, madeAt: at, name: buyer.name };
      const table = statementTable({ ...about, statement: statementOf(ledger.accounts, key, period) });
      const bytes = await reportFiles.make(table);
      const detail = { report: 'account', format, ...period };
      ledger.audit.write({ at, actor: name, action: 'exported', detail });
      return {
        fileName: `${table.title.replace(/[\\/:*?"<>|]/g, ' ')} ${period.from} ${period.to}.${format}`,
        base64: Buffer.from(bytes).toString('base64'),
      };
    },
  };
}
