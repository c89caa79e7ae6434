import type { Database } from '../../books/ledger/database/database.ts';
import { searchText } from '../../books/ledger/database/search-words.ts';
import type { PricedItem } from './price-of-day.ts';

/**
 * Returns whether an item is an article that was withdrawn: by its code, or else by its name, unless an article on sale
 * has that name too.
 * @param articleOf reads a code of any kind
 */
export function createWithdrawn(
  database: Database,
  articleOf: (code: string) => { readonly active: boolean } | undefined,
): (item: PricedItem) => boolean {
  const named = database
    .prepare<[string], number | null>(
      `SELECT max(article.active) FROM article_name JOIN article ON article.n = article_name.article
       WHERE folded = ?`,
    )
    .pluck();
  return ({ name, barcode }) => {
    const article = barcode === undefined ? undefined : articleOf(barcode);
    return article === undefined ? named.get(searchText(name)) === 0 : !article.active;
  };
}
