import { describe, expect, it } from 'vitest';
import type { SaleInput } from '../../../shared/sale/sale.ts';
import { buyer, refusal } from '../../document/invoice/fixtures.ts';
import { testLedger } from '../ledger/support.ts';
import { makeShop } from './shop.ts';

/* Situations that shops reported: what happens to a sale afterwards, in an order that nobody had planned for. */

const shop = () => makeShop(testLedger());

const item = (unitPrice: number | string, more: Partial<SaleInput['lines'][number]> = {}) => ({
  name: 'Item',
  quantity: 1,
  unitPrice,
  ...more,
});
const pensAndBooks: SaleInput = {
  lines: [
    { name: 'قلم | Pen', quantity: 10, unitPrice: '2.30' },
    { name: 'دفتر | Book', quantity: 2, unitPrice: '11.50' },
  ],
};
const credit = (of: { number: string } | { number: string }[], lines: SaleInput['lines']): SaleInput => ({
  kind: 'creditNote',
  lines,
  corrects: [of].flat().map(({ number }) => ({ number })),
  reason: 'تصحيح | Correction',
});
const off = (amount: number | string) => [item(amount, { name: 'خصم | Price match' })];
const business: Partial<SaleInput> = { customer: 'business', buyer };

describe('money that is taken off, and goods that come back', () => {
  it.each(['3.00', '0.01', '40'])('go together: %s off, then each piece', (amount) => {
    const { issue, noteFor, look } = shop();
    const sold = issue(pensAndBooks);
    const cut = issue(credit(sold, off(amount)));
    let left = sold.payable - cut.payable;
    for (const [line, quantity] of [
      [1, '1'],
      [2, '1'],
      [1, '4'],
    ] as const) {
      if (look(sold.uuid).refusal !== undefined) continue;
      const note = issue(noteFor(sold.uuid, [line, quantity]));
      expect(note.payable).toBe(Math.min(left, (line === 1 ? 2_30 : 11_50) * Number(quantity)));
      left -= note.payable;
    }
    while (left > 0) {
      const { lines } = look(sold.uuid);
      const rest = lines.flatMap((one, index) =>
        one.left === '0' ? [] : [[index + 1, one.left] as [number, string]],
      );
      left -= issue(noteFor(sold.uuid, ...rest)).payable;
    }
    expect(left).toBe(0);
    expect(look(sold.uuid).refusal).toMatch(/returned-all|paid-back-already/);
  });

  it('go together, also for a piece that costs less than its VAT may be rounded', () => {
    const { issue, noteFor } = shop();
    const sold = issue({
      lines: [item('2.30', { quantity: 2 }), item('0.01', { name: 'Screw', quantity: 2 })],
    });
    issue(credit(sold, off('0.50')));
    const note = issue(noteFor(sold.uuid, [2, '1']));
    expect([note.payable, note.vat]).toEqual([1, 0]);
  });

  it('go together after a rebate over two invoices, and after a return', () => {
    const { issue, noteFor } = shop();
    const [one, other] = [issue(pensAndBooks), issue(pensAndBooks)];
    issue(credit([one, other], off('8.00')));
    expect(issue(noteFor(one.uuid, [1, '10'])).payable).toBe(23_00);
    // The rebate may have been of this invoice alone.
    expect(issue(noteFor(one.uuid, [2, '2'])).payable).toBe(15_00);
    const third = issue(pensAndBooks);
    issue(noteFor(third.uuid, [1, '1']));
    issue(credit(third, off('3.00')));
    expect(issue(noteFor(third.uuid, [2, '2'])).payable).toBe(23_00);
    expect(issue(noteFor(third.uuid, [1, '9'])).payable).toBe(17_70);
  });

  it('are two things where the note names its line', () => {
    const { issue, noteFor, look } = shop();
    const sold = issue(pensAndBooks);
    issue(credit(sold, [{ ...item('1.00'), name: 'قلم | Pen', correctsLine: 1 }]));
    expect(look(sold.uuid).lines[0]?.left).toBe('10');
    const back = issue(noteFor(sold.uuid, [1, '1']));
    expect(back.payable).toBe(2_20);
    // The pieces may give back nothing but what is left of them.
    const pens = { name: 'قلم | Pen', quantity: 9, correctsLine: 1, goodsBack: true };
    expect(refusal(() => issue(credit(sold, [{ ...pens, unitPrice: '2.30' }])))).toEqual([
      'lines.0.unitPrice price-above-sold',
    ]);
    expect(refusal(() => issue(credit(sold, [{ ...pens, quantity: 10, unitPrice: '2.20' }])))).toEqual([
      'lines.0.quantity returned-too-much',
    ]);
    expect(issue(credit(sold, [{ ...pens, unitPrice: '2.20' }])).payable).toBe(19_80);
    expect(look(sold.uuid).lines[0]?.left).toBe('0');
  });

  it('go together where the basket has a discount', () => {
    const { issue, noteFor } = shop();
    const lines = ['A', 'B', 'C'].map((name, index) => item('2.30', { name, quantity: index === 1 ? 3 : 1 }));
    const sold = issue({ lines, discount: { percent: 10 } });
    issue(credit(sold, [item('1.55', { name: 'B', quantity: 4, correctsLine: 2, goodsBack: false })]));
    expect(issue(noteFor(sold.uuid, [1, '1'], [2, '3'], [3, '1'])).payable).toBe(4_15);
  });

  it('leave the same in any order, to the hundredth of VAT', () => {
    const stories = [
      ['off', 'pen', 'book'],
      ['pen', 'off', 'book'],
      ['book', 'pen', 'off'],
      ['pen', 'book', 'off'],
    ].map((steps) => {
      const { issue, noteFor, look } = shop();
      const sold = issue({ ...pensAndBooks, discount: { percent: '7.5' } });
      const notes = steps.map((step) => {
        if (step === 'off') return issue(credit(sold, off('0.07')));
        return issue(noteFor(sold.uuid, step === 'pen' ? [1, '3'] : [2, '1']));
      });
      const sum = (of: 'payable' | 'vat') => notes.reduce((all, note) => all + note[of], 0);
      return {
        payable: sum('payable'),
        vat: sum('vat'),
        left: look(sold.uuid).lines.map(({ left }) => left),
      };
    });
    for (const story of stories) expect(story).toEqual(stories[0]);
  });
});

