import type { TakingsSum } from '../../books/ledger/sums/takings.ts';
import type { Catalogue } from '../catalogue/catalogue.ts';

export type ArticlesOf = Catalogue['articlesOf'];

type ArticleSum = Pick<TakingsSum, 'key' | 'label' | 'quantity' | 'amount'>;

/** A sum with its article; undefined if no article has the item. */
interface SumOfArticle<S extends ArticleSum> {
  readonly sum: S;
  readonly article: ReturnType<ArticlesOf>[number];
}

const itemOf = ({ key, label }: ArticleSum) => ({
  name: label ?? key,
  barcode: key === label ? undefined : key,
});

/**
 * Combines the sums of items that are one article by now, because it has several codes or was merged. Such a sum has
 * the article's present name and code, every other one those with which it was sold.
 * @param sums largest amount first
 */
export function byArticle<S extends ArticleSum>(
  sums: readonly S[],
  articlesOf: ArticlesOf,
): SumOfArticle<S>[] {
  const articles = articlesOf(sums.map(itemOf));
  const all: SumOfArticle<S>[] = [];
  const places = new Map<object, number>();
  for (const [index, sum] of sums.entries()) {
    const article = articles[index];
    const place = article && places.get(article);
    const before = place === undefined ? undefined : all[place];
    if (article && place !== undefined && before) {
      all[place] = { sum: joined(article, before.sum, sum), article };
      continue;
    }
    if (article) places.set(article, all.length);
    all.push({ sum, article });
  }
  return all.length === sums.length ? all : all.toSorted((one, other) => other.sum.amount - one.sum.amount);
}

const joined = <S extends ArticleSum>(
  { name, code = name }: NonNullable<ReturnType<ArticlesOf>[number]>,
  one: S,
  other: S,
): S => ({
  ...one,
  label: name,
  key: code,
  quantity: one.quantity + other.quantity,
  amount: one.amount + other.amount,
});
