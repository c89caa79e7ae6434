import { readActorKey } from '../../../shared/actor.ts';
import {
  articlesShown,
  type TakingsFigures,
  type TakingsReport,
} from '../../../shared/contract/till/takings.ts';
import type { SaleKind } from '../../../shared/sale/sale.ts';
import type { VatCategory } from '../../../shared/sale/vat.ts';
import { Exact, sumHalalas } from '../../../shared/values/money.ts';
import type { Ledger } from '../../books/ledger/ledger.ts';
import type { Period, TakingsSum } from '../../books/ledger/sums/takings.ts';
import { type ArticlesOf, byArticle } from './one-article.ts';
import { takingsOf } from './takings-of.ts';

/** The number of documents that a report adds first, in about 50 ms; further ones are added in idle moments. */
export const addBeforeReport = 300;
/** The hour at which a day is complete. */
const wholeDay = 24;

type Read = Pick<Ledger, 'takings' | 'documents'>;

/** Reports the sums of a period; of its last day, the documents before an hour. */
export function takingsFigures(
  { takings, documents }: Read,
  { before, ...period }: Period & { readonly before: number },
): TakingsFigures {
  takings.learn(addBeforeReport, takingsOf(documents));
  return figuresOf(takings.kindsUntil(period, before));
}

function figuresOf(kinds: readonly TakingsSum[]): TakingsFigures {
  const ofKind = (kind: SaleKind) => {
    const { count = 0, amount: total = 0 } = kinds.find(({ key }) => key === kind) ?? {};
    return { count, total };
  };
  return {
    sales: ofKind('invoice'),
    returns: ofKind('creditNote'),
    debitNotes: ofKind('debitNote'),
    advances: ofKind('prepayment'),
    discounts: sumHalalas(kinds.map(({ discount }) => discount)),
    vatOwed: sumHalalas(kinds.map(({ key, vat }) => (key === 'creditNote' ? -vat : vat))),
  };
}

/**
 * Reports the takings of a period, including the latest documents.
 * @param articlesOf finds articles with several codes, whose sums are combined; by default none
 */
export function takingsReport(
  { takings, documents }: Read,
  period: Period,
  articlesOf: ArticlesOf = (items) => items.map(() => undefined),
): TakingsReport {
  takings.learn(addBeforeReport, takingsOf(documents));
  return {
    isComplete: !takings.isBehind(),
    ...figuresOf(takings.kindsUntil(period, wholeDay)),
    days: daysOf(takings, period),
    hours: takings
      .read('hour', period)
      .map(({ key, count, amount: total }) => ({ hour: Number(key), count, total }))
      .toSorted((a, b) => a.hour - b.hour),
    people: takings.read('person', period).map(({ key, count, amount: total, discount: discounts }) => ({
      ...readActorKey(key),
      ...{ count, total, discounts },
    })),
    means: meansOf(takings, period),
    vat: vatOf(takings, period),
    articles: byArticle(takings.bestArticles(period), articlesOf)
      .slice(0, articlesShown)
      .map(({ sum: { key, label, quantity, amount: total } }) => ({
        key,
        name: label ?? key,
        quantity: new Exact(quantity).dividedBy(1_000_000).toString(),
        total,
      })),
    otherCurrencies: takings
      .read('currency', period)
      .map(({ key: currency, count, amount: total }) => ({ currency, count, total })),
  };
}

type Reading = Pick<Ledger['takings'], 'read' | 'byDay'>;

function daysOf(takings: Reading, period: Period): TakingsReport['days'] {
  const byDay = Map.groupBy(takings.byDay('hour', period), ({ day }) => day);
  return [...byDay].map(([day, hours]) => ({
    day,
    count: sumHalalas(hours.map(({ count }) => count)),
    total: sumHalalas(hours.map(({ amount }) => amount)),
  }));
}

function meansOf(takings: Reading, period: Period): TakingsReport['means'] {
  const received = takings.read('received', period);
  const paidBack = takings.read('paidBack', period);
  const names = new Set([...received, ...paidBack].map(({ key }) => key));
  const of = (rows: readonly TakingsSum[], means: string) => rows.find(({ key }) => key === means);
  return [...names].map((means) => ({
    means,
    count: (of(received, means)?.count ?? 0) + (of(paidBack, means)?.count ?? 0),
    received: of(received, means)?.amount ?? 0,
    paidBack: of(paidBack, means)?.amount ?? 0,
  }));
}

function vatOf(takings: Reading, period: Period): TakingsReport['vat'] {
  const owed = takings.read('vat', period);
  const back = takings.read('vatBack', period);
  const keys = new Set([...owed, ...back].map(({ key }) => key));
  return [...keys].toSorted().map((key) => {
    const [category = '', rate = ''] = key.split(' ');
    const of = (rows: readonly TakingsSum[]) => rows.find((row) => row.key === key) ?? { net: 0, vat: 0 };
    const taxable = of(owed).net - of(back).net;
    return { category: category as VatCategory, rate, taxable, vat: of(owed).vat - of(back).vat };
  });
}
