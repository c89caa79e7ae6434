import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { askCard, changePayment, newDraft, paymentOf } from '../../../renderer/till/cart/draft.ts';
import { draftOfSale } from '../../../renderer/till/cart/draft-of-sale.ts';
import {
  cashPayment,
  fitPayments,
  newPart,
  paymentsOf,
  settle,
  settleRest,
} from '../../../renderer/till/cart/payment.ts';
import { paidSale } from '../../../renderer/till/cart/sale-of-draft.ts';
import { quickNotes } from '../../../renderer/till/pay/quick-notes.ts';
import { readAmount } from '../../../renderer/ui/language/read-amount.ts';
import { saleSchema } from '../../../shared/sale/sale.ts';
import type { Draft } from '../../../shared/stored/basket/draft.ts';
import { keptBasket } from '../../../shared/stored/basket/kept-basket.ts';
import { type DraftPayment, draftPayments } from '../../../shared/stored/basket/payment.ts';
import { orFail } from '../../../shared/stored/stored-form.ts';
import { cashCoins } from '../../../shared/values/cash-rounding.ts';
import { halalasToText, sumHalalas } from '../../../shared/values/money.ts';

const means = fc.constantFrom(...draftPayments);
const due = fc.integer({ min: 1, max: 10_000_000 });
const several = (...parts: [(typeof draftPayments)[number], string][]): DraftPayment => ({
  means: 'several',
  tendered: '',
  parts: parts.map(([by, amount]) => ({ ...newPart(by), amount })),
});
const basket = (payment: DraftPayment): Draft => {
  const draft = newDraft();
  const [line] = draft.lines;
  if (line === undefined) throw new Error('a basket has a line');
  return { ...draft, payment, lines: [{ ...line, name: 'Dates', price: '80' }] };
};

describe('a payment by one means', () => {
  test('pays the amount due, and needs no amount', () => {
    fc.assert(
      fc.property(means, due, (by, amount) => {
        const settlement = settle({ ...cashPayment, means: by }, amount);
        expect(settlement).toEqual({ shares: [{ means: by, amount }], rest: 0, change: 0, rounding: 0 });
        expect(paymentsOf(settlement)).toEqual([{ means: by }]);
      }),
    );
  });

  test('in cash gives back what is too much, and says what is missing', () => {
    fc.assert(
      fc.property(due, fc.nat({ max: 20_000_000 }), (amount, given) => {
        const settlement = settle({ ...cashPayment, tendered: halalasToText(given) }, amount);
        if (given < amount) expect(settlement.trouble).toEqual({ kind: 'short', amount: amount - given });
        else {
          expect(settlement.trouble).toBeUndefined();
          expect(settlement.change).toBe(given - amount);
        }
      }),
    );
  });

  test('reads Arabic digits, and nothing that is no amount', () => {
    expect(settle({ ...cashPayment, tendered: '٢٠٠' }, 15_240).change).toBe(4_760);
    expect(settle({ ...cashPayment, tendered: '2oo' }, 15_240).trouble?.kind).toBe('unreadable');
    expect(settle({ ...cashPayment, tendered: '1' }, 15_240, false).trouble).toBeUndefined();
  });
});

