import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  follow,
  type Goods,
  missingFrom,
  noGoods,
  piecesIn,
  removalOf,
} from '../../../main/books/ledger/baskets/basket-goods.ts';
import { rounds } from '../../support/run/effort.ts';

type Line = Goods['here'][number];

const coffee: Line = { key: 'a', name: 'Coffee', quantity: '2', price: '14.00', barcode: '10023' };
const cake: Line = { key: 'b', name: 'Cake', quantity: '1', price: '9.50' };

const through = (...states: Line[][]): Goods => states.reduce(follow, noGoods);
const goneOf = (goods: Goods) => goods.gone.map(({ name }) => name);

it('the pieces of a basket are counted; what is weighed or measured is one', () => {
  const dates: Line = { key: 'c', name: 'Dates', quantity: '0.75', unit: 'KGM', price: '40.00' };
  const cable: Line = { key: 'd', name: 'Cable', quantity: '12', unit: 'MTR' };
  expect(piecesIn([coffee, cake, dates, cable])).toBe(5);
  expect(
    piecesIn([
      { ...coffee, unit: 'PCE' },
      { ...cake, quantity: '' },
    ]),
  ).toBe(3);
});

describe('a line of a basket', () => {
  it.each<[string, Line[][], string[]]>([
    ['is gone when it vanishes', [[coffee, cake], [coffee]], ['Cake']],
    ['without a price was never sold', [[coffee, { ...cake, price: undefined }], [coffee]], []],
    ['at no price was never sold', [[coffee, { ...cake, price: '0' }], [coffee]], []],
    ['whose price was wiped before is gone', [[cake], [{ ...cake, price: undefined }], []], ['Cake']],
    ['that is undone is not gone', [[coffee, cake], [coffee], [coffee, cake]], []],
    ['that is entered again is not gone', [[coffee, cake], [coffee], [coffee, { ...cake, key: 'c' }]], []],
    [
      'that comes back at another price is gone',
      [[cake], [], [{ ...cake, key: 'c', price: '1.00' }]],
      ['Cake'],
    ],
    ['that comes back in part is gone', [[coffee], [], [{ ...coffee, key: 'c', quantity: '1' }]], ['Coffee']],
    ['whose name is corrected is not gone', [[cake], [{ ...cake, name: 'Cheese cake' }]], []],
    ['whose price is corrected is not gone', [[cake], [{ ...cake, price: '8.00' }]], []],
    [
      'with the code of other goods is gone',
      [[coffee], [{ ...cake, key: 'a', barcode: '10099' }]],
      ['Coffee'],
    ],
    ['that gets a code is not gone', [[cake], [{ ...cake, barcode: '10099' }]], []],
    [
      'that is merged into another is not gone',
      [[coffee, { ...coffee, key: 'b' }], [{ ...coffee, quantity: '4' }]],
      [],
    ],
    [
      'of which another has too few more is gone',
      [[coffee, { ...coffee, key: 'b' }], [{ ...coffee, quantity: '3' }]],
      ['Coffee'],
    ],
    ['whose quantity is lowered is gone in part', [[coffee], [{ ...coffee, quantity: '1' }]], ['Coffee']],
    [
      'whose quantity is typed anew is not gone',
      [[coffee], [{ ...coffee, quantity: '1' }], [{ ...coffee, quantity: '12' }]],
      [],
    ],
    [
      'whose quantity is wiped for a moment is not gone',
      [[coffee], [{ ...coffee, quantity: '' }], [{ ...coffee, quantity: '0.' }], [coffee]],
      [],
    ],
    [
      'without a price yet may get any quantity',
      [[{ ...cake, price: undefined, quantity: '5' }], [{ ...cake, price: '1' }]],
      [],
    ],
    [
      'of which a part is moved to another line is not gone',
      [
        [coffee, { ...coffee, key: 'b', quantity: '1' }],
        [
          { ...coffee, quantity: '1' },
          { ...coffee, key: 'b' },
        ],
      ],
      [],
    ],
  ])('%s', (_, states, gone) => {
    expect(goneOf(through(...states))).toEqual(gone);
  });

  it('is named and priced as it was, in a sum', () => {
    expect(removalOf(through([coffee, cake], []).gone)).toEqual({
      lines: [
        { name: 'Coffee', quantity: '2', price: '14.00', total: 2_800 },
        { name: 'Cake', quantity: '1', price: '9.50', total: 950 },
      ],
      count: 2,
      total: 3_750,
    });
    expect(removalOf([])).toBeUndefined();
  });
});

