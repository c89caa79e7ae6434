import path from 'node:path';
import Database from 'better-sqlite3';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { takingsOf } from '../../../main/till/shift/takings-of.ts';
import { takingsFigures, takingsReport } from '../../../main/till/shift/takings-report.ts';
import type { SaleInput } from '../../../shared/sale/sale.ts';
import { sumHalalas } from '../../../shared/values/money.ts';
import { makeShop, vatInSarOf } from '../../books/corrections/shop.ts';
import { testFolder, testLedger } from '../../books/ledger/support.ts';
import { anySale } from '../../document/invoice/arbitrary-sale.ts';
import { buyer } from '../../document/invoice/fixtures.ts';
import { ledgerInMemory } from '../../support/new-ledger.ts';
import { rounds } from '../../support/run/effort.ts';

/** The time is 10:00 in Riyadh. */
const morning = Date.parse('2026-11-22T07:00:00Z');
const [today, tomorrow] = ['2026-11-22', '2026-11-23'];

function openShop(ledger = testLedger()) {
  const shop = makeShop(ledger);
  shop.clock.set(morning);
  const report = (from = today, to = from) => takingsReport(ledger, { from, to });
  const figures = (before: number, from = today, to = from) => takingsFigures(ledger, { from, to, before });
  const recount = () => ledger.takings.recount(takingsOf(ledger.documents));
  return { ...shop, report, figures, recount };
}

const sale = (price: string, more: Partial<SaleInput> = {}): SaleInput => ({
  lines: [{ name: 'Coffee', quantity: 1, unitPrice: price }],
  ...more,
});

