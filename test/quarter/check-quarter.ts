import { isDeepStrictEqual } from 'node:util';
import type { Ledger } from '../../main/books/ledger/ledger.ts';
import { reportRows } from '../../main/till/accountant/reports/report-rows.ts';
import { takingsOf } from '../../main/till/shift/takings-of.ts';
import { takingsFigures, takingsReport } from '../../main/till/shift/takings-report.ts';
import type { ReportKind } from '../../shared/contract/till/reports.ts';
import {
  articlesFromXml,
  comparable,
  type Days,
  partsOf,
  shiftFromXml,
  takingsFromXml,
  vatReturnFromXml,
} from './figures.ts';
import type { PlayedQuarter } from './play-quarter.ts';
import { type Counted, countedOf } from './read-xml.ts';

/** A figure of a page that differs from the XML. */
export interface Difference {
  readonly page: string;
  readonly shown: unknown;
  readonly fromXml: unknown;
}

export interface QuarterCheck {
  /** The number of compared figures. */
  readonly figures: number;
  readonly differences: readonly Difference[];
}

/** Returns the periods that a manager would view: days, a week, months and the quarter. */
export function periodsOf({ firstDay, lastDay }: PlayedQuarter): Days[] {
  const add = (day: string, days: number) =>
    new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10);
  const within = (day: string) => (day > lastDay ? lastDay : day);
  const middle = within(add(firstDay, 40));
  return [
    { from: firstDay, to: firstDay },
    { from: middle, to: middle },
    { from: within(add(firstDay, 5)), to: within(add(firstDay, 11)) },
    { from: firstDay, to: within('2026-07-31') },
    { from: within('2026-08-01'), to: within('2026-08-31') },
    { from: firstDay, to: lastDay },
    { from: within(add(firstDay, 10)), to: within(add(firstDay, 70)) },
  ];
}

/** Compares every page's figures with those that the XML and the shop's own notes. */
export function checkQuarter(ledger: Ledger, quarter: PlayedQuarter): QuarterCheck {
  const counted = countedOf(quarter.notes, (uuid) => String(ledger.documents.issuedXml(uuid)));
  const comparison = createComparison();
  const { compare } = comparison;
  const byUuid = new Map(counted.filter(({ sign }) => sign === 1).map((one) => [one.uuid, one]));
  compare('documents', ledger.chain.head()?.icv, byUuid.size);
  while (ledger.takings.learn(2_000, takingsOf(ledger.documents)) > 0);
  for (const period of periodsOf(quarter)) {
    checkTakings(ledger, counted, period, compare);
    checkReports(ledger, { counted, quarter, period }, compare);
    checkSums(ledger, counted, period, compare);
  }
  compare('sums added up anew', ledger.takings.recount(takingsOf(ledger.documents)), []);
  return comparison;
}

type Compare = (page: string, shown: unknown, fromXml: unknown) => void;

function createComparison() {
  const differences: Difference[] = [];
  let figures = 0;
  return {
    differences,
    get figures() {
      return figures;
    },
    compare(page: string, shown: unknown, fromXml: unknown): void {
      figures += countFigures(fromXml);
      if (!isDeepStrictEqual(shown, fromXml)) differences.push({ page, shown, fromXml });
    },
  };
}

function countFigures(value: unknown): number {
  if (typeof value === 'number') return 1;
  if (typeof value !== 'object' || value === null) return 0;
  return Object.values(value).reduce<number>((count, one) => count + countFigures(one), 0);
}

const sorted = (rows: readonly unknown[]): unknown[] =>
  rows.toSorted((one, other) => (JSON.stringify(one) < JSON.stringify(other) ? -1 : 1));
const name = (page: string, { from, to }: Days) => `${page} ${from} ${to}`;

function checkTakings(ledger: Ledger, counted: readonly Counted[], period: Days, compare: Compare): void {
  const { isComplete, articles, vat, ...shown } = takingsReport(ledger, period);
  const { vat: vatFromXml, ...fromXml } = takingsFromXml(counted, period);
  compare(name('takings complete', period), isComplete, true);
  for (const key of Object.keys(shown) as (keyof typeof shown)[]) {
    const [one, other] = [shown[key], fromXml[key]];
    compare(
      name(`today, ${key}`, period),
      Array.isArray(one) ? sorted(one) : one,
      Array.isArray(other) ? sorted(other) : other,
    );
  }
  compare(
    name('today, VAT', period),
    sorted(vat.map(({ category, rate, ...sums }) => ({ key: `${category} ${rate}`, ...sums }))),
    sorted(vatFromXml),
  );
  const { sales, returns, debitNotes, advances, discounts, vatOwed } = fromXml;
  compare(name('comparison', period), takingsFigures(ledger, { ...period, before: 24 }), {
    sales,
    returns,
    debitNotes,
    advances,
    discounts,
    vatOwed,
  });
  const until = counted.filter(({ at }) => at.day < period.to || at.hour < 13);
  const early = takingsFromXml(until, period);
  compare(name('comparison until 13:00', period), takingsFigures(ledger, { ...period, before: 13 }), {
    sales: early.sales,
    returns: early.returns,
    debitNotes: early.debitNotes,
    advances: early.advances,
    discounts: early.discounts,
    vatOwed: early.vatOwed,
  });
  checkArticles(
    name('today, articles', period),
    articles.map(({ key, quantity, total }) => ({ key, quantity, amount: total })),
    articlesFromXml(counted, period),
    compare,
  );
}

/**
 * Compares the articles. An article's amount is as agreed at the till, and a line of the XML may state a halala more or
 * less.
 */
