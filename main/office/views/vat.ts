import type { PoolClient } from 'pg';
import type { OfficeOutput, OfficeParsed } from '../../../shared/office/contract.ts';
import { riyadhDayEnd, riyadhMidnight } from '../../base/platform/riyadh-time.ts';
import { contractRows } from '../database/contract-rows.ts';
import type { OfficeDatabase, Scope } from '../database/database.ts';
import { incompleteIn, unknownTills } from './unknown-tills.ts';

/*
 * Reads VAT from the sums of days, which change in the same transaction as the documents, and from those of months that
 * are over. The check recomputes these sums.
 */

/** Sums the seller's own documents in riyals that the authority has not rejected. */
const counted = `NOT self_billed AND currency = 'SAR' AND state <> 'rejected'`;
/** A credit note is subtracted, and so are the advances that a final invoice deducts. */
const signed = (column: string) =>
  `sum(CASE WHEN kind IN ('381', 'deduction') THEN -${column} ELSE ${column} END)`;
/** A deduction is part of a document that is already counted. */
const counts = (condition: string) => `sum(count) FILTER (WHERE kind <> 'deduction' AND ${condition})`;

type Entity = OfficeOutput<'vat.sums'>['entities'][number];
type VatRow = Entity['rows'][number] & { entity: number };
interface DayRow extends Pick<Entity, 'apart'> {
  entity: number;
  open: number;
  openVat: number;
  rejected: number;
  rejectedVat: number;
}

interface Days {
  readonly from: string;
  readonly to: string;
  /** The months before this day have their own sums. */
  readonly before: string;
}

/**
 * Returns rows with these columns for the days, as a table for FROM; for whole months it uses the sums of months, if
 * there are any.
 */
function sumsOf(kept: 'document' | 'vat', columns: string, days: Days): string {
  // The day is formatted again, so that only a date can become part of the statement.
  const [from = '', to = '', before = ''] = [days.from, days.to, days.before].map((day) => dayAfter(day, 0));
  const rows = (table: string, column: string, first: string, last: string) =>
    first > last ? [] : [`SELECT ${columns} FROM ${table} WHERE ${column} BETWEEN '${first}' AND '${last}'`];
  const first = from.endsWith('-01') ? from : monthAfter(from, 1);
  const end = dayAfter(to).endsWith('-01') ? dayAfter(to) : monthAfter(to, 0);
  const after = end < before ? end : before;
  const all =
    first >= after
      ? rows(`${kept}_day`, 'day', from, to)
      : [
          ...rows(`${kept}_past_month`, 'month', first, dayAfter(after, -1)),
          ...rows(`${kept}_day`, 'day', from, dayAfter(first, -1)),
          ...rows(`${kept}_day`, 'day', after, to),
        ];
  return `(${all.join(' UNION ALL ')}) AS s`;
}

/** Completes the range of days with the limit before which months have their own sums. */
async function daysOf(client: PoolClient, days: Pick<Days, 'from' | 'to'>): Promise<Days> {
  const { rows } = await client.query<{ before: string }>('SELECT before::text FROM past_months');
  return { ...days, before: rows[0]?.before ?? days.from };
}

/** Returns the first day of the month that is this many months later. */
function monthAfter(day: string, months: number): string {
  const [year = 0, month = 0] = day.split('-').map(Number);
  return new Date(Date.UTC(year, month - 1 + months)).toISOString().slice(0, 10);
}

function dayAfter(day: string, days = 1): string {
  return new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10);
}