describe('a payment by several means', () => {
  test('is whole exactly when its parts add up; the last takes the rest', () => {
    const amounts = fc.array(fc.tuple(means, fc.integer({ min: 1, max: 500_000 })), { maxLength: 5 });
    fc.assert(
      fc.property(due, amounts, means, (amount, parts, last) => {
        const typed = parts.map(([by, part]) => [by, halalasToText(part)] as [typeof by, string]);
        const settlement = settle(several(...typed, [last, '']), amount);
        const left = amount - sumHalalas(parts.map(([, part]) => part));
        if (left <= 0) {
          expect(settlement.trouble?.kind).toBe(left < 0 ? 'tooMuch' : 'missing');
          return;
        }
        expect(settlement).toMatchObject({ rest: 0, change: 0 });
        expect(settlement.trouble).toBeUndefined();
        expect(sumHalalas(settlement.shares.map((share) => share.amount ?? 0))).toBe(amount);
        expect(settlement.shares.at(-1)).toEqual({ means: last, amount: left });
      }),
    );
  });

  test('says what is wrong until it adds up', () => {
    const troubleOf = (...parts: Parameters<typeof several>) => settle(several(...parts), 10_000).trouble;
    expect(troubleOf()).toEqual({ kind: 'rest', amount: 10_000 });
    expect(troubleOf(['cash', '40'], ['card', '50'])).toEqual({ kind: 'rest', amount: 1_000 });
    expect(troubleOf(['cash', '40'], ['card', '70'])).toEqual({ kind: 'tooMuch', amount: 1_000 });
    expect(troubleOf(['cash', ''], ['card', ''])).toEqual({ kind: 'missing', amount: 0 });
    expect(troubleOf(['cash', '0'], ['card', ''])?.kind).toBe('unreadable');
    expect(troubleOf(['cash', '40'], ['card', '60'])).toBeUndefined();
  });

  test('gives change for its cash', () => {
    const payment = { ...several(['card', '60'], ['cash', '']), tendered: '50' };
    const settlement = settle(payment, 10_000);
    expect(settlement.change).toBe(1_000);
    expect(paymentsOf(settlement)).toEqual([
      { means: 'card', amount: '60.00' },
      { means: 'cash', amount: '40.00', tendered: '50.00' },
    ]);
  });
});

test('the payments of a basket are ones that the terminal takes', () => {
  const draft = basket({ ...several(['card', '30'], ['cash', '']), tendered: '100' });
  expect(saleSchema.parse(paidSale(draft, 8_000)).payments).toEqual([
    { means: 'card', amount: '30' },
    { means: 'cash', amount: '50', tendered: '100' },
  ]);
  expect(paidSale(basket({ ...cashPayment, tendered: '100' }), 8_000).payments).toEqual([
    { means: 'cash', amount: '80.00', tendered: '100.00' },
  ]);
  // If nothing is due, the screen does not ask for the means.
  expect(paidSale(draft, 0).payments).toEqual([{ means: 'cash' }]);
});

test('cash is rounded to the coin of the shop, and the sale states the difference', () => {
  fc.assert(
    fc.property(fc.constantFrom(...cashCoins), fc.integer({ min: 1, max: 99_999 }), (coin, due) => {
      const sale = saleSchema.parse(paidSale(basket(cashPayment), due, [], coin));
      const rounding = Math.round(Number(sale.payableRounding ?? 0) * 100);
      expect((due + rounding) % coin).toBe(0);
      expect(Math.abs(rounding) * 2).toBeLessThanOrEqual(coin);
      expect(
        paidSale(basket({ ...cashPayment, means: 'card' }), due, [], coin).payableRounding,
      ).toBeUndefined();
    }),
  );
  // The change is that of the rounded amount.
  const given = paidSale(basket({ ...cashPayment, tendered: '20' }), 1_742, [], 25);
  expect(given.payments).toEqual([{ means: 'cash', amount: '17.50', tendered: '20.00' }]);
});

test('a correction of a sale that was rounded for cash is rounded again', () => {
  const before = saleSchema.parse({
    lines: [{ name: 'Dates', quantity: 1, unitPrice: '17.42' }],
    payableRounding: '0.08',
    payments: [{ means: 'cash', amount: '17.50' }],
  });
  const draft = draftOfSale({ uuid: 'x', number: 'T1-000001', payable: 1_750, sale: before });
  // Its goods are 27.30 now.
  expect(paidSale(draft, 2_738, [], 25)).toMatchObject({
    payableRounding: '-0.05',
    payments: [{ means: 'cash' }],
  });
  expect(paidSale(draft, 2_008, [], 25).payableRounding).toBeUndefined();
  expect(paidSale(draft, 2_738)).toMatchObject({ payableRounding: '0.08' });
  // The goods are as they were, and were paid: a larger coin changes nothing.
  expect(paidSale(draft, 1_750, [], 100)).toMatchObject({
    payableRounding: '0.08',
    payments: [{ means: 'cash', amount: '17.5' }],
  });
});