describe('what was taken', () => {
  it('is added up by kind, hour, person, means, VAT and article', () => {
    const { issue, noteFor, report, clock } = openShop();
    const sold = issue(
      sale('23.00', {
        lines: [
          { name: 'Coffee', quantity: 2, unitPrice: '10.00', discount: { amount: '2.00' } },
          { name: 'Dates', barcode: '6281000000014', quantity: '0.5', unit: 'KGM', unitPrice: '40.00' },
        ],
        payments: [
          { means: 'cash', amount: '30' },
          { means: 'card', amount: '8' },
        ],
      }),
    );
    clock.set(morning + 3_600_000);
    issue(noteFor(sold.uuid, [2, '0.25']), undefined, { kind: 'person', name: 'Mona', role: 'manager' });
    expect(report()).toEqual({
      isComplete: true,
      sales: { count: 1, total: 3_800 },
      returns: { count: 1, total: 1_000 },
      debitNotes: { count: 0, total: 0 },
      advances: { count: 0, total: 0 },
      discounts: 200,
      vatOwed: 365,
      days: [{ day: today, count: 2, total: 2_800 }],
      hours: [
        { hour: 10, count: 1, total: 3_800 },
        { hour: 11, count: 1, total: -1_000 },
      ],
      people: [
        { kind: 'person', name: 'Sami', count: 1, total: 3_800, discounts: 200 },
        { kind: 'person', name: 'Mona', count: 1, total: -1_000, discounts: 0 },
      ],
      means: [
        { means: 'cash', count: 2, received: 3_000, paidBack: 1_000 },
        { means: 'card', count: 1, received: 800, paidBack: 0 },
      ],
      vat: [{ category: 'S', rate: '15.00', taxable: 2_435, vat: 365 }],
      articles: [
        { key: 'Coffee', name: 'Coffee', quantity: '2', total: 1_800 },
        { key: '6281000000014', name: 'Dates', quantity: '0.25', total: 1_000 },
      ],
      otherCurrencies: [],
    });
  });

  it('counts no self-billed purchase as a sale, and its money as paid out', () => {
    const { issue, report } = openShop();
    const supplier = { ...buyer, identification: { scheme: 'CRN', value: '1010010000' } } as const;
    const purchase = { customer: 'business', special: { selfBilled: true }, supplier } as const;
    issue(sale('115.00', purchase));
    issue(sale('115.00', { ...purchase, currency: 'USD', exchangeRate: '3.75' }));
    expect(report()).toMatchObject({
      ...{
        sales: { count: 0, total: 0 },
        vatOwed: 0,
        days: [],
        hours: [],
        people: [],
        articles: [],
        vat: [],
      },
      means: [{ means: 'cash', count: 1, received: 0, paidBack: 11_500 }],
      otherCurrencies: [{ currency: 'USD', count: 1, total: -11_500 }],
    });
  });

  it('counts neither an advance nor what is paid back of it as goods', () => {
    const { ledger, issue, report } = openShop();
    const advance = issue(sale('115.00', { kind: 'prepayment' }));
    issue(sale('10.00'));
    const corrects = [{ number: advance.number }];
    issue(sale('57.50', { kind: 'creditNote', reason: 'x', corrects, payments: [{ means: 'cash' }] }));
    expect(report()).toMatchObject({
      advances: { count: 1, total: 11_500 },
      returns: { count: 1, total: 5_750 },
      articles: [{ key: 'Coffee', quantity: '1', total: 1_000 }],
    });
    const period = { from: today, to: today };
    expect(ledger.takings.read('articleBack', period)).toEqual([]);
    expect(ledger.takings.bestArticles(period)).toMatchObject([{ key: 'Coffee', amount: 1_000 }]);
  });

  it('belongs to its day in Riyadh', () => {
    const { issue, report, clock } = openShop();
    clock.set(Date.parse('2026-11-22T20:59:59Z'));
    issue(sale('10.00'));
    clock.set(Date.parse('2026-11-22T21:00:00Z'));
    issue(sale('20.00'));
    expect(report(today).sales.total).toBe(1_000);
    expect(report(tomorrow).hours).toEqual([{ hour: 0, count: 1, total: 2_000 }]);
    expect(report(today, tomorrow)).toMatchObject({
      sales: { count: 2, total: 3_000 },
      days: [
        { day: today, total: 1_000 },
        { day: tomorrow, total: 2_000 },
      ],
    });
    expect(report('2026-11-01', '2026-11-21').sales.count).toBe(0);
  });

  it('counts the documents of the last day up to an hour, for a comparison', () => {
    const { issue, noteFor, figures, clock } = openShop();
    issue(
      sale('30.00', {
        lines: [{ name: 'Tea', quantity: 3, unitPrice: '10.00', discount: { amount: '7.00' } }],
      }),
    );
    clock.set(Date.parse('2026-11-23T07:59:59Z'));
    const sold = issue(sale('11.50'));
    clock.set(Date.parse('2026-11-23T08:00:00Z'));
    issue(noteFor(sold.uuid, [1, '1']));
    const first = { sales: { count: 1, total: 2_300 }, discounts: 700, vatOwed: 300 };
    expect(figures(24)).toMatchObject(first);
    expect(figures(10)).toMatchObject({ sales: { count: 0, total: 0 }, discounts: 0, vatOwed: 0 });
    expect(figures(10, today, tomorrow)).toMatchObject(first);
    expect(figures(11, today, tomorrow)).toMatchObject({
      sales: { count: 2, total: 3_450 },
      returns: { count: 0, total: 0 },
      vatOwed: 450,
    });
    expect(figures(12, today, tomorrow)).toMatchObject({ returns: { count: 1, total: 1_150 }, vatOwed: 300 });
  });

  it('counts a rejected document once that was issued again, and other currencies apart', () => {
    const { issue, reject, report } = openShop();
    const refused = issue(sale('50.00'));
    reject(refused);
    expect(report().sales).toEqual({ count: 1, total: 5_000 });
    issue(sale('40.00'), refused.uuid);
    issue(sale('10.00', { currency: 'USD', exchangeRate: '3.75' }));
    expect(report()).toMatchObject({
      sales: { count: 1, total: 4_000 },
      articles: [{ name: 'Coffee', quantity: '1', total: 4_000 }],
      otherCurrencies: [{ currency: 'USD', count: 1, total: 1_000 }],
    });
  });

  it('names the articles that brought most, as they were last called', () => {
    const { issue, report } = openShop();
    const barcode = '6281000000014';
    for (let i = 0; i < 12; i += 1)
      issue(sale(`${i + 1}.00`, { lines: [{ name: `Item ${i}`, quantity: 1, unitPrice: `${i + 1}.00` }] }));
    issue(sale('9', { lines: [{ name: 'Old name', barcode, quantity: 1, unitPrice: '9.00' }] }));
    issue(sale('9', { lines: [{ name: 'New name', barcode, quantity: 1, unitPrice: '9.00' }] }));
    const { articles } = report();
    expect(articles).toHaveLength(10);
    expect(articles[0]).toEqual({ key: barcode, name: 'New name', quantity: '2', total: 1_800 });
  });

  it('names the same articles for whole months and for days around them', () => {
    const { issue, report, clock } = openShop();
    const days = ['10-31', '11-01', '11-30', '12-01', '12-31', '01-01'];
    for (const [i, day] of days.entries()) {
      clock.set(Date.parse(`${day === '01-01' ? 2027 : 2026}-${day}T07:00:00Z`));
      const name = i === 0 ? 'Coffee of old' : `Coffee ${i}`;
      issue(sale('1', { lines: [{ name, barcode: '6281000000014', quantity: 10 ** i, unitPrice: '1.00' }] }));
    }
    const sold = (from: string, to: string) =>
      report(from, to).articles.map(({ name, quantity }) => [name, quantity]);
    expect(sold('2026-11-01', '2026-11-30')).toEqual([['Coffee 2', '110']]);
    expect(sold('2026-10-31', '2026-12-01')).toEqual([['Coffee 3', '1111']]);
    expect(sold('2026-11-01', '2026-12-31')).toEqual([['Coffee 4', '11110']]);
    expect(sold('2026-11-02', '2027-01-01')).toEqual([['Coffee 5', '111100']]);
    expect(sold('2026-11-02', '2026-11-29')).toEqual([]);
    expect(sold('2026-10-31', '2026-10-31')).toEqual([['Coffee of old', '1']]);
  });

  it('says when documents are still to be added, and adds them in idle moments', () => {
    const { issue, ledger } = openShop();
    for (let i = 0; i < 3; i += 1) issue(sale('1.00'));
    const addUp = takingsOf(ledger.documents);
    expect([ledger.takings.isBehind(), ledger.takings.learn(2, addUp), ledger.takings.isBehind()]).toEqual([
      true,
      2,
      true,
    ]);
    expect([
      ledger.takings.learn(2, addUp),
      ledger.takings.learn(2, addUp),
      ledger.takings.isBehind(),
    ]).toEqual([1, 0, false]);
  });
});

