import { describe, expect, it } from 'vitest';
import { type SaleInput, saleSchema } from '../../../shared/sale/sale.ts';
import { refusal } from '../../document/invoice/fixtures.ts';
import { testLedger } from '../ledger/support.ts';
import { makeShop } from './shop.ts';

/* Tests that notes on documents of other systems are checked against their own declarations about those. */

const shop = () => makeShop(testLedger());
const program = { kind: 'program', name: 'Till' } as const;

const item = (unitPrice: number | string) => ({ name: 'Item', quantity: 1, unitPrice });
const declared = (number: string, total: string, issueDate = '2026-01-31') => ({
  number,
  issueDate,
  otherSystem: { total },
});
const credit = (unitPrice: number | string, ...corrects: NonNullable<SaleInput['corrects']>): SaleInput => ({
  kind: 'creditNote',
  lines: [item(unitPrice)],
  corrects,
  reason: 'إرجاع | Returned',
});

describe('a document of another system', () => {
  it('is paid back by all notes together up to its total, however its number is spelled', () => {
    const { issue, price, accept } = shop();
    issue(credit(60, declared('Old-1', '100')));
    const above = credit('40.01', declared(' old-1', '100.00'));
    expect(refusal(() => issue(above))).toEqual(['lines returned-too-much']);
    expect(refusal(() => price(above))).toEqual(['lines returned-too-much']);
    expect(() => issue(above)).toThrow('must be at most 40.00');
    const debit = issue({ ...credit(10, declared('OLD-1', '100')), kind: 'debitNote' });
    const withDebit = credit(50, declared('ＯＬＤ-1', '100'));
    // As of our own invoices, a debit note counts when the authority has accepted it.
    expect(refusal(() => issue(withDebit))).toEqual(['lines debit-not-accepted']);
    expect(() => issue(withDebit)).toThrow(`at most 40.00 until the authority accepts ${debit.number}`);
    accept(debit);
    issue(withDebit);
    expect(refusal(() => issue(credit('0.01', declared('OLD-1', '100'))))).toEqual([
      'lines returned-too-much',
    ]);
  });

  it('is named once by a note, however each name is spelled', () => {
    const { issue } = shop();
    const twice = credit(
      200,
      declared('OLD 9', '100'),
      declared('OLD-010', '100'),
      declared('OLD-009', '100'),
    );
    expect(refusal(() => issue(twice))).toEqual(['corrects.2.number corrects-twice']);
    expect(refusal(() => issue({ ...twice, kind: 'debitNote' }))).toEqual([
      'corrects.2.number corrects-twice',
    ]);
    issue(credit(200, declared('OLD 9', '100'), declared('OLD-010', '100')));
  });

  it('is what it was declared to be before', () => {
    const { issue } = shop();
    issue(credit(1, declared('OLD-1', '100')));
    const wrongly = (note: SaleInput) => refusal(() => issue({ ...note, lines: [item(1)] }));
    expect(wrongly(credit(1, declared('old-1', '1000')))).toEqual([
      'corrects.0.otherSystem.total declared-differs',
    ]);
    expect(wrongly(credit(1, declared('OLD-1', '100', '2026-01-30')))).toEqual([
      'corrects.0.issueDate declared-differs',
    ]);
    expect(
      wrongly({ ...credit(1, declared('OLD-1', '100')), currency: 'USD', exchangeRate: '3.75' }),
    ).toEqual(['currency declared-differs']);
  });

  it('counts what a manager paid back without declaring it', () => {
    const { issue } = shop();
    issue(credit(99, { number: 'OLD-1' }));
    expect(refusal(() => issue(credit(2, declared('OLD-1', '100'))))).toEqual(['lines returned-too-much']);
    issue(credit(1, declared('OLD-1', '100')));
  });

  it('is declared as a whole, each of several, and is none of this terminal', () => {
    const { issue } = shop();
    const { number } = issue({ lines: [item(115)] });
    expect(refusal(() => issue(credit(1, declared('OLD-1', '100'), { number: 'OLD-2' })))).toEqual([
      'corrects.1.otherSystem corrects-undeclared',
    ]);
    expect(refusal(() => issue(credit(1, declared(number, '100', '2026-11-20'))))).toEqual([
      'corrects.0.otherSystem declared-own',
    ]);
    expect(refusal(() => issue(credit(1, declared(number.toLowerCase(), '100'))))).toEqual([
      'corrects.0.number number-spelling',
    ]);
    // The counter, date and total identify the document in any spelling of its number.
    for (const spelled of ['INV T1-000001', '000001', 'TI-000001', '\u04221-000001', '1-1'])
      expect(
        refusal(() => issue(credit(1, declared(spelled, '115', '2026-11-20')))),
        spelled,
      ).toEqual(['corrects.0.number number-spelling']);
    // Another till may have the same counter, date and total.
    for (const elsewhere of ['T2-000001', 'OTHER-1'])
      expect(
        refusal(() => issue(credit(1, declared(elsewhere, '115', '2026-11-20')))),
        elsewhere,
      ).toEqual([]);
    expect(refusal(() => issue(credit(1, declared('000001', '116', '2026-11-20'))))).toEqual([]);
    const dateless = saleSchema.safeParse(credit(1, { number: 'OLD-1', otherSystem: { total: '100' } }));
    expect(dateless.error?.issues.map(({ path }) => path.join('.'))).toEqual(['corrects.0.issueDate']);
    issue(credit(150, declared('OLD-1', '100'), declared('OLD-2', '50')));
    expect(refusal(() => issue(credit(1, declared('OLD-2', '50'))))).toEqual(['lines returned-too-much']);
  });

  it('has no number of this terminal that was not given yet, unless it is older than the ledger', () => {
    const { issue, price } = shop();
    issue({ lines: [item(115)] });
    const callers = [
      undefined,
      program,
      { kind: 'dropFolder', name: 'drop folder' },
      { kind: 'commandLine', name: 'command line' },
    ] as const;
    for (const number of ['T1-000999', 't1\u2013999', 'T1-OLD', 'Invoice No. T1-000999', 'T1-2'])
      for (const by of callers)
        expect(
          refusal(() => issue(credit(1, declared(number, '7000', '2026-11-20')), undefined, by)),
          number,
        ).toEqual(['corrects.0.number corrects-unissued']);
    const unissued = credit(1, declared('T1-000999', '7000', '2026-11-20'));
    expect(refusal(() => price(unissued))).toEqual(['corrects.0.number corrects-unissued']);
    expect(() => issue(unissued)).toThrow('before 2026-11-20');
    // The shop had the same prefix in the system before.
    for (const by of callers) issue(credit(1, declared('T1-000999', '7000', '2026-11-19')), undefined, by);
    expect(refusal(() => issue(credit(6997, declared('T1-000999', '7000', '2026-11-19'))))).toEqual([
      'lines returned-too-much',
    ]);
  });

  const numberOne = [
    'No. 1',
    'Invoice #1',
    '\u0631\u0642\u0645 \u0661',
    '\u0641\u0627\u062a\u0648\u0631\u0629 1',
  ];

  it.each([...numberOne, 'Tax invoice no. 1', 'INV1'])(
    'is 1 also as %s, of the same day and total',
    (number) => {
      const { issue } = shop();
      issue(credit(100, declared('1', '100')));
      const again = credit(100, declared(number, '100'));
      expect(refusal(() => issue(again))).toEqual(['corrects.0.number number-spelling']);
      const twice = credit(150, declared('OLD-1', '100'), declared('Invoice OLD-1', '100'));
      expect(refusal(() => issue(twice))).toEqual(['corrects.1.number corrects-twice']);
      // Another day or total means another document.
      issue(credit(50, declared(`Receipt ${number}`, '50')));
      issue(credit(100, declared(number, '100', '2026-02-28')));
    },
  );

  it.each(['North-1', 'Notary 1', '1-A', 'Docs 1'])('is another one as %s', (number) => {
    const { issue } = shop();
    issue(credit(100, declared('1', '100')));
    issue(credit(100, declared(number, '100')));
  });

  it.each(numberOne)('is the document of this terminal with that counter, day and total as %s', (number) => {
    const { issue } = shop();
    issue({ lines: [item(115)] });
    expect(refusal(() => issue(credit(1, declared(number, '115', '2026-11-20'))))).toEqual([
      'corrects.0.number number-spelling',
    ]);
    issue(credit(1, declared(number, '114', '2026-11-19')));
  });

  it('is declared by a program, while a manager may just name it', () => {
    const { issue } = shop();
    const named = credit(1, { number: 'OLD-1' });
    for (const by of [program, { kind: 'dropFolder', name: 'drop folder' } as const])
      expect(refusal(() => issue(named, undefined, by))).toEqual([
        'corrects.0.otherSystem corrects-undeclared',
      ]);
    expect(refusal(() => issue(credit(1, { number: 't1-000001' }), undefined, program))).toEqual([
      'corrects.0.number corrects-unknown',
    ]);
    issue(credit(1, declared('OLD-1', '1')), undefined, program);
    expect(refusal(() => issue(credit(1, declared('old \u2013 1', '1')), undefined, program))).toEqual([
      'lines returned-too-much',
    ]);
    issue(credit(1, { number: 'OLD-2' }));
  });
});

