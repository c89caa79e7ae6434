import { describe, expect, test } from 'vitest';
import { failing } from '../ledger/support.ts';
import { FakeClock } from '../support/fake-clock.ts';
import { add, edit, newCatalogue, refusing, sold } from './support.ts';

const page = { text: '', show: 'active', language: 'en', start: 0 } as const;

/** Coffee, and Coffee once more under another code, name and price. */
function twice(clock = new FakeClock()) {
  const catalogue = newCatalogue(clock);
  const stays = add(catalogue, { nameEn: 'Coffee', codes: ['111'], shortCode: '1', price: '10' });
  const gone = add(catalogue, {
    nameAr: 'قهوة',
    nameEn: 'Coffee cup',
    codes: ['222', '333'],
    shortCode: '2',
    price: '12',
    favourite: true,
  });
  return { catalogue, stays, gone };
}

describe('two articles that are one', () => {
  test('are found by all codes and names of both, at the price of the one that stays', () => {
    const { catalogue, stays, gone } = twice();
    const one = catalogue.combine({ id: gone.id, revision: gone.revision, into: stays.id });
    expect(one).toMatchObject({ id: stays.id, nameEn: 'Coffee', price: '10', shortCode: '1', revision: 2 });
    expect(one.codes).toEqual(['111', '2', '222', '333']);
    for (const code of ['1', '111', '2', '222', '333'])
      expect(catalogue.byCode(code)?.id, code).toBe(stays.id);
    expect(catalogue.find('coffee cup', 5).map(({ id }) => id)).toEqual([stays.id]);
    expect(catalogue.isArticle(sold('قهوة'))).toBe(true);
    expect(catalogue.list(page).total).toBe(1);
    expect(catalogue.list({ ...page, show: 'withdrawn' }).total).toBe(0);
    expect(() => catalogue.get(gone.id)).toThrow(failing('article-missing'));
    expect(
      catalogue.articlesOf([{ name: 'x', barcode: '222' }, { name: 'Coffee cup' }, { name: 'Tea' }]),
    ).toEqual([{ id: stays.id, group: undefined }, { id: stays.id, group: undefined }, undefined]);
  });

  test('keep the prices of both as history, and a planned price of the one given up never begins', () => {
    const clock = new FakeClock();
    const { catalogue, stays, gone } = twice(clock);
    edit(catalogue, gone.id, { price: '15' }, '2026-11-25');
    catalogue.combine({ id: gone.id, into: stays.id });
    clock.set(Date.parse('2026-12-01T09:00:00Z'));
    expect(catalogue.get(stays.id)).toMatchObject({ price: '10' });
    expect(catalogue.get(stays.id).next).toBeUndefined();
    const history = catalogue.prices(stays.id).map(({ price, wasOf, state }) => ({ price, wasOf, state }));
    const wasOf = 'قهوة | Coffee cup';
    expect(history).toHaveLength(3);
    expect(history).toContainEqual({ price: '10', wasOf: undefined, state: 'now' });
    expect(history).toContainEqual({ price: '12', wasOf, state: 'past' });
    expect(history).toContainEqual({ price: '15', wasOf, state: 'dropped' });
  });

  test('lend a short code where the one that stays has none', () => {
    const catalogue = newCatalogue();
    const stays = add(catalogue, { nameEn: 'Tea' });
    const gone = add(catalogue, { nameEn: 'Tea bag', shortCode: '7' });
    expect(catalogue.combine({ id: gone.id, into: stays.id })).toMatchObject({ shortCode: '7', codes: [] });
  });

  test('are refused where they cannot be one, and nothing is written', () => {
    const { catalogue, stays, gone } = twice();
    const kilo = add(catalogue, { nameEn: 'Beans', unit: 'KGM' });
    const free = add(catalogue, {
      nameEn: 'Milk',
      vat: { category: 'Z', rate: '0', reason: 'VATEX-SA-35' },
      codes: ['444'],
    });
    const combine = (id: string, into: string, revision?: number) => () =>
      catalogue.combine({ id, into, revision });
    expect(combine(stays.id, stays.id)).toThrow(refusing('article-itself'));
    expect(combine(gone.id, stays.id, gone.revision + 1)).toThrow(refusing('changed-meanwhile'));
    expect(combine(kilo.id, stays.id)).toThrow(refusing('article-unit-differs'));
    expect(combine(free.id, stays.id)).toThrow(refusing('article-vat-differs'));
    const full = add(catalogue, {
      nameEn: 'Full',
      codes: Array.from({ length: 30 }, (_, index) => `9${index + 100}`),
    });
    expect(combine(gone.id, full.id)).toThrow(refusing('codes-too-many'));
    expect(catalogue.list(page).total).toBe(5);
    expect(catalogue.byCode('222')?.id).toBe(gone.id);
  });
});
