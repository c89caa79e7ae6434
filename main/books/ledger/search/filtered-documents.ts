import { countedAtMost, type InvoiceRow } from '../../../../shared/contract/till/invoices.ts';
import type { Database } from '../database/database.ts';
import { type EntryRow, reissuedAsSql } from '../documents/entry-row.ts';
import { deadlineSql, lateSql } from '../times/deadline-sql.ts';
import { type Place, passing, type Range } from './filter-sql.ts';
import type { FilterPlan, Source } from './invoice-filter.ts';
import { createListSums } from './list-sums.ts';

type OfEntry = 'issuedAt' | 'trueAt' | 'dueAt' | 'buyerName' | 'acceptedAt' | 'late' | 'reissuedAs';
type Row = Omit<InvoiceRow, OfEntry> & Pick<EntryRow, OfEntry>;

export function createFilteredDocuments(database: Database) {
  // One statement for each combination of filters used so far.
  const statements = new Map<string, ReturnType<typeof database.prepare>>();
  const prepared = (sql: string) => {
    const prepared = statements.get(sql);
    if (prepared !== undefined) return prepared;
    const statement = database.prepare(sql);
    statements.set(sql, statement);
    return statement;
  };

  /** Counts documents of a source in the range, up to one more than `atMost`. */
  const countSource = (source: Place, { parameters }: FilterPlan, range: Range, atMost: number) => {
    const { from, where, counter } = source;
    const sql = `SELECT count(*) FROM (
      SELECT 1 FROM ${from} WHERE ${where} AND ${counter} BETWEEN :first AND :last LIMIT :atMost + 1)`;
    return prepared(sql)
      .pluck()
      .get({ ...parameters, ...range, atMost }) as number;
  };

  /** Returns about how many documents a source has if they are all old, so that walking down would begin with others. */
  const sizeIfOld = (source: Source, { parameters }: FilterPlan, { last }: Range): number | undefined => {
    const { from, where, counter, inOrderOf } = source;
    if (inOrderOf === undefined) return undefined;
    const end = (direction: 'ASC' | 'DESC') =>
      prepared(`SELECT ${counter} FROM ${from} WHERE ${where} ORDER BY ${inOrderOf} ${direction} LIMIT 1`)
        .pluck()
        .get(parameters) as number;
    const [oldest, newest] = [end('ASC'), end('DESC')];
    const size = newest - oldest + 1;
    return size > 0 && size < last - newest ? size : undefined;
  };

  return {
    /** Chooses the source with the fewest documents, or else reads from the newest document down. */
    choose(plan: FilterPlan, range: Range): Place {
      const ordered = plan.sources.find(({ isOrdered }) => isOrdered);
      const byFacts = plan.conditions.some((condition) => condition.startsWith('k.'));
      let best: Place = ordered ?? (plan.search ? allEntries : byFacts ? allDocuments : allSubmissions);
      let fewest = range.last - range.first + 1;
      for (const source of plan.sources) {
        const atMost = Math.min(source.worthwhile, fewest);
        const counted = countSource(source, plan, range, atMost);
        const found = counted > atMost ? sizeIfOld(source, plan, range) : counted;
        if (found === undefined || found > fewest) continue;
        fewest = found;
        best = source;
      }
      return best;
    },
    /** Reads up to `limit` rows, newest first. */
    page(source: Place, plan: FilterPlan, range: Range, limit: number): InvoiceRow[] {
      const sql = `
      SELECT d.uuid, d.number, d.icv, d.kind, d.customer, d.issued_at AS issuedAt, w.meant_at AS trueAt, d.buyer_name AS buyerName,
        d.currency, d.payable, s.mode, s.state, ${deadlineSql} AS dueAt, s.attempts, s.warnings,
        s.accepted_at AS acceptedAt, ${lateSql} AS late, d.by_name AS "by", ${reissuedAsSql} AS reissuedAs
      FROM (SELECT ${source.counter} AS icv ${passing(source, plan)} ORDER BY 1 DESC LIMIT :limit) AS found
        CROSS JOIN document AS d USING (icv) CROSS JOIN submission AS s USING (icv)
        LEFT JOIN wrong_time AS w USING (icv)
      ORDER BY icv DESC`;
      const rows = prepared(sql).all({ ...plan.parameters, ...range, limit }) as Row[];
      return rows.map(fromRow);
    },
    /** Counts up to `countedAtMost`; `more` if there are more than that. */
    count(source: Place, plan: FilterPlan, range: Range): { total: number; more?: boolean } {
      const sql = `SELECT count(*) FROM (SELECT 1 ${passing(source, plan)} LIMIT :limit)`;
      const counted = prepared(sql)
        .pluck()
        .get({ ...plan.parameters, ...range, limit: countedAtMost + 1 }) as number;
      return counted > countedAtMost ? { total: countedAtMost, more: true } : { total: counted };
    },
    ...createListSums(prepared),
  };
}

const allSubmissions = { from: 'submission AS s', where: 'true', counter: 's.icv' };
const allDocuments = { from: 'document AS k', where: 'true', counter: 'k.icv' };
const allEntries = { from: 'search_entry AS e', where: 'true', counter: 'e.icv' };
function fromRow(found: Row): InvoiceRow {
  const { issuedAt, trueAt, dueAt, buyerName, by, acceptedAt, late, reissuedAs, ...row } = found;
  return {
    ...row,
    issuedAt: new Date(issuedAt).toISOString(),
    ...(trueAt !== null && { trueAt: new Date(trueAt).toISOString() }),
    dueAt: new Date(dueAt).toISOString(),
    ...(buyerName !== null && { buyerName }),
    by,
    ...(acceptedAt !== null && { acceptedAt: new Date(acceptedAt).toISOString() }),
    ...(late === 1 && { late: true as const }),
    ...(reissuedAs !== null && { reissuedAs }),
  };
}
