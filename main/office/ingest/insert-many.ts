import { createHash } from 'node:crypto';
import type { PoolClient, QueryResult, QueryResultRow } from 'pg';
import { isOnCitus } from '../database/citus.ts';
import type { ChainKey } from '../tills/chain-key.ts';
import { arrayOf } from './binary-array.ts';

/** Columns with their PostgreSQL types, and the value that each has in a row. */
export type Columns<Row> = Readonly<Record<string, readonly [type: string, valueOf: (row: Row) => unknown]>>;

/** The columns that name a chain. */
export const chainColumns: Columns<{ readonly key: Pick<ChainKey, 'bucket' | 'device' | 'generation'> }> = {
  bucket: ['smallint', ({ key }) => key.bucket],
  device: ['integer', ({ key }) => key.device],
  generation: ['smallint', ({ key }) => key.generation],
};

/** The columns that begin every row of a chain. */
const ownColumns: Columns<{ readonly key: ChainKey }> = {
  ...chainColumns,
  tenant: ['integer', ({ key }) => key.tenant],
  entity: ['integer', ({ key }) => key.entity],
  branch: ['integer', ({ key }) => key.branch],
};

/** Rows that a statement reads: `from` is what it has in FROM. */
interface Table {
  readonly from: string;
  readonly values: readonly unknown[];
}

/**
 * Returns rows as `(…) AS name`, for values from `$1` on: one array for each column. Functions in a SELECT list return
 * rows one at a time; in FROM, PostgreSQL would first copy each column into a table.
 */
export function tableOf<Row>(name: string, columns: Columns<Row>, rows: readonly Row[]): Table {
  const arrays = Object.entries(columns).map(
    ([column, [type]], index) => `unnest($${index + 1}::${type}[]) AS ${column}`,
  );
  return {
    from: `(SELECT ${arrays.join(', ')}) AS ${name}`,
    values: Object.values(columns).map(([type, read]) => arrayOf(type, rows.map(read))),
  };
}

/** The names of statements: a connection prepares each one once, and plans it once or a few times. */
const names = new Map<string, string>();

function nameOf(sql: string): string {
  const name = names.get(sql) ?? createHash('sha256').update(sql).digest('hex').slice(0, 32);
  names.set(sql, name);
  return name;
}

/** Runs a statement that reads a table; there are only a few different texts. */
export function queryWith<Result extends QueryResultRow>(
  client: PoolClient,
  sql: string,
  { values }: Table,
): Promise<QueryResult<Result>> {
  return client.query<Result>({ name: nameOf(sql), text: sql, values: [...values] });
}

/** Inserts any number of rows of chains with one statement. */
export async function insertMany<Row extends { readonly key: ChainKey }>(
  client: PoolClient,
  table: string,
  more: Columns<Row>,
  rows: readonly Row[],
  otherwise = '',
): Promise<void> {
  if (rows.length === 0) return;
  const columns = { ...ownColumns, ...more };
  const list = Object.keys(columns).join(', ');
  // Citus would use COPY, which tables with row level security refuse; RETURNING makes it use INSERT.
  const rest = otherwise === '' && isOnCitus(client) ? 'RETURNING 1' : otherwise;
  const added = tableOf('rows', columns, rows);
  await queryWith(client, `INSERT INTO ${table} (${list}) SELECT ${list} FROM ${added.from} ${rest}`, added);
}
