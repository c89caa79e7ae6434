import type { SubmissionMode } from '../../../../shared/status.ts';
import type { Database } from '../database/database.ts';
import { createCounterAt } from '../times/counter-at.ts';
import { createBlockSums, type SumsOf } from './block-sums.ts';
import type { Range } from './filter-sql.ts';
import { createFilteredDocuments } from './filtered-documents.ts';
import { type FilterPlan, type InvoiceFilter, ofMeans, ofPerson, planFilter } from './invoice-filter.ts';
import { createSearchIndex } from './search-index.ts';
import { createSoldArticles } from './sold-articles.ts';
import { type ChangedPage, createStatusChanges } from './status-changes.ts';
import { createSubmissionCounts, type SubmissionCounts } from './submission-counts.ts';

/** The lists of many documents for the screens; fast for any number. */
export type InvoiceList = ReturnType<typeof createInvoiceList>;

/** The number of documents indexed in one transaction before a search: other processes may issue in between. */
const indexBatch = 2_000;

/** The number of blocks that are added up in an idle moment, and before sums are shown: about a millisecond each. */
const blocksAtOnce = 5;
const blocksBeforeSums = 20;

/** Returns the part of a filter that the stored sums support; undefined for any other filter. */
function keptSumsOf({ conditions, parameters }: FilterPlan): SumsOf | undefined {
  if (conditions.some((one) => one !== ofPerson && one !== ofMeans)) return undefined;
  const read = (name: string) => (parameters[name] === undefined ? undefined : String(parameters[name]));
  return { by: read('by'), means: read('means') };
}

/** Finds the range of counters of a filter, and its total if that is known. */
function createRanges(database: Database, byState: SubmissionCounts['byState']) {
  const counterAt = createCounterAt(database);
  const selectLast = database.prepare<[], number>('SELECT coalesce(max(icv), 0) FROM document').pluck();
  const lastCounter = () => selectLast.get() ?? 0;

  const rangeOf = ({ from, until }: FilterPlan): Range => ({
    first: from === undefined ? 1 : counterAt(from),
    last: until === undefined ? lastCounter() : counterAt(until) - 1,
  });

  /** Returns the total of a filter that the stored counts support, without reading a document. */
  function knownTotal(
    plan: FilterPlan,
    { first, last }: Range,
    { states }: InvoiceFilter,
  ): number | undefined {
    if (plan.conditions.length === 0) return Math.max(0, last - first + 1);
    const isWhole = first <= 1 && last >= lastCounter();
    if (!isWhole || states === undefined || plan.conditions.length > 1) return undefined;
    const counted = byState();
    return [...new Set(states)].reduce((sum, state) => sum + counted[state], 0);
  }

  return { rangeOf, knownTotal };
}

type ListQuery = InvoiceFilter & { before?: number | undefined; limit: number };

export function createInvoiceList(database: Database) {
  const searchIndex = createSearchIndex(database);
  const soldArticles = createSoldArticles(database);
  const documents = createFilteredDocuments(database);
  const { byState, counts, hasAccepted } = createSubmissionCounts(database);
  const { rangeOf, knownTotal } = createRanges(database, byState);
  const blockSums = createBlockSums(database);
  const changes = createStatusChanges(database);
  const select = database.transaction(({ before, limit, ...filter }: ListQuery, plan: FilterPlan) => {
    const range = rangeOf(plan);
    const source = documents.choose(plan, range);
    const last = before === undefined ? range.last : Math.min(range.last, before - 1);
    const total = knownTotal(plan, range, filter);
    return {
      rows: documents.page(source, plan, { ...range, last }, limit),
      ...(total === undefined ? documents.count(source, plan, range) : { total }),
    };
  });

  function planned(filter: InvoiceFilter): FilterPlan {
    const plan = planFilter(filter);
    if (plan.search) while (searchIndex.index(indexBatch) === indexBatch); // This repeats until all are indexed.
    if (plan.articles) while (soldArticles.index(indexBatch) === indexBatch);
    return plan;
  }

  const selectSums = database.transaction((plan: FilterPlan) => {
    const range = rangeOf(plan);
    const kept = keptSumsOf(plan);
    const ready = kept && blockSums.sums(range, kept);
    if (ready !== undefined) return documents.withoutPurchases(ready, plan, range);
    return documents.sums(documents.choose(plan, range), plan, range);
  });

  const selectChanged = database.transaction(
    (plan: FilterPlan, place: { after: number; limit: number }): ChangedPage =>
      changes.page(plan, rangeOf(plan), place),
  );

  return {
    list: (query: ListQuery) => select(query, planned(query)), // Rows and total must come from one state of the database.
    sums: (query: InvoiceFilter) => {
      blockSums.learn(blocksBeforeSums);
      return selectSums(planned(query));
    },
    /** Returns a page in the order of the last changes; even before the end it may be shorter than `limit`, or empty. */
    changed: ({ after, limit, ...filter }: InvoiceFilter & { after: number; limit: number }) =>
      selectChanged(planned(filter), { after, limit }),
    changes: {
      before: changes.before,
      of: changes.of,
      last: changes.last,
    },
    counts: () => counts(),
    /** Returns true when the authority has accepted a document in this mode. */
    hasAccepted: (mode: SubmissionMode) => hasAccepted(mode),
    /**
     * Indexes up to `limit` documents by number, buyer, amount, kind and article; for idle moments, so that the next
     * search is fast. Returns their number.
     */
    index: (limit: number) => {
      const blocks = blockSums.learn(blocksAtOnce);
      return Math.max(
        searchIndex.index(limit),
        soldArticles.index(limit),
        blocks === blocksAtOnce ? limit : 0,
      );
    },
  };
}
