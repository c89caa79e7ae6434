import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkAudit } from '../../../main/till/shift/check-audit.ts';
import { createDrawer } from '../../../main/till/shift/drawer.ts';
import type { Actor } from '../../../shared/actor.ts';
import type { SaleInput } from '../../../shared/sale/sale.ts';
import { halalasToText, sumHalalas } from '../../../shared/values/money.ts';
import { makeShop, vatInSarOf } from '../../books/corrections/shop.ts';
import { testLedger } from '../../books/ledger/support.ts';
import { anySale } from '../../document/invoice/arbitrary-sale.ts';
import { buyer } from '../../document/invoice/fixtures.ts';
import { ledgerInMemory } from '../../support/new-ledger.ts';
import { byCashier } from '../../support/run/callers.ts';
import { rounds } from '../../support/run/effort.ts';

const mona: Actor = { kind: 'person', name: 'Mona', role: 'manager' };
const day = 24 * 3_600_000;

function openShop(ledger = testLedger()) {
  const shop = makeShop(ledger);
  const drawer = createDrawer(ledger, shop.clock);
  return { ...shop, drawer, open: (float = 10_000) => drawer.open(randomUUID(), byCashier, float) };
}

const sale = (price: string, more: Partial<SaleInput> = {}): SaleInput => ({
  lines: [{ name: 'Coffee', quantity: 1, unitPrice: price }],
  ...more,
});

