import type { CommandOutput } from '../../shared/contract/index.ts';
import { countedAtMost, type InvoiceRow } from '../../shared/contract/invoices.ts';
import type { Database } from './database.ts';
import { deadlineSql } from './deadline-sql.ts';
import { reissuedAsSql } from './entry-row.ts';
import type { FilterPlan, Source } from './invoice-filter.ts';

/** Counters from `first` to `last`, both included; none when `last` is below `first`. */
export interface Range {
  readonly first: number;
  readonly last: number;
}

/** A source, or all documents from the newest down. */
export type Place = Omit<Source, 'worthwhile' | 'isOrdered'>;

/** The documents that pass a filter. */
export interface FilteredDocuments {
  /** Chooses the source with the fewest documents, or else one read from the newest down. */
  choose(plan: FilterPlan, range: Range): Place;
  /** Reads up to `limit` rows, newest first. */
  page(source: Place, plan: FilterPlan, range: Range, limit: number): InvoiceRow[];
  /** Counts up to `countedAtMost`; `more` if there are more than that. */
  count(source: Place, plan: FilterPlan, range: Range): { total: number; more?: boolean };
  /** Adds them up by currency; undefined if there are too many. */
  sums(source: Place, plan: FilterPlan, range: Range): DocumentSums[] | undefined;
}

export type DocumentSums = NonNullable<CommandOutput<'invoice.sums'>['sums']>[number];

/** Documents that can be added up within 50 ms; those of one period lie together in the file and are read faster. */
const summedAtMost = { ofTime: 250_000, ofOthers: 30_000 };

interface Row
  extends Omit<
    InvoiceRow,
    'issuedAt' | 'trueAt' | 'dueAt' | 'buyerName' | 'by' | 'acceptedAt' | 'reissuedAs'
  > {
  issuer: string | null;
  reissuedAs: string | null;
  issuedAt: number;
  trueAt: number | null;
  dueAt: number;
  buyerName: string | null;
  acceptedAt: number | null;
}

