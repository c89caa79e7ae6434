import { describe, expect, it } from 'vitest';
import type { SaleInput } from '../../../../shared/sale/sale.ts';
import { buyer, refusal } from '../../../document/invoice/fixtures.ts';
import { testLedger } from '../../ledger/support.ts';
import { makeShop as shopOver } from '../shop.ts';

/* Tests returns with a real ledger: the till's queries, the issued notes, and the refusals before issue. */

const makeShop = () => shopOver(testLedger());

const coffees: SaleInput = {
  lines: [
    { name: 'Coffee', quantity: 3, unitPrice: 14 },
    { name: 'Dates', quantity: '0.75', unit: 'KGM', unitPrice: 40 },
  ],
  payments: [{ means: 'card' }],
};

describe('what can be returned', () => {
  it('is what was sold less what has come back', () => {
    const { issue, noteFor, look } = makeShop();
    const { uuid } = issue(coffees);
    expect(look(uuid)).toMatchObject({
      payment: 'card',
      lines: [
        { name: 'Coffee', sold: '3', left: '3', gross: 42_00 },
        { name: 'Dates', sold: '0.75', left: '0.75', gross: 30_00 },
      ],
    });
    issue(noteFor(uuid, [1, '2'], [2, '0.25']));
    expect(look(uuid).lines).toMatchObject([{ left: '1' }, { left: '0.5' }]);
    issue(noteFor(uuid, [1, '1'], [2, '0.5']));
    expect(look(uuid)).toMatchObject({ refusal: 'returned-all', lines: [{ left: '0' }, { left: '0' }] });
    expect(refusal(() => noteFor(uuid, [1, '1']))).toEqual([' returned-all']);
  });

  it('is all of the goods after a note that took off money alone', () => {
    const { issue, look } = makeShop();
    const sold = issue({ prices: 'excludeVat', lines: [{ name: 'A', quantity: 3, unitPrice: '10.48' }] });
    const lines = [{ name: 'A', quantity: 1, unitPrice: '10.40', correctsLine: 1 }];
    issue({
      kind: 'creditNote',
      prices: 'excludeVat',
      lines,
      corrects: [{ number: sold.number }],
      reason: 'Damaged',
    });
    expect(look(sold.uuid).lines).toMatchObject([{ left: '3' }]);
  });

  it('is first taken off what a buyer owes, however much was paid at once', () => {
    const { issue, look } = makeShop();
    const payments: SaleInput['payments'] = [
      { means: 'cash', amount: '2' },
      { means: 'onAccount', amount: '70' },
    ];
    expect(look(issue({ ...coffees, customer: 'business', buyer, payments }).uuid).payment).toBe('onAccount');
  });

  it('says of every other document why nothing can be chosen', () => {
    const { issue, noteFor, look } = makeShop();
    const { uuid, number } = issue(coffees);
    const corrects = [{ number }];
    const lines = [{ name: 'Too dear', quantity: 1, unitPrice: 1 }];
    const note = issue(noteFor(uuid, [1, '1']));
    expect(look(note.uuid).refusal).toBe('return-of-note');
    expect(look(issue({ kind: 'debitNote', lines, corrects, reason: 'Price' }).uuid).refusal).toBe(
      'return-of-note',
    );
    // A debit note returns no goods.
    expect(look(uuid)).toMatchObject({ lines: [{ left: '2' }, { left: '0.75' }] });
    issue({ kind: 'creditNote', lines, corrects, reason: 'Price' });
    expect(look(uuid)).toMatchObject({ lines: [{ left: '2' }, { left: '0.75' }] });
    expect(look(uuid).refusal).toBeUndefined();

    const advance = issue({ kind: 'prepayment', lines });
    expect(look(advance.uuid).refusal).toBe('return-of-prepayment');
    const prepayments = [
      {
        number: advance.number,
        issueDate: '2026-11-20',
        issueTime: '13:00:00',
        amounts: [{ amount: 1 }],
      },
    ];
    expect(look(issue({ ...coffees, prepayments }).uuid).refusal).toBeUndefined();
  });

  it('counts a rejected note that was issued anew once, and leaves a replaced invoice to its successor', () => {
    const { issue, reject, noteFor, look } = makeShop();
    const sold = issue(coffees);
    const note = noteFor(sold.uuid, [1, '3'], [2, '0.75']);
    const first = issue(note);
    reject(first);
    const anew = { ...note, reason: 'إرجاع البضاعة | Goods returned' };
    expect(refusal(() => issue(anew))).toEqual(['lines.0.quantity returned-too-much']);
    issue(anew, first.uuid);
    expect(look(sold.uuid).refusal).toBe('returned-all');

    const wrong = issue(coffees);
    reject(wrong);
    const right = issue(coffees, wrong.uuid);
    expect(look(wrong.uuid)).toMatchObject({
      refusal: 'return-of-replaced',
      invoice: { reissuedAs: right.number },
    });
    expect(() => noteFor(wrong.uuid, [1, '1'])).toThrow(
      expect.objectContaining({
        failure: expect.objectContaining({
          issues: [expect.objectContaining({ code: 'return-of-replaced', params: { number: right.number } })],
        }),
      }),
    );
    expect(look(right.uuid).refusal).toBeUndefined();
  });

  it('is never more of a line than is left', () => {
    const { issue, noteFor } = makeShop();
    const { uuid } = issue(coffees);
    expect(refusal(() => noteFor(uuid, [1, '4']))).toEqual(['lines.0.quantity returned-too-much']);
    expect(refusal(() => noteFor(uuid, [1, '2'], [1, '2']))).toEqual(['lines.1.quantity returned-too-much']);
    expect(refusal(() => noteFor(uuid, [3, '1']))).toEqual(['lines.0.quantity returned-too-much']);
  });
});

