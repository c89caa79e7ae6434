import type { ShiftReport } from '../../../shared/contract/till/shifts.ts';
import { type Halalas, sumHalalas } from '../../../shared/values/money.ts';
import { joinRows } from '../../books/corrections/law/document-taxes.ts';
import type { AccountPayment } from '../../books/ledger/accounts/account-payments.ts';
import type { LedgerEntry } from '../../books/ledger/documents/entry.ts';
import type { Ledger } from '../../books/ledger/ledger.ts';
import type { ShiftDocument } from '../../books/ledger/shifts/shift-documents.ts';
import type { CashMovement, Shift, ShiftActor } from '../../books/ledger/shifts/shifts.ts';
import { actionFigures } from './action-figures.ts';
import { type Counted, direction, isPaidBack, isPurchase, stated, taxesOf, withReplaced } from './counted.ts';
import { discountsOf } from './discounts.ts';

interface ReportSource {
  readonly shifts: Pick<Ledger['shifts'], 'documents' | 'movements' | 'outside' | 'report'>;
  readonly documents: Ledger['documents'];
  readonly tillActions: Ledger['tillActions'];
  readonly accounts: Pick<Ledger['accounts'], 'ofShift'>;
}

type Count = NonNullable<ShiftReport['cash']['count']>;

/**
 * Adds up a shift from its documents and movements of cash. It reads only the ledger, so the result is always the same,
 * and needs no network.
 */
export function reportOf(shift: Shift, ledger: ReportSource): ShiftReport {
  const documents = ledger.shifts.documents(shift.number);
  const movements = ledger.shifts.movements(shift.number);
  const counted = documents.flatMap(withReplaced);
  const inRiyals = counted.filter(({ entry }) => entry.currency === 'SAR');
  const sold = inRiyals.filter((one) => !isPurchase(one));
  const bought = inRiyals.filter(isPurchase);
  const ofKind = (kind: LedgerEntry['kind']) => sumOf(sold.filter(({ entry }) => entry.kind === kind));
  const payments = paymentRows(inRiyals);
  const onAccount = accountRows(ledger.accounts.ofShift(shift.number));
  const { accountPayments, accountPaidBack } = onAccount;
  const lastClosed = ledger.shifts.report(shift.number - 1)?.closedAt ?? 0;
  const outside = ledger.shifts.outside(lastClosed, shift.openedAt);
  return {
    number: shift.number,
    openedAt: new Date(shift.openedAt).toISOString(),
    openedBy: personOf(shift.openedBy),
    sales: ofKind('invoice'),
    returns: ofKind('creditNote'),
    debitNotes: ofKind('debitNote'),
    advances: ofKind('prepayment'),
    ...(bought.length > 0 && { purchases: purchasesOf(bought) }),
    ...(outside.count > 0 && { outside }),
    corrections: documents.filter(({ replaces }) => replaces !== undefined).length,
    correctionsBack: sumHalalas(documents.map(givenBackBy)),
    discounts: sumHalalas(
      sold.map(({ entry, sign }) => (entry.kind === 'invoice' ? sign * discountsOf(entry.sale) : 0)),
    ),
    beside: actionFigures(documents, ledger.tillActions.ofShift(shift.number)),
    vat: vatRows(sold),
    payments,
    ...(accountPayments.length > 0 && { accountPayments }),
    ...(accountPaidBack.length > 0 && { accountPaidBack }),
    people: peopleRows(sold),
    otherCurrencies: currencyRows(counted),
    movements: movements.map(movementOf),
    ...documentRange(documents),
    waiting: countState(documents, ['waiting', 'sending', 'parked']),
    refused: documents.filter(({ entry }) => entry.submission.state === 'rejected').length,
    cash: cashOf(shift, payments, { movements, onAccount }),
  };
}

/** Returns the money that a sale gave back because it was issued again for less; a part on account was never paid. */
function givenBackBy(document: ShiftDocument): Halalas {
  const { entry, replaces } = document;
  const isInRiyals = entry.currency === 'SAR' && replaces?.entry.currency === 'SAR';
  if (replaces === undefined || !isInRiyals || isPaidBack(document)) return 0;
  const paid = ({ entry: { payable }, payments }: Pick<ShiftDocument, 'entry' | 'payments'>) =>
    payable - sumHalalas(payments.map(({ means, amount = 0 }) => (means === 'onAccount' ? amount : 0)));
  return Math.max(0, paid(replaces) - paid(document));
}

/** Adds the closing to a report: the person and the counted cash. */
export function closeReport(
  report: ShiftReport,
  { at, by, count }: { at: number; by: ShiftActor; count: Count | undefined },
): ShiftReport {
  const closed = { ...report, closedAt: new Date(at).toISOString(), closedBy: personOf(by) };
  if (count === undefined) return closed;
  const counted = sumHalalas(count.map(({ value, count: pieces }) => value * pieces));
  const cash = { ...report.cash, counted, count, difference: counted - report.cash.expected };
  return { ...closed, cash };
}

function sumOf(counted: readonly Counted[]): { count: number; total: Halalas } {
  return {
    count: sumHalalas(counted.map(({ sign }) => sign)),
    total: sumHalalas(counted.map(({ entry, sign }) => sign * entry.payable)),
  };
}

/** Returns the number of documents, and their amount less that of their credit notes. */
const purchasesOf = (counted: readonly Counted[]) => ({
  count: sumHalalas(counted.map(({ sign }) => sign)),
  total: sumHalalas(counted.map((one) => direction(one) * one.entry.payable)),
});