describe('an advance of another system', () => {
  const final = (amount: number, number: string, total?: string): SaleInput => ({
    lines: [item(1150)],
    prepayments: [
      {
        number,
        issueDate: '2026-01-31',
        issueTime: '10:00:00',
        amounts: [{ amount }],
        ...(total !== undefined && { otherSystem: { total } }),
      },
    ],
  });

  it('is deducted by all final invoices together up to its total, however its number is spelled', () => {
    const { issue, price } = shop();
    issue(final(60, 'Old-9', '100'));
    const above = final(41, 'OLD \u2013 9', '100.00');
    expect(refusal(() => issue(above))).toEqual(['prepayments.0.amounts advance-exceeded']);
    expect(refusal(() => price(above))).toEqual(['prepayments.0.amounts advance-exceeded']);
    expect(refusal(() => issue(final(1, 'old-9', '1000')))).toEqual([
      'prepayments.0.otherSystem.total declared-differs',
    ]);
    issue(final(40, 'OLD-9', '100'));
    expect(refusal(() => issue(final(0.01, 'OLD-9', '100')))).toEqual([
      'prepayments.0.amounts advance-exceeded',
    ]);
  });

  it.each(['OLD 9', '#OLD-9', 'old/9', 'OLD9', 'OLD-009', ' oLd\u200f–٩.'])(
    'is no other one because its number is typed as %s',
    (number) => {
      const { issue } = shop();
      issue(final(100, 'OLD-9', '100'));
      expect(refusal(() => issue(final(100, number, '100')))).toEqual([
        'prepayments.0.amounts advance-exceeded',
      ]);
    },
  );

  it.each([
    ['2026-1-12', '2026-11-2'],
    ['A-12', 'A-120'],
    ['12-A', 'A-12'],
  ])('is another one than one with other digits or letters: %s and %s', (one, other) => {
    const { issue } = shop();
    issue(final(100, one, '100'));
    expect(() => issue(final(100, other, '200'))).not.toThrow();
  });

  it('is named twice in one invoice at most up to its total', () => {
    const { issue } = shop();
    const [one] = final(60, 'OLD-9', '100').prepayments ?? [];
    if (one === undefined) throw new Error('nothing is deducted');
    const twice = { lines: [item(1150)], prepayments: [one, { ...one, number: 'old-9' }] };
    expect(refusal(() => issue(twice))).toEqual(['prepayments.0.amounts advance-exceeded']);
  });

  it('is declared by a program, and is none of this terminal', () => {
    const { issue } = shop();
    const paid = issue({ kind: 'prepayment', lines: [item(100)] });
    expect(refusal(() => issue(final(1, 'OLD-9'), undefined, program))).toEqual([
      'prepayments.0.otherSystem corrects-undeclared',
    ]);
    const [later] = final(1, 'T1-000999', '1').prepayments ?? [];
    const unissued = {
      lines: [item(1150)],
      prepayments: [{ ...later, issueDate: '2026-11-20' }],
    } as SaleInput;
    for (const by of [undefined, program])
      expect(refusal(() => issue(unissued, undefined, by))).toEqual([
        'prepayments.0.number corrects-unissued',
      ]);
    expect(refusal(() => issue(final(1, `#${paid.number}`, '100'), undefined, program))).toEqual([
      'prepayments.0.number number-spelling',
    ]);
    const bare = final(100, '000001', '100');
    const ofToday = bare.prepayments?.map((named) => ({ ...named, issueDate: '2026-11-20' })) ?? [];
    expect(refusal(() => issue({ ...bare, prepayments: ofToday }, undefined, program))).toEqual([
      'prepayments.0.number number-spelling',
    ]);
    issue(final(1, 'OLD-9', '1'), undefined, program);
    issue(final(1, 'OLD-8'));
  });

  it('is paid back by notes and deducted together up to its total, in either order', () => {
    for (const isNoteFirst of [true, false]) {
      const { issue } = shop();
      const note = credit(100, declared('OLD-9', '100'));
      const invoice = final(1, 'OLD-9', '100');
      issue(isNoteFirst ? note : final(100, 'OLD-9', '100'));
      expect(refusal(() => issue(isNoteFirst ? invoice : note))).toEqual([
        isNoteFirst ? 'prepayments.0.amounts advance-exceeded' : 'lines returned-too-much',
      ]);
      expect(refusal(() => issue(final(1, 'OLD-9', '1000')))).toEqual([
        'prepayments.0.otherSystem.total declared-differs',
      ]);
    }
  });

  it('is declared with the same date and in the same currency', () => {
    const { issue } = shop();
    issue(final(10, 'OLD-9', '100'));
    const [named] = final(10, 'OLD-9', '100').prepayments ?? [];
    if (named === undefined) throw new Error('nothing is deducted');
    const otherwise = { lines: [item(1150)], prepayments: [{ ...named, issueDate: '2026-01-30' }] };
    expect(refusal(() => issue(otherwise))).toEqual(['prepayments.0.issueDate declared-differs']);
    const abroad = { ...final(10, 'OLD-9', '100'), currency: 'USD', exchangeRate: '3.75' };
    expect(refusal(() => issue(abroad))).toEqual(['currency declared-differs']);
  });

  it('keeps what a rejected document declared when that is issued anew without it', () => {
    const { issue, reject } = shop();
    const first = issue(final(50, 'OLD-9', '100'));
    reject(first);
    expect(refusal(() => issue(final(500, 'OLD-9'), first.uuid))).toEqual([
      'prepayments.0.amounts advance-exceeded',
    ]);
    issue(final(60, 'OLD-9'), first.uuid);
    expect(refusal(() => issue(final(1, 'OLD-9', '1000')))).toEqual([
      'prepayments.0.otherSystem.total declared-differs',
    ]);
    expect(refusal(() => issue(final(41, 'OLD-9', '100')))).toEqual([
      'prepayments.0.amounts advance-exceeded',
    ]);
  });
});

