import type { PoolClient } from 'pg';
import { hexDigest } from '../../document/stamp/digest.ts';
import { beside, isOnCitus } from '../database/citus.ts';
import type { OfficeDatabase } from '../database/database.ts';
import { allTenants } from '../tills/all-tenants.ts';
import { buckets } from '../tills/tills.ts';
import { key, sameChain } from './chain-key.ts';
import { dayStatement, monthStatements, sums } from './sum-statements.ts';

/*
 * An independent check of the office's rows, whose statements share no code with `assess.ts`. It finds rows that
 * somebody removed or changed directly in the database.
 */

export const findingCodes = [
  'gap',
  'broken-link',
  'double',
  'head',
  'no-bytes',
  'no-document',
  'vat-sum',
  'day-sum',
  'month-sum',
  'event-gap',
  'audit-gap',
  'audit-link',
  'no-chain',
  'wrong-bytes',
  'audit-bytes',
] as const;
export type FindingCode = (typeof findingCodes)[number];

export interface Finding {
  readonly code: FindingCode;
  readonly tenant: number;
  readonly device: number;
  readonly till: string;
  readonly generation: number;
  /**
   * The counter of the document, or the number of the event or line; for a gap, the number of the first row after it.
   */
  readonly at: number;
  /** For a gap, the last number before it; for a duplicate, the uuid; for wrong bytes, the first wrong fact. */
  readonly detail: string;
}

export interface OfficeCheck {
  readonly tenants: number;
  readonly chains: number;
  readonly documents: number;
  readonly findings: readonly Finding[];
}

/**
 * Checks every chain of every tenant by its rows only. It never writes, and sees each tenant at one moment.
 * @param seed a whole number that nobody can predict, see `sum-statements.ts`
 */
export async function checkOffice(database: OfficeDatabase, seed: number): Promise<OfficeCheck> {
  const tenants = await allTenants(database);
  const sum = { tenants: tenants.length, chains: 0, documents: 0, findings: [] as Finding[] };
  for (const tenant of tenants) {
    const checked = await database.atOneMoment({ tenant }, (client) => checkTenant(client, tenant, seed));
    sum.chains += checked.chains;
    sum.documents += checked.documents;
    for (const finding of checked.findings) sum.findings.push(finding);
  }
  return sum;
}

async function checkTenant(client: PoolClient, tenant: number, seed: number) {
  // Sorts a tenant's rows in memory, on one processor, so that tills are still served.
  await client.query(
    "SET LOCAL work_mem = '128MB'; SET LOCAL max_parallel_workers_per_gather = 0; SET LOCAL jit = off",
  );
  const names = await namesOf(client);
  const find = async (ways: string, sql: string) => {
    await client.query(ways);
    const { rows } = await client.query<FindingRow>(`${sql}\n  ORDER BY device, generation, at, detail`);
    return rows;
  };
  // One pass over the documents also counts them and finds those without bytes.
  const days = await find(byHashes, dayStatement(seed));
  const numberOf = (code: string) => Number(days.find((row) => row.code === code)?.at ?? 0);
  const found: FindingRow[] = [];
  const add = async (ways: string, ...all: readonly string[]) => {
    for (const sql of all) for (const row of await find(ways, sql)) found.push(row);
  };
  await add(byHashes, unlinked(client, documents), doubles);
  await add(byIndexes, heads(client));
  if (numberOf('bytes') > 0) await add(byHashes, bytes);
  await add(byHashes, sums);
  for (const row of days) if (row.code === 'day-sum') found.push(row);
  await add(byHashes, monthStatements, unlinked(client, events), unlinked(client, auditLines(client)));
  await add(byIndexes, isOnCitus(client) ? chainsOnCitus(client) : chains);
  const { rows } = await client.query<{ n: string }>('SELECT count(*) AS n FROM chain');
  return {
    chains: Number(rows[0]?.n),
    documents: numberOf('documents'),
    findings: found.map(({ at, ...row }) => ({
      ...row,
      code: row.code as FindingCode,
      tenant,
      till: names.get(row.device) ?? '',
      at: Number(at),
    })),
  };
}

