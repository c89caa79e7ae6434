import { createHash } from 'node:crypto';
import type { PoolClient, QueryResult, QueryResultRow } from 'pg';
import { isOnCitus } from '../database/citus.ts';
import { arrayOf } from './binary-array.ts';

/** The columns with their PostgreSQL types, in the order of the values. */
export type Columns = Readonly<Record<string, string>>;

/** The columns that begin every row of a chain. */
export const ownColumns = {
  bucket: 'smallint',
  device: 'integer',
  generation: 'integer',
  tenant: 'integer',
  entity: 'integer',
  branch: 'integer',
} as const;
export const chainColumns = { bucket: 'smallint', device: 'integer', generation: 'integer' } as const;

/**
 * Returns `(…) AS name` with these columns, for values from `$1` on: one array for each column. Functions in a SELECT
 * list return rows one at a time; in FROM, PostgreSQL would first copy each column into a table.
 */
export function rowsOf(name: string, columns: Columns): string {
  const arrays = Object.entries(columns).map(
    ([column, type], index) => `unnest($${index + 1}::${type}[]) AS ${column}`,
  );
  return `(SELECT ${arrays.join(', ')}) AS ${name}`;
}

/** The names of statements: a connection prepares each one once, and plans it once or a few times. */
const names = new Map<string, string>();

function nameOf(sql: string): string {
  const name = names.get(sql) ?? createHash('sha256').update(sql).digest('hex').slice(0, 32);
  names.set(sql, name);
  return name;
}

/** Runs a statement that reads these rows with `rowsOf`; there are only a few different texts. */
export function queryWith<Row extends QueryResultRow>(
  client: PoolClient,
  sql: string,
  columns: Columns,
  rows: readonly (readonly unknown[])[],
): Promise<QueryResult<Row>> {
  const values = Object.values(columns).map((type, column) =>
    arrayOf(
      type,
      rows.map((row) => row[column]),
    ),
  );
  return client.query<Row>({ name: nameOf(sql), text: sql, values });
}

export async function insertMany(
  client: PoolClient,
  table: string,
  columns: Columns,
  rows: readonly (readonly unknown[])[],
  otherwise = '',
): Promise<void> {
  if (rows.length === 0) return;
  const list = Object.keys(columns).join(', ');
  // Citus would use COPY, which tables with row level security refuse; RETURNING makes it use INSERT.
  const rest = otherwise === '' && isOnCitus(client) ? 'RETURNING 1' : otherwise;
  await queryWith(
    client,
    `INSERT INTO ${table} (${list}) SELECT ${list} FROM ${rowsOf('rows', columns)} ${rest}`,
    columns,
    rows,
  );
}