describe('the cash of a shift', () => {
  it('is the float, the cash of sales and returns, and what was paid in and out', () => {
    const { drawer, open, issue, noteFor } = openShop();
    open(10_000);
    const sold = issue(sale('23.00'));
    issue(sale('50.00', { payments: [{ means: 'card' }] }));
    issue(
      sale('100.00', {
        payments: [
          { means: 'cash', amount: '40', tendered: '50' },
          { means: 'card', amount: '60' },
        ],
      }),
    );
    issue(noteFor(sold.uuid, [1, '1']));
    drawer.move({ id: randomUUID(), kind: 'in', amount: 2_000, reason: 'Change' }, byCashier);
    drawer.move({ id: randomUUID(), kind: 'out', amount: 500, reason: 'Water' }, mona);
    const count = [
      { value: 10_000, count: 1 },
      { value: 5_000, count: 1 },
      { value: 500, count: 1 },
    ];
    const { report } = drawer.close(1, byCashier, count);
    expect(report.cash).toEqual({
      float: 10_000,
      received: 6_300,
      paidBack: 2_300,
      in: 2_000,
      out: 500,
      expected: 15_500,
      counted: 15_500,
      count,
      difference: 0,
    });
    expect(report).toMatchObject({
      number: 1,
      openedBy: { name: 'Sami', role: 'cashier' },
      closedBy: { name: 'Sami', role: 'cashier' },
      sales: { count: 3, total: 17_300 },
      returns: { count: 1, total: 2_300 },
      payments: [
        { means: 'cash', count: 3, received: 6_300, paidBack: 2_300 },
        { means: 'card', count: 2, received: 11_000, paidBack: 0 },
      ],
      documents: { count: 4, first: 'T1-000001', last: 'T1-000004' },
      waiting: 4,
      refused: 0,
    });
  });

  it('names what was sold on account, which brings nothing into the drawer', () => {
    const { drawer, open, issue } = openShop();
    open(0);
    const business = { customer: 'business', buyer } as const;
    issue(sale('50.00', { ...business, payments: [{ means: 'onAccount' }] }));
    issue(
      sale('30.00', {
        ...business,
        payments: [
          { means: 'cash', amount: '10.00', tendered: '20.00' },
          { means: 'onAccount', amount: '20.00' },
        ],
      }),
    );
    const report = drawer.report();
    expect(report.payments).toEqual([
      { means: 'onAccount', count: 2, received: 7_000, paidBack: 0 },
      { means: 'cash', count: 1, received: 1_000, paidBack: 0 },
    ]);
    expect(report.cash).toMatchObject({ received: 1_000, expected: 1_000 });
  });

  it('loses what the company pays for self-billed purchases, which are no sales', () => {
    const { drawer, open, issue } = openShop();
    open(50_000);
    const identification = { scheme: 'CRN', value: '1010010000' } as const;
    const supplier = { ...buyer, name: 'Farm', identification };
    const purchase: SaleInput = { customer: 'business', special: { selfBilled: true }, supplier, lines: [] };
    const lines = (price: string) => [{ name: 'Dates', quantity: 1, unitPrice: price }];
    const bought = issue({ ...purchase, lines: lines('115.00'), payments: [{ means: 'cash' }] });
    issue({
      ...purchase,
      ...{
        kind: 'creditNote',
        corrects: [{ number: bought.number }],
        reason: 'Spoiled',
        lines: lines('23.00'),
      },
      payments: [{ means: 'cash' }],
    });
    issue(sale('11.50'));
    const report = drawer.report();
    expect(report).toMatchObject({
      sales: { count: 1, total: 1_150 },
      returns: { count: 0, total: 0 },
      purchases: { count: 2, total: 9_200 },
      payments: [{ means: 'cash', count: 3, received: 2_300 + 1_150, paidBack: 11_500 }],
      people: [{ name: 'Sami', sales: { count: 1, total: 1_150 }, returns: { count: 0, total: 0 } }],
      cash: { expected: 50_000 - 11_500 + 2_300 + 1_150 },
    });
    expect(sumHalalas(report.vat.map(({ vat }) => vat))).toBe(150);
  });

  it('counts a rejected sale that was issued again once', () => {
    const { drawer, open, issue, reject } = openShop();
    open(0);
    const wrong = issue(sale('100.00'));
    reject(wrong);
    expect(drawer.report()).toMatchObject({ sales: { count: 1 }, refused: 1, corrections: 0 });
    drawer.close(1, mona, undefined);
    open(0);
    issue(sale('80.00'), wrong.uuid);
    const report = drawer.report();
    // The customer paid 100 and gets 20 back.
    const money = { corrections: 1, correctionsBack: 2_000 };
    expect(report).toMatchObject({ sales: { count: 0, total: -2_000 }, ...money });
    expect(report.cash.expected).toBe(-2_000);
    expect(sumHalalas(report.vat.map(({ vat }) => vat))).toBe(-260);
  });

  it('says that a sale issued again gave money back only if it did', () => {
    const { drawer, open, issue, reject } = openShop();
    open(0);
    const again = (before: SaleInput, after: SaleInput) => {
      const wrong = issue(before);
      reject(wrong);
      issue(after, wrong.uuid);
      return drawer.report().correctionsBack;
    };
    const split = { payments: [{ means: 'cash' as const }, { means: 'card' as const }] };
    expect(again(sale('20.00'), sale('20.00', split))).toBe(0);
    expect(again(sale('20.00', split), sale('15.00'))).toBe(500);
    // A sum of riyals and dollars says nothing.
    const dollars = { currency: 'USD', exchangeRate: '3.75' };
    expect(again(sale('20.00', dollars), sale('10.00'))).toBe(500);
    // The supplier gives back what the company paid too much.
    const identification = { scheme: 'CRN', value: '1010010000' } as const;
    const supplier = { ...buyer, name: 'Farm', identification };
    const bought = { customer: 'business' as const, special: { selfBilled: true }, supplier };
    expect(again(sale('20.00', bought), sale('15.00', bought))).toBe(500);
  });

  it('leaves out what programs sold, documents in other currencies, and means without amounts', () => {
    const { drawer, open, issue } = openShop();
    open(0);
    issue(sale('10.00'), undefined, { kind: 'program', name: 'Web shop' });
    issue(sale('10.00', { currency: 'USD', exchangeRate: '3.75' }));
    issue(sale('30.00', { payments: [{ means: 'cash' }, { means: 'card' }] }));
    const report = drawer.report();
    expect(report).toMatchObject({
      sales: { count: 1, total: 3_000 },
      payments: [{ means: 'split', received: 3_000 }],
      otherCurrencies: [{ currency: 'USD', count: 1, total: 1_000 }],
      documents: { count: 2 },
    });
    expect(report.cash.expected).toBe(0);
  });

  it('owes the VAT of an advance once', () => {
    const { drawer, open, issue } = openShop();
    open(0);
    const advance = issue(sale('115.00', { kind: 'prepayment' }));
    issue(
      sale('230.00', {
        prepayments: [
          {
            number: advance.number,
            issueDate: '2026-11-20',
            issueTime: '13:00:00',
            amounts: [{ amount: '115.00' }],
          },
        ],
      }),
    );
    expect(drawer.report()).toMatchObject({
      advances: { count: 1, total: 11_500 },
      sales: { count: 1, total: 11_500 },
      vat: [{ category: 'S', rate: '15.00', taxable: 20_000, vat: 3_000 }],
    });
  });

  it('says who sold how much, and the discounts with their VAT', () => {
    const { drawer, open, issue } = openShop();
    open(0);
    issue(sale('100.00', { discount: { amount: '5.00' } }));
    issue(
      sale('100.00', { prices: 'excludeVat', discount: { amount: '10.00' }, customer: 'business', buyer }),
      undefined,
      mona,
    );
    expect(drawer.report()).toMatchObject({
      discounts: 500 + 1_150,
      people: [
        { name: 'Sami', sales: { count: 1, total: 9_500 } },
        { name: 'Mona', sales: { count: 1, total: 10_350 } },
      ],
    });
  });
});

