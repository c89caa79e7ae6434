import { describe, expect, test } from 'vitest';
import { byArticle } from '../../../main/till/shift/one-article.ts';
import { groupFormSchema } from '../../../shared/sale/article.ts';
import { failing } from '../../books/ledger/support.ts';
import { FakeClock } from '../../support/fake-clock.ts';
import { actor, add, dataFolder, edit, newCatalogue, openIn, refusing, sold } from './support.ts';

const page = { text: '', show: 'active', language: 'en', start: 0 } as const;

/** Makes two articles named Coffee, whose codes, other names and prices differ. */
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
    const one = catalogue.combine({ id: gone.id, revision: gone.revision, into: stays.id, actor });
    expect(one).toMatchObject({ id: stays.id, nameEn: 'Coffee', price: '10', shortCode: '1', revision: 2 });
    expect(one.codes).toEqual(['111', '2', '222', '333']);
    for (const code of ['1', '111', '2', '222', '333'])
      expect(catalogue.byCode(code)?.id, code).toBe(stays.id);
    expect(catalogue.find('coffee cup', 5).map(({ id }) => id)).toEqual([stays.id]);
    expect(catalogue.isArticle(sold('قهوة'))).toBe(true);
    expect(catalogue.list(page).total).toBe(1);
    expect(catalogue.list({ ...page, show: 'withdrawn' }).total).toBe(0);
    expect(() => catalogue.get(gone.id)).toThrow(failing('article-missing'));
    const sales = [{ name: 'x', barcode: '222' }, { name: 'Coffee cup' }, { name: 'Tea' }];
    const [byCode, byName, none] = catalogue.articlesOf(sales);
    expect([byCode?.name, byCode?.code, byCode?.group]).toEqual(['Coffee', '111', undefined]);
    expect(byName).toBe(byCode);
    expect(none).toBeUndefined();
  });

  test('keep the prices of both as history, and a planned price of the one given up never begins', () => {
    const clock = new FakeClock();
    const { catalogue, stays, gone } = twice(clock);
    edit(catalogue, gone.id, { price: '15' }, '2026-11-25');
    catalogue.combine({ id: gone.id, into: stays.id, actor });
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

  test('stay a favourite, and have the price, plan and group of the one given up where there is none', () => {
    const clock = new FakeClock();
    const catalogue = newCatalogue(clock);
    const vat = { category: 'Z', rate: '0', reason: 'VATEX-SA-35' } as const;
    const [group] = catalogue.saveGroup({ group: groupFormSchema.parse({ nameEn: 'Drinks', vat }) });
    const stays = add(catalogue, { nameEn: 'Coffee', codes: ['111'], vat });
    const gone = add(catalogue, {
      nameEn: 'Cup',
      codes: ['222'],
      price: '6',
      group: group?.id,
      favourite: true,
    });
    edit(catalogue, gone.id, { price: '7' }, '2026-11-25');
    const one = catalogue.combine({ id: gone.id, into: stays.id, actor });
    expect(one).toMatchObject({ price: '6', next: { price: '7' }, group: group?.id, favourite: true });
    const standard = add(catalogue, { nameEn: 'Tea', price: '3' });
    const kept = add(catalogue, {
      nameEn: 'Tea bag',
      price: '4',
      group: group?.id,
      vat: { category: 'S', rate: '15' },
    });
    const tea = catalogue.combine({ id: kept.id, into: standard.id, actor });
    expect(tea).toMatchObject({ price: '3', group: group?.id, soldWith: standard.soldWith });
  });

  test('are found under a name of both after either name changes', () => {
    const catalogue = newCatalogue();
    const stays = add(catalogue, { nameEn: 'Coffee', codes: ['111'] });
    for (const [nameEn, code] of [
      ['Coffee', '222'],
      ['Coffee cup', '333'],
    ] as const)
      catalogue.combine({ id: add(catalogue, { nameEn, codes: [code] }).id, into: stays.id, actor });
    for (const nameEn of ['Coffee cup', 'Arabic coffee']) edit(catalogue, stays.id, { nameEn });
    for (const name of ['Coffee', 'Coffee cup', 'Arabic coffee'])
      expect(catalogue.isArticle(sold(name)), name).toBe(true);
  });

  test('are one for the reports from then on, also where another process combined them', () => {
    const folder = dataFolder();
    const catalogue = openIn(folder).open();
    const stays = add(catalogue, { nameEn: 'Coffee', codes: ['111'] });
    const gone = add(catalogue, { nameEn: 'Cofee', codes: ['222'], shortCode: '2' });
    const sum = { count: 1, net: 0, vat: 0, discount: 0, quantity: 1_000_000 };
    const sums = [
      { ...sum, key: '222', label: 'Cofee', amount: 900 },
      { ...sum, key: '٩', label: 'Tea', amount: 500 },
      { ...sum, key: '111', label: 'Coffee', amount: 100 },
    ];
    const rows = () =>
      byArticle(sums, catalogue.articlesOf).map(({ sum: { key, label, amount } }) => [key, label, amount]);
    expect(rows()).toHaveLength(3);
    openIn(folder).open().combine({ id: gone.id, into: stays.id, actor });
    expect(rows()).toEqual([
      ['111', 'Coffee', 1_000],
      ['٩', 'Tea', 500],
    ]);
    edit(catalogue, stays.id, { nameEn: 'Arabic coffee' });
    expect(rows()[0]).toEqual(['111', 'Arabic coffee', 1_000]);
  });

  test('lend a short code where the one that stays has none', () => {
    const catalogue = newCatalogue();
    const stays = add(catalogue, { nameEn: 'Tea' });
    const gone = add(catalogue, { nameEn: 'Tea bag', shortCode: '7' });
    expect(catalogue.combine({ id: gone.id, into: stays.id, actor })).toMatchObject({
      shortCode: '7',
      codes: [],
    });
  });

  test('are refused where they cannot be one, and nothing is written', () => {
    const { catalogue, stays, gone } = twice();
    const kilo = add(catalogue, { nameEn: 'Beans', unit: 'KGM' });
    const free = add(catalogue, {
      nameEn: 'Milk',
      vat: { category: 'Z', rate: '0', reason: 'VATEX-SA-35' },
      codes: ['444'],
    });
    const combine = (id: string, into: string, revision?: number, intoRevision?: number) => () =>
      catalogue.combine({ id, into, revision, intoRevision, actor });
    expect(combine(stays.id, stays.id)).toThrow(refusing('article-itself'));
    expect(combine(gone.id, stays.id, gone.revision + 1)).toThrow(refusing('changed-meanwhile'));
    expect(combine(gone.id, stays.id, gone.revision, stays.revision + 1)).toThrow(
      refusing('changed-meanwhile'),
    );
    expect(combine(kilo.id, stays.id)).toThrow(refusing('article-unit-differs'));
    expect(combine(free.id, stays.id)).toThrow(refusing('article-vat-differs'));
    const full = add(catalogue, {
      nameEn: 'Full',
      codes: Array.from({ length: 30 }, (_, index) => `9${index + 100}`),
    });
    expect(combine(gone.id, full.id)).toThrow(refusing('codes-too-many'));
    const old = add(catalogue, { nameEn: 'Old coffee' });
    catalogue.setActive(old.id, false);
    expect(combine(gone.id, old.id)).toThrow(refusing('article-withdrawn'));
    expect(catalogue.list(page).total).toBe(5);
    expect(catalogue.byCode('222')?.id).toBe(gone.id);
  });
});