export async function namesOf(client: PoolClient): Promise<Map<number, string>> {
  const { rows } = await client.query<{ device: number; name: string }>('SELECT device, name FROM device');
  return new Map(rows.map(({ device, name }) => [device, name]));
}

interface FindingRow extends Pick<Finding, 'device' | 'generation' | 'detail'> {
  code: FindingCode | 'documents' | 'bytes';
  at: string;
}

const chainOf = (alias: string) => sameChain('c', alias);

/** A table of numbered rows, each of which follows the previous one. */
interface Numbered {
  readonly table: string;
  readonly number: string;
  /** A join that `first` needs. */
  readonly also?: string;
  /** The condition for a row `d` with the number 1. */
  readonly first: string;
  /** The condition for a row `d` and the previous one, `p`. */
  readonly next: string;
  readonly gap: FindingCode;
  readonly broken: FindingCode;
}

/**
 * Nearly every row follows the previous one, so one join excludes those rows and only the rest is checked one by one.
 * After a gap the link cannot hold either, so each row is reported once.
 */
function unlinked(
  client: PoolClient,
  { table, number, also = '', first, next, gap, broken }: Numbered,
): string {
  const loose = `
      SELECT d.bucket, d.device, d.generation, d.${number} AS at FROM ${table} AS d
      LEFT JOIN ${table} AS p ON ${sameChain('p', 'd')} AND p.${number} = d.${number} - 1 ${also}
      WHERE NOT (d.${number} = 1 AND ${first}) AND (p.${number} IS NOT NULL AND ${next}) IS NOT TRUE`;
  // Citus does not distribute rows again after collecting them from all servers.
  const [before, from] = isOnCitus(client)
    ? ['', `(${loose})`]
    : [`WITH loose AS MATERIALIZED (${loose})`, 'loose'];
  return `
  SELECT CASE WHEN at = before + 1 THEN '${broken}' ELSE '${gap}' END AS code, device, generation, at,
    before::text AS detail
  FROM (
    ${before}
    SELECT device, generation, at, coalesce(
      (SELECT max(p.${number}) FROM ${table} AS p WHERE ${sameChain('p', 'd')} AND p.${number} < d.at), 0
    ) AS before FROM ${from} AS d
  ) AS d`;
}

const documents: Numbered = {
  ...{ table: 'document', number: 'icv', gap: 'gap', broken: 'broken-link' },
  first: `d.previous_hash = '${hexDigest('0')}'`,
  next: 'p.hash = d.previous_hash',
};

/** The first line continues the id of the ledger. */
const auditLines = (client: PoolClient): Numbered => ({
  ...{ table: 'audit_line', number: 'id', gap: 'audit-gap', broken: 'audit-link' },
  ...(isOnCitus(client)
    ? {
        also: `LEFT JOIN ${beside(client, 'chain')} AS c ON ${sameChain('c', 'd')}`,
        first: 'd.previous_hash = coalesce(uuid_send(c.ledger), d.previous_hash)',
      }
    : {
        first: `d.previous_hash = coalesce(
        (SELECT uuid_send(c.ledger) FROM chain AS c WHERE ${sameChain('c', 'd')}), d.previous_hash)`,
      }),
  next: 'p.hash = d.previous_hash',
});

const events: Numbered = {
  ...{ table: 'event', number: 'id', gap: 'event-gap', broken: 'event-gap' },
  ...{ first: 'true', next: 'true' },
};

/**
 * Finds every duplicate except the first row. Digests find the rows that may have the same uuid, and then the uuids are
 * compared.
 */
const doubles = `
  SELECT 'double' AS code, device, generation, icv AS at, uuid AS detail
  FROM (
    SELECT device, generation, icv, uuid,
      row_number() OVER (PARTITION BY uuid ORDER BY received_at, ${key}, icv) AS place
    FROM document WHERE hashtextextended(uuid, 0) IN (
      SELECT hashtextextended(uuid, 0) FROM document GROUP BY hashtextextended(uuid, 0) HAVING count(*) > 1)
  ) AS d
  WHERE place > 1`;

