import type { Database } from '../../books/ledger/database/database.ts';
import { searchText } from '../../books/ledger/database/search-words.ts';
import { codeKey } from './code-key.ts';
import type { PricedItem } from './price-of-day.ts';

/**
 * Returns whether an item is an article that was withdrawn: by its code, or else by its name, unless an article on sale
 * has that name too.
 * @param articleOf reads a label or a code of several facts
 */
export function createWithdrawn(
  database: Database,
  articleOf: (code: string) => { readonly active: boolean } | undefined,
): (item: PricedItem) => boolean {
  // A basket is priced at each key: nothing of an article is read but this.
  const coded = database
    .prepare<[string], 0 | 1>(
      `SELECT article.active FROM article_code JOIN article ON article.n = article_code.article
       WHERE article_code.key = ?`,
    )
    .pluck();
  const named = database
    .prepare<[string], number | null>(
      `SELECT max(article.active) FROM article_name JOIN article ON article.n = article_name.article
       WHERE folded = ?`,
    )
    .pluck();
  const inside = (code: string) => {
    const article = articleOf(code);
    return article && (article.active ? 1 : 0);
  };
  return ({ name, barcode }) => {
    const active = barcode === undefined ? undefined : (coded.get(codeKey(barcode)) ?? inside(barcode));
    return (active ?? named.get(searchText(name))) === 0;
  };
}
