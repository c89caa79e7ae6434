import {
  type Cell,
  type ColumnOf,
  type ReportKind,
  reportColumns,
} from '../../../../shared/contract/till/reports.ts';
import type { ShiftReport } from '../../../../shared/contract/till/shifts.ts';
import { Exact } from '../../../../shared/values/money.ts';
import { riyadhDayEnd, riyadhMidnight } from '../../../base/platform/riyadh-time.ts';
import type { Ledger } from '../../../books/ledger/ledger.ts';
import type { Period, TakingsSum } from '../../../books/ledger/sums/takings.ts';
import { type ArticlesOf, byArticle } from '../../shift/one-article.ts';
import { takingsOf } from '../../shift/takings-of.ts';
import { addBeforeReport } from '../../shift/takings-report.ts';
import { isOfReturn, vatReturnRows } from './vat-return.ts';

interface Sources {
  readonly ledger: Pick<Ledger, 'takings' | 'documents' | 'shifts'>;
  readonly articlesOf: ArticlesOf;
}

/** Makes a report of some days from the stored sums of the ledger, latest documents included: cells in column order. */
export function reportRows(report: ReportKind, sources: Sources, period: Period) {
  const { takings, documents } = sources.ledger;
  takings.learn(addBeforeReport, takingsOf(documents));
  const rows: readonly Readonly<Record<string, Cell>>[] = makers[report](sources, period);
  return {
    /** False while documents are still being added up. */
    isComplete: !takings.isBehind(),
    rows: rows.map((row) => reportColumns[report].map(({ name }) => row[name] ?? null)),
    /** The sums of the columns of money and counts; null in the others. */
    total: totalOf(report, report === 'vatReturn' ? rows.filter(({ box }) => isOfReturn(String(box))) : rows),
  };
}

type Row<Kind extends ReportKind> = Readonly<Record<ColumnOf<Kind>, Cell>>;

const makers: { readonly [Kind in ReportKind]: (sources: Sources, period: Period) => Row<Kind>[] } = {
  articles: ({ ledger, articlesOf }, period) =>
    byArticle(ledger.takings.bestArticles(period), articlesOf).map(articleRow),
  groups: groupRows,
  hours: ({ ledger }, period) =>
    ledger.takings
      .read('hour', period)
      .map(({ key, count, amount }) => ({ hour: Number(key), documents: count, amount }))
      .toSorted((one, other) => one.hour - other.hour),
  people: ({ ledger }, period) =>
    ledger.takings
      .read('person', period)
      .map(({ key, count, amount }) => ({ person: key, documents: count, amount })),
  returns: ({ ledger, articlesOf }, period) =>
    byArticle(ledger.takings.read('articleBack', period), articlesOf).map(articleRow),
  discounts: discountRows,
  shifts: shiftRows,
  vatReturn: ({ ledger }, period) => vatReturnRows(ledger.takings, period),
};

type ArticleSum = Pick<TakingsSum, 'key' | 'label' | 'quantity' | 'amount'>;

const articleRow = ({ sum: { key, label, quantity, amount } }: { readonly sum: ArticleSum }) => ({
  article: label ?? key,
  code: key === label ? '' : key,
  quantity: new Exact(quantity).dividedBy(1_000_000).toString(),
  amount,
});

function groupRows({ ledger, articlesOf }: Sources, period: Period): Row<'groups'>[] {
  const groups = new Map<string, { group: string; articles: number; amount: number }>();
  for (const {
    sum: { amount },
    article,
  } of byArticle(ledger.takings.bestArticles(period), articlesOf)) {
    const group = article?.group ?? '';
    const before = groups.get(group) ?? { articles: 0, amount: 0 };
    groups.set(group, { group, articles: before.articles + 1, amount: before.amount + amount });
  }
  return [...groups.values()].toSorted((one, other) => other.amount - one.amount);
}

function discountRows({ ledger: { takings } }: Sources, period: Period): Row<'discounts'>[] {
  const back = new Map(takings.read('personBack', period).map((sums) => [sums.key, sums]));
  return takings
    .read('person', period)
    .map(({ key, discount }) => ({
      person: key,
      discounts: discount,
      returns: back.get(key)?.count ?? 0,
      returned: back.get(key)?.amount ?? 0,
    }))
    .filter(({ discounts, returns }) => discounts !== 0 || returns !== 0)
    .toSorted((one, other) => other.discounts - one.discounts);
}

/** Returns the shifts closed on these days, newest first. */
function shiftRows({ ledger: { shifts } }: Sources, { from, to }: Period): Row<'shifts'>[] {
  const begin = riyadhMidnight(from);
  const end = riyadhDayEnd(to);
  return shifts
    .closedBetween(begin, end)
    .toReversed()
    .map(({ number, closedAt, closedBy, report }) => {
      const { documents, sales, returns, cash } = report as ShiftReport;
      return {
        shift: number,
        closedAt: new Date(closedAt).toISOString(),
        person: closedBy,
        documents: documents?.count ?? 0,
        sales: sales.total,
        returned: returns.total,
        expected: cash.expected,
        counted: cash.counted ?? null,
        difference: cash.difference ?? null,
      };
    });
}

/** The cash of one shift becomes the float of the next, so it must not be added up. */
const notSummed: readonly string[] = ['expected', 'counted'];

function totalOf(report: ReportKind, rows: readonly Readonly<Record<string, Cell>>[]): Cell[] {
  return reportColumns[report].map(({ name, kind }) => {
    if ((kind !== 'money' && kind !== 'count') || notSummed.includes(name)) return null;
    let sum = 0;
    for (const row of rows) sum += Number(row[name] ?? 0);
    return sum;
  });
}