export function createFilteredDocuments(database: Database): FilteredDocuments {
  // One statement for each combination of filters used so far.
  const statements = new Map<string, ReturnType<typeof database.prepare>>();
  const prepared = (sql: string) => {
    const known = statements.get(sql);
    if (known !== undefined) return known;
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

  return {
    choose(plan, range) {
      const ordered = plan.sources.find(({ isOrdered }) => isOrdered);
      let best: Place = ordered ?? (plan.search ? allEntries : allSubmissions);
      let fewest = range.last - range.first + 1;
      for (const source of plan.sources) {
        const atMost = Math.min(source.worthwhile, fewest);
        const found = countSource(source, plan, range, atMost);
        if (found > atMost) continue;
        fewest = found;
        best = source;
      }
      return best;
    },
    page(source, plan, range, limit) {
      // The page is selected from short rows; the documents' own long rows are read only for the result.
      const sql = `
      SELECT d.uuid, d.number, d.icv, d.kind, d.customer, d.issued_at AS issuedAt, w.meant_at AS trueAt, d.buyer_name AS buyerName,
        d.currency, d.payable, s.mode, s.state, ${deadlineSql} AS dueAt, s.attempts, s.warnings,
        s.accepted_at AS acceptedAt, n.actor AS issuer, ${reissuedAsSql} AS reissuedAs
      FROM (SELECT ${source.counter} AS icv ${passing(source, plan)} ORDER BY 1 DESC LIMIT :limit) AS found
        CROSS JOIN document AS d USING (icv) CROSS JOIN submission AS s USING (icv)
        LEFT JOIN issued_by AS n USING (icv) LEFT JOIN wrong_time AS w USING (icv)
      ORDER BY icv DESC`;
      const rows = prepared(sql).all({ ...plan.parameters, ...range, limit }) as Row[];
      return rows.map(fromRow);
    },
    count(source, plan, range) {
      const sql = `SELECT count(*) FROM (SELECT 1 ${passing(source, plan)} LIMIT :limit)`;
      const counted = prepared(sql)
        .pluck()
        .get({ ...plan.parameters, ...range, limit: countedAtMost + 1 }) as number;
      return counted > countedAtMost ? { total: countedAtMost, more: true } : { total: counted };
    },
    sums(source, plan, range) {
      const isOfTime = plan.conditions.length === 0;
      const limit = summedAtMost[isOfTime ? 'ofTime' : 'ofOthers'];
      if (isOfTime && range.last - range.first >= limit) return undefined;
      const found = `SELECT ${source.counter} AS icv ${passing(source, plan)} LIMIT :limit + 1`;
      const parameters = { ...plan.parameters, ...range, limit };
      if (!isOfTime) {
        const total = prepared(`SELECT count(*) FROM (${found})`).pluck().get(parameters) as number;
        if (total > limit) return undefined;
      }
      const counted = isOfTime
        ? 'document AS d INDEXED BY document_sums WHERE d.icv BETWEEN :first AND :last'
        : 'found CROSS JOIN document AS d INDEXED BY document_sums ON d.icv = found.icv';
      // Takings take off a replaced document where the new one stands; so does a list that has both.
      const replaced = `reissue AS r CROSS JOIN document AS d INDEXED BY document_sums ON d.icv = r.replaces
        WHERE ${isOfTime ? 'r.icv BETWEEN :first AND :last' : 'r.icv IN found AND r.replaces IN found'}`;
      const amount = 'means' in plan.parameters ? paidByMeans : 'd.payable';
      const sql = `${isOfTime ? '' : `WITH found AS MATERIALIZED (${found})`}
        SELECT currency, sum(count) AS count, sum(total) AS total, sum(returned) AS returned
        FROM (${sumOf(counted, 1, amount)} UNION ALL ${sumOf(replaced, -1, amount)})
        GROUP BY currency ORDER BY currency <> 'SAR', currency`;
      return prepared(sql).all(isOfTime ? range : parameters) as DocumentSums[];
    },
  };
}

/** The part of a document that the chosen means paid; unknown, and left out, as soon as one part of it is. */
const paidByMeans = `coalesce((SELECT sum(p.amount) FILTER (WHERE p.means = :means) FROM payment AS p
  WHERE p.icv = d.icv HAVING count(*) = count(p.amount)), 0)`;

/** Selects the sums of documents `d` by currency. */
const sumOf = (documents: string, sign: 1 | -1, amount: string) => `
  SELECT d.currency, ${sign} * count(*) AS count,
    ${sign} * sum(CASE d.kind WHEN 'creditNote' THEN -${amount} ELSE ${amount} END) AS total,
    ${sign} * sum(CASE d.kind WHEN 'creditNote' THEN ${amount} ELSE 0 END) AS returned
  FROM ${documents} GROUP BY d.currency`;

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
  const byIssuer = conditions.some((condition) => condition.startsWith('i.'));
  const byCustomer = conditions.some((condition) => condition.startsWith('k.'));
  const byBooking = conditions.some((condition) => condition.startsWith('b.'));
  const joins = [
    needs('e', 'search_entry', search),
    needs('s', 'submission', byState),
    needs('i', 'issued_by', byIssuer),
    needs('b', 'booking', byBooking),
    needs('k', 'document', byCustomer),
  ];
  return `FROM ${from} ${joins.join(' ')}
    WHERE ${[where, `${counter} BETWEEN :first AND :last`, ...conditions].join(' AND ')}`;
}

function fromRow(found: Row): InvoiceRow {
  const { issuedAt, trueAt, dueAt, buyerName, acceptedAt, issuer, reissuedAs, ...row } = found;
  return {
    ...row,
    issuedAt: new Date(issuedAt).toISOString(),
    ...(trueAt !== null && { trueAt: new Date(trueAt).toISOString() }),
    dueAt: new Date(dueAt).toISOString(),
    ...(buyerName !== null && { buyerName }),
    ...(issuer !== null && { by: issuer }),
    ...(acceptedAt !== null && { acceptedAt: new Date(acceptedAt).toISOString() }),
    ...(reissuedAs !== null && { reissuedAs }),
  };
}
