import { describe, expect, it } from 'vitest';
import { FailureError, type Issue } from '../../../shared/failure.ts';
import type { SaleInput } from '../../../shared/sale/sale.ts';
import { describeIssue } from '../../../shared/words/index.ts';
import { buyer, refusal } from '../../document/invoice/fixtures.ts';
import { failing, testLedger } from '../ledger/support.ts';
import { makeShop } from './shop.ts';

/* Tests notes with a real ledger. Their statements about invoices are checked before they are issued. */

const shop = () => makeShop(testLedger());

const standard = { category: 'S' } as const;
const five = { category: 'S', rate: 5 } as const;
const zero = { category: 'Z', reason: 'VATEX-SA-35' } as const;
const item = (unitPrice: number | string, more: Partial<SaleInput['lines'][number]> = {}) => ({
  name: 'Item',
  quantity: 1,
  unitPrice,
  ...more,
});

const credit = (number: string | string[], more: Partial<SaleInput>): SaleInput => ({
  kind: 'creditNote',
  lines: [item(1)],
  corrects: [number].flat().map((each) => ({ number: each })),
  reason: 'تصحيح | Correction',
  ...more,
});

/** Returns the first issue of a refusal in full. */
function issueOf(action: () => unknown): Issue | undefined {
  try {
    action();
  } catch (error) {
    if (error instanceof FailureError) return error.failure.issues?.[0];
    throw error;
  }
  return undefined;
}

