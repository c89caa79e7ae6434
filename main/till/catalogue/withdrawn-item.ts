import { fail, type Issue } from '../../../shared/failure.ts';
import type { Sale } from '../../../shared/sale/sale.ts';
import type { Database } from '../../books/ledger/database/database.ts';
import { searchText } from '../../books/ledger/database/search-words.ts';
import type { Catalogue } from './catalogue.ts';
import type { GuardedCatalogue } from './open-catalogue.ts';
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

/**
 * Refuses goods that the shop withdrew, such as a recalled product, wherever the line came from: a tile, a scan, a basket
 * that was put aside. Goods that come back, and a document that is issued again, are of a sale that was made.
 * @throws FailureError `bad-input` at the lines, with their names
 */
export function refuseWithdrawn(sale: Sale, catalogue: Pick<GuardedCatalogue, 'ifOpen'>): void {
  const articles: Catalogue | undefined = sale.kind === 'invoice' ? catalogue.ifOpen() : undefined;
  if (articles === undefined) return;
  const issues = [...sale.lines.entries()]
    .filter(([, line]) => articles.isWithdrawn(line))
    .map(
      ([index, { name }]): Issue => ({
        path: ['lines', index, 'name'],
        code: 'item-withdrawn',
        message: 'is withdrawn and is not sold',
        params: { value: name },
      }),
    );
  if (issues.length > 0) fail('bad-input', { issues });
}
