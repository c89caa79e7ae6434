import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { reportRows } from '../../../main/till/accountant/reports/report-rows.ts';
import { vatDocuments } from '../../../main/till/accountant/reports/vat-documents.ts';
import { takingsOf } from '../../../main/till/shift/takings-of.ts';
import { takingsFigures, takingsReport } from '../../../main/till/shift/takings-report.ts';
import type { SaleInput } from '../../../shared/sale/sale.ts';
import { sumHalalas } from '../../../shared/values/money.ts';
import { makeShop } from '../../books/corrections/shop.ts';
import { testFolder, testLedger } from '../../books/ledger/support.ts';

/* Tests the figures of a day and the documents behind them, after a clock was ahead. */

const day = 86_400_000;
/** The time is 10:00 in Riyadh on the last day of a month. */
const morning = Date.parse('2026-11-30T07:00:00Z');
const [yesterday, today, tomorrow, nextYear] = ['2026-11-29', '2026-11-30', '2026-12-01', '2027-11-30'];
const periods = [
  [yesterday, yesterday],
  [today, today],
  [tomorrow, tomorrow],
  [nextYear, nextYear],
  ['2026-11-01', '2026-11-30'],
  ['2026-12-01', '2026-12-31'],
  [yesterday, nextYear],
] as const;

const sale = (price: string): SaleInput => ({ lines: [{ name: 'Coffee', quantity: 1, unitPrice: price }] });

function openShop(from = testLedger()) {
  const shop = makeShop(from);
  const { ledger, clock } = shop;
  /** Returns every figure of some days, and the sum of the documents that are listed behind each. */
  const figures = ([from, to]: readonly [string, string]) => {
    const report = takingsReport(ledger, { from, to });
    const { sales, returns } = takingsFigures(ledger, { from, to, before: 24 });
    const vat = reportRows('vatReturn', { ledger, articlesOf: () => [] }, { from, to }).rows[0] ?? [];
    const behind = vatDocuments(ledger, { from, to, box: 'standard' }).documents;
    const listed = ledger.search.sums({ from, to })?.[0]?.total ?? 0;
    const [first, end] = [from, to].map((text) => Date.parse(`${text}T00:00:00+03:00`));
    const range = {
      first: ledger.documents.counterAt(first ?? 0),
      last: ledger.documents.counterAt((end ?? 0) + day) - 1,
    };
    const inRange = [...ledger.documents.entries(range)].flat();
    return {
      taken: [sales.total - returns.total, listed],
      days: [sumHalalas(report.days.map(({ total }) => total)), listed],
      hours: [sumHalalas(report.hours.map(({ total }) => total)), listed],
      people: [sumHalalas(report.people.map(({ total }) => total)), listed],
      articles: [sumHalalas(report.articles.map(({ total }) => total)), listed],
      vat: [Number(vat[1]) + Number(vat[2]), sumHalalas(behind.map(({ amount }) => amount))],
      listedInReturn: [behind.length, inRange.length],
    };
  };
  const addUp = () => ledger.takings.learn(1_000, takingsOf(ledger.documents));
  const correct = (now: number) => {
    clock.set(now);
    ledger.times.correct({ now, actor: 'Mona', reason: 'The clock was ahead' });
  };
  return { ...shop, figures, addUp, correct };
}

function expectToAddUp({ figures }: ReturnType<typeof openShop>) {
  for (const period of periods)
    for (const [name, [figure, listed]] of Object.entries(figures(period)))
      expect(figure, `${name} from ${period.join(' to ')}`).toBe(listed);
}