describe('which invoices a note corrects', () => {
  it('names each once, in whatever spelling', () => {
    const { issue } = shop();
    const { number, uuid } = issue({ lines: [item(115)] });
    const twice = (corrects: SaleInput['corrects']) =>
      refusal(() => issue(credit(number, { lines: [item(230)], corrects })));
    const found = ['corrects.1.number corrects-twice'];
    expect(twice([{ number }, { number }])).toEqual(found);
    expect(twice([{ number }, { number: ` ${number.toLowerCase()}\u200e` }])).toEqual(found);
    expect(twice([{ number }, { number: 'T1-٠٠٠٠٠١' }])).toEqual(found);
    expect(
      twice([
        { number, uuid },
        { number: 'OLD-1', uuid: uuid.toUpperCase() },
      ]),
    ).toEqual(found);
    // The same is true of other systems, where each number is one document.
    expect(twice([{ number: 'OLD-1' }, { number: 'old-1' }])).toEqual(found);
  });

  it('are this terminal’s or other systems’, not both', () => {
    const { issue } = shop();
    const { number } = issue({ lines: [item(115)] });
    const mixed = (unitPrice: number) =>
      refusal(() => issue(credit([number, 'OLD-1'], { lines: [item(unitPrice)] })));
    expect(mixed(1)).toEqual(['corrects.1.number corrects-mixed']);
    expect(mixed(5000)).toEqual(['corrects.1.number corrects-mixed']);
    expect(refusal(() => issue(credit(['OLD-1', number], { kind: 'debitNote' })))).toEqual([
      'corrects.0.number corrects-mixed',
    ]);
    // The documents of other systems are unknown here.
    issue(credit(['OLD-1', 'OLD-2'], { lines: [item(5000)] }));
  });

  it('are not made another system’s by a misspelt number, or by a UUID or date that is not theirs', () => {
    const { issue } = shop();
    const { number, uuid } = issue({ lines: [item(115)] });
    const other = issue({ lines: [item(1)] });
    const named = (corrects: NonNullable<SaleInput['corrects']>[number]) =>
      refusal(() => issue(credit(number, { lines: [item(5000)], corrects: [corrects] })));
    const spellings = [
      ...['t1-000001', 'T1-٠٠٠٠٠١', 'T1\u200b-000001', 'Ｔ1-000001', 'T1\u2013000001', 'T1 - 000001'],
      ...['T1-1', 'T1-0000001', 'T1000001', 't1 000001', 'T1/000001'],
      ...['#T1-000001', '(T1)-000001', 'T 1 - 000001', 'T-1-000001', 'T1.-1', 'T1--1'],
    ];
    for (const spelling of spellings)
      expect(named({ number: spelling }), spelling).toEqual(['corrects.0.number number-spelling']);
    expect(named({ number: 'OLD-1', uuid })).toEqual(['corrects.0.number number-spelling']);
    expect(named({ number, uuid: other.uuid })).toEqual(['corrects.0.uuid differs-from-document']);
    expect(named({ number, issueDate: '2026-11-19' })).toEqual([
      'corrects.0.issueDate differs-from-document',
    ]);
    expect(named({ number, uuid: uuid.toUpperCase(), issueDate: '2026-11-20' })).toEqual([
      'lines returned-too-much',
    ]);
    for (const mistyped of ['T1-9', 'T1-', 't1-000009', 'Ｔ1-000009', 'T1-OLD', '#T1-9'])
      expect(named({ number: mistyped }), mistyped).toEqual(['corrects.0.number corrects-unknown']);
    for (const elsewhere of ['T10-000009', 'T10-00001', 'OLD-T1-1', 'T1', 'T1 9', '1'])
      expect(named({ number: elsewhere }), elsewhere).toEqual([]);
  });

  it('are named one by one: a range of numbers says how', () => {
    const { issue } = shop();
    for (let sold = 0; sold < 3; sold += 1) issue({ lines: [item(115)] });
    const ranges = ['T1-000001 to T1-000003', 'T1-000001 - T1-000003', 'T1-000001–3', 'T1-000001، T1-000002'];
    const inWords = ['from T1-000001 to T1-000003', 'من T1-000001 إلى T1-000003', 'T1000001, T1000002'];
    for (const number of [...ranges, ...inWords, 'T1-000001 إلى T1-000003'])
      expect([number, refusal(() => issue(credit(number, {})))]).toEqual([
        number,
        ['corrects.0.number corrects-range'],
      ]);
  });

  it('are refused by a number that is not in the ledger, before anything was sold too', () => {
    const { issue, price } = shop();
    const unknown = ['corrects.0.number corrects-unknown'];
    expect(refusal(() => issue(credit('t1-000001', { lines: [item(7000)] })))).toEqual(unknown);
    expect(refusal(() => price(credit('t1-000001', { lines: [item(7000)] })))).toEqual(unknown);
  });

  it('give the note their buyer where it names none', () => {
    const { issue } = shop();
    const business = { customer: 'business', buyer } as const;
    const sold = issue({ ...business, lines: [item(115)] });
    const note = credit(sold.number, { customer: 'business', lines: [item(15)] });
    const noted = issue(note);
    expect(noted.buyerName).toBe(buyer.name);
    expect(noted.sale).toMatchObject({ buyer });
    // The buyer of a document of another system is not known here.
    expect(refusal(() => issue({ ...note, corrects: [{ number: 'OLD-1' }] }))).toEqual([
      'buyer buyer-missing',
    ]);
    const consumers = issue({ lines: [item(115)] });
    expect(refusal(() => issue({ ...note, corrects: [{ number: consumers.number }] }))).toEqual([
      'customer customer-differs',
    ]);
  });

  it('are no notes: what a note gave is given or taken back on its invoice', () => {
    const { issue, accept } = shop();
    const { number } = issue({ lines: [item(115)] });
    const note = issue(credit(number, { lines: [item(100)] }));
    for (const kind of ['creditNote', 'debitNote'] as const)
      expect(refusal(() => issue(credit(note.number, { kind, lines: [item(1)] })))).toEqual([
        'corrects.0.number corrects-note',
      ]);
    accept(issue(credit(number, { kind: 'debitNote', lines: [item(100)] })));
    issue(credit(number, { lines: [item(115)] }));
  });

  it('come to no more together, however the notes on them overlap', () => {
    const { issue } = shop();
    const numbers = [1, 2, 3].map(() => issue({ lines: [item(100)] }).number);
    const [a = '', b = '', c = ''] = numbers;
    const above = (of: string[], unitPrice: number) =>
      expect(refusal(() => issue(credit(of, { lines: [item(unitPrice)] })))).toEqual([
        'lines returned-too-much',
      ]);
    above([a, b], 201);
    issue(credit([a, b], { lines: [item(100)] }));
    issue(credit([b, c], { lines: [item(100)] }));
    above([c, a], 1);
    above(numbers, 101);
    issue(credit(numbers, { lines: [item(100)] }));
    above(numbers, 1);
  });

  it('share a debit note only among themselves', () => {
    const { issue, accept } = shop();
    const [a = '', b = ''] = [1, 2].map(() => issue({ lines: [item(100)] }).number);
    accept(issue(credit([a, b], { kind: 'debitNote', lines: [item(50)] })));
    for (const each of [a, b])
      expect(refusal(() => issue(credit(each, { lines: [item(101)] })))).toEqual(['lines returned-too-much']);
    issue(credit([a, b], { lines: [item(250)] }));
  });

  it('are one where a line of it is named', () => {
    const { issue } = shop();
    const numbers = [1, 2].map(() => issue({ lines: [item(100)] }).number);
    const lines = [item(10), item(10, { correctsLine: 1 })];
    expect(refusal(() => issue(credit(numbers, { lines })))).toEqual([
      'lines.1.correctsLine corrects-line-ambiguous',
    ]);
  });
});

