import { Decimal } from 'decimal.js';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { newDraft, newLine } from '../../../renderer/till/cart/draft.ts';
import { countOf, stepQuantity } from '../../../renderer/till/cart/quantity.ts';
import { removeLine, restore } from '../../../renderer/till/cart/removal.ts';
import { takeTile } from '../../../renderer/till/sale/known-items/take-item.ts';
import type { KnownItem } from '../../../shared/contract/till/items.ts';
import type { Draft, DraftLine } from '../../../shared/stored/basket/draft.ts';

const line = (part: Partial<DraftLine>): DraftLine => ({ ...newLine(), ...part });
const basket = (...lines: DraftLine[]): Draft => ({ ...newDraft(), lines });

describe('a quantity', () => {
  const typed = fc
    .tuple(fc.nat({ max: 999_998 }), fc.stringMatching(/^(\.\d{1,3})?$/))
    .map(([whole, fraction]) => `${whole}${fraction}`);

  test('rises and falls by exactly one, and keeps its decimals', () => {
    fc.assert(
      fc.property(typed, fc.constantFrom(1 as const, -1 as const), (text, by) => {
        const next = new Decimal(text).plus(by);
        const stepped = stepQuantity(text, by);
        if (next.lessThanOrEqualTo(0)) expect(stepped).toBeUndefined();
        else expect(new Decimal(stepped ?? Number.NaN).equals(next)).toBe(true);
      }),
    );
  });

  test('of an Arabic keyboard counts too; a text that is none stays as it is', () => {
    expect(stepQuantity('٣', 1)).toBe('4');
    for (const text of ['', 'two', '-1', '1,5.2']) expect(stepQuantity(text, 1)).toBeUndefined();
  });

  test('of something weighed is one piece', () => {
    const lines = [
      line({ name: 'Tea', quantity: '3' }),
      line({ name: 'Dates', quantity: '0.25', unit: 'KGM' }),
      line({}),
    ];
    expect(countOf(basket(...lines))).toEqual({ lines: 2, pieces: 4 });
  });
});

describe('a removal', () => {
  test('of any lines, undone in turn, gives the basket back', () => {
    const names = fc.array(
      fc.string({ minLength: 1 }).map((name) => `x${name}`),
      { minLength: 1, maxLength: 8 },
    );
    fc.assert(
      fc.property(names, fc.array(fc.nat({ max: 7 }), { maxLength: 8 }), (all, places) => {
        const before = basket(...all.map((name) => line({ name })), line({}));
        let draft = before;
        const removed = [];
        for (const place of places) {
          const key = draft.lines[place % draft.lines.length]?.key ?? '';
          const removal = draft.lines.at(-1)?.key === key ? undefined : removeLine(draft, key);
          if (removal === undefined) continue;
          draft = removal.draft;
          removed.push(...removal.removed);
        }
        for (const removal of removed.toReversed()) draft = restore(draft, removal);
        expect(draft.lines).toEqual(before.lines);
      }),
    );
  });

  test('of everything is undone with what was typed since', () => {
    const before = basket(line({ name: 'Tea' }), line({}));
    const since = basket(line({ name: 'Soap' }), line({}));
    const restored = restore(since, { kind: 'basket', draft: before });
    expect(restored.saleId).toBe(before.saleId);
    expect(restored.lines.map(({ name }) => name)).toEqual(['Tea', 'Soap']);
    expect(restore(newDraft(), { kind: 'basket', draft: before })).toEqual(before);
  });

  test('of a blank line is none', () => {
    const draft = basket(line({ name: 'Tea' }), line({}));
    expect(removeLine(draft, draft.lines[1]?.key ?? '')?.removed).toEqual([]);
    expect(removeLine(draft, 'gone')).toBeUndefined();
  });
});

describe('a tile', () => {
  const tea: KnownItem = { name: 'Tea', unitPrice: '6', unit: 'PCE', vat: { category: 'S', rate: '15' } };
  const take = (draft: Draft, item: KnownItem) => takeTile(draft, item);
  const shown = ({ lines }: Draft) => lines.map(({ name, quantity, price }) => [name, quantity, price]);

  test('touched again is more of its line, before the blank one', () => {
    const once = take(basket(line({ name: 'Soap', price: '1' }), line({})), tea);
    const twice = take(once.draft, tea);
    expect(shown(twice.draft)).toEqual([
      ['Soap', '1', '1'],
      ['Tea', '2', '6.00'],
      ['', '1', ''],
    ]);
    expect(twice).toMatchObject({ key: once.key, missing: undefined });
  });

  test('leaves a line alone that is not plain: discounted, priced otherwise, or without a whole number', () => {
    for (const part of [
      { discount: { kind: 'amount' as const, value: '1' } },
      { price: '5' },
      { quantity: '1.5' },
      { rate: '5' as const },
    ]) {
      const { draft, key } = take(basket(line({})), tea);
      const changed = {
        ...draft,
        lines: draft.lines.map((one) => (one.key === key ? { ...one, ...part } : one)),
      };
      expect(take(changed, tea).draft.lines).toHaveLength(3);
    }
  });

  test('of something weighed, or without a price, waits for what is missing, on a line of its own', () => {
    const dates: KnownItem = { ...tea, name: 'Dates', unit: 'KGM' };
    const first = take(basket(line({})), dates);
    expect(first.missing).toBe('quantity');
    expect(take(first.draft, dates).draft.lines).toHaveLength(3);
    const { unitPrice: _, ...dated } = tea;
    expect(take(basket(line({})), dated).missing).toBe('price');
  });
});