test('a correction of a sale that a card paid in part rounds the rest in cash again', () => {
  const before = saleSchema.parse({
    lines: [{ name: 'Dates', quantity: 1, unitPrice: '17.42' }],
    payableRounding: '0.08',
    payments: [
      { means: 'card', amount: '10.00' },
      { means: 'cash', amount: '7.50' },
    ],
  });
  const draft = draftOfSale({ uuid: 'x', number: 'T1-000001', payable: 1_750, sale: before });
  // Its goods are 16.12 now.
  expect(paidSale(draft, 1_620, [], 25)).toMatchObject({
    payableRounding: '-0.12',
    payments: [
      { means: 'card', amount: '10' },
      { means: 'cash', amount: '6.00' },
    ],
  });
  expect(paidSale(draft, 1_750, [], 25)).toMatchObject({
    payableRounding: '0.08',
    payments: before.payments,
  });
});

test('only a business buys on account', () => {
  const draft = changePayment(basket(several(['cash', '1'], ['onAccount', ''])), {});
  expect(paymentOf(draft).parts.map((part) => part.means)).toEqual(['cash']);
  expect(paymentOf({ ...draft, customer: 'business' }).parts).toHaveLength(2);
  const whole = changePayment(draft, { means: 'onAccount' });
  expect(paymentOf(whole).means).toBe('cash');
  expect(paymentOf({ ...whole, customer: 'business' }).means).toBe('onAccount');
});

test('a kept basket loads with its payment, and one with unknown means is not read', () => {
  const draft = basket({ ...several(['cash', '12'], ['card', '']), tendered: '50' });
  const text = keptBasket.write({ draft });
  expect(keptBasket.read(text)).toEqual({ ok: true, value: { draft } });
  expect(keptBasket.read(text.replace('"means":"cash"', '"means":"cheque"'))).toMatchObject({
    failure: { code: 'stored-unreadable', detail: { form: 'basket' } },
  });
});

describe('the payments of a corrected sale', () => {
  test('add up to its new amount, or have no amounts', () => {
    const paid = fc.array(fc.tuple(means, fc.integer({ min: 1, max: 100_000 })), {
      minLength: 1,
      maxLength: 4,
    });
    fc.assert(
      fc.property(paid, due, (parts, amount) => {
        const before = parts.map(([by, part]) => ({ means: by, amount: halalasToText(part) }));
        const fitted = fitPayments(before, amount);
        expect(fitted.map((payment) => payment.means)).toEqual(before.map((payment) => payment.means));
        const amounts = fitted.map((payment) => payment.amount);
        if (amounts.every((one) => one === undefined)) return;
        expect(sumHalalas(amounts.map((one) => readAmount(String(one)) ?? 0))).toBe(amount);
      }),
    );
  });

  test('take the difference from the cash, and leave the rest', () => {
    const split = [
      { means: 'cash', amount: '50.00', tendered: '60.00' },
      { means: 'card', amount: '50.00' },
    ] as const;
    expect(fitPayments([...split], 10_000)).toEqual(split);
    const swapped = [
      { means: 'exchange' as const, amount: '8' },
      { means: 'cash' as const, amount: '4' },
    ];
    expect(fitPayments(swapped, 800)).toEqual([{ means: 'exchange', amount: '8' }]);
    // The returned goods of an exchange must not pay for more than before.
    expect(fitPayments([{ means: 'exchange', amount: '50.00' }], 6_000)).toEqual([
      { means: 'exchange', amount: '50.00' },
      { means: 'cash', amount: '10.00' },
    ]);
    expect(fitPayments([...split], 8_000)).toEqual([{ means: 'cash', amount: '30.00' }, split[1]]);
    expect(fitPayments([...split], 4_000)).toEqual([{ means: 'cash' }, { means: 'card' }]);
    expect(fitPayments([split[0]], 4_000)).toEqual([{ means: 'cash' }]);
  });

  test('leave the payments of a sale without a change of its amount', () => {
    const sale = saleSchema.parse({
      lines: [{ name: 'Dates', quantity: 1, unitPrice: 80 }],
      payments: [{ means: 'cash', amount: '80.00', tendered: '100.00' }],
    });
    const draft = draftOfSale({ uuid: crypto.randomUUID(), number: 'T1-000001', payable: 8_000, sale });
    expect(paidSale(draft, 8_000).payments).toEqual(sale.payments);
    expect(paidSale(draft, 7_000).payments).toEqual([{ means: 'cash' }]);
  });
});