describe('issuing refuses', () => {
  it('goods that two tills take back at once', () => {
    const { issue, noteFor } = makeShop();
    const { uuid } = issue(coffees);
    const [first, second] = [noteFor(uuid, [1, '2']), noteFor(uuid, [1, '2'])];
    issue(first);
    expect(refusal(() => issue(second))).toEqual(['lines.0.quantity returned-too-much']);
  });

  it('goods of a line, and takes them of the same draft twice', () => {
    const { issue, noteFor, look } = makeShop();
    const lines = [4, 5, 1, 2].map((quantity) => ({ name: `${quantity}`, quantity, unitPrice: '24.95' }));
    const { uuid } = issue({ lines });
    const slip = noteFor(uuid, [1, '0.5'], [2, '2'], [3, '0.5'], [4, '1']);
    issue(slip);
    const late = noteFor(uuid, [1, '0.5'], [3, '0.5']);
    issue(slip);
    expect(look(uuid).lines).toMatchObject([{ left: '3' }, { left: '1' }, { left: '0' }, { left: '0' }]);
    expect(refusal(() => issue(late))).toEqual(['lines.1.quantity returned-too-much']);
  });

  it('the same note asked for again not at all: it is the same document', () => {
    const { issue, noteFor } = makeShop();
    const note = { ...noteFor(issue(coffees).uuid, [1, '3']), saleId: crypto.randomUUID() };
    expect(issue(note).uuid).toBe(issue(note).uuid);
  });

  it('more money than was paid, whoever writes the note', () => {
    const { issue, accept } = makeShop();
    const { number } = issue(coffees);
    const credit = (unitPrice: number): SaleInput => ({
      kind: 'creditNote',
      lines: [{ name: 'Anything', quantity: 1, unitPrice }],
      corrects: [{ number }],
      reason: 'Price',
    });
    expect(refusal(() => issue(credit(72.01)))).toEqual(['lines returned-too-much']);
    issue(credit(70));
    expect(refusal(() => issue(credit(2.01)))).toEqual(['lines returned-too-much']);
    // A debit note raises the value of the invoice.
    accept(issue({ ...credit(1), kind: 'debitNote' }));
    issue(credit(3));
    // The documents of other systems are unknown here.
    issue({ ...credit(500), corrects: [{ number: 'OLD-1' }] });
  });

  it('goods twice, of a rejected invoice and of the one that stands for it', () => {
    const { issue, reject, noteFor, look } = makeShop();
    const wrong = issue(coffees);
    issue(noteFor(wrong.uuid, [1, '2']));
    const late = noteFor(wrong.uuid, [1, '1']);
    reject(wrong);
    const right = issue(coffees, wrong.uuid);
    expect(look(right.uuid).lines).toMatchObject([{ left: '1' }, { left: '0.75' }]);
    expect(refusal(() => issue(late))).toEqual(['corrects.0.number return-of-replaced']);
    const { number } = right;
    expect(
      refusal(() =>
        issue({
          ...late,
          lines: [{ name: 'Coffee', quantity: 1, unitPrice: 44.01 }],
          corrects: [{ number }],
        }),
      ),
    ).toEqual(['lines returned-too-much']);
    issue(noteFor(right.uuid, [1, '1'], [2, '0.75']));
    expect(look(right.uuid).refusal).toBe('returned-all');
  });
});
