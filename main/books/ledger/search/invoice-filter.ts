import type { CommandParsed } from '../../../../shared/contract/index.ts';
import type { Sale } from '../../../../shared/sale/sale.ts';
import type { SubmissionState } from '../../../../shared/status.ts';
import { riyadhDayEnd, riyadhMidnight } from '../../../base/platform/riyadh-time.ts';
import { searchPhrases, searchQuery } from '../database/search-words.ts';
import { lateSql } from '../times/deadline-sql.ts';
import { isIndexed } from '../times/is-indexed.ts';

/** The conditions of `invoice.list`, except its page, and those for other programs. */
export type InvoiceFilter = Omit<CommandParsed<'invoice.list'>, 'before' | 'limit'> & {
  /** The whole reference that the caller gave the sale. */
  readonly ownReference?: string | undefined;
  readonly customer?: Sale['customer'] | undefined;
};

/**
 * A filter as SQL: the conditions on `e` (search_entry), `s` (submission), `i` (the issuer in document) and `k` (other
 * facts in document), and the possible sources.
 */
export interface FilterPlan {
  /** True when documents must be in the search index first. */
  readonly search: boolean;
  /** True when their articles must be indexed as well. */
  readonly articles: boolean;
  /** The time in milliseconds since 1970: from (inclusive), until (exclusive). */
  readonly from?: number | undefined;
  readonly until?: number | undefined;
  readonly conditions: readonly string[];
  readonly sources: readonly Source[];
  readonly parameters: Readonly<Record<string, string | number>>;
}

/** A query that selects few documents, among them all that pass the filter. */
export interface Source {
  /** The texts after FROM and WHERE; `counter` is the column with the document's counter. */
  readonly from: string;
  readonly where: string;
  readonly counter: string;
  /** Above this number of documents, walking down from the newest finds a page sooner than the source. */
  readonly worthwhile: number;
  /**
   * True when its documents are read newest first without sorting, so that it never reads more than walking down all
   * documents would.
   */
  readonly isOrdered?: true;
  /**
   * The order in which its documents are mostly issued one after the other: the first and the last of it tell how many
   * they are about, without counting.
   */
  readonly inOrderOf?: string;
}

/** Above this number, documents spread over the years, or the newest, are found soon enough by walking down. */
const spread = 20_000;

/** A character that sorts after any letter, so that texts with a prefix are between the prefix and this. */
const afterAll = '\u{10FFFF}';

/** Every condition is in `conditions`; those that an index supports also give a source. */
export function planFilter(filter: InvoiceFilter): FilterPlan {
  const { amount, buyer, means, article, from, to } = filter;
  const plan: GrowingPlan = { conditions: [], sources: [], parameters: {} };
  addStates(plan, filter);
  addUncorrected(plan, filter);
  addLate(plan, filter);
  addAmount(plan, filter);
  addKinds(plan, filter);
  addIssuer(plan, filter);
  addBuyer(plan, filter);
  addReference(plan, filter);
  addCustomer(plan, filter);
  addMeans(plan, filter);
  addArticle(plan, filter);
  addNumber(plan, filter);
  return {
    search: [amount, buyer, means, article].some((part) => part !== undefined),
    articles: article !== undefined,
    from: from === undefined ? undefined : riyadhMidnight(from),
    until: to === undefined ? undefined : riyadhDayEnd(to),
    ...plan,
  };
}

interface GrowingPlan {
  readonly conditions: string[];
  readonly sources: Source[];
  readonly parameters: Record<string, string | number>;
}

function addStates({ conditions, sources, parameters }: GrowingPlan, { states }: InvoiceFilter): void {
  if (states === undefined) return;
  parameters.states = JSON.stringify(states);
  const inStates = 's.state IN (SELECT value FROM json_each(:states))';
  conditions.push(inStates);
  // The index omits accepted documents, and SQLite uses it only if the query excludes them too.
  if (states.includes('accepted' satisfies SubmissionState)) return;
  sources.push({
    from: 'submission AS s INDEXED BY submission_unaccepted',
    where: `s.state <> 'accepted' AND ${inStates}`,
    counter: 's.icv',
    worthwhile: spread,
  });
}

function addUncorrected({ conditions, sources }: GrowingPlan, { uncorrected }: InvoiceFilter): void {
  if (uncorrected === undefined) return;
  const where = `s.state = 'rejected' AND NOT EXISTS (SELECT 1 FROM reissue WHERE replaces = s.icv)`;
  conditions.push(where);
  const from = 'submission AS s INDEXED BY submission_unaccepted';
  sources.push({ from, where: `s.${isIndexed} AND ${where}`, counter: 's.icv', worthwhile: spread });
}

function addLate({ conditions, sources }: GrowingPlan, { late }: InvoiceFilter): void {
  if (late === undefined) return;
  conditions.push(lateSql);
  const from = 'submission AS s INDEXED BY submission_late';
  sources.push({ from, where: lateSql, counter: 's.icv', worthwhile: spread, isOrdered: true });
}

function addNumber({ conditions, sources, parameters }: GrowingPlan, { number }: InvoiceFilter): void {
  if (number === undefined) return;
  parameters.number = number;
  parameters.numberEnd = number + afterAll;
  const where = 'k.number COLLATE NOCASE >= :number AND k.number COLLATE NOCASE < :numberEnd';
  conditions.push(where);
  sources.push({
    from: 'document AS k INDEXED BY document_number',
    where,
    counter: 'k.icv',
    worthwhile: spread,
    inOrderOf: 'k.number COLLATE NOCASE',
  });
}

