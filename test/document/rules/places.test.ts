import { describe, expect, test } from 'vitest';
import { checkInvoice } from '../../../main/document/invoice/rules/check-invoice.ts';
import type { RuleId } from '../../../shared/words/faults/rules.ts';
import { type BaseName, baseInvoice } from './bases.ts';
import {
  adjustment,
  all,
  buyer,
  buyerAddress,
  type Change,
  identified,
  line,
  lineAdjustment,
  payment,
  prepayment,
  row,
  seller,
  set,
} from './changes.ts';

const issuedAt = Date.parse('2026-11-01T17:41:08+03:00');
const long = (length: number) => 'x'.repeat(length);

const find = (id: RuleId, base: BaseName, change: Change, number?: string) =>
  checkInvoice(change(baseInvoice(base)), { issuedAt, number }).filter((violation) => violation.id === id);
const paths = (id: RuleId, base: BaseName, change: Change) =>
  find(id, base, change).map(({ path }) => path.join('.'));

describe('a violation points at the field of the sale', () => {
  test.each<[RuleId, BaseName, Change, string[]]>([
    ['BR-25', 'allCategories', line({ name: '' }, 'E'), ['lines.2.name']],
    ['BR-Z-05', 'allCategories', line({ vat: { category: 'Z', rate: '5.00' } }, 'Z'), ['lines.1.vat.rate']],
    ['BR-KSA-20', 'consumer', lineAdjustment(true, { reasonCode: undefined }), ['lines.0.charges']],
    ['BR-KSA-F-06-C36', 'consumer', lineAdjustment(false, { reason: '' }), ['lines.0.discount']],
    ['BR-KSA-19', 'business', adjustment(true, { reasonCode: '' }), ['charges.reasonCode']],
    ['BR-KSA-69', 'allCategories', row('Z', () => ({ exemptionCode: '' })), ['lines.1.vat.reason']],
    ['BR-KSA-F-C-01', 'final', prepayment('O', () => ({ name: '77' })), ['prepayments.0.name']],
    ['BR-KSA-79', 'final', prepayment('E', () => ({ vatAmount: 7 })), ['prepayments.0.amounts.2.vatAmount']],
    ['BR-KSA-16', 'consumer', payment({ code: '0' }), ['payments.0.means']],
    ['BR-KSA-17', 'creditNote', payment({ instruction: undefined }), ['reason']],
    ['BR-KSA-F-06-C2', 'consumer', set({ notes: [long(1001), 'ok', long(1001)] }), ['note', 'notes.1']],
    ['BR-KSA-63', 'business', buyerAddress({ building: ' ' }), ['buyer.address.building']],
    ['BR-KSA-F-13', 'business', buyer(identified('CRN', '1111111111')), ['buyer.identification.value']],
    ['BR-KSA-40', 'consumer', seller({ vatNumber: '3' }), ['company.vatNumber']],
  ])('%s of %s', (id, base, change, expected) => {
    expect(paths(id, base, change)).toEqual(expected);
  });

  test('every line that is wrong is named', () => {
    const nameless: Change = (invoice) => ({
      ...invoice,
      lines: invoice.lines.map((each) => ({ ...each, name: '12' })),
    });
    expect(paths('BR-KSA-F-C-01', 'consumer', nameless)).toEqual(['lines.0.name', 'lines.1.name']);
  });

  test('on a self-billed sale the sale names the seller, and the buyer is in the settings', () => {
    const selfBilled = set({ typeName: '0100001' });
    const wrong = all(selfBilled, seller({ vatNumber: '3' }), buyer({ vatNumber: '4' }));
    expect(paths('BR-KSA-40', 'business', wrong)).toEqual(['supplier.vatNumber']);
    expect(paths('BR-KSA-44', 'business', wrong)).toEqual(['company.vatNumber']);
  });

  test('prepayment documents are counted, not their lines', () => {
    const second = { ...baseInvoice('final').prepayments[0]?.document, number: 'T1-9' };
    const two: Change = (invoice) => ({
      ...invoice,
      prepayments: invoice.prepayments.map((each, index) =>
        index < 2 ? each : { ...each, document: second as typeof each.document, taxable: -1 },
      ),
    });
    expect(paths('BR-KSA-F-04', 'final', two)).toEqual([
      'prepayments.1.amounts.0.amount',
      'prepayments.1.amounts.1.amount',
    ]);
  });
});