describe('sums that were altered', () => {
  it('are found and mended when they are added up anew', () => {
    const file = path.join(testFolder(), 'ledger.db');
    const { issue, report, recount } = openShop(testLedger(file));
    issue(sale('23.00'));
    const right = report();
    const other = new Database(file);
    other.exec("UPDATE takings SET amount = amount + 100 WHERE dimension = 'hour'");
    other.exec("INSERT INTO takings VALUES ('person', '2026-11-22', 'Nobody', NULL, 1, 1, 0, 0, 0, 0)");
    other.close();
    expect(report()).not.toEqual(right);
    expect(recount().map(({ dimension, key }) => [dimension, key])).toEqual([
      ['hour', '10'],
      ['person', 'Nobody'],
    ]);
    expect(report()).toEqual(right);
    expect(recount()).toEqual([]);
  });
});

describe('sums of nothing', () => {
  it('agree with adding up anew', () => {
    const { issue, report, recount } = openShop();
    issue({ ...sale('0'), kind: 'creditNote', corrects: [{ number: 'INV-0' }], reason: 'Returned' });
    expect(report()).toMatchObject({ returns: { count: 1, total: 0 } });
    expect(recount()).toEqual([]);
  });
});

describe('sums of an earlier program', () => {
  it('are added up anew, in idle moments or by the command', () => {
    const file = path.join(testFolder(), 'ledger.db');
    const { issue, report, recount, ledger } = openShop(testLedger(file));
    for (let i = 0; i < 3; i += 1) issue(sale('23.00'));
    const right = report();
    const other = new Database(file);
    const age = () => {
      other.exec("UPDATE learned SET layout = 0 WHERE what = 'takings'");
      other.exec("DELETE FROM takings WHERE dimension = 'hourKind'");
    };
    age();
    expect(ledger.takings.isBehind()).toBe(true);
    expect(report()).toEqual(right);
    expect(recount()).toEqual([]);
    age();
    expect(recount()).toEqual([]);
    expect(report()).toEqual(right);
    other.close();
  });
});

describe('the sums of any sales', () => {
  it('agree with the documents to the halala, and with adding up anew', () => {
    const any = fc.oneof(anySale('includeVat'), anySale('excludeVat')).map(
      ({ sale: { prepayments: _, currency: __, exchangeRate: ___, ...rest } }): SaleInput => ({
        ...rest,
        kind: 'invoice',
        corrects: undefined,
        reason: undefined,
      }),
    );
    fc.assert(
      fc.property(fc.array(any, { minLength: 1, maxLength: 5 }), (sales) => {
        const ledger = ledgerInMemory();
        try {
          const { issue, noteFor, look, report, recount } = openShop(ledger);
          const sold = sales.map((each) => issue(each));
          const [first] = sold;
          const back = first && look(first.uuid).lines.map(({ left }, i): [number, string] => [i + 1, left]);
          const note = first && back && issue(noteFor(first.uuid, ...back));
          const total = sumHalalas(sold.map(({ payable }) => payable));
          const taken = report();
          expect(taken.sales).toEqual({ count: sold.length, total });
          expect(taken.returns.total).toBe(note?.payable);
          expect(taken.vatOwed).toBe(sumHalalas(taken.vat.map((row) => row.vat)));
          const left = total - (note?.payable ?? 0);
          expect(sumHalalas(taken.hours.map((row) => row.total))).toBe(left);
          expect(sumHalalas(taken.people.map((row) => row.total))).toBe(left);
          expect(sumHalalas(taken.means.map(({ received, paidBack }) => received - paidBack))).toBe(left);
          expect(sumHalalas(taken.vat.map((row) => row.vat))).toBe(
            sumHalalas(sold.map(vatInSarOf)) - (note === undefined ? 0 : vatInSarOf(note)),
          );
          expect(recount()).toEqual([]);
          expect(report()).toEqual(taken);
        } finally {
          ledger.close();
        }
      }),
      { numRuns: rounds(100) },
    );
  });
});