describe('what is left', () => {
  it('does not depend on the place of a note that was issued again', () => {
    const { issue, reject, noteFor } = shop();
    const lines = ['9.95', '19.95', '4.95'].map((price, index) => item(price, { name: `Item ${index}` }));
    const sold = issue({ lines, discount: { percent: 10 } });
    const note = noteFor(sold.uuid, [1, '1']);
    const first = issue(note);
    reject(first);
    const second = issue(noteFor(sold.uuid, [2, '1']));
    issue(note, first.uuid);
    const last = issue(noteFor(sold.uuid, [3, '1']));
    expect(last.payable).toBe(4_45);
    expect(first.payable + second.payable + last.payable).toBe(sold.payable);
  });

  it('is without the goods that came back, though the sale has another price when it is issued again', () => {
    const { issue, reject, noteFor, look } = shop();
    const sold = issue({ lines: [item('2.30', { quantity: 2 })] });
    issue(noteFor(sold.uuid, [1, '1']));
    reject(sold);
    const again = issue({ lines: [item('3.30', { quantity: 2 })] }, sold.uuid);
    expect(look(again.uuid).lines).toMatchObject([{ left: '1' }]);
    expect(issue(noteFor(again.uuid, [1, '1'])).payable).toBe(3_30);
  });

  it('is of the same line where the lines of an invoice stand elsewhere when it is issued again', () => {
    const { issue, reject, noteFor, look } = shop();
    const [a, b] = [item(10, { name: 'A' }), item(10, { name: 'B' })];
    const sold = issue({ lines: [a, b] });
    issue(noteFor(sold.uuid, [1, '1']));
    reject(sold);
    expect(refusal(() => issue({ lines: [b, item(10, { name: 'C', unit: 'KGM' })] }, sold.uuid))).toEqual([
      'lines reissue-lacks-goods',
    ]);
    const again = issue({ lines: [b, a] }, sold.uuid);
    expect(look(again.uuid).lines).toMatchObject([
      { name: 'B', left: '1' },
      { name: 'A', left: '0' },
    ]);
    expect(refusal(() => noteFor(again.uuid, [2, '1']))).toEqual(['lines.0.quantity returned-too-much']);
    expect(issue(noteFor(again.uuid, [1, '1'])).payable).toBe(10_00);
  });
});

