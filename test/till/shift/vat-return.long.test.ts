import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { riyadhDateTime } from '../../../main/base/platform/riyadh-time.ts';
import type { Ledger } from '../../../main/books/ledger/ledger.ts';
import { createFonts } from '../../../main/document/paper/fonts.ts';
import { reportRows } from '../../../main/till/accountant/reports/report-rows.ts';
import { vatDocuments } from '../../../main/till/accountant/reports/vat-documents.ts';
import { takingsOf } from '../../../main/till/shift/takings-of.ts';
import { reportFile } from '../../../main/till/table-files/report-file.ts';
import type { SaleInput } from '../../../shared/sale/sale.ts';
import { Exact, roundToHalalas, sumHalalas } from '../../../shared/values/money.ts';
import { makeShop } from '../../books/corrections/shop.ts';
import { testLedger } from '../../books/ledger/support.ts';
import { anySale } from '../../document/invoice/arbitrary-sale.ts';
import { buyer } from '../../document/invoice/fixtures.ts';
import { all, parseTree, type Tree, textAt } from '../../document/invoice/xml-tree.ts';
import { ledgerInMemory } from '../../support/new-ledger.ts';
import { rounds } from '../../support/run/effort.ts';

/** The time is 10:00 in Riyadh. */
const morning = Date.parse('2026-11-22T07:00:00Z');
const [today, tomorrow] = ['2026-11-22', '2026-11-23'];

function openShop(ledger: Ledger = testLedger()) {
  const shop = makeShop(ledger);
  shop.clock.set(morning);
  const sources = { ledger, articlesOf: () => [] };
  const report = (from = today, to = from) => reportRows('vatReturn', sources, { from, to });
  /** Returns the documents behind a line, from all pages. */
  const behind = (box: string, from = today, to = from) => {
    const pages = [vatDocuments(ledger, { from, to, box })];
    for (let next = pages[0]?.next; next !== undefined; next = pages.at(-1)?.next)
      pages.push(vatDocuments(ledger, { from, to, box, after: next }));
    return pages.map(({ documents }) => documents);
  };
  return { ...shop, report, behind };
}

type Vat = NonNullable<SaleInput['lines'][number]['vat']>;

const sale = (unitPrice: string, vat?: Vat, more: Partial<SaleInput> = {}): SaleInput => ({
  lines: [{ name: 'Coffee', quantity: 1, unitPrice, ...(vat && { vat }) }],
  ...more,
});
const nothing = [
  ['standard', 0, 0, 0],
  ['citizens', 0, 0, 0],
  ['zeroRated', 0, 0, 0],
  ['exports', 0, 0, 0],
  ['exempt', 0, 0, 0],
];
const withBox = (box: string, ...sums: number[]) =>
  nothing.map((row) => (row[0] === box ? [box, ...sums] : row));