describe('quick notes', () => {
  const notes = [500, 1000, 2000, 5000, 10_000, 20_000, 50_000];

  test('are what a customer is likely to hand over', () => {
    expect(quickNotes(15_240)).toEqual([15_500, 16_000, 20_000, 50_000]);
    expect(quickNotes(3_700)).toEqual([4_000, 5_000, 10_000, 20_000, 50_000]);
    expect(quickNotes(5_000)).toEqual([6_000, 10_000, 20_000, 50_000]);
    expect(quickNotes(50_000)).toEqual([60_000]);
  });

  test('are a few, each enough, of one kind of note, and none more than needed', () => {
    fc.assert(
      fc.property(due, (amount) => {
        const sums = quickNotes(amount);
        expect(sums.length).toBeLessThanOrEqual(5);
        expect(sums).toEqual([...new Set(sums)].toSorted((a, b) => a - b));
        for (const sum of sums) {
          expect(sum).toBeGreaterThan(amount);
          // One banknote fewer would not be enough.
          expect(notes.some((note) => sum % note === 0 && sum - note < amount)).toBe(true);
        }
        const five = Math.ceil(amount / 500) * 500;
        if (five > amount) expect(sums[0]).toBe(five);
      }),
    );
  });
});

describe('what the card terminal has approved', () => {
  const approval = (id: string, amount: number) => ({ id, amount });

  test('is a payment of its own, and only the rest is settled', () => {
    fc.assert(
      fc.property(
        due,
        fc.array(fc.integer({ min: 1, max: 500_000 }), { minLength: 1, maxLength: 4 }),
        means,
        (amount, cards, by) => {
          const paid = cards.map((one, index) => approval(String(index), one));
          const left = amount - sumHalalas(cards);
          const settlement = settleRest({ ...cashPayment, means: by }, amount, paid);
          if (left < 0) {
            expect(settlement.trouble).toEqual({ kind: 'tooMuch', amount: -left });
            return;
          }
          expect(settlement.trouble).toBeUndefined();
          const payments = paymentsOf(settlement, paid);
          expect(payments.slice(0, cards.length)).toEqual(
            cards.map((one) => ({ means: 'card', amount: halalasToText(one) })),
          );
          expect(sumHalalas(payments.map((one) => readAmount(String(one.amount)) ?? 0))).toBe(amount);
          expect(payments).toHaveLength(cards.length + (left > 0 ? 1 : 0));
        },
      ),
    );
  });

  test('is no part any more, even of a part that took the rest', () => {
    const payment = several(['cash', '12'], ['card', '']);
    const key = payment.parts[1]?.key ?? '';
    const settlement = settleRest({ ...payment, tendered: '20' }, 2_300, [approval(key, 1_100)]);
    expect(settlement).toEqual({
      shares: [{ means: 'cash', amount: 1_200 }],
      rest: 0,
      change: 800,
      rounding: 0,
    });
    expect(paymentsOf(settlement, [approval(key, 1_100)])).toEqual([
      { means: 'card', amount: '11.00' },
      { means: 'cash', amount: '12.00', tendered: '20.00' },
    ]);
  });

  test('is asked for by the key of its part, which the basket keeps', () => {
    const draft = basket(several(['cash', '12'], ['card', '']));
    const id = crypto.randomUUID();
    const paying = askCard(draft, id, draft.payment.parts[1]?.key);
    expect(paying.payment).toMatchObject({
      asked: id,
      parts: [{ means: 'cash' }, { key: id, means: 'card' }],
    });
    expect(orFail(keptBasket.read(keptBasket.write({ draft: paying }))).draft).toEqual(paying);
  });
});