describe('a correction stands on what the authority accepted', () => {
  it('so a credit beyond the invoice waits for its debit note', () => {
    const { issue, reject } = shop();
    const sold = issue({ lines: [item(100)] });
    const debit = issue({ ...credit(sold, [item(50)]), kind: 'debitNote' });
    const all = () => refusal(() => issue(credit(sold, [item(150)])));
    expect(all()).toEqual(['lines debit-not-accepted']);
    reject(debit);
    expect(all()).toEqual(['lines returned-too-much']);
  });

  it('and for no debit note that would not make room for it', () => {
    const { issue } = shop();
    const zero = { category: 'Z', reason: 'VATEX-SA-35' } as const;
    const sold = issue({ lines: [item(100), item(100, { vat: zero })] });
    issue({ ...credit(sold, [item(50, { vat: zero })]), kind: 'debitNote' });
    const back = (unitPrice: number, vat?: typeof zero) =>
      refusal(() => issue(credit(sold, [item(unitPrice, vat && { vat })])));
    // At this rate the debit note makes room, although the total that is left is enough.
    expect(back(120, zero)).toEqual(['lines debit-not-accepted']);
    expect(back(120)).toEqual(['lines.0.vat vat-above-left']);
    issue(credit(sold, [item(100)]));
    expect(back(110)).toEqual(['lines returned-too-much']);
  });

  it('so nothing corrects or deducts a rejected document', () => {
    const { issue, reject, look, noteFor } = shop();
    const sold = issue({ lines: [item(100)] });
    reject(sold);
    for (const kind of ['creditNote', 'debitNote'] as const)
      expect(refusal(() => issue({ ...credit(sold, [item(1)]), kind }))).toEqual([
        'corrects.0.number corrects-rejected',
      ]);
    expect(look(sold.uuid).refusal).toBe('corrects-rejected');
    expect(refusal(() => noteFor(sold.uuid, [1, '1']))).toEqual([' corrects-rejected']);
  });
});

describe('a sale that is issued again', () => {
  it('stays with its customer while notes or deductions name it', () => {
    const { issue, reject } = shop();
    const sold = issue({ lines: [item(115)] });
    issue(credit(sold, [item(115)]));
    reject(sold);
    expect(refusal(() => issue({ ...business, lines: [item(115)] }, sold.uuid))).toEqual([
      'customer customer-differs',
    ]);
    const bought = issue({ ...business, lines: [item(115)] });
    issue({ ...credit(bought, [item(15)]), customer: 'business', kind: 'debitNote' });
    reject(bought);
    const other = { ...buyer, vatNumber: '310122393500003' };
    expect(refusal(() => issue({ ...business, buyer: other, lines: [item(115)] }, bought.uuid))).toEqual([
      'buyer.vatNumber party-differs',
    ]);
    const advance: SaleInput = { kind: 'prepayment', lines: [item(100)] };
    const paid = issue(advance);
    const amounts = [{ amount: 100 }];
    issue({
      lines: [item(500)],
      prepayments: [{ number: paid.number, issueDate: '2026-11-20', issueTime: '13:00:00', amounts }],
    });
    reject(paid);
    expect(refusal(() => issue({ ...advance, ...business }, paid.uuid))).toEqual([
      'customer customer-differs',
    ]);
  });

  it('may be for somebody else while nothing names it', () => {
    const { issue, reject } = shop();
    const sold = issue({ lines: [item(115)] });
    reject(sold);
    issue({ ...business, lines: [item(115)] }, sold.uuid);
  });
});

describe('goods of an invoice that deducted an advance', () => {
  it('come back at the till; the advance stays deducted', () => {
    const { issue, noteFor, look } = shop();
    const paid = issue({ kind: 'prepayment', lines: [item(300)] });
    const final = issue({
      lines: [item('100.33', { quantity: 3, name: 'Chair' }), item('499.99', { name: 'Table' })],
      prepayments: [
        {
          number: paid.number,
          issueDate: '2026-11-20',
          issueTime: '13:00:00',
          amounts: [{ amount: 300 }],
        },
      ],
    });
    expect(look(final.uuid).prepaid).toBe(300_00);
    expect(issue(noteFor(final.uuid, [1, '1'])).payable).toBe(100_33);
    expect(issue(noteFor(final.uuid, [1, '2'], [2, '1'])).payable).toBe(700_65);
    expect(refusal(() => issue(credit(paid, [item('0.01')])))).toEqual([
      'corrects.0.number advance-deducted',
    ]);
  });
});