describe('a shift', () => {
  it('without sales closes too, and its report stays as it was', () => {
    const { drawer, open, issue } = openShop();
    open(5_000);
    const closed = drawer.close(1, byCashier, [{ value: 5_000, count: 1 }]);
    expect(closed.report).toMatchObject({ sales: { count: 0, total: 0 }, cash: { difference: 0 } });
    expect(closed.report.documents).toBeUndefined();
    issue(sale('10.00'));
    // The request is repeated, for instance after a lost answer.
    expect(drawer.close(1, mona, undefined)).toEqual(closed);
    expect(drawer.list({ limit: 9 })).toEqual([closed]);
  });

  it('that nobody closed is told the next day, and closes without a count', () => {
    const { drawer, open, clock } = openShop();
    open();
    expect(drawer.now().shift).toMatchObject({ isOld: false, holder: { name: 'Sami' } });
    clock.set(clock.now() + day);
    expect(drawer.now().shift?.isOld).toBe(true);
    const { cash } = drawer.close(1, mona, undefined).report;
    expect([cash.expected, cash.counted, cash.difference]).toEqual([10_000, undefined, undefined]);
  });

  it('of a shop that is open past midnight is not called forgotten in the night', () => {
    const { drawer, open, clock } = openShop();
    clock.set(Date.parse('2027-01-10T17:00:00+03:00'));
    open();
    const isOldAt = (time: string) => {
      clock.set(Date.parse(time));
      return drawer.now().shift?.isOld;
    };
    expect(isOldAt('2027-01-11T02:30:00+03:00')).toBe(false);
    expect(isOldAt('2027-01-11T09:00:00+03:00')).toBe(true);
  });

  it('keeps its cash and its place when the clock is set back', () => {
    const { drawer, open, issue, clock, ledger } = openShop();
    open();
    const sold = issue(sale('23.00'));
    clock.set(clock.now() - 2 * day);
    // No document is earlier than the previous one, so the drawer does not depend on the clock.
    expect(() => issue(sale('50.00'))).toThrow('clock-back');
    drawer.move({ id: randomUUID(), kind: 'out', amount: 500, reason: 'Water' }, byCashier);
    expect(drawer.now().shift?.isOld).toBe(false);
    const closed = drawer.close(1, byCashier, [{ value: 100, count: 118 }]);
    expect(closed.report.cash).toMatchObject({ expected: 11_800, difference: 0 });
    expect(Date.parse(closed.closedAt)).toBeLessThan(sold.issuedAt);
    open(0);
    expect(drawer.now().shift).toMatchObject({ number: 2, documents: 0 });
    expect(drawer.list({ limit: 5 }).map(({ number }) => number)).toEqual([1]);
    expect(checkAudit(ledger)).toMatchObject({ broken: undefined, findings: [], reports: 1 });
  });

  it('is handed over to another person', () => {
    const { drawer, open } = openShop();
    open();
    drawer.takeOver(randomUUID(), mona);
    expect(drawer.now().shift).toMatchObject({
      openedBy: { name: 'Sami' },
      holder: { name: 'Mona', role: 'manager' },
      movements: [{ kind: 'handover', amount: 0 }],
    });
  });

  it('counts means that a program gives by their code with those of the same word', () => {
    const { drawer, open, issue } = openShop();
    open(0);
    issue(sale('23.00', { payments: [{ means: '10', amount: '23', tendered: '50' }] }));
    issue(sale('50.00', { payments: [{ means: '48' }] }));
    issue(sale('7.00', { payments: [{ means: 'cash' }] }));
    const { cash, payments } = drawer.report();
    expect(cash).toMatchObject({ received: 3_000, expected: 3_000 });
    expect(payments.map(({ means, count }) => [means, count])).toEqual([
      ['cash', 2],
      ['card', 1],
    ]);
  });

  it('is taken over once, however often the button is pressed', () => {
    const { drawer, open } = openShop();
    open();
    for (let times = 0; times < 3; times += 1) drawer.takeOver(randomUUID(), mona);
    drawer.takeOver(randomUUID(), { ...mona, name: 'Sami' });
    const names = drawer.now().shift?.movements.map(({ by }) => by?.name);
    expect(names).toEqual(['Mona', 'Sami']);
  });

  it('is needed to sell at the screen once a manager says so', () => {
    const { drawer, open, ledger } = openShop();
    const refused = () => drawer.refuseWithout(byCashier);
    expect(refused).not.toThrow();
    drawer.setRequired(true, mona);
    expect(refused).toThrow('no-shift');
    expect(() => drawer.refuseWithout({ kind: 'program' })).not.toThrow();
    open();
    expect(refused).not.toThrow();
    expect(ledger.audit.has('shift-required-set')).toBe(true);
  });
});

