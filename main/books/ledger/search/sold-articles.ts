import type { Database } from '../database/database.ts';
import { searchText } from '../database/search-words.ts';

interface Line {
  readonly name: string;
  readonly barcode?: string;
}

/** The articles of each document, stored beside it and filled later; for the list of documents by article. */
export function createSoldArticles(database: Database) {
  const select = database.prepare<[number], { icv: number; lines: string }>(
    `SELECT icv, sale ->> '$.lines' AS lines FROM document
     WHERE icv > (SELECT icv FROM sold_until) ORDER BY icv LIMIT ?`,
  );
  const insertArticle = database.prepare<[string, string]>(
    'INSERT INTO sold_article (key, name) VALUES (?, ?) ON CONFLICT DO NOTHING',
  );
  const insert = database.prepare<[number, string, string]>(
    `INSERT INTO sold_in (icv, article) SELECT ?, id FROM sold_article WHERE key = ? AND name = ?
     ON CONFLICT DO NOTHING`,
  );
  const setUntil = database.prepare<[number]>('UPDATE sold_until SET icv = ?');
  const behind = database
    .prepare<[], 0 | 1>('SELECT coalesce((SELECT max(icv) FROM document), 0) > (SELECT icv FROM sold_until)')
    .pluck();

  const take = database.transaction((limit: number): number => {
    const rows = select.all(limit);
    for (const { icv, lines } of rows)
      for (const { name, barcode } of JSON.parse(lines) as Line[]) {
        const article = [barcode ?? name, searchText(name)] as const;
        insertArticle.run(...article);
        insert.run(icv, ...article);
      }
    const last = rows.at(-1);
    if (last !== undefined) setUntil.run(last.icv);
    return rows.length;
  });

  return {
    /** Adds up to `limit` new documents. Returns the number; if it is less than `limit`, all are added. */
    index: (limit: number) => (database.readonly || behind.get() === 0 ? 0 : take.immediate(limit)),
  };
}
