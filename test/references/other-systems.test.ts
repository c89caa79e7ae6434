import { describe, expect, it } from 'vitest';
import { type SaleInput, saleSchema } from '../../shared/sale.ts';
import { refusal } from '../invoice/fixtures.ts';
import { testLedger } from '../ledger/support.ts';
import { makeShop } from './shop.ts';

/* Notes on documents of other systems are held to what they declare of them. */

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
    const { issue, price } = shop();
    issue(credit(60, declared('Old-1', '100')));
    const above = credit('40.01', declared(' old-1', '100.00'));
    expect(refusal(() => issue(above))).toEqual(['lines returned-too-much']);
    expect(refusal(() => price(above))).toEqual(['lines returned-too-much']);
    expect(() => issue(above)).toThrow('must be at most 40.00');
    issue({ ...credit(10, declared('OLD-1', '100')), kind: 'debitNote' });
    issue(credit(50, declared('ＯＬＤ-1', '100')));
    expect(refusal(() => issue(credit('0.01', declared('OLD-1', '100'))))).toEqual([
      'lines returned-too-much',
    ]);
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
    // However it is spelled, its counter, date and total give it away.
    for (const spelled of ['INV T1-000001', '000001', 'TI-000001', '\u04221-000001', '1-1'])
      expect(
        refusal(() => issue(credit(1, declared(spelled, '115', '2026-11-20')))),
        spelled,
      ).toEqual(['corrects.0.number number-spelling']);
    expect(refusal(() => issue(credit(1, declared('000001', '116', '2026-11-20'))))).toEqual([]);
    const dateless = saleSchema.safeParse(credit(1, { number: 'OLD-1', otherSystem: { total: '100' } }));
    expect(dateless.error?.issues.map(({ path }) => path.join('.'))).toEqual(['corrects.0.issueDate']);
    issue(credit(150, declared('OLD-1', '100'), declared('OLD-2', '50')));
    expect(refusal(() => issue(credit(1, declared('OLD-2', '50'))))).toEqual(['lines returned-too-much']);
    // A document of this terminal from before it was set up anew.
    issue(credit(7000, declared('T1-000999', '7000')));
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
    // A number of this terminal is mistyped, whatever is declared of it.
    for (const number of ['T1-000999', 't1\u2013000999', 'T1-OLD'])
      for (const by of [program, { kind: 'dropFolder', name: 'drop folder' } as const])
        expect(
          refusal(() => issue(credit(1, declared(number, '7000')), undefined, by)),
          number,
        ).toEqual(['corrects.0.number corrects-unknown']);
    issue(credit(1, declared('OLD-1', '1')), undefined, program);
    expect(refusal(() => issue(credit(1, declared('old \u2013 1', '1')), undefined, program))).toEqual([
      'lines returned-too-much',
    ]);
    issue(credit(1, { number: 'OLD-2' }));
  });
});
