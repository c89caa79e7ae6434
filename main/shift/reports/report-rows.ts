import { type Cell, type ReportKind, reportColumns } from '../../../shared/contract/reports.ts';
import type { ShiftReport } from '../../../shared/contract/shifts.ts';
import { Exact } from '../../../shared/money.ts';
import type { Ledger } from '../../ledger/ledger.ts';
import type { Period, TakingsSum } from '../../ledger/takings.ts';
import { riyadhDayEnd, riyadhMidnight } from '../../platform/riyadh-time.ts';
import { type ArticlesOf, byArticle } from '../one-article.ts';
import { takingsOf } from '../takings-of.ts';
import { addBeforeReport } from '../takings-report.ts';
import { isOfReturn, vatReturnRows } from './vat-return.ts';

/** A report as rows of cells, in the order of its columns. */
export interface ReportRows {
  /** False while documents are still being added up. */
  readonly isComplete: boolean;
  readonly rows: readonly (readonly Cell[])[];
  /** The sums of the columns of money and counts; null in the others. */
  readonly total: readonly Cell[];
}

interface Sources {
  readonly ledger: Pick<Ledger, 'takings' | 'documents' | 'shifts'>;
  readonly articlesOf: ArticlesOf;
}

/** Makes a report of some days from the stored sums of the ledger, including the latest documents. */
export function reportRows(report: ReportKind, sources: Sources, period: Period): ReportRows {
  const { takings, documents } = sources.ledger;
  takings.learn(addBeforeReport, takingsOf(documents));
  const rows = makers[report](sources, period);
  return {
    isComplete: !takings.isBehind(),
    rows,
    total: totalOf(report, report === 'vatReturn' ? rows.filter(isOfReturn) : rows),
  };
}

type Maker = (sources: Sources, period: Period) => Cell[][];

const makers: Readonly<Record<ReportKind, Maker>> = {
  articles: ({ ledger, articlesOf }, period) =>
    byArticle(ledger.takings.bestArticles(period), articlesOf).map(articleCells),
  groups: groupRows,
  hours: ({ ledger }, period) =>
    ledger.takings
      .read('hour', period)
      .map(({ key, count, amount }) => [Number(key), count, amount] as const)
      .toSorted(([one], [other]) => one - other)
      .map((row) => [...row]),
  people: ({ ledger }, period) =>
    ledger.takings.read('person', period).map(({ key, count, amount }) => [key, count, amount]),
  returns: ({ ledger, articlesOf }, period) =>
    byArticle(ledger.takings.read('articleBack', period), articlesOf).map(articleCells),
  discounts: discountRows,
  shifts: shiftRows,
  vatReturn: ({ ledger }, period) => vatReturnRows(ledger.takings, period),
};

type ArticleSum = Pick<TakingsSum, 'key' | 'label' | 'quantity' | 'amount'>;

const articleCells = ({ sum: { key, label, quantity, amount } }: { readonly sum: ArticleSum }): Cell[] => [
  label ?? key,
  key === label ? '' : key,
  new Exact(quantity).dividedBy(1_000_000).toString(),
  amount,
];

function groupRows({ ledger, articlesOf }: Sources, period: Period): Cell[][] {
  const groups = new Map<string, { articles: number; amount: number }>();
  for (const {
    sum: { amount },
    article,
  } of byArticle(ledger.takings.bestArticles(period), articlesOf)) {
    const name = article?.group ?? '';
    const before = groups.get(name) ?? { articles: 0, amount: 0 };
    groups.set(name, { articles: before.articles + 1, amount: before.amount + amount });
  }
  return [...groups]
    .toSorted(([, one], [, other]) => other.amount - one.amount)
    .map(([name, { articles: count, amount }]) => [name, count, amount]);
}

function discountRows({ ledger: { takings } }: Sources, period: Period): Cell[][] {
  const back = new Map(takings.read('personBack', period).map((sums) => [sums.key, sums]));
  return takings
    .read('person', period)
    .map(({ key, discount }) => ({ key, discount, count: 0, amount: 0, ...pick(back.get(key)) }))
    .filter(({ discount, count }) => discount !== 0 || count !== 0)
    .toSorted((one, other) => other.discount - one.discount)
    .map(({ key, discount, count, amount }) => [key, discount, count, amount]);
}

const pick = (sums: TakingsSum | undefined) => sums && { count: sums.count, amount: sums.amount };

/** Returns the shifts closed on these days, newest first. */
function shiftRows({ ledger: { shifts } }: Sources, { from, to }: Period): Cell[][] {
  const begin = riyadhMidnight(from);
  const end = riyadhDayEnd(to);
  return shifts
    .closedBetween(begin, end)
    .toReversed()
    .map(({ number, closedAt, closedBy, report }) => {
      const { documents, sales, returns, cash } = report as ShiftReport;
      return [
        ...[number, new Date(closedAt).toISOString(), closedBy, documents?.count ?? 0],
        ...[sales.total, returns.total, cash.expected, cash.counted ?? null, cash.difference ?? null],
      ];
    });
}

/** The cash of one shift becomes the float of the next, so it must not be added up. */
const notSummed: readonly string[] = ['expected', 'counted'];

function totalOf(report: ReportKind, rows: readonly (readonly Cell[])[]): Cell[] {
  return reportColumns[report].map(({ name, kind }, index) => {
    if ((kind !== 'money' && kind !== 'count') || notSummed.includes(name)) return null;
    let sum = 0;
    for (const row of rows) sum += Number(row[index] ?? 0);
    return sum;
  });
}