describe('the VAT return', () => {
  it('has every box of the form, without sales too', () => {
    expect(openShop().report()).toEqual({ isComplete: true, rows: nothing, total: [null, 0, 0, 0] });
  });

  it('puts each category and reason into its box, and names those whose box is not settled', () => {
    const { issue, report } = openShop();
    issue(sale('115.00'));
    issue(sale('10.50', { category: 'S', rate: '5' }));
    issue(sale('20.00', { category: 'Z', reason: 'VATEX-SA-35' }));
    issue(sale('30.00', { category: 'Z', reason: 'VATEX-SA-33' }, { customer: 'business', buyer }));
    issue(sale('40.00', { category: 'Z', reason: 'VATEX-SA-34-1' }));
    issue(sale('50.00', { category: 'E', reason: 'VATEX-SA-30' }));
    issue(sale('60.00', { category: 'E', reason: 'VATEX-SA-29' }));
    issue(sale('70.00', { category: 'O', reason: 'VATEX-SA-OOS', reasonText: 'رسوم | Fee' }));
    expect(report()).toEqual({
      isComplete: true,
      rows: [
        ['standard', 10_000, 0, 1_500],
        ['otherRate 5', 1_000, 0, 50],
        ['citizens', 0, 0, 0],
        ['zeroRated', 2_000, 0, 0],
        ['exports', 3_000, 0, 0],
        ['otherZero VATEX-SA-34-1', 4_000, 0, 0],
        ['exempt', 11_000, 0, 0],
        ['outOfScope', 7_000, 0, 0],
      ],
      total: [null, 31_000, 0, 1_550],
    });
  });

  it('has behind each line the documents of its days, those of a clock that was ahead on their true one', () => {
    const { ledger, issue, report, behind, clock } = openShop();
    issue(sale('11.50'));
    clock.set(morning + 40 * 86_400_000);
    for (const price of ['23.00', '34.50']) issue(sale(price));
    clock.set(morning + 3_600_000);
    ledger.times.correct({ now: clock.now(), actor: 'Mona', reason: 'The clock was ahead' });
    issue(sale('46.00'));
    clock.set(morning + 40 * 86_400_000);
    issue(sale('57.50'));
    for (const [from, to, numbers, net] of [
      [today, today, [1, 2, 3, 4], 10_000],
      ['2027-01-01', '2027-01-01', [5], 5_000],
      [today, '2027-01-01', [1, 2, 3, 4, 5], 15_000],
    ] as const) {
      expect(report(from, to).rows[0]?.[1]).toBe(net);
      const found = behind('standard', from, to).flat();
      expect(found.map(({ number }) => number)).toEqual(numbers.map((number) => `T1-00000${number}`));
      expect(sumHalalas(found.map(({ amount }) => amount))).toBe(net);
    }
  });

  it('has notes as adjustments on their own day, from midnight in Riyadh', () => {
    const { issue, noteFor, report, clock } = openShop();
    const sold = issue(sale('230.00'));
    clock.set(Date.parse('2026-11-22T20:59:59Z'));
    issue(
      sale('11.50', undefined, { kind: 'debitNote', corrects: [{ number: sold.number }], reason: 'زيادة' }),
    );
    clock.set(Date.parse('2026-11-22T21:00:00Z'));
    issue(noteFor(sold.uuid, [1, '0.5']));
    expect(report().rows).toEqual(withBox('standard', 20_000, 1_000, 3_150));
    expect(report(tomorrow).rows).toEqual(withBox('standard', 0, -10_000, -1_500));
    expect(report(today, tomorrow).total).toEqual([null, 20_000, -9_000, 1_650]);
  });

  it('counts a rejected document once with that in its place, and an advance once', () => {
    const { issue, reject, report } = openShop();
    const refused = issue(sale('230.00'));
    reject(refused);
    issue(sale('115.00'), refused.uuid);
    expect(report().rows).toEqual(withBox('standard', 10_000, 0, 1_500));
    const advance = issue(sale('57.50', undefined, { kind: 'prepayment' }));
    expect(report().rows).toEqual(withBox('standard', 15_000, 0, 2_250));
    const { number, issuedAt } = advance;
    const { date: issueDate, time: issueTime } = riyadhDateTime(issuedAt);
    const prepayments = [{ number, issueDate, issueTime, amounts: [{ amount: '57.50' }] }];
    issue(sale('115.00', undefined, { prepayments }));
    expect(report().rows).toEqual(withBox('standard', 20_000, 0, 3_000));
  });

  it('has other currencies in riyals', () => {
    const { issue, report } = openShop();
    issue(sale('11.50', undefined, { currency: 'USD', exchangeRate: '3.7555' }));
    expect(report().rows).toEqual(withBox('standard', 3_756, 0, 563));
  });

  it('has the VAT that a note states in riyals, with what others were rounded by', () => {
    const { issue, report } = openShop();
    const usd = { currency: 'USD', exchangeRate: '3.75' };
    const { number } = issue(sale('2.30', undefined, usd));
    const half = sale('1.15', undefined, { ...usd, kind: 'creditNote', corrects: [{ number }], reason: 'x' });
    // Half of the VAT of 0.30 is 0.5625 riyals. The invoice states 1.13, the first note 0.57 and the last 0.56.
    expect([issue(half).vatInSar, report().total[3]]).toEqual([57, 56]);
    expect([issue(half).vatInSar, report().total[3]]).toEqual([56, 0]);
  });
});

describe('the documents of a box', () => {
  it('are listed page by page, with a rejected one taken off, on their day alone', () => {
    const { issue, reject, noteFor, report, behind, clock } = openShop();
    const refused = issue(sale('230.00'));
    reject(refused);
    const again = issue(sale('115.00'), refused.uuid);
    issue(sale('50.00', { category: 'E', reason: 'VATEX-SA-30' }));
    for (let i = 0; i < 203; i += 1) issue(sale('1.15'));
    clock.set(morning + 86_400_000);
    const note = issue(noteFor(again.uuid, [1, '1']));
    report(today, tomorrow);
    const pages = behind('standard', today, tomorrow);
    expect(pages.map(({ length }) => length)).toEqual([100, 100, 7]);
    expect(pages[0]?.slice(0, 3)).toMatchObject([
      { number: refused.number, amount: 20_000, vat: 3_000 },
      { number: again.number, amount: 10_000, vat: 1_500 },
      { number: refused.number, amount: -20_000, vat: -3_000 },
    ]);
    expect(behind('standard', tomorrow)).toEqual([
      [expect.objectContaining({ uuid: note.uuid, amount: -10_000, vat: -1_500 })],
    ]);
    expect(behind('exempt').flat()).toHaveLength(1);
    expect(behind('exports')).toEqual([[]]);
  });
});

describe('the VAT return as a file', () => {
  it('has the words of the form in either language', async () => {
    const { issue, report } = openShop();
    issue(sale('40.00', { category: 'Z', reason: 'VATEX-SA-34-1' }));
    const { rows, total } = report();
    const textOf = async (language: 'ar' | 'en') => {
      const period = { from: today, to: today };
      const about = { report: 'vatReturn', period, rows, total, format: 'csv', language } as const;
      return new TextDecoder().decode(await reportFile({ ...about, madeAt: morning }, createFonts));
    };
    const arabic = await textOf('ar');
    for (const text of ['المبيعات الخاضعة للنسبة الأساسية', 'الصادرات', 'VATEX-SA-34-1 النقل الدولي للسلع'])
      expect(arabic).toContain(text);
    expect(await textOf('en')).toContain(
      'VATEX-SA-34-1 The international transport of Goods",40.00,0.00,0.00',
    );
  });
});