describe('a note of a document whose time lies ahead of the clock', () => {
  const dated = (number: string, issueDate: string) => credit(number, { corrects: [{ number, issueDate }] });

  it('is of the same second after a small step back, also over midnight', () => {
    const { clock, issue } = shop();
    clock.set(Date.parse('2026-11-20T21:00:30Z'));
    const sold = issue({ lines: [item(100)] });
    clock.set(clock.now() - 60_000);
    expect(issue(dated(sold.number, '2026-11-21')).issuedAt).toBe(sold.issuedAt);
  });

  it('is refused for the clock, not for the date of that document', () => {
    const { clock, issue } = shop();
    clock.set(Date.parse('2026-11-20T21:00:30Z'));
    const sold = issue({ lines: [item(100)] });
    clock.set(clock.now() - 24 * 3_600_000);
    expect(() => issue(dated(sold.number, '2026-11-21'))).toThrow(failing('clock-back'));
  });
});

describe('a note is of its invoice’s', () => {
  it('customer, and buyer where both are known', () => {
    const { issue } = shop();
    const consumer = issue({ lines: [item(100)] });
    const business: SaleInput = { customer: 'business', buyer, lines: [item(100)] };
    const sold = issue(business);
    for (const kind of ['creditNote', 'debitNote'] as const) {
      expect(refusal(() => issue(credit(consumer.number, { kind, customer: 'business', buyer })))).toEqual([
        'customer customer-differs',
      ]);
      expect(refusal(() => issue(credit(sold.number, { kind, customer: 'consumer' })))).toEqual([
        'customer customer-differs',
      ]);
      const other = { ...buyer, vatNumber: '310122393500003' };
      expect(refusal(() => issue(credit(sold.number, { kind, customer: 'business', buyer: other })))).toEqual(
        ['buyer.vatNumber party-differs'],
      );
      const { vatNumber: _, ...unregistered } = buyer;
      const byRegistration = {
        ...unregistered,
        identification: { scheme: 'CRN' as const, value: '1010010000' },
      };
      expect(
        refusal(() => issue(credit(sold.number, { kind, customer: 'business', buyer: byRegistration }))),
      ).toEqual(['buyer.vatNumber party-differs']);
    }
    issue(credit(sold.number, { customer: 'business', buyer: { ...buyer, name: 'Fatoora Samples' } }));
    // A consumer may be named on only one of the two documents.
    issue(credit(consumer.number, { buyer: { name: 'Sara' } }));
  });

  it('kind of supply', () => {
    const { issue } = shop();
    const supplier = {
      name: 'Farm',
      vatNumber: '310122393500003',
      identification: { scheme: 'CRN' as const, value: '1010010000' },
      address: { ...buyer.address },
    };
    const selfBilled: SaleInput = {
      customer: 'business',
      special: { selfBilled: true },
      supplier,
      lines: [item(100)],
    };
    const bought = issue(selfBilled);
    expect(refusal(() => issue(credit(bought.number, { customer: 'business', buyer })))).toEqual([
      'special.selfBilled supply-differs',
    ]);
    const gift = issue({ special: { nominal: true }, lines: [item(100)] });
    expect(refusal(() => issue(credit(gift.number, {})))).toEqual(['special.nominal supply-differs']);
    issue(credit(gift.number, { special: { nominal: true } }));
    issue(credit(bought.number, { ...selfBilled, kind: 'creditNote', lines: [item(10)] }));
  });

  it('currency and exchange rate', () => {
    const { issue } = shop();
    const usd = { currency: 'USD', exchangeRate: '3.75' };
    const { number } = issue({ ...usd, lines: [item(100)] });
    const inSar = issue({ lines: [item(100)] });
    for (const kind of ['creditNote', 'debitNote'] as const) {
      expect(refusal(() => issue(credit(number, { kind })))).toEqual(['currency differs-from-document']);
      expect(refusal(() => issue(credit(inSar.number, { kind, ...usd })))).toEqual([
        'currency differs-from-document',
      ]);
      expect(refusal(() => issue(credit(number, { kind, ...usd, exchangeRate: '3.76' })))).toEqual([
        'exchangeRate differs-from-document',
      ]);
    }
    issue(credit(number, { ...usd, exchangeRate: '3.750', lines: [item(100)] }));
    expect(refusal(() => issue(credit(number, { ...usd, lines: [item('0.01')] })))).toEqual([
      'lines returned-too-much',
    ]);
  });
});

