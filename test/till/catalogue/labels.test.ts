import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  eanCheckDigit,
  type LabelRule,
  labelRuleSchema,
  labelRulesSchema,
  readLabel,
} from '../../../shared/sale/article-label.ts';
import { gs1WithPrice } from '../../../shared/sale/gs1.ts';
import { add, newCatalogue } from './support.ts';

const weight: LabelRule = {
  prefix: '21',
  kind: 'weight',
  articleDigits: 5,
  hasValueCheck: false,
  valueDigits: 5,
  decimals: 3,
  unit: 'KGM',
};
const price: LabelRule = {
  ...weight,
  prefix: '23',
  kind: 'price',
  articleDigits: 4,
  hasValueCheck: true,
  decimals: 2,
};
const label = (digits: string) => digits + eanCheckDigit(digits);

/** Generates any rule, with its digits divided at random. */
const anyRule = fc
  .record({
    prefix: fc.constantFrom('2', '20', '21', '25', '29'),
    kind: fc.constantFrom('weight' as const, 'price' as const),
    hasValueCheck: fc.boolean(),
    valueDigits: fc.integer({ min: 1, max: 8 }),
  })
  .chain(({ prefix, kind, hasValueCheck, valueDigits }) =>
    fc.record({
      prefix: fc.constant(prefix),
      kind: fc.constant(kind),
      hasValueCheck: fc.constant(hasValueCheck),
      valueDigits: fc.constant(valueDigits),
      articleDigits: fc.constant(12 - prefix.length - valueDigits - (hasValueCheck ? 1 : 0)),
      decimals: fc.integer({ min: 0, max: Math.min(6, valueDigits) }),
      unit: fc.constant('KGM' as const),
    }),
  )
  .filter(({ articleDigits }) => articleDigits >= 1 && articleDigits <= 10);

describe('a label', () => {
  test('of any rule is read as it was written', () => {
    fc.assert(
      fc.property(anyRule, fc.nat(), fc.nat(), fc.nat(9), (rule, articleSeed, valueSeed, check) => {
        expect(labelRuleSchema.parse(rule)).toEqual(rule);
        const article = String(articleSeed % 10 ** rule.articleDigits).padStart(rule.articleDigits, '0');
        const value = 1 + (valueSeed % (10 ** rule.valueDigits - 1));
        const digits = String(value).padStart(rule.valueDigits, '0');
        const code = label(`${rule.prefix}${article}${rule.hasValueCheck ? check : ''}${digits}`);
        const read = readLabel([rule], code);
        expect(read).toMatchObject({ kind: rule.kind, article });
        // The value is plain, without superfluous zeros, and exact.
        expect(read?.value).toMatch(/^(0|[1-9]\d*)(\.\d*[1-9])?$/);
        const [whole = '', fraction = ''] = (read?.value ?? '').split('.');
        expect(BigInt(whole + fraction.padEnd(rule.decimals, '0'))).toBe(BigInt(value));
      }),
    );
  });

  test('with one wrong digit is none', () => {
    fc.assert(
      fc.property(fc.nat(12), fc.integer({ min: 1, max: 9 }), (place, more) => {
        const digits = [...label('210012300350')];
        digits[place] = String((Number(digits[place]) + more) % 10);
        expect(readLabel([weight], digits.join(''))).toBeUndefined();
      }),
    );
  });

  test('is read by a rule alone', () => {
    const code = label('210012300350');
    expect(readLabel([weight], code)).toEqual({
      kind: 'weight',
      article: '00123',
      value: '0.35',
      unit: 'KGM',
    });
    expect(readLabel([], code)).toBeUndefined();
    expect(readLabel([price], code)).toBeUndefined();
    expect(readLabel([weight, price], label('230012701250'))).toEqual({
      kind: 'price',
      article: '0012',
      value: '12.5',
    });
    // A value of zero is not a sale.
    for (const other of [label('210012300000'), '', '21', `${code}0`, '4006381333931'])
      expect(readLabel([weight, price], other), other).toBeUndefined();
  });
});

test('rules that cannot be are refused', () => {
  const codes = (rules: unknown) =>
    labelRulesSchema.safeParse(rules).error?.issues.map((issue) => 'params' in issue && issue.params?.code);
  expect(codes([weight, price])).toBeUndefined();
  expect(codes([{ ...weight, prefix: '30' }])).toEqual(['label-prefix']);
  expect(codes([{ ...weight, valueDigits: 4 }])).toEqual(['label-length']);
  expect(codes([{ ...weight, decimals: 6 }])).toEqual(['label-decimals']);
  // A thousandth of a gram is as little as a quantity in kilograms can state.
  expect(codes([{ ...weight, unit: 'GRM' }])).toBeUndefined();
  expect(codes([{ ...weight, unit: 'GRM', decimals: 4 }])).toEqual(['too_big']);
  expect(codes([{ ...weight, unit: 'LTR' }])).toEqual([false]);
  expect(codes([weight, { ...weight, prefix: '2', articleDigits: 6 }])).toEqual(['label-prefix-twice']);
});

test('a label finds its article with and without the zeros of the scale', () => {
  const catalogue = newCatalogue();
  expect(catalogue.labelRules()).toEqual([]);
  catalogue.setLabelRules([weight, price]);
  expect(catalogue.labelRules()).toEqual([weight, price]);
  const dates = add(catalogue, { nameEn: 'Dates', shortCode: '123', unit: 'KGM', price: '38' });
  const read = (code: string) => catalogue.readLabel(catalogue.labelRules(), code);
  expect(read(label('210012300350'))).toMatchObject({
    digits: '00123',
    value: '0.35',
    article: { id: dates.id },
  });
  const exact = add(catalogue, { nameEn: 'Figs', codes: ['00123'] });
  expect(read(label('210012300350'))?.article?.id).toBe(exact.id);
  expect(read(label('210099900350'))).toMatchObject({ digits: '00999', article: undefined });
  expect(read('4006381333931')).toBeUndefined();
});

test('a package with its price has no other, and one with its weight has the article’s', () => {
  const catalogue = newCatalogue();
  catalogue.setLabelRules([weight, price]);
  add(catalogue, { nameEn: 'Dates', shortCode: '123', unit: 'KGM', price: '38' });
  add(catalogue, { nameEn: 'Cheese', shortCode: '12', codes: ['9506000134352'], unit: 'KGM', price: '60' });
  const pricesOf = (barcode: string) => catalogue.pricesOfDay({ name: 'On the receipt', barcode });
  expect(pricesOf(label('210012300350'))).toEqual(['38']);
  expect(pricesOf(label('230012701250'))).toEqual(['12.5']);
  expect(pricesOf(gs1WithPrice('9506000134352', '7.25'))).toEqual(['7.25']);
});