describe('a lowered quantity', () => {
  const amounts = (goods: Goods) =>
    removalOf(goods.gone)?.lines.map(({ quantity, total, isPart }) => [quantity, total, isPart]);
  const of = (quantity: string): Line[] => [{ ...coffee, quantity }];

  it('is what the line lost in all, whatever the steps', () => {
    expect(amounts(through(of('5'), of('3'), of('2')))).toEqual([['3', 4_200, true]]);
    expect(amounts(through(of('5'), of('2'), of('3')))).toEqual([['2', 2_800, true]]);
    expect(amounts(through(of('5'), of('2'), of('6')))).toBeUndefined();
    expect(amounts(through(of('1.5'), of('0.75')))).toEqual([['0.75', 1_050, true]]);
  });

  it('stays when the rest is removed and comes back', () => {
    expect(amounts(through(of('5'), of('2'), []))).toEqual([
      ['3', 4_200, true],
      ['2', 2_800, undefined],
    ]);
    expect(amounts(through(of('5'), of('2'), [], of('2')))).toEqual([['3', 4_200, true]]);
  });

  it('in any order of changes is the difference to the most that was there', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 8 }), (quantities) => {
        const { gone } = through(...quantities.map((quantity) => of(String(quantity))));
        const less = Math.max(...quantities) - (quantities.at(-1) ?? 0);
        expect(removalOf(gone)?.total ?? 0).toBe(less * 1_400);
      }),
      { numRuns: rounds(300) },
    );
  });
});

describe('a sale', () => {
  const sold = ({ name, quantity, barcode, price = '' }: Line) => ({
    name,
    quantity,
    barcode,
    unitPrice: price,
  });

  it('is missing what vanished after the last state that was kept', () => {
    expect(missingFrom(through([coffee, cake]), [sold(coffee)])).toEqual([cake]);
    expect(missingFrom(through([coffee, cake]), [sold({ ...cake, name: 'Cheese cake' })])).toEqual([coffee]);
  });

  it('is missing the part by which a quantity was lowered at the last moment', () => {
    const more = { ...coffee, key: 'b', quantity: '5' };
    expect(
      missingFrom(through([coffee, more]), [sold({ ...coffee, quantity: '1' }), sold(more)]),
    ).toMatchObject([{ quantity: '1', isPart: true }]);
    expect(missingFrom(through([coffee]), [sold({ ...coffee, quantity: '3' })])).toEqual([]);
  });

  it('is missing nothing when its lines were corrected at the last moment', () => {
    const other = { ...sold(cake), name: 'Cheese cake', unitPrice: '12.00' };
    expect(missingFrom(through([coffee, cake]), [other, sold(coffee)])).toEqual([]);
    expect(missingFrom(through([cake]), [sold(cake), sold(coffee)])).toEqual([]);
  });

  it('of a correction has nothing to do with the goods that wait for its end', () => {
    expect(missingFrom({ ...through([coffee]), isAside: true }, [sold(cake)])).toEqual([]);
  });

  it('in any order of changes is missing just the goods that are not in it', () => {
    const anyLine = fc.record({
      key: fc.constantFrom('a', 'b', 'c', 'd'),
      price: fc.integer({ min: 1, max: 3 }),
    });
    const anyState = fc.uniqueArray(anyLine, { selector: ({ key }) => key, maxLength: 4 });
    fc.assert(
      fc.property(fc.array(anyState, { maxLength: 6 }), (states) => {
        // Each key has one name and price, so that a line only disappears and reappears.
        const lines = states.map((state) =>
          state.map(({ key }): Line => ({ key, name: `Goods ${key}`, quantity: '1', price: '5' })),
        );
        const last = lines.at(-1) ?? [];
        const seen = new Set(lines.flat().map(({ key }) => key));
        const expected = [...seen].filter((key) => !last.some((line) => line.key === key));
        const missing = missingFrom(through(...lines), last.map(sold));
        expect(missing.map(({ key }) => key).toSorted()).toEqual(expected.toSorted());
      }),
      { numRuns: rounds(300) },
    );
  });
});
