import { describe, expect, test } from 'vitest';
import { failing } from '../../books/ledger/support.ts';
import { FakeClock } from '../../support/fake-clock.ts';
import { actor, add, edit, newCatalogue, refusing, sold } from './support.ts';

const page = { text: '', show: 'active', language: 'en', start: 0 } as const;
const names = (found: readonly { nameAr?: string | undefined; nameEn?: string | undefined }[]) =>
  found.map(({ nameEn, nameAr }) => nameEn ?? nameAr);

describe('an article', () => {
  test('is kept with all that it has', () => {
    const catalogue = newCatalogue();
    const [group] = catalogue.saveGroup({ group: { nameEn: 'Drinks', colour: 'blue' } });
    const article = {
      nameAr: 'قهوة',
      nameEn: 'Coffee',
      codes: ['6281000000017', 'AB12-77', 'رمز-٧'],
      shortCode: '12',
      price: '14.5',
      vat: { category: 'Z', rate: '0', reason: 'VATEX-SA-35' },
      unit: 'KGM',
      group: group?.id ?? '',
      favourite: true,
      colour: 'brown',
    } as const;
    const { id } = add(catalogue, { ...article, codes: [...article.codes] });
    expect(catalogue.get(id)).toEqual({ id, ...article, soldWith: article.vat, active: true, revision: 1 });
    expect(() => catalogue.get('7b0b6f0e-6f6f-4a52-9d43-1f1d0a3f4c11')).toThrow(failing('article-missing'));
  });

  test('is found by each of its codes, in any spelling, withdrawn or not', () => {
    const catalogue = newCatalogue();
    const { id } = add(catalogue, {
      nameEn: 'Coffee',
      codes: ['012345678905', 'ab12-77', 'رمز 7', '10023'],
      shortCode: '12',
    });
    for (const code of ['012345678905', '0012345678905', '٠١٢٣٤٥٦٧٨٩٠٥', 'AB12-77', 'رمز٧', ' 10023 ', '١٢'])
      expect(catalogue.byCode(code)?.id, code).toBe(id);
    for (const code of ['1002', '010023', '', ' ', '%']) expect(catalogue.byCode(code), code).toBeUndefined();
    catalogue.setActive(id, false);
    expect(catalogue.byCode('10023')).toMatchObject({ id, active: false });
    expect(names(catalogue.list({ ...page, show: 'withdrawn' }).articles)).toEqual(['Coffee']);
    catalogue.setActive(id, true);
    expect(catalogue.byCode('10023')).toMatchObject({ id, active: true });
  });

  test('has its codes alone: one of another article is refused with its name, and nothing is written', () => {
    const catalogue = newCatalogue();
    add(catalogue, { nameAr: 'قهوة', nameEn: 'Coffee', codes: ['10023'] });
    expect(() => add(catalogue, { nameEn: 'Tea', codes: ['5', '10023'] })).toThrow(
      expect.objectContaining({
        failure: {
          code: 'bad-input',
          issues: [
            expect.objectContaining({
              path: ['codes', 1],
              code: 'code-taken',
              params: { value: 'قهوة | Coffee' },
            }),
          ],
        },
      }),
    );
    expect(() => add(catalogue, { nameEn: 'Tea', shortCode: '10023' })).toThrow(refusing('code-taken'));
    expect(() => add(catalogue, { nameEn: 'Tea', codes: ['7', '٧'] })).toThrow(refusing('code-twice'));
    expect(catalogue.list(page).total).toBe(1);
  });

  test('gives up codes and names that are taken from it', () => {
    const catalogue = newCatalogue();
    const { id } = add(catalogue, { nameEn: 'Coffee', codes: ['1', '2'] });
    edit(catalogue, id, { nameEn: 'Espresso', codes: ['2', '3'] });
    expect(catalogue.byCode('1')).toBeUndefined();
    expect(catalogue.find('coffee', 6)).toEqual([]);
    expect(names(catalogue.find('espr', 6))).toEqual(['Espresso']);
    expect(add(catalogue, { nameEn: 'Tea', codes: ['1'] }).codes).toEqual(['1']);
  });
});