describe('two advances in one invoice', () => {
  it('are one if only the words before the number differ', () => {
    const { issue } = shop();
    const advance = (number: string) => ({
      ...{ number, issueDate: '2026-01-31', issueTime: '10:00:00' },
      ...{ amounts: [{ amount: 100 }], otherSystem: { total: '100' } },
    });
    const sale: SaleInput = { lines: [item(1150)], prepayments: [advance('1'), advance('No. 1')] };
    expect(refusal(() => issue(sale))).toEqual(['prepayments.1.number number-spelling']);
  });
});

describe('the command line', () => {
  const by = { kind: 'commandLine', name: 'command line' } as const;

  it('declares a document of another system, and the audit log has a line of it', () => {
    const { issue, ledger } = shop();
    const note = (named: object) => issue({ ...credit(10, { number: 'OLD-1', ...named }) }, undefined, by);
    expect(refusal(() => note({}))).toEqual(['corrects.0.otherSystem corrects-undeclared']);
    const { number } = note({ issueDate: '2026-01-31', otherSystem: { total: '28.00' } });
    const [line] = ledger.audit.list({ limit: 1 });
    expect(line).toMatchObject({
      ...{ actor: 'command line', action: 'other-system-declared' },
      detail: { number, declared: ['OLD-1'] },
    });
  });
});