function checkArticles(
  page: string,
  shown: readonly { key: string; quantity: string; amount: number }[],
  fromXml: ReturnType<typeof articlesFromXml>,
  compare: Compare,
): void {
  for (const { key, quantity, amount } of shown) {
    const expected = fromXml.get(key);
    const isNear = expected !== undefined && Math.abs(amount - expected.amount) <= expected.lines;
    compare(
      `${page}, ${key}`,
      [quantity, isNear ? expected.amount : amount],
      [expected?.quantity, expected?.amount],
    );
  }
}

interface Known {
  readonly counted: readonly Counted[];
  readonly quarter: PlayedQuarter;
  readonly period: Days;
}

function checkReports(ledger: Ledger, { counted, quarter, period }: Known, compare: Compare): void {
  const articlesOf = (items: readonly unknown[]) => items.map(() => undefined);
  const rowsOf = (report: ReportKind) => reportRows(report, { ledger, articlesOf }, period);
  const taken = takingsFromXml(counted, period);
  const check = (report: ReportKind, expected: readonly (readonly unknown[])[]) =>
    compare(name(report, period), sorted(comparable(report, rowsOf(report).rows)), sorted(expected));
  check(
    'hours',
    taken.hours.map(({ hour, count, total }) => [hour, count, total]),
  );
  check(
    'people',
    taken.people.map((one) => [`person ${one.name}`, one.count, one.total]),
  );
  check('vatReturn', [
    ...vatReturnFromXml(counted, period),
    ...['standard', 'citizens', 'zeroRated', 'exports', 'exempt']
      .filter((box) => !vatReturnFromXml(counted, period).some(([otherBox]) => otherBox === box))
      .map((box) => [box, 0, 0, 0]),
  ]);
  const backOf = takingsFromXml(
    counted.filter(({ kind }) => kind === 'creditNote'),
    period,
  ).people;
  check(
    'discounts',
    taken.people
      .map((one) => {
        const given = backOf.find((other) => other.name === one.name);
        return [`person ${one.name}`, one.discounts, given?.count ?? 0, 0 - (given?.total ?? 0)];
      })
      .filter(([, discount, count]) => discount !== 0 || count !== 0),
  );
  check(
    'shifts',
    quarter.shifts
      .filter(({ closedDay }) => closedDay >= period.from && closedDay <= period.to)
      .map((shift) => shiftFromXml(counted, shift)),
  );
  for (const report of ['articles', 'returns'] as const) {
    const fromXml = articlesFromXml(counted, period, report === 'returns');
    const { rows } = rowsOf(report);
    compare(name(`${report}, rows`, period), rows.length, fromXml.size);
    const shown = rows.map(([label, code, quantity, amount]) => ({
      key: String(code === '' ? label : code),
      quantity: String(quantity),
      amount: Number(amount),
    }));
    checkArticles(name(report, period), shown, fromXml, compare);
  }
}

/** Compares the sums above the list of documents, for the days and for some filters. */
function checkSums(ledger: Ledger, counted: readonly Counted[], period: Days, compare: Compare): void {
  const total = (filter: object) => {
    const shown = ledger.search.sums({ ...period, ...filter });
    return shown === undefined ? 'too many' : (shown.find(({ currency }) => currency === 'SAR')?.total ?? 0);
  };
  const within = counted.filter(({ at }) => at.day >= period.from && at.day <= period.to);
  const riyals = within.filter(({ currency }) => currency === 'SAR');
  const sumOf = (group: readonly Counted[]) =>
    group.reduce((sum, one) => sum + (one.kind === 'creditNote' ? -one.sign : one.sign) * one.payable, 0);
  compare(name('list', period), total({}), sumOf(riyals));
  // Lists by person or means subtract a rejected document, as the takings do. Other lists do so only if they also have
  // its replacement.
  const ownSums = (passes: (one: Counted) => boolean) => {
    const ids = new Set(riyals.filter((one) => one.sign === 1 && passes(one)).map(({ uuid }) => uuid));
    const both = new Set(
      riyals
        .filter((one) => ids.has(one.uuid) && one.note.replaces !== undefined && ids.has(one.note.replaces))
        .map(({ note }) => note.replaces),
    );
    return sumOf(riyals.filter((one) => one.sign === 1 && ids.has(one.uuid) && !both.has(one.uuid)));
  };
  const compareList = (filter: object, passes: (one: Counted) => boolean) => {
    const shown = total(filter);
    if (shown !== 'too many') compare(name(`list ${JSON.stringify(filter)}`, period), shown, ownSums(passes));
  };
  const compareTaken = (filter: object, fromXml: number) =>
    compare(name(`list ${JSON.stringify(filter)}`, period), total(filter), fromXml);
  for (const by of ['Mona', '=Reem'])
    compareTaken({ by }, sumOf(riyals.filter(({ note }) => note.by === by)));
  for (const filter of [{ means: 'cash' }, { means: 'card' }, { means: 'cash', by: 'Mona' }] as const)
    compareTaken(filter, sumOfMeans(riyals, filter));
  compareList({ kinds: ['creditNote'] }, ({ kind }) => kind === 'creditNote');
}

/** Returns the sum that was paid by a means, in the documents of everybody or of one person. */
function sumOfMeans(
  riyals: readonly Counted[],
  { means, by }: { readonly means: string; readonly by?: string },
): number {
  const parts = riyals
    .filter(({ note }) => by === undefined || note.by === by)
    .flatMap((one) =>
      partsOf(one)
        .filter((part) => part.means === means)
        .map(({ amount }) => (one.kind === 'creditNote' ? -one.sign : one.sign) * amount),
    );
  return parts.reduce((sum, amount) => sum + amount, 0);
}