describe('documents of a clock that was ahead', () => {
  it.each([
    ['a year', 365],
    ['a day, at the end of a month', 1],
  ])('are on their true day in every figure and in the list behind it, %s', (_, days) => {
    const shop = openShop();
    const { issue, noteFor, clock, correct, addUp, figures } = shop;
    clock.set(morning - day);
    issue(sale('11.50'));
    clock.set(morning);
    issue(sale('23.00'));
    clock.set(morning + days * day);
    const wrong = issue(sale('115.00'));
    clock.set(morning + days * day + 60_000);
    issue(noteFor(wrong.uuid, [1, '0.5']));
    // The documents were added up under the stated day before a manager corrected it.
    expect(addUp()).toBe(4);
    expectToAddUp(shop);
    correct(morning + 3_600_000);
    issue(sale('46.00'));
    expectToAddUp(shop);
    expect(figures([today, today]).taken).toEqual([12_650, 12_650]);
    expect(figures([nextYear, nextYear]).taken).toEqual([0, 0]);
    expect(shop.ledger.takings.recount(takingsOf(shop.ledger.documents))).toEqual([]);
    clock.set(morning + day);
    issue(sale('57.50'));
    expectToAddUp(shop);
  });

  it('count on their true day once they were rejected for their date and issued again', () => {
    const shop = openShop();
    const { issue, reject, clock, correct, figures } = shop;
    clock.set(morning + 365 * day);
    const refused = issue(sale('115.00'));
    correct(morning + 60_000);
    reject(refused);
    clock.set(morning + day);
    issue(sale('115.00'), refused.uuid);
    expect(figures([today, today]).taken).toEqual([11_500, 11_500]);
    expect(figures([tomorrow, tomorrow]).taken).toEqual([0, 0]);
    expect(figures([nextYear, nextYear]).taken).toEqual([0, 0]);
    expect(figures(['2026-11-01', '2026-11-30']).vat).toEqual([10_000, 10_000]);
  });

  it('are added up again with a correction of another program meanwhile', () => {
    const file = path.join(testFolder(), 'ledger.db');
    const shop = openShop(testLedger(file));
    const { ledger, issue, clock, correct, addUp, figures } = shop;
    clock.set(morning + 365 * day);
    issue(sale('115.00'));
    // A time that was corrected already can be corrected to an earlier one.
    correct(morning + 40 * day);
    addUp();
    const other = testLedger(file);
    const addUpOne = takingsOf(ledger.documents);
    let isCorrected = false;
    const differing = ledger.takings.recount((document) => {
      const rows = addUpOne(document);
      if (!isCorrected)
        other.times.correct({ now: morning + 3_600_000, actor: 'Mona', reason: 'The clock was ahead' });
      isCorrected = true;
      return rows;
    });
    expect(differing).toEqual([]);
    expectToAddUp(shop);
    expect(figures([today, today]).taken).toEqual([11_500, 11_500]);
    expect(figures([nextYear, nextYear]).taken).toEqual([0, 0]);
    expect(ledger.takings.countDiffering(addUpOne)).toBe(0);
  });

  it('are compared with the kept sums at one moment, whatever another program corrects meanwhile', () => {
    const file = path.join(testFolder(), 'ledger.db');
    const { ledger, issue, clock, addUp } = openShop(testLedger(file));
    clock.set(morning + 365 * day);
    issue(sale('115.00'));
    addUp();
    const other = testLedger(file);
    const addUpOne = takingsOf(ledger.documents);
    const differing = ledger.takings.countDiffering((document) => {
      other.times.correct({ now: morning + 3_600_000, actor: 'Mona', reason: 'The clock was ahead' });
      return addUpOne(document);
    });
    expect(differing).toBe(0);
    expect(other.times.newest()).toBe(morning + 3_600_000);
  });

  it('say both times in the list and behind a line of the return', () => {
    const { ledger, issue, clock, correct } = openShop();
    clock.set(morning + 365 * day);
    issue(sale('115.00'));
    correct(morning + 60_000);
    const both = { issuedAt: '2027-11-30T07:00:00.000Z', trueAt: '2026-11-30T07:01:00.000Z' };
    expect(ledger.search.list({ from: today, to: today, limit: 5 }).rows).toMatchObject([both]);
    takingsReport(ledger, { from: today, to: today });
    expect(vatDocuments(ledger, { from: today, to: today, box: 'standard' }).documents).toMatchObject([both]);
  });
});