describe('the list', () => {
  test('is searched as Arabic is written, by parts of names and codes, those that begin so first', () => {
    const catalogue = newCatalogue();
    add(catalogue, { nameAr: 'شاي أخضر', nameEn: 'Green tea', codes: ['AB12-77'] });
    add(catalogue, { nameAr: 'قهوة عربية', nameEn: 'Arabic coffee' });
    add(catalogue, { nameEn: 'Tea pot' });
    add(catalogue, { nameEn: 'Iced tea', favourite: true });
    expect(names(catalogue.find('tea', 6))).toEqual(['Tea pot', 'Iced tea', 'Green tea']);
    expect(names(catalogue.find('قهوه عرب', 6))).toEqual(['Arabic coffee']);
    expect(names(catalogue.find('اخضر', 6))).toEqual(['Green tea']);
    expect(names(catalogue.find('gr te', 6))).toEqual(['Green tea']);
    expect(names(catalogue.find('ab12', 6))).toEqual(['Green tea']);
    for (const text of ['', '%', '"', 'xyz']) expect(catalogue.find(text, 6)).toEqual([]);
    expect(names(catalogue.list({ ...page, text: 'ab12-77' }).articles)).toEqual(['Green tea']);
  });

  test('comes in pages, in the order of the language, of a group and of favourites', () => {
    const catalogue = newCatalogue();
    const [group] = catalogue.saveGroup({ group: { nameEn: 'Fruit' } });
    for (let number = 119; number >= 0; number -= 1)
      add(catalogue, {
        nameEn: `Item ${String(number).padStart(3, '0')}`,
        nameAr: `صنف ${String(999 - number)}`,
        favourite: number < 3,
        ...(number >= 115 && group && { group: group.id }),
      });
    const first = catalogue.list(page);
    expect(first.total).toBe(120);
    expect(names(first.articles).slice(0, 2)).toEqual(['Item 000', 'Item 001']);
    expect(names(catalogue.list({ ...page, start: 100 }).articles).at(-1)).toBe('Item 119');
    expect(names(catalogue.list({ ...page, language: 'ar' }).articles)[0]).toBe('Item 119');
    expect(catalogue.list({ ...page, show: 'favourites' }).total).toBe(3);
    expect(catalogue.list({ ...page, group: group?.id }).total).toBe(5);
    expect(catalogue.list({ ...page, text: 'item' }).total).toBe(120);
  });
});

describe('a price', () => {
  test('is dated and kept, with who changed it', async () => {
    const clock = new FakeClock();
    const catalogue = newCatalogue(clock);
    const { id } = add(catalogue, { nameEn: 'Coffee', price: '14' });
    await clock.advance(60_000);
    edit(catalogue, id, { price: '15' });
    edit(catalogue, id, { nameEn: 'Black coffee' });
    await clock.advance(60_000);
    edit(catalogue, id, { price: undefined });
    expect(catalogue.get(id).price).toBeUndefined();
    expect(catalogue.prices(id)).toMatchObject([
      { before: '15', from: '2026-11-20T10:02:00.000Z', state: 'now', actor },
      { before: '14', price: '15', from: '2026-11-20T10:01:00.000Z', state: 'past' },
      { price: '14', from: '2026-11-20T10:00:00.000Z', at: '2026-11-20T10:00:00.000Z', state: 'past' },
    ]);
  });

  test('dated ahead comes into force at midnight in Riyadh, and may be dropped before', async () => {
    const clock = new FakeClock();
    const catalogue = newCatalogue(clock);
    const { id } = add(catalogue, { nameEn: 'Coffee', price: '14' });
    edit(catalogue, id, { price: '16' }, '2026-11-22');
    const ahead = edit(catalogue, id, { price: '15' }, '2026-11-21');
    expect(ahead).toMatchObject({ price: '14', next: { price: '15', from: '2026-11-20T21:00:00.000Z' } });
    await clock.advance(11 * 60 * 60_000 - 1);
    expect(catalogue.get(id).price).toBe('14');
    await clock.advance(1);
    expect(catalogue.get(id)).toMatchObject({ price: '15', next: { price: '16' } });
    const [coming, now] = catalogue.prices(id);
    expect(() => catalogue.dropPrice(now?.id ?? 0)).toThrow(failing('article-missing'));
    expect(catalogue.dropPrice(coming?.id ?? 0).next).toBeUndefined();
    expect(catalogue.prices(id).map(({ state }) => state)).toEqual(['dropped', 'now', 'past']);
    await clock.advance(3 * 24 * 60 * 60_000);
    expect(catalogue.get(id).price).toBe('15');
  });

  test('of yesterday is refused', () => {
    const catalogue = newCatalogue();
    const { id } = add(catalogue, { nameEn: 'Coffee', price: '14' });
    expect(() => edit(catalogue, id, { price: '15' }, '2026-11-19')).toThrow(refusing('date-past'));
    expect(edit(catalogue, id, { price: '15' }, '2026-11-20').price).toBe('15');
  });
});

