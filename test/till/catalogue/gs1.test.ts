import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { eanCheckDigit } from '../../../shared/sale/article-label.ts';
import { gs1WithPrice, readGs1 } from '../../../shared/sale/gs1.ts';

const separator = '\u001d';
const gtin = '9506000134352';
const digits = (length: number) => fc.stringMatching(new RegExp(`^\\d{${length}}$`));
const ean = digits(12).map((first) => first + eanCheckDigit(first));

describe('a code with several facts', () => {
  it('has the article and its weight, wherever others stand', () => {
    const others = fc.subarray([
      ['10', 'LOT-7', true],
      ['17', '261231', false],
      ['21', 'A1/b', true],
      ['3203', '000430', false],
      ['240', '77', true],
      ['7003', '2611231200', true],
    ] as const);
    fc.assert(
      fc.property(
        ean,
        fc.nat(999_999),
        fc.nat(6),
        others,
        fc.boolean(),
        (code, grams, decimals, more, isFirst) => {
          const weight = [`310${decimals % 6}`, String(grams).padStart(6, '0'), false] as const;
          const all = [
            ['01', code.padStart(14, '0'), false] as const,
            ...(isFirst ? [weight, ...more] : [...more, weight]),
          ];
          const text = all
            .map(
              ([id, value, isVariable], at) =>
                id + value + (isVariable && at < all.length - 1 ? separator : ''),
            )
            .join('');
          const value = Number((grams / 10 ** (decimals % 6)).toFixed(6));
          const expected = { gtin: expect.any(String), weight: String(value) };
          if (value >= 1e-5 || grams === 0) {
            expect(readGs1(`]C1${text}`)).toEqual(expected);
            expect(readGs1(text)).toEqual(expected);
          }
        },
      ),
    );
  });

  it.each([
    [']C1019506000134352', undefined],
    [`]C10109506000134352`, { gtin }],
    [`0109506000134352`, { gtin }],
    [']d20109506000134352301210LOT', { gtin }],
    [`]d201095060001343523012${separator}10LOT`, { gtin, count: '12' }],
    [`01095060001343523922${'2550'}`, { gtin, price: '25.5' }],
    [`01095060001343523932${'682'}2550`, { gtin, price: '25.5' }],
    [`01095060001343523932${'840'}2550`, { gtin }],
    ['https://id.gs1.org/01/09506000134352/10/LOT7?3103=000195', { gtin, weight: '0.195' }],
    ['https://shop.example/01/9506000134352', { gtin }],
    ['https://shop.example/about/01', undefined],
    ['0100000096385074', { gtin: '96385074' }],
    ['0119506000134359', { gtin: '19506000134359' }],
  ])('%s is read', (code, reading) => {
    expect(readGs1(code)).toEqual(reading);
  });

  it.each([
    '',
    '6281000000014',
    '01',
    '0109506000134353',
    ']C100123456789012345675',
    ']C1',
    `]C1${separator}`,
    '010950600013435',
  ])('%s is none', (code) => {
    expect(readGs1(code)).toBeUndefined();
  });

  it('with a price is written as it is read', () => {
    fc.assert(
      fc.property(ean, fc.integer({ min: 1, max: 99_999_999 }), fc.nat(3), (code, digits, decimals) => {
        const price = String(Number((digits / 10 ** decimals).toFixed(3)));
        expect(readGs1(gs1WithPrice(code, price))).toMatchObject({ price });
      }),
    );
  });

  it('is looked for in any text without a failure', () => {
    fc.assert(
      fc.property(
        fc.string({ maxLength: 60 }),
        fc.constantFrom('', ']C1', '0109506000134352'),
        (text, before) => {
          const reading = readGs1(before + text);
          if (before !== '0109506000134352' || reading !== undefined)
            expect(reading?.gtin ?? gtin).toMatch(/^\d{8,14}$/);
        },
      ),
    );
  });
});
