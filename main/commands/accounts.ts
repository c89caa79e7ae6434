import {
  type Account,
  type AccountPaymentView,
  type accounts,
  accountsShown,
} from '../../shared/contract/accounts.ts';
import { fail } from '../../shared/failure.ts';
import type { TillDevices } from '../devices/till-devices.ts';
import type { OpenEnvironment } from '../environment/environment.ts';
import type { AccountPayment } from '../ledger/account-payments.ts';
import type { Clock } from '../platform/clock.ts';
import type { Caller, Handlers } from '../platform/dispatch.ts';
import { statementOf, statementTable } from '../shift/accounts/statement.ts';
import type { ReportFiles } from '../shift/reports/report-files.ts';
import { actorOf } from './actor-of.ts';
import { openDrawer } from './open-drawer.ts';
import { createPaper, type PaperOptions } from './paper.ts';
import { purchasesOf } from './purchases-of.ts';
import { type ActOptions, agreementTo, spendAgreement } from './within-limits.ts';

interface AccountCommandsOptions extends ActOptions, PaperOptions {
  readonly clock: Pick<Clock, 'now'>;
  readonly devices: Pick<TillDevices, 'sold'>;
  readonly reportFiles: Pick<ReportFiles, 'make'>;
  /** Called with the error of the drawer after a payment was received. */
  readonly onError: (error: unknown) => void;
}

type Environment = Pick<OpenEnvironment, 'ledger' | 'drawer' | 'receipts'>;

/** The commands about what buyers owe. */
export function accountCommands(
  environment: Environment,
  options: AccountCommandsOptions,
): Pick<Handlers, keyof typeof accounts> {
  const { ledger, drawer } = environment;
  const { clock } = options;

  /** Opens the drawer after a payment in cash; a failure here does not undo the payment. */
  function followCash({ number, amount, means }: AccountPayment, caller: Caller): void {
    const detail = { why: 'payment', voucher: number } as const;
    const cash = {
      payable: Math.abs(amount),
      currency: 'SAR',
      payments: [{ means, amount: Math.abs(amount) }],
    };
    void options.devices
      .sold(cash, (pulse) => openDrawer({ ledger, clock, by: actorOf(caller), detail, pulse }))
      .catch(options.onError);
  }

  const answer = (payment: AccountPayment) => ({
    payment: shownPayment(payment),
    balance: ledger.accounts.balance(payment.key),
  });

  return {
    'account.find': ({ text }) => ({
      accounts: ledger.buyerBook
        .list({ text, start: 0, limit: accountsShown })
        .buyers.map(({ key, buyer }) => ({ key, buyer, balance: ledger.accounts.balance(key) })),
    }),
    'account.get': ({ key, ...atMost }) => accountOf(ledger, key, atMost),
    'account.received': ({ id }) => {
      const payment = ledger.accounts.byId(id);
      return payment === undefined ? {} : answer(payment);
    },
    'account.statement': ({ key, ...period }) => statementOf(ledger.accounts, key, period),
    'account.pay': ({ key, id, ...paid }, caller) => {
      const before = ledger.accounts.byId(id);
      if (before !== undefined)
        return isSame(before, { key, ...paid }) ? answer(before) : fail('money-differs');
      const { buyer } = ledger.buyerBook.get(key);
      // A manager is not asked about a payment that is refused anyway, and agrees to this payment only.
      drawer.refuseWithout(actorOf(caller));
      ledger.accounts.refuseAbove(key, paid.amount);
      const subject = JSON.stringify([id, key, paid.means, paid.amount]);
      const approval = agreementTo('account', subject, caller, options);
      const by = { ...actorOf(caller), approval };
      const payment = drawer.receive({ ...paid, id, key, name: buyer.name }, by);
      spendAgreement('account', subject, caller, options);
      followCash(payment, caller);
      return answer(payment);
    },
    'account.payBack': ({ key, id, ...paid }, caller) => {
      const before = ledger.accounts.byId(id);
      if (before !== undefined)
        return isSame(before, { key, ...paid, amount: -paid.amount })
          ? answer(before)
          : fail('money-differs');
      const { buyer } = ledger.buyerBook.get(key);
      const payment = drawer.payBack({ ...paid, id, key, name: buyer.name }, actorOf(caller));
      followCash(payment, caller);
      return answer(payment);
    },
    'account.setLimit': ({ key, limit }, { name }) => {
      ledger.buyerBook.get(key);
      ledger.accounts.setLimit({ key, limit, at: clock.now(), actor: name });
      return { key, ...(limit !== undefined && { limit }) };
    },
    'account.takeBack': (entry, caller) => {
      const before = ledger.accounts.byId(entry.id);
      if (before === undefined) return answer(drawer.takeBack(entry, actorOf(caller)));
      return before.takesBack === entry.number ? answer(before) : fail('money-differs');
    },
    ...paperCommands(environment, options),
    'account.export': async ({ key, format, language, ...period }, { name }) => {
      const { buyer } = ledger.buyerBook.get(key);
      const at = clock.now();
      const about = { ...period, format, language, madeAt: at, name: buyer.name };
      const table = statementTable({ ...about, statement: statementOf(ledger.accounts, key, period) });
      const bytes = await options.reportFiles.make(table);
      ledger.audit.write({
        at,
        actor: name,
        action: 'exported',
        detail: { report: 'account', format, ...period },
      });
      return {
        fileName: `${table.title.replace(/[\\/:*?"<>|]/g, ' ')} ${period.from} ${period.to}.${format}`,
        base64: Buffer.from(bytes).toString('base64'),
      };
    },
  };
}

/** Returns true when a payment that is requested again, after a lost answer, is the one that was received. */
function isSame(
  { key, means, amount, note }: AccountPayment,
  asked: Pick<AccountPayment, 'key' | 'means' | 'amount'> & { readonly note?: string | undefined },
): boolean {
  return key === asked.key && means === asked.means && amount === asked.amount && note === asked.note;
}

/** The commands that print. */
function paperCommands(
  { ledger, receipts }: Environment,
  options: AccountCommandsOptions,
): Pick<Handlers, 'account.printVoucher' | 'account.printStatement'> {
  const { clock } = options;
  const paper = createPaper(options);
  /** The vouchers that are being printed: a second press meanwhile prints a copy. */
  const printing = new Set<number>();
  /**
   * Returns true when the voucher was printed before, according to the audit log. A time would prove nothing: clocks
   * are set back.
   */
  const wasPrinted = (number: number) =>
    [...ledger.audit.lines({ action: 'voucher-printed' })].some(
      ({ detail }) => (detail as { payment?: number }).payment === number,
    );
  return {
    'account.printVoucher': async ({ number }, { name }) => {
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
        ledger.audit.write({
          at: clock.now(),
          actor: name,
          action: 'voucher-printed',
          detail: { payment: number, copy },
        });
        return printed;
      } finally {
        printing.delete(number);
      }
    },
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
  };
}

interface AtMost {
  readonly payments: number;
  readonly purchases: number;
}

function accountOf(ledger: Environment['ledger'], key: string, atMost: AtMost): Account {
  const { buyer } = ledger.buyerBook.get(key);
  const payments = ledger.accounts.newest(key, atMost.payments + 1);
  // One more than is shown, to find out whether there are more.
  const bought = purchasesOf(ledger, key, atMost.purchases + 1);
  const limit = ledger.accounts.limit(key);
  return {
    key,
    buyer,
    balance: ledger.accounts.balance(key),
    ...(limit !== undefined && { limit }),
    others: ledger.accounts.otherCurrencies(key),
    payments: payments.slice(0, atMost.payments).map(shownPayment),
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

function shownPayment({
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
