import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  everything,
  filterOf,
  type ListFilter,
  wrongOf,
} from '../../../renderer/till/invoices/list-filter.ts';
import { meaningOf, numberFormOf } from '../../../renderer/till/invoices/search-text.ts';
import { belongs } from '../../../renderer/ui/terminal/invoice-filter.ts';
import { invoices } from '../../../shared/contract/till/invoices.ts';
import { oldInvoice } from '../fakes/fake-documents.ts';

const form = { prefix: 'T1-', digits: 6 };
const number = (text: string) => ({ kind: 'number', number: text });

describe('one field is read as what a person means', () => {
  test.each([
    ['42', number('T1-000042')],
    ['٤٢', number('T1-000042')],
    ['#42', number('T1-000042')],
    ['000042', number('T1-000042')],
    ['1234567', number('T1-1234567')],
    ['t1-', number('T1-')],
    ['T1-0000', number('T1-0000')],
    ['T1-42', number('T1-000042')],
    ['12.50', { kind: 'amount', amount: 1250 }],
    ['١٬٢٣٤٫٥', { kind: 'amount', amount: 123_450 }],
    ['1,234.50', { kind: 'amount', amount: 123_450 }],
    ['310122393500003', { kind: 'buyer', buyer: '310122393500003' }],
    ['النخيل', { kind: 'buyer', buyer: 'النخيل' }],
    ['T1 Trading', { kind: 'buyer', buyer: 'T1 Trading' }],
    ['T1-Trading', { kind: 'buyer', buyer: 'T1-Trading' }],
    ['  ', undefined],
    ['A'.repeat(300), undefined],
  ])('%s', (text, meaning) => {
    expect(meaningOf(text, form)).toEqual(meaning);
  });

  test('before the first document there is no form, and digits are digits', () => {
    expect(meaningOf('42', undefined)).toEqual(number('42'));
    expect(numberFormOf('')).toBeUndefined();
    expect(numberFormOf('2K-000041')).toEqual({ prefix: '2K-', digits: 6 });
  });

  test('every counter finds the number that was made of it', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 999_999_999 }), (icv) => {
        const made = `T1-${String(icv).padStart(6, '0')}`;
        expect(meaningOf(String(icv), numberFormOf('T1-000001'))).toEqual(number(made));
      }),
    );
  });
});

const typed = (change: Partial<ListFilter>): ListFilter => ({ ...everything, ...change });

describe('the filter', () => {
  test('whatever is typed, main takes it', () => {
    const text = fc.oneof(
      fc.string(),
      fc.constantFrom('2026-11-20', '2026-13-01', '12.50', '1e9', '٢٠٢٦-١١-٢٠'),
    );
    fc.assert(
      fc.property(text, text, text, text, text, (from, to, least, most, search) => {
        const filter = filterOf(typed({ from, to, least, most, text: search }), form);
        expect(invoices['invoice.list'].input.safeParse(filter).success).toBe(true);
      }),
    );
  });

  test('what is not right is left out and said', () => {
    const listFilter = typed({ from: '2026-11-20', to: '2026-11-19', least: '5', most: 'x' });
    expect(wrongOf(listFilter)).toEqual({ to: 'order', most: 'amount' });
    expect(filterOf(listFilter, form)).toEqual({ from: '2026-11-20', amount: { least: 500 } });
    expect(wrongOf(typed({ from: '2026-02-30' }))).toEqual({ from: 'day' });
  });

  test('a new document is taken in only where it belongs', () => {
    const row = oldInvoice(2999);
    expect(belongs(row, filterOf(typed({ text: '2999' }), form))).toBe(true);
    expect(belongs(row, filterOf(typed({ text: '2998' }), form))).toBe(false);
    expect(belongs(row, filterOf(typed({ list: 'waiting' }), form))).toBe(true);
    expect(belongs(row, filterOf(typed({ list: 'parked' }), form))).toBe(false);
    expect(belongs(row, filterOf(typed({ kinds: ['creditNote'] }), form))).toBe(false);
    expect(belongs(row, filterOf(typed({ from: '2026-11-20', to: '2026-11-20' }), form))).toBe(true);
    expect(belongs(row, filterOf(typed({ to: '2026-11-19' }), form))).toBe(false);
    expect(belongs(row, filterOf(typed({ most: '0.01' }), form))).toBe(false);
  });
});