const cents = (text: string | undefined) => Number(new Exact(text ?? '0').times(100).toFixed(0));

/**
 * Adds the amounts that an issued document states in riyals to the sums, using the test's own knowledge of the boxes.
 */
function addXml(sums: Map<string, number>, xml: string, sign: number): void {
  const tree = parseTree(xml);
  const rate = textAt(tree, 'cac:TaxExchangeRate/cbc:CalculationRate') ?? '1';
  const inRiyals = (halalas: number) => roundToHalalas(new Exact(halalas).dividedBy(100).times(rate));
  const kind = textAt(tree, 'cbc:InvoiceTypeCode');
  const back = kind === '381' ? -sign : sign;
  const add = (name: string, amount: number) => sums.set(name, (sums.get(name) ?? 0) + amount);
  const addTaxable = (subtotal: Tree, way: number) => {
    const reason = textAt(subtotal, 'cac:TaxCategory/cbc:TaxExemptionReasonCode') ?? '';
    const percent = Number(textAt(subtotal, 'cac:TaxCategory/cbc:Percent'));
    const column = kind === '381' || kind === '383' ? 'adjustment' : 'amount';
    const box = percent === 0 ? boxOf[reason] : percent === 15 ? 'standard' : 'otherRate 5';
    add(`${box} ${column}`, way * inRiyals(cents(textAt(subtotal, 'cbc:TaxableAmount'))));
  };
  for (const total of all(tree, 'cac:TaxTotal')) {
    const subtotals = all(total, 'cac:TaxSubtotal');
    for (const subtotal of subtotals) addTaxable(subtotal, back);
    if (subtotals.length === 0) add('vat', back * cents(textAt(total, 'cbc:TaxAmount')));
  }
  const advances = all(tree, 'cac:InvoiceLine').filter(
    (line) => all(line, 'cac:DocumentReference').length > 0,
  );
  for (const line of advances)
    for (const subtotal of all(line, 'cac:TaxTotal/cac:TaxSubtotal')) {
      addTaxable(subtotal, -back);
      add('vat', -back * inRiyals(cents(textAt(subtotal, 'cbc:TaxAmount'))));
    }
}

const boxOf: Record<string, string> = {
  'VATEX-SA-35': 'zeroRated',
  'VATEX-SA-36': 'zeroRated',
  'VATEX-SA-30': 'exempt',
  'VATEX-SA-OOS': 'outOfScope',
};

describe('the VAT return of any sales', () => {
  it('agrees with the issued documents to the halala, and with adding up anew', () => {
    const any = fc.oneof(anySale('includeVat'), anySale('excludeVat'));
    fc.assert(
      fc.property(fc.array(any, { minLength: 1, maxLength: 6 }), fc.boolean(), (sales, again) => {
        const ledger = ledgerInMemory();
        try {
          const { issue, noteFor, look, reject, report, behind } = openShop(ledger);
          const expected = new Map<string, number>();
          const addUp = (uuid: string, sign = 1) =>
            addXml(expected, String(ledger.documents.issuedXml(uuid)), sign);
          const sold = sales.map((each) => ({ each, entry: issue(each.sale) }));
          for (const { entry } of sold) addUp(entry.uuid);
          const first = sold.find(({ each }) => each.sale.kind === 'invoice');
          if (first && again) {
            reject(first.entry);
            addUp(issue(first.each.sale, first.entry.uuid).uuid);
            addUp(first.entry.uuid, -1);
          } else if (first && first.each.sale.prepayments === undefined) {
            const { lines } = look(first.entry.uuid);
            const back = lines.map(({ left }, i): [number, string] => [i + 1, left]);
            addUp(issue(noteFor(first.entry.uuid, ...back)).uuid);
          }
          const { rows, total } = report();
          const made = rows.flatMap(([box, amount, adjustment]) => [
            [`${box} amount`, amount],
            [`${box} adjustment`, adjustment],
          ]);
          const { vat, ...taxable } = Object.fromEntries(expected);
          const notZero = (pairs: readonly (readonly unknown[])[]) =>
            pairs
              .filter(([, sum]) => sum !== 0)
              .map(String)
              .toSorted();
          expect(notZero(made)).toEqual(notZero(Object.entries(taxable)));
          expect(total[3]).toBe(vat);
          for (const [box, amount, adjustment, vatOfBox] of rows) {
            const listed = behind(String(box)).flat();
            const sums = [listed.map((one) => one.amount), listed.map((one) => one.vat)].map(sumHalalas);
            expect(sums).toEqual([Number(amount) + Number(adjustment), vatOfBox]);
          }
          expect(ledger.takings.recount(takingsOf(ledger.documents))).toEqual([]);
        } finally {
          ledger.close();
        }
      }),
      { numRuns: rounds(300) },
    );
  });
});