/** The parts of a chain's head about one table: the number of its last row, and a condition for this row `t`. */
interface Headed {
  readonly what: string;
  readonly table: string;
  readonly number: string;
  readonly place: string;
  readonly hash: string;
}

const headed: readonly Headed[] = [
  { what: 'document', table: 'document', number: 'icv', place: 'icv', hash: 't.hash = c.hash' },
  { what: 'event', table: 'event', number: 'id', place: 'event', hash: 'true' },
  {
    what: 'audit',
    table: 'audit_line',
    number: 'id',
    place: 'audit',
    hash: `encode(t.hash, 'hex') = c.audit_hash`,
  },
];

/** The rows that were deleted at the end leave no gap. */
const heads = (client: PoolClient) =>
  headed.map((each) => (isOnCitus(client) ? headOnCitus(client, each) : headOf(each))).join(' UNION ALL ');

/** Looks up single rows, since a search for the last one would read all of them. */
const headOf = ({ what, table, number, place, hash }: Headed) => `
  SELECT 'head' AS code, c.device, c.generation, c.${place} AS at, '${what}' AS detail
  FROM chain AS c
  WHERE EXISTS (SELECT FROM ${table} AS t WHERE ${chainOf('t')} AND t.${number} > c.${place})
    OR (c.${place} > 0 AND NOT EXISTS (
      SELECT FROM ${table} AS t WHERE ${chainOf('t')} AND t.${number} = c.${place} AND ${hash}))`;

/** Citus cannot look up rows for each row of another table, so the heads' rows of all chains are read together. */
const headOnCitus = (client: PoolClient, { what, table, number, place, hash }: Headed) => `
  SELECT 'head' AS code, device, generation, c.${place} AS at, '${what}' AS detail
  FROM ${beside(client, 'chain')} AS c
  LEFT JOIN (SELECT ${key}, max(${number}) AS last FROM ${table} GROUP BY ${key}) AS l USING (${key})
  LEFT JOIN (
    SELECT t.bucket, t.device, t.generation, true AS is_there FROM ${table} AS t
    JOIN ${beside(client, 'chain')} AS c ON ${chainOf('t')} AND t.${number} = c.${place} AND ${hash}
  ) AS h USING (${key})
  WHERE l.last > c.${place} OR (c.${place} > 0 AND h.is_there IS NULL)`;

const bytes = `
  SELECT CASE WHEN b.stored IS NULL THEN 'no-bytes' ELSE 'no-document' END AS code,
    device, generation, icv AS at, '' AS detail
  FROM (SELECT ${key}, icv, true AS known FROM document) AS d
  FULL JOIN (SELECT ${key}, icv, true AS stored FROM body) AS b USING (${key}, icv)
  WHERE b.stored IS NULL OR d.known IS NULL`;

/** Asks once for each till and generation, not for each document. */
const chains = `
  SELECT 'no-chain' AS code, t.device, g.generation, d.icv AS at, '' AS detail
  FROM device AS t CROSS JOIN generate_series(1, (SELECT coalesce(max(generation), 1) FROM chain)) AS g (generation)
  CROSS JOIN LATERAL (
    SELECT bucket, device, generation, icv FROM document AS d
    WHERE d.bucket = t.device % ${buckets} AND d.device = t.device AND d.generation = g.generation
    LIMIT 1
  ) AS d
  WHERE NOT EXISTS (SELECT FROM chain AS c WHERE ${chainOf('d')})`;

const chainsOnCitus = (client: PoolClient) => `
  SELECT 'no-chain' AS code, d.device, d.generation, d.icv AS at, '' AS detail
  FROM (SELECT ${key}, min(icv) AS icv FROM document GROUP BY ${key}) AS d
  LEFT JOIN ${beside(client, 'chain')} AS c ON ${chainOf('d')} WHERE c.device IS NULL`;

/**
 * The statements that read every row need hash joins. If the planner expects few rows, it would look up millions of
 * them one by one, or sort them.
 */
const byHashes = (['nestloop', 'mergejoin', 'sort'] as const)
  .map((way) => `SET LOCAL enable_${way} = off`)
  .join('; ');
const byIndexes = byHashes.replaceAll('= off', '= on');
