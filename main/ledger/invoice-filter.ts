import type { CommandParsed } from '../../shared/contract/index.ts';
import type { SubmissionState } from '../../shared/status.ts';
import { riyadhInstant } from '../platform/riyadh-time.ts';
import { searchPhrases, searchQuery } from './search-words.ts';

/** What `invoice.list` may be asked for, but for the page. */
export type InvoiceFilter = Omit<CommandParsed<'invoice.list'>, 'before' | 'limit'>;

/** A filter as SQL: the conditions on `e` (search_entry) and `s` (submission), and what could be looked through. */
export interface FilterPlan {
  /** True when documents must be in the search index first. */
  readonly search: boolean;
  /** Milliseconds since 1970: from (inclusive), until (exclusive). */
  readonly from?: number | undefined;
  readonly until?: number | undefined;
  readonly conditions: readonly string[];
  readonly sources: readonly Source[];
  readonly parameters: Readonly<Record<string, string | number>>;
}

/** One way to come by few documents, among which all that pass the filter are. */
export interface Source {
  /** What stands after FROM and WHERE; `counter` is the column with the document's counter. */
  readonly from: string;
  readonly where: string;
  readonly counter: string;
  /**
   * With more documents than this the source is not gone through: walking down from the newest document finds a page
   * of so many sooner.
   */
  readonly worthwhile: number;
}

/** Documents that are spread over the years, or are the newest, are soon met on the way down. */
const spread = 20_000;
/** Those of one prefix lie close together, and may all be old. */
const clustered = 120_000;

const millisecondsPerDay = 86_400_000;
/** Above any letter, so that what begins with a prefix lies below prefix and this. */
const afterAll = '\u{10FFFF}';

/** Each condition stands in `conditions`; those that an index can answer also give a source. */
export function planFilter(filter: InvoiceFilter): FilterPlan {
  const { states, number, buyer, amount, kinds, from, to } = filter;
  const conditions: string[] = [];
  const sources: Source[] = [];
  const parameters: Record<string, string | number> = {};
  const bySearchEntry = (where: string, index: string, worthwhile: number) =>
    sources.push({ from: `search_entry AS e INDEXED BY ${index}`, where, counter: 'e.icv', worthwhile });

  if (states !== undefined) {
    parameters.states = JSON.stringify(states);
    const inStates = 's.state IN (SELECT value FROM json_each(:states))';
    conditions.push(inStates);
    // The index leaves out the accepted ones, and SQLite takes it only where the query says that it does too.
    if (!states.includes('accepted' satisfies SubmissionState)) {
      const where = `s.state <> 'accepted' AND ${inStates}`;
      sources.push({
        from: 'submission AS s INDEXED BY submission_unaccepted',
        where,
        counter: 's.icv',
        worthwhile: spread,
      });
    }
  }
  if (number !== undefined) {
    parameters.number = number;
    parameters.numberEnd = number + afterAll;
    const where = 'e.number >= :number AND e.number < :numberEnd';
    conditions.push(where);
    bySearchEntry(where, 'search_entry_number', clustered);
  }
  if (amount !== undefined) {
    parameters.least = amount.least ?? Number.MIN_SAFE_INTEGER;
    parameters.most = amount.most ?? Number.MAX_SAFE_INTEGER;
    const where = 'e.payable BETWEEN :least AND :most';
    conditions.push(where);
    bySearchEntry(where, 'search_entry_payable', spread);
  }
  if (kinds !== undefined) {
    parameters.kinds = JSON.stringify(kinds);
    const where = 'e.kind IN (SELECT value FROM json_each(:kinds))';
    conditions.push(where);
    if (!kinds.includes('invoice'))
      bySearchEntry(`e.kind <> 'invoice' AND ${where}`, 'search_entry_kind', spread);
  }
  if (buyer !== undefined) {
    const phrases = searchPhrases(buyer);
    phrases.forEach((phrase, index) => {
      parameters[`phrase${index}`] = phrase;
      conditions.push(`instr(e.buyer, :phrase${index}) > 0`);
    });
    // Without a word there is nothing to find a buyer by.
    if (phrases.length === 0) conditions.push('false');
    else {
      parameters.buyer = searchQuery(phrases);
      sources.push({
        from: 'search_buyer AS b',
        where: 'b.buyer MATCH :buyer',
        counter: 'b.rowid',
        worthwhile: spread,
      });
    }
  }
  return {
    search: [number, amount, kinds, buyer].some((part) => part !== undefined),
    from: from === undefined ? undefined : riyadhInstant(`${from}T00:00:00`),
    until: to === undefined ? undefined : riyadhInstant(`${to}T00:00:00`) + millisecondsPerDay,
    conditions,
    sources,
    parameters,
  };
}
