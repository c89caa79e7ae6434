import { randomUUID } from 'node:crypto';
import type { Article, ArticleGroup } from '../../../shared/contract/till/articles.ts';
import { fail, refuseInput } from '../../../shared/failure.ts';
import type { ArticleForm, GroupForm } from '../../../shared/sale/article.ts';
import type { Clock } from '../../base/platform/clock.ts';
import { riyadhDateTime, riyadhInstant } from '../../base/platform/riyadh-time.ts';
import type { Database } from '../../books/ledger/database/database.ts';
import type { RememberedItem } from '../../books/ledger/search/known-items.ts';
import { createArticlesOf } from './article-of.ts';
import { createArticleSearch } from './article-search.ts';
import { createArticles } from './articles.ts';
import { type Combination, createCombining } from './combine.ts';
import { createGroups } from './groups.ts';
import { createLabels } from './labels.ts';
import { createPricesOfDay } from './price-of-day.ts';
import { createPrices } from './prices.ts';
import { createToArticle } from './rows.ts';
import { createSamples } from './samples.ts';
import { createTakeableProposals, type Merger, type Taken } from './take-proposals.ts';
import { createWithdrawn } from './withdrawn-item.ts';

export interface ArticleChange {
  /** undefined for a new article. */
  readonly id?: string | undefined;
  readonly article: ArticleForm;
  /** The id of a new article; by default a random one. */
  readonly newId?: string | undefined;
  /** The revision that the writer saw; omitted to change any revision. */
  readonly revision?: number | undefined;
  /** True if codes from a merge stay, even when the form does not have them. */
  readonly keepsMerged?: boolean | undefined;
  /**
   * The price in force that the writer saw, '' for none; if the writer sends the same price back, it does not change.
   */
  readonly priceSeen?: string | undefined;
  /** The day of a new price, in Riyadh; undefined for now. */
  readonly priceFrom?: string | undefined;
  readonly actor: string;
}

export interface GroupChange {
  /** undefined for a new group. */
  readonly id?: string | undefined;
  /** The id of a new group; by default a random one. */
  readonly newId?: string | undefined;
  readonly group: GroupForm;
  /** The index in the list; by default the last for a new one. */
  readonly place?: number | undefined;
}

/**
 * The articles of a shop. A failure is a FailureError: `article-missing`, `bad-input`, or a failure of the database.
 */
export function createCatalogue(database: Database, clock: Pick<Clock, 'now'>) {
  const now = () => clock.now();
  const prices = createPrices(database, now);
  const groups = createGroups(database);
  const articles = createArticles(database);
  const proposals = createTakeableProposals(database, articles, prices, now);
  const toArticle = createToArticle(database, prices);
  const search = createArticleSearch(database, toArticle);
  const labels = createLabels(database, search.byCode);
  const articlesOf = createArticlesOf(database);
  const combine = createCombining(database, articles, prices, toArticle, now);
  const samples = createSamples(database);
  const pricesOfDay = createPricesOfDay(database, prices, (code) => labels.read(labels.rules(), code));

  const get = (id: string) => toArticle(articles.row(id));
  const change = <T>(work: () => T): T => database.transaction(work).immediate();

  return {
    list: search.list,
    byCode: search.byCode,
    find: search.find,
    all: search.all,
    get,
    save: ({ id, newId, article, revision, keepsMerged, priceSeen, priceFrom, actor }: ArticleChange) =>
      change(() => {
        const ownId = id ?? newId ?? randomUUID();
        const n = articles.write(ownId, article, { isNew: id === undefined, revision, keepsMerged });
        const { price } = article;
        // Another price may be in force by now: the price counts as new only if the writer changed it.
        if (priceSeen === undefined || priceFrom !== undefined || (price ?? '') !== priceSeen)
          prices.set(n, { price, from: startOf(priceFrom, now()), actor });
        return get(ownId);
      }),
    setActive: (id: string, active: boolean): Article =>
      change(() => {
        articles.setActive(id, active);
        return get(id);
      }),
    pricesOfDay,
    prices: (id: string) => prices.history(articles.row(id).n),
    /** Drops a price that is not in force yet; returns its article. */
    dropPrice: (dropped: number): Article =>
      change(() => {
        const n = prices.drop(dropped) ?? fail('article-missing');
        return toArticle(articles.rowAt(n));
      }),
    groups: groups.list,
    saveGroup: ({ id, newId, group, place }: GroupChange): ArticleGroup[] =>
      change(() => {
        groups.save(id ?? newId ?? randomUUID(), group, { isNew: id === undefined, place });
        return groups.list();
      }),
    removeGroup: (id: string): ArticleGroup[] =>
      change(() => {
        groups.remove(id);
        return groups.list();
      }),
    proposals: proposals.list,
    /** Makes a proposal an article, which can be found under the proposal's name too. */
    take: (sold: readonly RememberedItem[], taken: Taken): Article =>
      change(() => get(proposals.take(sold, taken))),
    merge: (sold: readonly RememberedItem[], merger: Merger): Article =>
      change(() => get(proposals.merge(sold, merger))),
    labelRules: labels.rules,
    setLabelRules: labels.setRules,
    /** Reads a label and finds its article, withdrawn or not; undefined for any other code. */
    readLabel: labels.read,
    labelFault: labels.faultOf,
    isArticle: proposals.isArticle,
    articleOf: labels.articleOf,
    isWithdrawn: createWithdrawn(database, labels.articleOf),
    articlesOf,
    combine: (combination: Combination): Article => change(() => get(combine(combination))),
    givenUpInto: articles.givenUpInto,
    dismiss: (key: string) => change(() => proposals.dismiss(key)),
    markSample: (id: string) => change(() => samples.mark(id)),
    removeSamples: () => change(samples.remove),
    countOwn: samples.countOwn,
  };
}

export type Catalogue = ReturnType<typeof createCatalogue>;

/** Returns the beginning of a day; the present moment if the day is today or missing. */
function startOf(day: string | undefined, now: number): number {
  const today = riyadhDateTime(now).date;
  if (day === undefined || day === today) return now;
  if (day < today) refuseInput(['priceFrom'], 'date-past', 'must be today or later');
  return riyadhInstant(`${day}T00:00:00`);
}
