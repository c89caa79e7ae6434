import type { InvoiceRow } from '../../shared/contract/invoices.ts';
import { countedAtMost } from '../../shared/contract/invoices.ts';
import { type SubmissionState, submissionModes } from '../../shared/status.ts';
import { createCounterAt } from './counter-at.ts';
import { type Database, withFailures } from './database.ts';
import { deadlineSql } from './deadline-sql.ts';
import type { Counts } from './entry.ts';
import { type FilterPlan, type InvoiceFilter, planFilter, type Source } from './invoice-filter.ts';
import { createSearchIndex } from './search-index.ts';

/** Lists of many documents for the screens; fast for any number. */
export interface InvoiceList {
  /** See `invoice.list` in the contract. */
  list(query: InvoiceFilter & { before?: number | undefined; limit: number }): {
    rows: InvoiceRow[];
    total: number;
    more?: boolean;
  };
  counts(): Counts;
  /**
   * Indexes up to `limit` documents by number, buyer, amount and kind; for idle moments, so that the next search need
   * not. Returns how many.
   */
  index(limit: number): number;
}

/** Documents indexed in one transaction before a search: other processes may issue in between. */
const indexBatch = 2_000;

interface Row extends Omit<InvoiceRow, 'issuedAt' | 'dueAt' | 'buyerName' | 'acceptedAt'> {
  issuedAt: number;
  dueAt: number;
  buyerName: string | null;
  acceptedAt: number | null;
}

/** A source, or all documents from the newest down. */
type Place = Omit<Source, 'worthwhile'>;

/** Counters from `first` to `last`, both included; none when `last` is below `first`. */
interface Range {
  first: number;
  last: number;
}

