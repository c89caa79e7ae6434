import type { PoolClient } from 'pg';
import type { OfficeOutput, OfficeParsed } from '../../../../shared/headquarters/contract.ts';
import type { OfficeDatabase, Scope } from '../database/database.ts';
import { endOfDay, unknownTills } from './unknown-tills.ts';

/* VAT from the sums of days, which change in the same transaction as the documents. */

/** Sums the seller's own documents in riyals that the authority has not rejected. */
const counted = `NOT self_billed AND currency = 'SAR' AND state <> 'rejected'`;
/** A credit note takes away. */
const signed = (column: string) => `sum(CASE kind WHEN '381' THEN -${column} ELSE ${column} END)`;

interface VatRow {
  entity: number;
  credit: boolean;
  category: string;
  reason: string;
  rate: string;
  count: string;
  taxable: string;
  vat: string;
}

interface DayRow {
  entity: number;
  open: string;
  open_vat: string;
  rejected: string;
  rejected_vat: string;
  apart: string;
  advances: string;
}

/** Returns what each taxpayer's tills sold and gave back within the days, and what is not known of it. */
export function vatSums(
  database: OfficeDatabase,
  scope: Scope,
  { from, to }: OfficeParsed<'vat.sums'>,
  now: number,
): Promise<OfficeOutput<'vat.sums'>> {
  return database.atOneMoment(scope, async (client) => {
    const { rows } = await client.query<VatRow>(
      // Of a hundred thousand rows a handful is left before anything is made of text, or is a sum of another sum.
      `SELECT entity, kind = '381' AS credit, category, reason, trim_scale(rate)::text AS rate, sum(count) AS count,
         ${signed('taxable')} AS taxable, ${signed('vat')} AS vat
       FROM (
         SELECT entity, kind, category, reason, rate, sum(count) AS count, sum(taxable) AS taxable, sum(vat) AS vat
         FROM vat_day WHERE day BETWEEN $1::date AND $2::date AND ${counted}
         GROUP BY entity, kind, category, reason, rate
       ) AS sums
       GROUP BY entity, kind = '381', category, reason, trim_scale(rate)
       HAVING sum(count) > 0 ORDER BY kind = '381', category, trim_scale(rate)::text DESC, reason`,
      [from, to],
    );
    const days = await dayRows(client, from, to);
    const unknown = await unknownTills(client, {}, endOfDay(to), now);
    const entities = await client.query<{ entity: number; vat_number: string }>(
      'SELECT entity, vat_number FROM entity ORDER BY vat_number',
    );
    return {
      now: new Date(now).toISOString(),
      entities: entities.rows.map(({ entity, vat_number }) => {
        const own = rows
          .filter((row) => row.entity === entity)
          .map(({ entity: _, count, taxable, vat, ...row }) => ({
            ...row,
            count: Number(count),
            taxable: Number(taxable),
            vat: Number(vat),
          }));
        const day = days.get(entity);
        return {
          entity,
          vatNumber: vat_number,
          rows: own,
          taxable: own.reduce((sum, row) => sum + row.taxable, 0),
          vat: own.reduce((sum, row) => sum + row.vat, 0),
          open: { count: Number(day?.open ?? 0), vat: Number(day?.open_vat ?? 0) },
          rejected: { count: Number(day?.rejected ?? 0), vat: Number(day?.rejected_vat ?? 0) },
          apart: Number(day?.apart ?? 0),
          advances: Number(day?.advances ?? 0),
          unknown: unknown
            .filter((till) => till.entity === entity)
            .map(({ device, name, since }) => ({ device, name, since })),
        };
      }),
    };
  });
}

/** Reads what is shown beside the sums, by taxpayer. */
async function dayRows(client: PoolClient, from: string, to: string): Promise<Map<number, DayRow>> {
  const own = `NOT self_billed AND currency = 'SAR'`;
  const within = 'day >= $1::date';
  const { rows } = await client.query<DayRow>(
    `SELECT entity,
       coalesce(sum(count) FILTER (WHERE ${within} AND ${own} AND state IN ('waiting', 'parked')), 0) AS open,
       coalesce(${signed('vat')} FILTER (WHERE ${within} AND ${own} AND state IN ('waiting', 'parked')), 0) AS open_vat,
       coalesce(sum(count) FILTER (WHERE ${within} AND ${own} AND state = 'rejected'), 0) AS rejected,
       coalesce(${signed('vat')} FILTER (WHERE ${within} AND ${own} AND state = 'rejected'), 0) AS rejected_vat,
       coalesce(sum(count) FILTER (WHERE ${within} AND NOT (${own})), 0) AS apart,
       coalesce(sum(count) FILTER (WHERE kind = '386'), 0) AS advances
     FROM document_day WHERE day <= $2::date AND (${within} OR kind = '386') GROUP BY entity`,
    [from, to],
  );
  return new Map(rows.map((row) => [row.entity, row]));
}

/** Returns the same sums by branch, of a branch by till, or of a till by day. */
export function vatSplit(
  database: OfficeDatabase,
  scope: Scope,
  { from, to, entity, branch, device }: OfficeParsed<'vat.split'>,
): Promise<OfficeOutput<'vat.split'>> {
  const [by, id, name, join] =
    device !== undefined
      ? (['day', 'NULL::integer', 's.day::text', ''] as const)
      : branch !== undefined
        ? (['till', 's.device', 'd.name', 'JOIN device AS d ON d.device = s.device'] as const)
        : (['branch', 's.branch', 'b.name', 'JOIN branch AS b ON b.branch = s.branch'] as const);
  return database.atOneMoment(scope, async (client) => {
    const { rows } = await client.query<{
      id: number | null;
      name: string;
      count: string;
      taxable: string;
      vat: string;
    }>(
      `SELECT id, name, sum(count) AS count, ${signed('taxable')} AS taxable, ${signed('vat')} AS vat
       FROM (
         SELECT ${id} AS id, ${name} AS name, s.count, s.kind, s.taxable, s.vat FROM document_day AS s ${join}
         WHERE s.entity = $1 AND s.day BETWEEN $2::date AND $3::date AND ${counted}
           AND ($4::integer IS NULL OR s.branch = $4) AND ($5::integer IS NULL OR s.device = $5)
       ) AS s GROUP BY id, name HAVING sum(count) > 0 ORDER BY name, id`,
      [entity, from, to, branch ?? null, device ?? null],
    );
    return {
      by,
      rows: rows.map(({ count, taxable, vat, ...row }) => ({
        ...row,
        count: Number(count),
        taxable: Number(taxable),
        vat: Number(vat),
      })),
    };
  });
}