function addAmount({ conditions, sources, parameters }: GrowingPlan, { amount }: InvoiceFilter): void {
  if (amount === undefined) return;
  parameters.least = amount.least ?? Number.MIN_SAFE_INTEGER;
  parameters.most = amount.most ?? Number.MAX_SAFE_INTEGER;
  const where = 'e.payable BETWEEN :least AND :most';
  conditions.push(where);
  const from = 'search_entry AS e INDEXED BY search_entry_payable';
  sources.push({ from, where, counter: 'e.icv', worthwhile: spread });
}

function addKinds({ conditions, sources, parameters }: GrowingPlan, { kinds }: InvoiceFilter): void {
  if (kinds === undefined) return;
  parameters.kinds = JSON.stringify(kinds);
  const inKinds = 'k.kind IN (SELECT value FROM json_each(:kinds))';
  conditions.push(inKinds);
  if (kinds.includes('invoice')) return;
  const from = 'document AS k INDEXED BY document_kind';
  sources.push({ from, where: `k.kind <> 'invoice' AND ${inKinds}`, counter: 'k.icv', worthwhile: spread });
}

/** The condition for the documents partly paid by a means. */
export const ofMeans = 'EXISTS (SELECT 1 FROM payment AS p WHERE p.icv = e.icv AND p.means = :means)';

export const ofPerson = 'i.by_name = :by';

function addIssuer(
  { conditions, sources, parameters }: GrowingPlan,
  { by, byKind, shift }: InvoiceFilter,
): void {
  const byIssuer = (where: string, index: string) => {
    conditions.push(where);
    const source = `document AS i INDEXED BY ${index}`;
    sources.push({ from: source, where, counter: 'i.icv', worthwhile: spread, isOrdered: true });
  };
  if (by !== undefined) {
    parameters.by = by;
    byIssuer(ofPerson, 'document_by');
  }
  if (byKind !== undefined) {
    parameters.byKind = byKind;
    conditions.push('i.by_kind = :byKind');
  }
  if (shift !== undefined) {
    parameters.shift = shift;
    byIssuer('i.shift = :shift', 'document_in_shift');
  }
}

function addReference(
  { conditions, sources, parameters }: GrowingPlan,
  { ownReference }: InvoiceFilter,
): void {
  if (ownReference === undefined) return;
  parameters.ownReference = ownReference;
  const where = 'k.reference = :ownReference';
  conditions.push(where);
  const from = 'document AS k INDEXED BY document_reference';
  sources.push({ from, where, counter: 'k.icv', worthwhile: spread });
}

function addCustomer({ conditions, parameters }: GrowingPlan, { customer }: InvoiceFilter): void {
  if (customer === undefined) return;
  parameters.customer = customer;
  conditions.push('k.customer = :customer');
}

/** A whole VAT number, which is looked for among VAT numbers alone. */
const wholeVatNumber = /^3\d{13}3$/;

function addBuyer({ conditions, sources, parameters }: GrowingPlan, { buyer }: InvoiceFilter): void {
  if (buyer === undefined) return;
  const all = searchPhrases(buyer);
  const vatNumber = all.find((phrase) => wholeVatNumber.test(phrase));
  if (vatNumber !== undefined) {
    parameters.vatNumber = vatNumber;
    const where = 'e.vat_number = :vatNumber';
    conditions.push(where);
    const from = 'search_entry AS e INDEXED BY search_entry_vat_number';
    sources.push({ from, where, counter: 'e.icv', worthwhile: spread });
  }
  const phrases = all.filter((phrase) => phrase !== vatNumber);
  phrases.forEach((phrase, index) => {
    parameters[`phrase${index}`] = phrase;
    conditions.push(`instr(e.buyer, :phrase${index}) > 0`);
  });
  // If the text has no word, no buyer can be found.
  if (all.length === 0) conditions.push('false');
  if (phrases.length === 0) return;
  parameters.buyer = searchQuery(phrases);
  sources.push({
    from: 'search_buyer AS f',
    where: 'f.buyer MATCH :buyer',
    counter: 'f.rowid',
    worthwhile: spread,
  });
}

function addMeans({ conditions, sources, parameters }: GrowingPlan, { means }: InvoiceFilter): void {
  if (means === undefined) return;
  parameters.means = means;
  conditions.push(ofMeans);
  const from = '(SELECT DISTINCT icv FROM payment INDEXED BY payment_means WHERE means = :means) AS p';
  sources.push({ from, where: 'true', counter: 'p.icv', worthwhile: spread });
}

function addArticle({ conditions, sources, parameters }: GrowingPlan, { article }: InvoiceFilter): void {
  if (article === undefined) return;
  parameters.article = article;
  const phrases = searchPhrases(article);
  phrases.forEach((phrase, index) => {
    parameters[`articlePhrase${index}`] = phrase;
  });
  const named = phrases.map((_, index) => `instr(name, :articlePhrase${index}) > 0`).join(' AND ') || 'false';
  const among = `article IN (SELECT id FROM sold_article WHERE key = :article OR (${named}))`;
  conditions.push(`EXISTS (SELECT 1 FROM sold_in WHERE icv = e.icv AND ${among})`);
  const from = `(SELECT DISTINCT icv FROM sold_in INDEXED BY sold_in_article WHERE ${among}) AS a`;
  sources.push({ from, where: 'true', counter: 'a.icv', worthwhile: spread });
}