describe('a note gives back at each VAT rate', () => {
  it('no more than the invoice charged at it', () => {
    const { issue, accept } = shop();
    const { number } = issue({ lines: [item(1000, { vat: zero }), item(115), item(105, { vat: five })] });
    const give = (unitPrice: number | string, vat: SaleInput['lines'][number]['vat']) =>
      refusal(() => issue(credit(number, { lines: [item(unitPrice, { vat })] })));
    // The note treats a zero-rated line as standard: VAT of 130.44 on a sale that had 20.00.
    expect(give(1000, standard)).toEqual(['lines.0.vat vat-above-left']);
    expect(give(110, five)).toEqual(['lines.0.vat vat-above-left']);
    expect(give('115.01', standard)).toEqual(['lines.0.vat vat-above-left']);
    expect(give(500, { category: 'E', reason: 'VATEX-SA-30' })).toEqual(['lines.0.vat vat-above-left']);
    const issued = issueOf(() => issue(credit(number, { lines: [item(200)] })));
    expect(issued?.params).toEqual({ category: 'S', rate: '15.00', limit: '100.00', value: '15.00' });
    expect(issued && describeIssue(issued, 'en')).toContain('at most 100.00 without VAT and 15.00 VAT');
    expect(give(115, standard)).toEqual([]);
    expect(give('0.01', standard)).toEqual(['lines.0.vat vat-above-left']);
    // An accepted debit note at a rate raises the limit at that rate.
    accept(issue(credit(number, { kind: 'debitNote', lines: [item(23)] })));
    expect(give('23.01', standard)).toEqual(['lines.0.vat vat-above-left']);
    expect(give(23, standard)).toEqual([]);
    expect(give(1000, zero)).toEqual([]);
    expect(give(105, five)).toEqual([]);
    expect(give('0.01', zero)).toEqual(['lines returned-too-much']);
  });

  it('and by charges of the basket neither', () => {
    const { issue } = shop();
    const { number } = issue({ lines: [item(1000, { vat: zero }), item(115)] });
    const charges = [{ amount: 500, reasonCode: 'DL', reason: 'Delivery', vat: standard }];
    expect(refusal(() => issue(credit(number, { lines: [item(1, { vat: zero })], charges })))).toEqual([
      'charges vat-above-left',
    ]);
  });

  it('nothing that a debit note would add that the authority rejected or has not answered', () => {
    const { issue, reject, accept } = shop();
    const { number } = issue({ lines: [item(100)] });
    const debit = issue(credit(number, { kind: 'debitNote', lines: [item(50)] }));
    const above = () => refusal(() => issue(credit(number, { lines: [item(101)] })));
    expect(above()).toEqual(['lines debit-not-accepted']);
    reject(debit);
    expect(above()).toEqual(['lines returned-too-much']);
    const again = issue(credit(number, { kind: 'debitNote', lines: [item(40)] }), debit.uuid);
    expect(above()).toEqual(['lines debit-not-accepted']);
    accept(again);
    issue(credit(number, { lines: [item(140)] }));
  });

  it('what an accountant takes off without naming goods, up to all of it', () => {
    const { issue } = shop();
    const sold = issue({
      lines: [item(100, { quantity: 3 }), item(50, { vat: zero })],
      discount: { amount: 35, reason: 'Loyal' },
      charges: [{ amount: 20, reasonCode: 'DL', reason: 'Delivery' }],
      payableRounding: '-0.02',
    });
    issue(credit(sold.number, { lines: [item(20, { name: 'Late delivery' })] }));
    const total = issue({ lines: [item(100, { quantity: 3 }), item(50, { vat: zero })] });
    issue(credit(total.number, { lines: [item(100, { quantity: 3 }), item(50, { vat: zero })] }));
    expect(refusal(() => issue(credit(total.number, { lines: [item('0.01')] })))).toEqual([
      'lines returned-too-much',
    ]);
  });
});