function vatRows(counted: readonly Counted[]): ShiftReport['vat'] {
  const rows = counted.flatMap((one) =>
    taxesOf(one).map((row) => ({
      ...row,
      taxable: direction(one) * row.taxable,
      vatAmount: direction(one) * row.vatAmount,
    })),
  );
  return joinRows(rows)
    .map(({ category, rate, taxable, vatAmount }) => ({
      category,
      rate: Number(rate).toFixed(2),
      taxable,
      vat: vatAmount,
    }))
    .toSorted((a, b) => a.category.localeCompare(b.category) || Number(b.rate) - Number(a.rate));
}

function paymentRows(counted: readonly Counted[]): ShiftReport['payments'] {
  const rows = new Map<string, { count: number; received: Halalas; paidBack: Halalas }>();
  for (const one of counted)
    for (const { means, amount } of stated(one)) {
      const row = rows.get(means) ?? { count: 0, received: 0, paidBack: 0 };
      row.count += one.sign;
      if (isPaidBack(one)) row.paidBack += one.sign * amount;
      else row.received += one.sign * amount;
      rows.set(means, row);
    }
  return [...rows].map(([means, row]) => ({ means, ...row }));
}

/** Adds up the payments of buyers and the repayments to them, each with its own counter-entries. */
function accountRows(paid: readonly AccountPayment[]) {
  const isPaidBack = ({ amount, takesBack }: AccountPayment) =>
    takesBack === undefined ? amount < 0 : amount > 0;
  const received = sumsByMeans(paid.filter((one) => !isPaidBack(one)));
  const paidBack = sumsByMeans(paid.filter(isPaidBack));
  return {
    accountPayments: received.map(({ entered, ...row }) => ({ ...row, received: entered })),
    accountPaidBack: paidBack.map(({ entered, ...row }) => ({ ...row, paidBack: entered })),
  };
}

type AccountRows = ReturnType<typeof accountRows>;

function sumsByMeans(entries: readonly AccountPayment[]) {
  return [...Map.groupBy(entries, ({ means }) => means)].map(([means, group]) => {
    const sum = (isCounter: boolean) =>
      sumHalalas(
        group
          .filter(({ takesBack }) => (takesBack !== undefined) === isCounter)
          .map(({ amount }) => Math.abs(amount)),
      );
    return { means, count: group.length, entered: sum(false), takenBack: sum(true) };
  });
}

function peopleRows(counted: readonly Counted[]): ShiftReport['people'] {
  return [...Map.groupBy(counted, ({ by }) => by)].map(([name, group]) => ({
    name,
    sales: sumOf(group.filter(({ entry }) => entry.kind !== 'creditNote')),
    returns: sumOf(group.filter(({ entry }) => entry.kind === 'creditNote')),
  }));
}

function currencyRows(counted: readonly Counted[]): ShiftReport['otherCurrencies'] {
  const foreign = counted.filter(({ entry }) => entry.currency !== 'SAR');
  return [...Map.groupBy(foreign, ({ entry }) => entry.currency)].map(([currency, group]) => ({
    currency,
    count: sumHalalas(group.map(({ sign }) => sign)),
    total: sumHalalas(group.map((one) => (isPaidBack(one) ? -one.sign : one.sign) * one.entry.payable)),
  }));
}

function documentRange(documents: readonly ShiftDocument[]): Pick<ShiftReport, 'documents'> {
  const [first] = documents;
  const last = documents.at(-1);
  if (first === undefined || last === undefined) return {};
  return { documents: { count: documents.length, first: first.entry.number, last: last.entry.number } };
}

function countState(documents: readonly ShiftDocument[], states: readonly string[]): number {
  return documents.filter(({ entry }) => states.includes(entry.submission.state)).length;
}

function cashOf(
  { float }: Shift,
  payments: ShiftReport['payments'],
  {
    movements,
    onAccount,
  }: {
    readonly movements: readonly CashMovement[];
    readonly onAccount: AccountRows;
  },
): ShiftReport['cash'] {
  const { received = 0, paidBack = 0 } = payments.find(isCash) ?? {};
  const moved = (kind: CashMovement['kind']) =>
    sumHalalas(movements.filter((movement) => movement.kind === kind).map(({ amount }) => amount));
  const paidIn = moved('in');
  const paidOut = moved('out');
  const accounts =
    sumHalalas(onAccount.accountPayments.filter(isCash).map((row) => row.received - row.takenBack)) -
    sumHalalas(onAccount.accountPaidBack.filter(isCash).map((row) => row.paidBack - row.takenBack));
  const expected = float + received - paidBack + paidIn - paidOut + accounts;
  return {
    float,
    received,
    paidBack,
    in: paidIn,
    out: paidOut,
    ...(accounts !== 0 && { accounts }),
    expected,
  };
}

const isCash = ({ means }: { readonly means: string }) => means === 'cash';

export function movementOf({ at, by, kind, amount, reason }: CashMovement): ShiftReport['movements'][number] {
  return {
    at: new Date(at).toISOString(),
    by: personOf(by),
    kind,
    amount,
    ...(reason !== undefined && { reason }),
  };
}

export function personOf({ name, role }: ShiftActor): ShiftReport['openedBy'] {
  return role === undefined ? { name } : { name, role };
}