describe('any shift', () => {
  it('agrees with its documents to the halala', () => {
    const any = fc.oneof(anySale('includeVat'), anySale('excludeVat')).map(
      ({ sale: { prepayments: _, currency: __, exchangeRate: ___, ...rest } }): SaleInput => ({
        ...rest,
        kind: 'invoice',
        corrects: undefined,
        reason: undefined,
      }),
    );
    fc.assert(
      fc.property(fc.array(any, { minLength: 1, maxLength: 5 }), fc.nat(100_000), (sales, float) => {
        const ledger = ledgerInMemory();
        try {
          const { drawer, open, issue, noteFor, look } = openShop(ledger);
          open(float);
          const sold = sales.map((each) => issue(each));
          const [first] = sold;
          const back = first && look(first.uuid).lines.map(({ left }, i): [number, string] => [i + 1, left]);
          const note = first && back && issue(noteFor(first.uuid, ...back));
          const { cash, vat, ...report } = drawer.report();
          const total = sumHalalas(sold.map(({ payable }) => payable));
          expect(report.sales.total).toBe(total);
          expect(report.returns.total).toBe(note?.payable);
          expect(cash.expected).toBe(float + total - (note?.payable ?? 0));
          expect(sumHalalas(vat.map((row) => row.vat))).toBe(
            sumHalalas(sold.map(vatInSarOf)) - (note === undefined ? 0 : vatInSarOf(note)),
          );
          expect(sumHalalas(report.people.map(({ sales: group }) => group.total))).toBe(total);
        } finally {
          ledger.close();
        }
      }),
      { numRuns: rounds(100) },
    );
  });
});

describe('payments with amounts', () => {
  it('add up to the amount due', () => {
    const { issue, price } = openShop();
    const pay = (...amounts: string[]) =>
      sale('10.00', { payments: amounts.map((amount) => ({ means: 'card', amount })) });
    const refusal = expect.objectContaining({
      failure: expect.objectContaining({
        issues: [
          {
            path: ['payments'],
            code: 'payments-sum',
            message: expect.anything(),
            params: { limit: '10.00' },
          },
        ],
      }),
    });
    for (const wrong of [pay('9.99'), pay('5', '5.01'), pay('10', '10')]) {
      expect(() => issue(wrong)).toThrow(refusal);
      expect(() => price(wrong)).toThrow(refusal);
    }
    expect(issue(pay('3.34', '6.66')).payable).toBe(1000);
    expect(issue(sale(halalasToText(1000))).icv).toBe(2);
  });

  it.each([
    ['an amount beside none', [{ means: 'cash', amount: '5' }, { means: 'card' }], [1, 'amount'], 'required'],
    ['cash handed over without an amount', [{ means: 'cash', tendered: '20' }], [0, 'amount'], 'required'],
    [
      'change from a card',
      [{ means: 'card', amount: '10', tendered: '20' }],
      [0, 'tendered'],
      'tendered-not-cash',
    ],
    [
      'too little cash',
      [{ means: 'cash', amount: '10', tendered: '9.99' }],
      [0, 'tendered'],
      'tendered-below-amount',
    ],
  ])('refuse %s', (_, payments, path, code) => {
    const { issue } = openShop();
    const wrong = sale('10.00', { payments: payments as SaleInput['payments'] });
    expect(() => issue(wrong)).toThrow(
      expect.objectContaining({
        failure: expect.objectContaining({
          issues: [expect.objectContaining({ path: ['payments', ...path], code })],
        }),
      }),
    );
  });
});