describe('a line that names the line it corrects', () => {
  it('is taxed as that one was, on credit and debit notes', () => {
    const { issue } = shop();
    const { number } = issue({ lines: [item(105, { vat: five }), item(100), item(100, { vat: zero })] });
    const named = (correctsLine: number, vat: SaleInput['lines'][number]['vat']) =>
      (['creditNote', 'debitNote'] as const).map((kind) =>
        refusal(() => issue(credit(number, { kind, lines: [item(10, { vat, correctsLine })] }))),
      );
    const refused = [['lines.0.vat line-vat-differs'], ['lines.0.vat line-vat-differs']];
    expect(named(1, standard)).toEqual(refused);
    expect(named(2, five)).toEqual(refused);
    expect(named(3, { category: 'Z', reason: 'VATEX-SA-36' })).toEqual(refused);
    expect(named(1, { category: 'S', rate: '5.00' })).toEqual([[], []]);
    const unknown = ['lines.0.correctsLine corrects-line-unknown'];
    expect(named(4, standard)).toEqual([unknown, unknown]);
  });

  it('gives back no more for a piece than was paid for it', () => {
    const { issue } = shop();
    const { number } = issue({
      lines: [item(14, { quantity: 3 }), item(100, { quantity: 2, discount: { percent: 10 } })],
    });
    const give = (line: Partial<SaleInput['lines'][number]>, prices: SaleInput['prices'] = 'includeVat') =>
      refusal(() => issue(credit(number, { prices, lines: [item(0, { quantity: 1, ...line })] })));
    const refused = ['lines.0.unitPrice price-above-sold'];
    expect(give({ correctsLine: 1, unitPrice: '14.01' })).toEqual(refused);
    expect(give({ correctsLine: 1, unitPrice: 14, quantity: '0.5' })).toEqual([]);
    expect(give({ correctsLine: 1, unitPrice: '12.18' }, 'excludeVat')).toEqual([]);
    expect(give({ correctsLine: 1, unitPrice: '12.19' }, 'excludeVat')).toEqual(refused);
    expect(give({ correctsLine: 2, unitPrice: 100 })).toEqual(refused);
    expect(give({ correctsLine: 2, unitPrice: '90.01' })).toEqual(refused);
    expect(give({ correctsLine: 2, unitPrice: 100, discount: { percent: 10 } })).toEqual([]);
    expect(give({ correctsLine: 2, unitPrice: 90 })).toEqual([]);
  });

  it('nor than the discount of the basket left of it, nor charges that were not charged', () => {
    const { issue, noteFor } = shop();
    const sold = issue({
      lines: [item(100), item(100)],
      discount: { percent: 50 },
      charges: [{ amount: 10, reasonCode: 'DL', reason: 'Delivery' }],
    });
    const { number } = sold;
    const give = (unitPrice: number, more: Partial<SaleInput> = {}) =>
      refusal(() => issue(credit(number, { lines: [item(unitPrice, { correctsLine: 1 })], ...more })));
    expect(give(100)).toEqual(['lines.0.unitPrice price-above-sold']);
    expect(give(51)).toEqual(['lines.0.unitPrice price-above-sold']);
    const charged = (amount: number) => [{ amount, reasonCode: 'DL', reason: 'Delivery' }];
    expect(give(50, { charges: charged(11) })).toEqual(['charges price-above-sold']);
    expect(give(50, { charges: charged(10) })).toEqual([]);
    // The credit note that the terminal makes for the remaining lines is accepted.
    const rest = issue({ ...(sold.sale as SaleInput) });
    issue(noteFor(rest.uuid, [1, '1']));
    issue(noteFor(rest.uuid, [2, '1']));
  });

  it('may say what the terminal’s own note said before another till took goods back', () => {
    const { issue, noteFor } = shop();
    // The line is 13 pieces at 100.00. Some pieces are returned at a halala more than their price, and the rounding
    // compensates.
    const { uuid } = issue({ lines: [item(100, { quantity: 13 })] });
    const drafts = Array.from({ length: 6 }, () => noteFor(uuid, [1, '1']));
    for (const draft of drafts) issue(draft);
  });
});
