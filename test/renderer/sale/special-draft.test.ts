import { describe, expect, test } from 'vitest';
import { changeAdvanced, newDraft, newLine } from '../../../renderer/till/cart/draft.ts';
import { plainAdvanced } from '../../../renderer/till/cart/draft-advanced.ts';
import {
  checkDraft,
  fieldIds,
  placeIssues,
  priceable,
  saleOfDraft,
} from '../../../renderer/till/cart/sale-of-draft.ts';
import {
  allOf,
  chosenLines,
  issueOf,
  noneOf,
  stepped,
} from '../../../renderer/till/return/choice-of-goods.ts';
import type { Issue } from '../../../shared/failure.ts';
import { saleSchema } from '../../../shared/sale/sale.ts';
import { extras } from '../../../shared/stored/basket/advanced.ts';
import type { Draft } from '../../../shared/stored/basket/draft.ts';

const dates = { ...newLine(), name: 'Dates', price: '100' };
const basket: Draft = { ...newDraft(), lines: [dates] };

describe('a special sale as it is typed', () => {
  test('is an everyday one while nothing is switched on, whatever was typed', () => {
    const typed = { ...plainAdvanced, currency: 'USD', charge: 'x', reason: 'Price', rounding: '7' };
    expect(saleSchema.parse(saleOfDraft({ ...basket, advanced: typed }))).toEqual(
      saleSchema.parse(saleOfDraft(basket)),
    );
  });

  test('has a field for whatever the schema and the rules can find wrong', () => {
    const places: [Issue['path'], string][] = [
      [['special', 'selfBilled'], fieldIds.advanced('extras')],
      [['corrects'], fieldIds.advanced('correctsNumber')],
      [['corrects', 0, 'number'], fieldIds.advanced('correctsNumber')],
      [['corrects', 0, 'issueDate'], fieldIds.advanced('correctsDate')],
      [['reason'], fieldIds.advanced('reason')],
      [['supplyDate'], fieldIds.advanced('supplyDate')],
      [['supplyEndDate'], fieldIds.advanced('supplyEndDate')],
      [['currency'], fieldIds.advanced('currency')],
      [['exchangeRate'], fieldIds.advanced('exchangeRate')],
      [['charges', 0, 'amount'], fieldIds.advanced('charge')],
      [['charges', 0, 'reason'], fieldIds.advanced('chargeReason')],
      [['prepayments', 0, 'amounts', 0, 'vatAmount'], fieldIds.advanced('advance')],
      [['payableRounding'], fieldIds.advanced('rounding')],
      [['note'], fieldIds.advanced('note')],
      [['payments', 0, 'instruction'], fieldIds.advanced('instruction')],
      [['payments', 0, 'terms'], fieldIds.advanced('terms')],
      [['orderReference'], fieldIds.advanced('orderReference')],
      [['contractReference'], fieldIds.advanced('contractReference')],
      [['supplier', 'identification', 'value'], fieldIds.buyer('registration')],
      [['supplier', 'vatNumber'], fieldIds.buyer('id')],
      [['buyer', 'address', 'country'], fieldIds.buyer('country')],
      [['lines', 0, 'discount', 'percent'], fieldIds.line(dates.key, 'discount')],
      [['lines', 0, 'vat', 'reasonText'], fieldIds.line(dates.key, 'exemptionText')],
    ];
    for (const [path, field] of places)
      expect([...placeIssues([dates.key], [{ path, code: 'blank', message: '' }]).keys()]).toEqual([field]);
  });

  test('with every choice on is asked for field by field', () => {
    const draft = changeAdvanced({ ...basket, customer: 'business' }, { on: [...extras] });
    const fields = [...checkDraft(draft).keys()];
    expect(fields).toContain(fieldIds.advanced('currency'));
    expect(fields).toContain(fieldIds.advanced('charge'));
    expect(fields).toContain(fieldIds.buyer('registration'));
  });

  test('is priced by what is right of it: in its currency, with its charge, without what is half typed', () => {
    const draft = changeAdvanced(basket, {
      on: ['currency', 'charge', 'summary'],
      currency: 'USD',
      charge: '5',
    });
    expect(priceable(draft)?.sale).toMatchObject({ charges: [{ amount: '5' }] });
    expect(priceable(draft)?.sale.currency).toBeUndefined();
    const whole = changeAdvanced(draft, { on: ['currency', 'charge'], exchangeRate: '3.75' });
    expect(priceable(whole)?.sale).toMatchObject({ currency: 'USD', exchangeRate: '3.75' });
  });
});

describe('goods that come back as they are typed', () => {
  const lines = [
    { name: 'Dates', unit: 'KGM', sold: '0.75', left: '0.5', gross: 30_00 },
    { name: 'Coffee', unit: 'PCE', sold: '3', left: '3', gross: 42_00 },
  ];

  test('are all that is left, or none, or what was typed in any digits', () => {
    expect(chosenLines(allOf(lines), lines)).toEqual([
      { line: 1, quantity: '0.5' },
      { line: 2, quantity: '3' },
    ]);
    expect(chosenLines(noneOf(lines), lines)).toEqual([]);
    expect(chosenLines(['', '٢'], lines)).toEqual([{ line: 2, quantity: '2' }]);
  });

  test.each([
    ['4', 'returned-too-much'],
    ['-1', 'negative'],
    ['1.2345678', 'too-many-decimals'],
    ['two', 'not-a-number'],
  ])('cannot be %s', (text, code) => {
    expect(issueOf(text, '3')?.code).toBe(code);
    expect(chosenLines(['0', text], lines)).toBeUndefined();
  });

  test('go up and down by one piece, between nothing and what is left', () => {
    expect(stepped('2', 1, '3')).toBe('3');
    expect(stepped('3', 1, '3')).toBe('3');
    expect(stepped('0.25', 1, '0.5')).toBe('0.5');
    expect(stepped('0.5', -1, '0.5')).toBe('0');
    expect(stepped('two', 1, '3')).toBe('1');
  });
});