describe('a rule is asked where the authority asks it', () => {
  test('a note or a consumer’s invoice need not say when it was supplied', () => {
    const unsaid = set({ supplyDate: undefined, supplyEndDate: undefined });
    expect(find('BR-KSA-15', 'creditNote', unsaid)).toEqual([]);
    expect(find('BR-KSA-15', 'business', unsaid)).toEqual([]); // The template refers to the day of issue.
  });

  test('a consumer’s address may lack what a business’s must have', () => {
    const partial = buyerAddress({ building: undefined, district: undefined, postalCode: undefined });
    expect(find('BR-KSA-63', 'summary', partial)).toEqual([]);
    expect(find('BR-KSA-F-06-C28', 'summary', partial)).toEqual([]);
    expect(find('BR-KSA-63', 'business', partial)).toHaveLength(1);
  });

  test('a buyer abroad needs no building or district', () => {
    const abroad = buyerAddress({ country: 'AE', building: undefined, district: undefined });
    expect(find('BR-KSA-63', 'business', abroad)).toEqual([]);
    expect(find('BR-KSA-10', 'business', abroad)).toEqual([]);
  });

  test('an identification stands in for a VAT number', () => {
    const change = buyer({ vatNumber: undefined, ...identified('CRN', '1010010000') });
    expect(find('BR-KSA-81', 'business', change)).toEqual([]);
  });

  test('nothing is said of a number that is not known yet', () => {
    const same: Change = (invoice) => invoice;
    expect(find('BR-02', 'consumer', same)).toEqual([]);
    expect(find('BR-02', 'consumer', same, '')).toHaveLength(1);
  });

  test('a reason beside category S alone is asked of a prepayment', () => {
    const noReason = prepayment('Z', () => ({ exemptionCode: undefined }));
    const withoutS: Change = (invoice) => {
      const isOther = <T extends { vat?: { category: string } | undefined }>({ vat }: T) =>
        vat?.category !== 'S';
      return {
        ...invoice,
        lines: invoice.lines.filter(isOther),
        prepayments: invoice.prepayments.filter(isOther),
        vatBreakdown: invoice.vatBreakdown.filter(({ category }) => category !== 'S'),
      };
    };
    expect(find('BR-KSA-93', 'final', noReason)).toHaveLength(1);
    expect(find('BR-KSA-93', 'final', all(noReason, withoutS))).toEqual([]);
  });

  test('a document may correct one of its own day, not of a later one', () => {
    const corrects = (issueDate: string) => set({ corrects: [{ number: 'T1-1', issueDate }] });
    expect(find('BR-KSA-04', 'creditNote', corrects('2026-11-01'))).toEqual([]);
    expect(find('BR-KSA-04', 'creditNote', corrects('2026-11-02'))).toHaveLength(1);
  });

  test('accounts at two payments are an error, though their rule only warns', () => {
    const two: Change = (invoice) => ({ ...invoice, payments: [...invoice.payments, ...invoice.payments] });
    expect(find('BR-KSA-F-06-C15', 'business', two)).toMatchObject([
      { severity: 'error', path: ['payments', 1, 'account'] },
    ]);
  });

  test('lengths count characters, not UTF-16 units', () => {
    const emoji = (count: number) => line({ barcode: '🍞'.repeat(count) });
    expect(find('BR-KSA-F-06-C20', 'consumer', emoji(127))).toEqual([]);
    expect(find('BR-KSA-F-06-C20', 'consumer', emoji(128))).toHaveLength(1);
  });
});
