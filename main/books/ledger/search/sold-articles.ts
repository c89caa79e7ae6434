import type { Database } from '../database/database.ts';
import { createLearned } from '../database/learned.ts';
import { searchText } from '../database/search-words.ts';
import { bodiesOf, type Packed } from '../documents/bodies.ts';

/** The articles of each document, stored beside it and filled later; for the list of documents by article. */
export function createSoldArticles(database: Database) {
  const { saleUnlessDamaged } = bodiesOf(database);
  const learned = createLearned(database, 'articles');
  const select = database.prepare<[number, number], { icv: number; sale: Packed }>(
    'SELECT icv, sale FROM body WHERE icv > ? ORDER BY icv LIMIT ?',
  );
  const insertArticle = database.prepare<[string, string]>(
    'INSERT INTO sold_article (key, name) VALUES (?, ?) ON CONFLICT DO NOTHING',
  );
  const insert = database.prepare<[number, string, string]>(
    `INSERT INTO sold_in (icv, article) SELECT ?, id FROM sold_article WHERE key = ? AND name = ?
     ON CONFLICT DO NOTHING`,
  );

  const take = database.transaction((limit: number): number => {
    const rows = select.all(learned.until(), limit);
    for (const { icv, sale } of rows)
      for (const { name, barcode } of saleUnlessDamaged(icv, sale)?.lines ?? []) {
        const article = [barcode ?? name, searchText(name)] as const;
        insertArticle.run(...article);
        insert.run(icv, ...article);
      }
    const last = rows.at(-1);
    if (last !== undefined) learned.set(last.icv);
    return rows.length;
  });

  return {
    /** Adds up to `limit` new documents. Returns the number; if it is less than `limit`, all are added. */
    index: (limit: number) => (database.readonly || !learned.isBehind() ? 0 : take.immediate(limit)),
  };
}