export function vatSums(
  database: OfficeDatabase,
  scope: Scope,
  { from, to }: OfficeParsed<'vat.sums'>,
  now: number,
): Promise<OfficeOutput<'vat.sums'>> {
  return database.atOneMoment(scope, async (client) => {
    const range = await daysOf(client, { from, to });
    const rows = await contractRows<VatRow>(
      client,
      // The sums are added up first, so that a few rows are converted to text instead of a hundred thousand.
      `SELECT entity, part, category, reason, trim_scale(rate)::text AS rate, sum(count) AS count,
         ${signed('taxable')} AS taxable, ${signed('vat')} AS vat
       FROM (
         SELECT entity, kind, CASE kind WHEN '381' THEN 'returns' WHEN 'deduction' THEN 'deducted' ELSE 'sales' END AS part,
           category, reason, rate, sum(count) AS count, sum(taxable) AS taxable, sum(vat) AS vat
         FROM ${sumsOf('vat', `entity, kind, self_billed, currency, state, category, reason, rate, count, taxable, vat`, range)}
         WHERE ${counted}
         GROUP BY entity, kind, category, reason, rate
       ) AS sums
       GROUP BY entity, part, category, reason, trim_scale(rate)
       HAVING sum(count) > 0 ORDER BY array_position(ARRAY['sales', 'returns', 'deducted'], part), category, trim_scale(rate)::text DESC, reason`,
    );
    const days = await dayRows(client, range);
    const period = { from: riyadhMidnight(from), through: riyadhDayEnd(to) };
    const unknown = await unknownTills(client, {}, period.through, now);
    const entities = await client.query<{ entity: number; vat_number: string }>(
      'SELECT entity, vat_number FROM entity ORDER BY vat_number',
    );
    return {
      now: new Date(now).toISOString(),
      entities: entities.rows.map(({ entity, vat_number }) => {
        const ownRows = rows.filter((row) => row.entity === entity).map(({ entity: _, ...row }) => row);
        const day = days.get(entity);
        return {
          entity,
          vatNumber: vat_number,
          rows: ownRows,
          taxable: ownRows.reduce((sum, row) => sum + row.taxable, 0),
          vat: ownRows.reduce((sum, row) => sum + row.vat, 0),
          open: { count: day?.open ?? 0, vat: day?.openVat ?? 0 },
          rejected: { count: day?.rejected ?? 0, vat: day?.rejectedVat ?? 0 },
          apart: day?.apart ?? 0,
          unknown: incompleteIn(
            unknown.filter((till) => till.entity === entity),
            period,
          ),
        };
      }),
    };
  });
}

async function dayRows(client: PoolClient, days: Days): Promise<Map<number, DayRow>> {
  const condition = `NOT self_billed AND currency = 'SAR'`;
  const rows = await contractRows<DayRow>(
    client,
    `SELECT entity,
       coalesce(${counts(`${condition} AND state IN ('waiting', 'parked')`)}, 0) AS open,
       coalesce(${signed('vat')} FILTER (WHERE ${condition} AND state IN ('waiting', 'parked')), 0) AS "openVat",
       coalesce(${counts(`${condition} AND state = 'rejected'`)}, 0) AS rejected,
       coalesce(${signed('vat')} FILTER (WHERE ${condition} AND state = 'rejected'), 0) AS "rejectedVat",
       coalesce(${counts(`NOT (${condition})`)}, 0) AS apart
     FROM ${sumsOf('document', 'entity, kind, self_billed, currency, state, count, vat', days)}
     WHERE state <> 'accepted' OR NOT (${condition}) GROUP BY entity`,
  );
  return new Map(rows.map((row) => [row.entity, row]));
}

/** Returns the sums by branch, those of a branch by till, or those of a till by day. */
export function vatSplit(
  database: OfficeDatabase,
  scope: Scope,
  { from, to, entity, branch, device }: OfficeParsed<'vat.split'>,
): Promise<OfficeOutput<'vat.split'>> {
  const columns = 'entity, branch, device, kind, self_billed, currency, state, count, taxable, vat';
  return database.atOneMoment(scope, async (client) => {
    const days = sumsOf('document', columns, await daysOf(client, { from, to }));
    const [by, id, name, source] =
      device !== undefined
        ? (['day', 'NULL::integer', 's.day::text', `document_day AS s`] as const)
        : branch !== undefined
          ? (['till', 's.device', 'd.name', `${days} JOIN device AS d ON d.device = s.device`] as const)
          : (['branch', 's.branch', 'b.name', `${days} JOIN branch AS b ON b.branch = s.branch`] as const);
    const rows = await contractRows<OfficeOutput<'vat.split'>['rows'][number]>(
      client,
      `SELECT id, name, coalesce(${counts('true')}, 0) AS count, ${signed('taxable')} AS taxable, ${signed('vat')} AS vat
       FROM (
         SELECT ${id} AS id, ${name} AS name, s.count, s.kind, s.taxable, s.vat FROM ${source}
         WHERE s.entity = $1 AND ${counted} AND ($2::integer IS NULL OR s.branch = $2)
           AND ($3::integer IS NULL OR s.device = $3)${by === 'day' ? ' AND s.day BETWEEN $4::date AND $5::date' : ''}
       ) AS s GROUP BY id, name HAVING sum(count) > 0 ORDER BY name, id`,
      [entity, branch ?? null, device ?? null, ...(by === 'day' ? [from, to] : [])],
    );
    return { by, rows };
  });
}
