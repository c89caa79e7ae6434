import type { Catalogue } from '../catalogue/catalogue.ts';
import type { TakingsSum } from '../ledger/takings.ts';

/** Finds the articles of items that were sold. */
export type ArticlesOf = Catalogue['articlesOf'];

type ArticleSum = Pick<TakingsSum, 'key' | 'label' | 'quantity' | 'amount'>;

/** The item that a sum by article is of. */
export const itemOf = ({ key, label }: Pick<ArticleSum, 'key' | 'label'>) => ({
  name: label ?? key,
  barcode: key === label ? undefined : key,
});

/**
 * Adds up the sums of items that are one article by now: it may have several codes, or have been two. The one that brought
 * most names the sum.
 * @param sums largest amount first
 */
export function byArticle<S extends ArticleSum>(sums: readonly S[], articlesOf: ArticlesOf): S[] {
  const articles = articlesOf(sums.map(itemOf));
  const added = new Map<string, S>();
  let hasAdded = false;
  for (const [index, sum] of sums.entries()) {
    // No id of an article begins with a space.
    const id = articles[index]?.id ?? ` ${sum.key}`;
    const before = added.get(id);
    hasAdded ||= before !== undefined;
    added.set(id, before === undefined ? sum : joined(before, sum));
  }
  if (!hasAdded) return [...sums];
  return [...added.values()].toSorted((one, other) => other.amount - one.amount);
}

const joined = <S extends ArticleSum>(one: S, other: S): S => ({
  ...one,
  quantity: one.quantity + other.quantity,
  amount: one.amount + other.amount,
});