export function createInvoiceList(database: Database): InvoiceList {
  const searchIndex = createSearchIndex(database);
  const counterAt = createCounterAt(database);
  const lastCounter = database.prepare<[], number>('SELECT coalesce(max(icv), 0) FROM document').pluck();
  const selectCounts = database
    .prepare<[], [SubmissionState, number]>('SELECT state, count FROM submission_count')
    .raw();
  // The index of unaccepted documents has each state and mode in the order of their deadlines.
  const nearestDeadline = database
    .prepare<[string, string], number | null>(
      `SELECT min(${deadlineSql}) FROM submission AS s WHERE s.state <> 'accepted' AND s.state = ? AND s.mode = ?`,
    )
    .pluck();

  // One statement for each combination of filters used so far.
  const statements = new Map<string, ReturnType<typeof database.prepare>>();
  const prepared = (sql: string) => {
    const known = statements.get(sql);
    if (known !== undefined) return known;
    const statement = database.prepare(sql);
    statements.set(sql, statement);
    return statement;
  };

  const countByState = () => Object.fromEntries(selectCounts.all()) as Record<SubmissionState, number>;

  const rangeOf = ({ from, until }: FilterPlan): Range => ({
    first: from === undefined ? 1 : counterAt(from),
    last: until === undefined ? (lastCounter.get() ?? 0) : counterAt(until) - 1,
  });

  /** Documents of a source in the range, counted up to one more than `atMost`. */
  const count = (source: Place, { parameters }: FilterPlan, { first, last }: Range, atMost: number) => {
    const { from, where, counter } = source;
    const sql = `SELECT count(*) FROM (
      SELECT 1 FROM ${from} WHERE ${where} AND ${counter} BETWEEN :first AND :last LIMIT :atMost + 1)`;
    return prepared(sql)
      .pluck()
      .get({ ...parameters, first, last, atMost }) as number;
  };

  /** Chooses the source with the fewest documents, or all from the newest down. */
  const choose = (plan: FilterPlan, range: Range): Place => {
    let best: Place = plan.search ? allEntries : allSubmissions;
    let fewest = range.last - range.first + 1;
    for (const source of plan.sources) {
      const atMost = Math.min(source.worthwhile, fewest);
      const found = count(source, plan, range, atMost);
      if (found > atMost) continue;
      fewest = found;
      best = source;
    }
    return best;
  };

  const page = (source: Place, plan: FilterPlan, { first, last }: Range, limit: number): InvoiceRow[] => {
    // The page is selected from short rows; the documents' own long rows are read only for the result.
    const sql = `
      SELECT d.uuid, d.number, d.icv, d.kind, d.customer, d.issued_at AS issuedAt, d.buyer_name AS buyerName,
        d.currency, d.payable, s.mode, s.state, ${deadlineSql} AS dueAt, s.attempts, s.warnings,
        s.accepted_at AS acceptedAt
      FROM (SELECT ${source.counter} AS icv ${passing(source, plan)} ORDER BY 1 DESC LIMIT :limit) AS found
        CROSS JOIN document AS d USING (icv) CROSS JOIN submission AS s USING (icv)
      ORDER BY icv DESC`;
    const rows = prepared(sql).all({ ...plan.parameters, first, last, limit }) as Row[];
    return rows.map(fromRow);
  };

  const total = (source: Place, plan: FilterPlan, range: Range, { states }: InvoiceFilter) => {
    const all = lastCounter.get() ?? 0;
    const whole = range.first <= 1 && range.last >= all;
    if (plan.conditions.length === 0) return { total: Math.max(0, range.last - range.first + 1) };
    if (whole && states !== undefined && plan.conditions.length === 1) {
      const counts = countByState();
      return { total: [...new Set(states)].reduce((sum, state) => sum + counts[state], 0) };
    }
    const sql = `SELECT count(*) FROM (SELECT 1 ${passing(source, plan)} LIMIT :limit)`;
    const counted = prepared(sql)
      .pluck()
      .get({ ...plan.parameters, ...range, limit: countedAtMost + 1 }) as number;
    return counted > countedAtMost ? { total: countedAtMost, more: true } : { total: counted };
  };

  const select = database.transaction(
    ({ before, limit, ...filter }: Parameters<InvoiceList['list']>[0], plan: FilterPlan) => {
      const range = rangeOf(plan);
      const source = choose(plan, range);
      const last = before === undefined ? range.last : Math.min(range.last, before - 1);
      return {
        rows: page(source, plan, { ...range, last }, limit),
        ...total(source, plan, range, filter),
      };
    },
  );

  return {
    list: (query) =>
      withFailures(() => {
        const plan = planFilter(query);
        if (plan.search) while (searchIndex.index(indexBatch) === indexBatch); // until all are indexed
        return select(query, plan); // one state for rows and total
      }),
    counts: () =>
      withFailures(() => {
        const counts = countByState();
        const deadlines = ['waiting', 'sending'].flatMap((state) =>
          submissionModes.flatMap((mode) => nearestDeadline.get(state, mode) ?? []),
        );
        return {
          waiting: counts.waiting + counts.sending,
          parked: counts.parked,
          rejected: counts.rejected,
          issued: counts.waiting + counts.sending + counts.accepted + counts.rejected + counts.parked,
          ...(deadlines.length > 0 && { nearestDeadline: Math.min(...deadlines) }),
        };
      }),
    index: (limit) => searchIndex.index(limit),
  };
}

const allSubmissions = { from: 'submission AS s', where: 'true', counter: 's.icv' };
const allEntries = { from: 'search_entry AS e', where: 'true', counter: 'e.icv' };

/** Builds FROM and WHERE for the documents of a source in the range that pass the whole filter. */
function passing({ from, where, counter }: Place, { search, conditions }: FilterPlan): string {
  // CROSS JOIN makes SQLite start at the source.
  const needs = (alias: string, table: string, needed: boolean) =>
    needed && !counter.startsWith(`${alias}.`)
      ? `CROSS JOIN ${table} AS ${alias} ON ${alias}.icv = ${counter}`
      : '';
  const byState = conditions.some((condition) => condition.startsWith('s.'));
  return `FROM ${from} ${needs('e', 'search_entry', search)} ${needs('s', 'submission', byState)}
    WHERE ${[where, `${counter} BETWEEN :first AND :last`, ...conditions].join(' AND ')}`;
}

function fromRow({ issuedAt, dueAt, buyerName, acceptedAt, ...row }: Row): InvoiceRow {
  return {
    ...row,
    issuedAt: new Date(issuedAt).toISOString(),
    dueAt: new Date(dueAt).toISOString(),
    ...(buyerName !== null && { buyerName }),
    ...(acceptedAt !== null && { acceptedAt: new Date(acceptedAt).toISOString() }),
  };
}