describe('a group', () => {
  test('gives its VAT to articles that have none of their own', () => {
    const catalogue = newCatalogue();
    const zero = { category: 'Z', rate: '0', reason: 'VATEX-SA-35' } as const;
    const [group] = catalogue.saveGroup({ group: { nameEn: 'Medicine', vat: zero } });
    const { id } = add(catalogue, { nameEn: 'Syrup', group: group?.id });
    expect(catalogue.get(id)).toMatchObject({ soldWith: zero });
    expect(edit(catalogue, id, { vat: { category: 'S', rate: '5' } }).soldWith.rate).toBe('5');
    expect(edit(catalogue, id, { vat: undefined, group: undefined }).soldWith.rate).toBe('15');
  });

  test('stands where the manager puts it, and goes only when it is empty', () => {
    const catalogue = newCatalogue();
    for (const nameEn of ['A', 'B', 'C']) catalogue.saveGroup({ group: { nameEn } });
    const [, , last] = catalogue.groups();
    expect(
      catalogue.saveGroup({ id: last?.id, group: { nameEn: 'C' }, place: 0 }).map((one) => one.nameEn),
    ).toEqual(['C', 'A', 'B']);
    const { id } = add(catalogue, { nameEn: 'Syrup', group: last?.id });
    expect(() => catalogue.removeGroup(last?.id ?? '')).toThrow(refusing('group-in-use'));
    edit(catalogue, id, { group: undefined });
    expect(catalogue.removeGroup(last?.id ?? '')).toHaveLength(2);
    expect(() => edit(catalogue, id, { group: last?.id })).toThrow(refusing('group-missing'));
  });
});

describe('a proposal', () => {
  const coffee = sold('قهوة | Coffee', { sold: 9 });
  const water = sold('Water', { barcode: '6281000000017' });

  test('is what was sold and no article has', () => {
    const catalogue = newCatalogue();
    expect(catalogue.proposals([coffee, water])).toMatchObject([
      { name: 'قهوة | Coffee', nameAr: 'قهوة', nameEn: 'Coffee', price: '10', sold: 9 },
      { nameEn: 'Water', barcode: '6281000000017' },
    ]);
    add(catalogue, { nameAr: 'قهوه', nameEn: 'COFFEE' });
    add(catalogue, { nameEn: 'Spring water', codes: ['06281000000017'] });
    expect(catalogue.proposals([coffee, water])).toEqual([]);
  });

  test('is taken as an article, merged into one, or dismissed, and does not come back', () => {
    const catalogue = newCatalogue();
    const taken = catalogue.take([coffee], {
      key: coffee.key,
      article: { nameAr: 'قهوة عربية', codes: [], unit: 'PCE', favourite: false, price: '11' },
      actor,
    });
    expect(taken).toMatchObject({ nameAr: 'قهوة عربية', price: '11' });
    expect(catalogue.find('coffee', 6)).toMatchObject([{ id: taken.id }]);
    const { id } = add(catalogue, { nameEn: 'Spring water', price: '1' });
    const all = [coffee, water, sold('Bag')];
    expect(catalogue.merge(all, { key: water.key, id, price: '2', actor })).toMatchObject({
      codes: ['6281000000017'],
      price: '2',
    });
    catalogue.dismiss(sold('Bag').key);
    expect(catalogue.proposals(all)).toEqual([]);
    expect(() => catalogue.merge(all, { key: 'gone', id, actor })).toThrow(failing('article-missing'));
    // The article keeps its combined name after a change to its own names.
    edit(catalogue, taken.id, { nameEn: 'Saudi coffee' });
    expect(catalogue.proposals([coffee])).toEqual([]);
  });
});

test('a price that began since it was seen is not undone by a change of something else', () => {
  const clock = new FakeClock();
  const catalogue = newCatalogue(clock);
  const { id } = add(catalogue, { nameEn: 'Tea', price: '12' });
  edit(catalogue, id, { price: '15' }, '2026-11-21');
  clock.set(Date.parse('2026-11-20T21:10:00Z'));
  const save = (nameEn: string, price: string | undefined, priceSeen: string, priceFrom?: string) =>
    catalogue.save({
      id,
      actor,
      priceSeen,
      priceFrom,
      article: { nameEn, price, codes: [], unit: 'PCE', favourite: false },
    });
  expect(save('Green tea', '12', '12')).toMatchObject({ nameEn: 'Green tea', price: '15' });
  expect(save('Green tea', '13', '12')).toMatchObject({ price: '13' });
  expect(save('Green tea', undefined, '13').price).toBeUndefined();
  expect(save('Green tea', undefined, '').price).toBeUndefined();
  expect(save('Green tea', '13', '13', '2026-11-22')).toMatchObject({ next: { price: '13' } });
});

describe('two people who change one article', () => {
  test('do not undo each other: the later one is asked to look again', () => {
    const catalogue = newCatalogue();
    const { id, revision } = add(catalogue, { nameEn: 'Tea', price: '5' });
    const change = (price: string, seen: number | undefined) =>
      catalogue.save({
        id,
        revision: seen,
        actor: 'Mona',
        article: { nameEn: 'Tea', price, codes: [], unit: 'PCE', favourite: false },
      });
    expect(change('6', revision)).toMatchObject({ price: '6', revision: revision + 1 });
    expect(() => change('7', revision)).toThrow(refusing('changed-meanwhile'));
    expect(catalogue.get(id).price).toBe('6');
    expect(catalogue.setActive(id, false).revision).toBe(revision + 2);
    // A caller that sends no revision, such as an import, can still write.
    expect(change('8', undefined)).toMatchObject({ price: '8', revision: revision + 3 });
  });
});
