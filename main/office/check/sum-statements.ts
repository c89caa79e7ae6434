import { key, sameChain } from './chain-key.ts';

/* The statements of the check that add amounts up again: of documents, days and months. */

/** Subtracts the VAT rows from each document, which must leave nothing. Doubles are fast and exact for halalas. */
export const sums = `
  SELECT 'vat-sum' AS code, device, generation, icv AS at, coalesce(
    (SELECT sum(v.vat) FROM document_vat AS v WHERE ${sameChain('v', 'd')} AND v.icv = d.icv), 0)::text AS detail
  FROM (
    SELECT ${key}, icv FROM (
      SELECT ${key}, icv, taxable::float8, vat::float8 FROM document
      UNION ALL SELECT ${key}, icv, -taxable::float8, -vat::float8 FROM document_vat
    ) AS both_sides
    GROUP BY ${key}, icv HAVING sum(taxable) <> 0 OR sum(vat) <> 0
  ) AS d
  WHERE (SELECT true FROM document AS k WHERE ${sameChain('k', 'd')} AND k.icv = d.icv)`;

/** Finds days whose stored sums differ from the sums of their rows; `rows` are the statements that compute the sums. */
const daySums = (table: string, columns: string, amounts: readonly string[], rows: readonly string[]) => `
  SELECT 'day-sum' AS code, device, generation, 0 AS at, '${table} ' || day AS detail
  FROM (
    SELECT ${columns}, ${amounts.map((name) => `sum(${name}) AS ${name}`).join(', ')} FROM (
      SELECT ${columns}, ${amounts.map((name) => `${name}::float8`).join(', ')} FROM ${table}
${rows
  .map(
    (rows) => `      UNION ALL
      SELECT ${columns}, ${amounts.map((name) => `-(${name})::float8`).join(', ')} FROM (${rows}) AS r
`,
  )
  .join('')}    ) AS both_sides GROUP BY ${columns}
  ) AS s
  WHERE ${amounts.map((name) => `${name} <> 0`).join(' OR ')}
  GROUP BY device, generation, day`;

const dayColumns = `${key}, day, kind, self_billed, currency, state`;
/** Groups by the stored columns: computing further values for each row would take longer than the sum. */
const ownDay = `${key}, issued_at::date, kind, type_name, currency, state`;
const named = `${key}, day, kind, substr(type_name, 7, 1) = '1' AS self_billed, currency, state`;

/** Sums the rows of a table by the days of their documents. */
const taxesOf = (table: string) => `
  SELECT ${ownDay.replace('date', 'date AS day')}, category, reason, rate, count(*), sum(v.taxable) AS taxable,
    sum(v.vat) AS vat
  FROM (SELECT ${key}, icv, issued_at, kind, type_name, currency, state FROM document) AS d
  JOIN (SELECT ${key}, icv, category, reason, rate, taxable, vat FROM ${table}) AS v USING (${key}, icv)
  GROUP BY ${ownDay}, category, reason, rate`;

const deducted = (what: string, table: string) =>
  `SELECT ${named.replace('kind', `'deduction' AS kind`)}, ${what}, taxable, vat FROM (${taxesOf(table)}) AS r`;

/**
 * Counts the chains whose documents and bytes differ in number, or in the sum of the hashes of their counters. The seed is random, so nobody can choose rows with the same sum.
 */
const bytesDiffer = (seed: number) => `
  SELECT 'bytes' AS code, 0 AS device, 0 AS generation, count(*) AS at, '' AS detail
  FROM (
    SELECT ${key}, sum(count) AS count, sum(mixed) AS mixed FROM days GROUP BY ${key}
  ) AS d
  FULL JOIN (
    SELECT ${key}, count(*), sum(hashint8extended(icv, ${seed})) AS mixed FROM body GROUP BY ${key}
  ) AS b USING (${key})
  WHERE d.count IS DISTINCT FROM b.count OR d.mixed IS DISTINCT FROM b.mixed`;

/**
 * Finds wrong sums of days. Two rows with other codes contain the number of documents, and the number of chains in
 * which `bytes` finds something.
 */
export const dayStatement = (seed: number) => `
  WITH days AS MATERIALIZED (
    SELECT ${ownDay.replace('date', 'date AS day')}, count(*), sum(payable) AS payable, sum(taxable) AS taxable,
      sum(vat) AS vat, sum(hashint8extended(icv, ${seed})) AS mixed
    FROM document GROUP BY ${ownDay}
  )
  SELECT * FROM (${[
    daySums(
      'document_day',
      dayColumns,
      ['count', 'payable', 'taxable', 'vat'],
      [
        `SELECT ${named}, count, payable, taxable, vat FROM days`,
        deducted(
          'count, 0 AS payable',
          `(SELECT ${key}, icv, 0 AS category, 0 AS reason, 0 AS rate, sum(taxable) AS taxable, sum(vat) AS vat
            FROM document_deduction GROUP BY ${key}, icv) AS v`,
        ),
      ],
    ),
    daySums(
      'vat_day',
      `${dayColumns}, category, reason, rate`,
      ['count', 'taxable', 'vat'],
      [
        `SELECT ${named}, category, reason, rate, count, taxable, vat FROM (${taxesOf('document_vat')}) AS r`,
        deducted('category, reason, rate, count', 'document_deduction'),
      ],
    ),
    `SELECT 'documents', 0, 0, coalesce(sum(count), 0), '' FROM days`,
    bytesDiffer(seed),
  ].join(' UNION ALL ')}) AS found`;

/** Compares the stored sums of months with those of their days. */
const monthSums = (kept: 'document' | 'vat', amounts: readonly string[], more = '') => {
  const columns = `${key}, month, kind, self_billed, currency, state${more}`;
  const sum = (sign: string) => amounts.map((name) => `${sign}sum(${name}::float8) AS ${name}`).join(', ');
  return `
  SELECT 'month-sum' AS code, device, generation, 0 AS at, '${kept}_month ' || to_char(month, 'YYYY-MM') AS detail
  FROM (
    SELECT ${columns}, ${sum('')} FROM ${kept}_past_month GROUP BY ${columns}
    UNION ALL
    SELECT ${columns}, ${sum('-')}
    FROM (
      SELECT d.*, date_trunc('month', day)::date AS month FROM ${kept}_day AS d
      JOIN past_months AS p ON p.tenant = d.tenant AND d.day < p.before
    ) AS d GROUP BY ${columns}
  ) AS s
  GROUP BY ${columns} HAVING ${amounts.map((name) => `sum(${name}) <> 0`).join(' OR ')}`;
};

export const monthStatements = `SELECT DISTINCT * FROM (${[
  monthSums('document', ['count', 'payable', 'taxable', 'vat']),
  monthSums('vat', ['count', 'taxable', 'vat'], ', category, reason, rate'),
].join(' UNION ALL ')}) AS m`;
