import type { Cell, ReportKind } from '../../shared/contract/till/reports.ts';
import { Exact } from '../../shared/values/money.ts';
import type { OwnShift } from './play-quarter.ts';
import type { Counted, XmlKind } from './read-xml.ts';

/* Adds up the figures of a manager's pages from the XML and the shop's own notes, without any of the program's code. */

/** A range of days in Riyadh, both ends included. */
export interface Days {
  readonly from: string;
  readonly to: string;
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, one) => total + one, 0);
const back = ({ kind, sign }: Counted) => (kind === 'creditNote' ? -sign : sign);

/** Groups rows, and adds up the figures of each group. */
function grouped<T, K>(rows: readonly T[], keyOf: (row: T) => K): [K, T[]][] {
  return [...Map.groupBy(rows, keyOf)];
}

/** Returns the part that each means paid, or `split` if it is unknown. */
export function partsOf({ note: { paid }, payable }: Counted): { means: string; amount: number }[] {
  const [only, ...others] = paid;
  if (only !== undefined && others.length === 0) return [{ means: only.means, amount: payable }];
  const stated = paid.flatMap(({ means, amount }) => (amount === undefined ? [] : [{ means, amount }]));
  return stated.length === paid.length ? stated : [{ means: 'split', amount: payable }];
}

/** Returns the figures of `takings.get`, in the test's own order. */
export function takingsFromXml(counted: readonly Counted[], { from, to }: Days) {
  const within = counted.filter(({ at }) => at.day >= from && at.day <= to);
  const riyals = within.filter(({ currency }) => currency === 'SAR');
  const ofKind = (kind: XmlKind) => {
    const group = riyals.filter((one) => one.kind === kind);
    return {
      count: sum(group.map(({ sign }) => sign)),
      total: sum(group.map(({ sign, payable }) => sign * payable)),
    };
  };
  const moved = (group: readonly Counted[]) => ({
    count: sum(group.map(({ sign }) => sign)),
    total: sum(group.map((one) => back(one) * one.payable)),
  });
  const discounts = (group: readonly Counted[]) => sum(group.map(({ sign, note }) => sign * note.discount));
  const payments = riyals.flatMap((one) => partsOf(one).map((part) => ({ ...part, one })));
  const taxes = riyals.flatMap((one) => one.taxes.map((tax) => ({ ...tax, way: back(one) })));
  return {
    sales: ofKind('invoice'),
    returns: ofKind('creditNote'),
    debitNotes: ofKind('debitNote'),
    advances: ofKind('prepayment'),
    discounts: discounts(riyals),
    vatOwed: sum(riyals.map((one) => back(one) * one.vat)),
    days: grouped(riyals, ({ at }) => at.day).map(([day, group]) => ({ day, ...moved(group) })),
    hours: grouped(riyals, ({ at }) => at.hour).map(([hour, group]) => ({ hour, ...moved(group) })),
    people: grouped(riyals, ({ note }) => note.by).map(([name, group]) => ({
      name,
      kind: 'person',
      ...moved(group),
      discounts: discounts(group),
    })),
    means: grouped(payments, ({ means }) => means).map(([means, group]) => {
      const amount = (isBack: boolean) =>
        sum(
          group
            .filter(({ one }) => (one.kind === 'creditNote') === isBack)
            .map((row) => row.one.sign * row.amount),
        );
      return {
        means,
        count: sum(group.map(({ one }) => one.sign)),
        received: amount(false),
        paidBack: amount(true),
      };
    }),
    vat: grouped(taxes, ({ category, rate }) => `${category} ${rate}`).map(([key, group]) => ({
      key,
      taxable: sum(group.map(({ way, taxable }) => way * taxable)),
      vat: sum(group.map(({ way, vat }) => way * vat)),
    })),
    otherCurrencies: grouped(
      within.filter(({ currency }) => currency !== 'SAR'),
      ({ currency }) => currency,
    ).map(([currency, group]) => ({ currency, ...moved(group) })),
  };
}

/** Adds up the sales and returns of each article, with the amounts of the lines in the XML. */
export function articlesFromXml(counted: readonly Counted[], { from, to }: Days, onlyBack = false) {
  const rows = counted
    .filter(
      ({ at, currency, kind }) =>
        at.day >= from && at.day <= to && currency === 'SAR' && kind !== 'prepayment',
    )
    .filter(({ kind }) => !onlyBack || kind === 'creditNote')
    .flatMap((one) => one.lines.map((line) => ({ ...line, way: onlyBack ? one.sign : back(one) })));
  return new Map(
    grouped(rows, ({ key }) => key).map(([key, group]) => [
      key,
      {
        quantity: group
          .reduce((total, { way, quantity }) => total.plus(quantity.times(way)), new Exact(0))
          .toString(),
        amount: sum(group.map(({ way, amount }) => way * amount)),
        lines: group.length,
      },
    ]),
  );
}

/** Returns the lines of the VAT return that are not empty. */
export function vatReturnFromXml(counted: readonly Counted[], { from, to }: Days): Cell[][] {
  const rows = counted
    .filter(({ at }) => at.day >= from && at.day <= to)
    .flatMap((one) =>
      one.taxes.map((tax) => ({ ...tax, way: back(one), isNote: one.kind.endsWith('Note') })),
    );
  return grouped(rows, ({ box }) => box).map(([box, group]) => {
    const taxable = (isNote: boolean) =>
      sum(group.filter((row) => row.isNote === isNote).map((row) => row.way * row.taxable));
    return [box, taxable(false), taxable(true), sum(group.map(({ way, vat }) => way * vat))];
  });
}

/** Returns the figures of one shift's closing report. */
export function shiftFromXml(counted: readonly Counted[], shift: OwnShift): Cell[] {
  const group = counted.filter(({ note }) => note.shift === shift.number);
  const riyals = group.filter(({ currency }) => currency === 'SAR');
  const total = (kind: XmlKind) =>
    sum(riyals.filter((one) => one.kind === kind).map(({ sign, payable }) => sign * payable));
  const cash = sum(
    riyals.flatMap((one) =>
      partsOf(one)
        .filter(({ means }) => means === 'cash')
        .map(({ amount }) => back(one) * amount),
    ),
  );
  const expected = shift.float + cash + shift.paidIn - shift.paidOut;
  const documents = group.filter(({ sign }) => sign === 1).length;
  return [
    ...[shift.number, shift.closedBy, documents, total('invoice'), total('creditNote')],
    ...[expected, shift.counted, shift.counted - expected],
  ];
}

/** Returns the rows of a report without the columns that do not come from documents. */
export const comparable = (report: ReportKind, rows: readonly (readonly Cell[])[]): Cell[][] =>
  rows.map((row) => (report === 'shifts' ? row.filter((_, index) => index !== 1) : [...row]));
