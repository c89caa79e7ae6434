import { describe, expect, it } from 'vitest';
import type { SaleInput } from '../../../shared/sale/sale.ts';
import { refusal } from '../../document/invoice/fixtures.ts';
import { testLedger } from '../ledger/support.ts';
import { makeShop } from './shop.ts';

/* Tests that the replacement of a rejected document must leave room for the deductions and refunds of that document. */

const shop = () => makeShop(testLedger());

const five = { category: 'S', rate: 5 } as const;
const item = (unitPrice: number | string, more: Partial<SaleInput['lines'][number]> = {}) => ({
  name: 'Item',
  quantity: 1,
  unitPrice,
  ...more,
});

const note = ({ number }: { number: string }, more: Partial<SaleInput>): SaleInput => ({
  kind: 'creditNote',
  lines: [item(1)],
  corrects: [{ number }],
  reason: 'تصحيح | Correction',
  ...more,
});
const credit = (of: { number: string }, unitPrice: number | string) => note(of, { lines: [item(unitPrice)] });

const advance = (unitPrice: number | string): SaleInput => ({ kind: 'prepayment', lines: [item(unitPrice)] });
const deducting = ({ number }: { number: string }, amount: number | string): SaleInput => ({
  lines: [item(1150)],
  prepayments: [{ number, issueDate: '2026-11-20', issueTime: '13:00:00', amounts: [{ amount }] }],
});

describe('a document issued for a rejected one', () => {
  it('comes to no less than was credited of that one, in all and at each rate', () => {
    const { issue, reject, price } = shop();
    const sold = issue({ lines: [item(1150), item(105, { vat: five })] });
    const back = issue(credit(sold, 500));
    reject(sold);
    const again = (lines: SaleInput['lines']) => refusal(() => issue({ lines }, sold.uuid));
    expect(again([item(1)])).toEqual(['lines reissue-below-taken']);
    expect(again([item('499.99')])).toEqual(['lines reissue-below-taken']);
    expect(() => issue({ lines: [item(1)] }, sold.uuid)).toThrow(
      `must come to at least 500.00, which was taken of ${sold.number}`,
    );
    expect(again([item(1150, { vat: five })])).toEqual(['lines vat-below-taken']);
    expect(again([item('499.99'), item(105, { vat: five })])).toEqual(['lines vat-below-taken']);
    // Pricing gives the same refusal as issuing.
    expect(refusal(() => price({ lines: [item(1)] }, sold.uuid))).toEqual(['lines reissue-below-taken']);
    const right = issue({ lines: [item(600)] }, sold.uuid);
    expect(refusal(() => issue(credit(right, '100.01')))).toEqual(['lines returned-too-much']);
    issue(credit(right, 100));
    expect(back.payable).toBe(500_00);
  });

  it('comes to no less than was deducted of an advance', () => {
    const { issue, reject } = shop();
    const paid = issue(advance(100));
    issue(deducting(paid, 60));
    reject(paid);
    expect(refusal(() => issue(advance('59.99'), paid.uuid))).toEqual(['lines reissue-below-taken']);
    issue(advance(60), paid.uuid);
  });

  it('deducts the advance that stands for a rejected one, which comes first', () => {
    const { issue, reject } = shop();
    const paid = issue(advance(100));
    const final = issue(deducting(paid, 60));
    for (const each of [paid, final]) reject(each);
    const again = () => issue(deducting(paid, 60), final.uuid);
    expect(refusal(again)).toEqual(['prepayments.0.number corrects-rejected']);
    const { number, uuid } = issue(advance(100), paid.uuid);
    expect(again().sale.prepayments).toMatchObject([{ number, uuid, amounts: [{ amount: '60' }] }]);
    const other = { ...deducting({ number }, 41), saleId: undefined };
    expect(refusal(() => issue(other))).toEqual(['prepayments.0.amounts.0.amount advance-deducted']);
  });

  it('is of its kind, currency and rate where something was taken', () => {
    const { issue, reject } = shop();
    const usd = { currency: 'USD', exchangeRate: '3.75' };
    const sold = issue({ ...usd, lines: [item(100)] });
    issue({ ...credit(sold, 100), ...usd });
    const paid = issue(advance(100));
    issue(deducting(paid, 100));
    const unused = issue(advance(100));
    for (const each of [sold, paid, unused]) reject(each);
    expect(refusal(() => issue({ lines: [item(1000)] }, sold.uuid))).toEqual([
      'currency differs-from-document',
    ]);
    expect(refusal(() => issue({ ...usd, exchangeRate: '0.01', lines: [item(100)] }, sold.uuid))).toEqual([
      'exchangeRate differs-from-document',
    ]);
    expect(refusal(() => issue({ lines: [item(100)] }, paid.uuid))).toEqual(['kind kind-differs']);
    // The rejected advance was meant as a sale.
    issue({ lines: [item(1)] }, unused.uuid);
    issue({ ...usd, lines: [item(100)] }, sold.uuid);
  });

  it('does not name the one that it replaces', () => {
    const { issue, reject } = shop();
    const sold = issue({ lines: [item(100)] });
    const paid = issue(advance(100));
    for (const each of [sold, paid]) reject(each);
    for (const kind of ['creditNote', 'debitNote'] as const)
      expect(refusal(() => issue(note(sold, { kind }), sold.uuid))).toEqual([
        'corrects.0.number names-replaced',
      ]);
    expect(refusal(() => issue(deducting(paid, 100), paid.uuid))).toEqual([
      'prepayments.0.number names-replaced',
    ]);
  });

  it('may be what it was, though more was credited, which stands on an accepted debit note', () => {
    const { issue, reject, accept } = shop();
    const sold = issue({ lines: [item(100)] });
    accept(issue(note(sold, { kind: 'debitNote', lines: [item(50)] })));
    issue(credit(sold, 150));
    reject(sold);
    expect(refusal(() => issue({ lines: [item('99.99')] }, sold.uuid))).toEqual([
      'lines reissue-below-taken',
    ]);
    issue({ lines: [item(100)] }, sold.uuid);
  });

  it('that replaces one after the other is held to all that was taken', () => {
    const { issue, reject } = shop();
    const first = issue({ lines: [item(100)] });
    issue(credit(first, 40));
    reject(first);
    const second = issue({ lines: [item(100)] }, first.uuid);
    issue(credit(second, 30));
    reject(second);
    expect(refusal(() => issue({ lines: [item('69.99')] }, second.uuid))).toEqual([
      'lines reissue-below-taken',
    ]);
    issue({ lines: [item(70)] }, second.uuid);
  });
});
