import { expect, test } from 'vitest';
import { createCarryOut } from '../../../main/app/terminal/carry-out-orders.ts';
import { readArticleTable } from '../../../main/office/orders/article-table.ts';
import { type OrderInput, orderSchema } from '../../../shared/office/wire/orders.ts';
import { FakeClock } from '../../support/fake-clock.ts';
import { actor, add, newCatalogue } from '../../till/catalogue/support.ts';

/* Makes a till that has merged two of its articles and gets price lists from the head office. */

function orderedShop() {
  const clock = new FakeClock();
  const catalogue = newCatalogue(clock);
  const audited: unknown[] = [];
  const carryOut = createCarryOut({
    catalogue: { open: () => catalogue },
    articleFiles: { idle: async () => undefined },
    clock,
    audit: (_, action, detail) => audited.push([action, detail]),
    onArticles: () => undefined,
    callIn: () => expect.unreachable(),
    guard: { state: 'free' },
    checkBackupFolder: () => undefined,
  });
  const send = async (table: string, change: (order: OrderInput) => OrderInput = (order) => order) => {
    const [order] = readArticleTable(table, 1, null).orders;
    const parsed = orderSchema.parse(change(order as OrderInput));
    return carryOut('production', parsed as Parameters<typeof carryOut>[1]);
  };
  return { catalogue, audited, send };
}

const prices = (list: ReturnType<typeof newCatalogue>, ...codes: string[]) =>
  codes.map((code) => list.byCode(code)?.price);

test('a price list leaves articles that became one as they are, in any order, and says so', async () => {
  const { catalogue, audited, send } = orderedShop();
  await send('111\t\tCoffee\t10\n222\t\tCoffee cup\t12\n333\t\tTea\t3\n');
  const [stays, gone] = [catalogue.byCode('111'), catalogue.byCode('222')];
  catalogue.combine({ id: gone?.id ?? '', into: stays?.id ?? '', actor });
  const rows = ['111\t\tCoffee\t11', '222\t\tCoffee cup\t13', '333\t\tTea\t4'];
  for (const table of [rows, rows.toReversed()]) {
    audited.length = 0;
    expect(await send(table.join('\n'))).toBe('merged here: 222');
    expect(catalogue.byCode('111')).toMatchObject({ id: stays?.id, price: '11', codes: ['111', '222'] });
    expect(catalogue.byCode('222')?.id).toBe(stays?.id);
    expect(prices(catalogue, '333')).toEqual(['4']);
    const skipped = { id: gone?.id, codes: ['222'], why: 'merged', into: stays?.id };
    expect(audited).toContainEqual(['article.order-skipped', skipped]);
  }
  // The remaining article is merged into a third, so the articles that were merged before must refer to the third, too.
  const third = catalogue.byCode('333');
  catalogue.combine({ id: stays?.id ?? '', into: third?.id ?? '', actor });
  expect(await send(rows.join('\n'))).toBe('merged here: 111, 222');
  for (const code of ['111', '222', '333']) expect(catalogue.byCode(code)?.id, code).toBe(third?.id);
});

test('a price list still takes away codes that it gave itself', async () => {
  const { catalogue, send } = orderedShop();
  const withCodes =
    (...codes: string[]) =>
    (order: OrderInput): OrderInput => {
      if (order.kind !== 'articles') return order;
      const [first] = order.articles ?? [];
      return first === undefined
        ? order
        : { ...order, articles: [{ ...first, article: { ...first.article, codes } }] };
    };
  await send('111\t\tCoffee\t10', withCodes('111', '112'));
  const ownArticle = catalogue.byCode('111');
  catalogue.combine({
    id: add(catalogue, { nameEn: 'Mug', shortCode: '9' }).id,
    into: ownArticle?.id ?? '',
    actor,
  });
  await send('111\t\tCoffee\t10', withCodes('111', '113'));
  expect(catalogue.get(ownArticle?.id ?? '')).toMatchObject({ codes: ['111', '113'], shortCode: '9' });
});

test('an article that is refused keeps no other from its new price, and the answer names it', async () => {
  const { catalogue, audited, send } = orderedShop();
  add(catalogue, { nameEn: 'Own coffee', codes: ['222'], price: '7' });
  const sent = send('222\t\tCoffee cup\t12\n333\t\tTea\t3\n');
  await expect(sent).rejects.toMatchObject({
    failure: { code: 'bad-input', detail: { code: '1 of 2, 222 code-taken' } },
  });
  expect(prices(catalogue, '222', '333')).toEqual(['7', '3']);
  const detail = expect.objectContaining({ codes: ['222'], why: 'code-taken' });
  expect(audited).toContainEqual(['article.order-skipped', detail]);
});
