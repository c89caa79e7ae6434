import { randomUUID } from 'node:crypto';
import type { ArticleForm } from '../../../shared/sale/article.ts';
import type { Database } from '../../books/ledger/database/database.ts';
import type { RememberedItem } from '../../books/ledger/search/known-items.ts';
import type { createArticles } from './articles.ts';
import type { createPrices } from './prices.ts';
import { createProposals } from './proposals.ts';

export interface Taken {
  readonly key: string;
  readonly article: ArticleForm;
  readonly actor: string;
}

export interface Merger {
  readonly key: string;
  /** The article that gets the name and the code of the proposal. */
  readonly id: string;
  /** undefined if the article keeps its price. */
  readonly price?: string | undefined;
  readonly actor: string;
}

/** The proposals, which can become articles; `take` and `merge` return the id of the article. */
export function createTakeableProposals(
  database: Database,
  articles: ReturnType<typeof createArticles>,
  prices: ReturnType<typeof createPrices>,
  now: () => number,
) {
  const proposals = createProposals(database);

  function know(n: number, { name, barcode }: ReturnType<typeof proposals.get>): void {
    articles.addName(n, name);
    if (barcode !== undefined) articles.addCode(n, barcode);
  }

  return {
    ...proposals,
    take(sold: readonly RememberedItem[], { key, article, actor }: Taken) {
      const id = randomUUID();
      const n = articles.write(id, article, { isNew: true });
      know(n, proposals.get(sold, key));
      prices.set(n, { price: article.price, from: now(), actor });
      return id;
    },
    merge(sold: readonly RememberedItem[], { key, id, price, actor }: Merger) {
      const { n } = articles.row(id);
      know(n, proposals.get(sold, key));
      if (price !== undefined) prices.set(n, { price, from: now(), actor });
      return id;
    },
  };
}
