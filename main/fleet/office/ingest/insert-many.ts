import type { PoolClient } from 'pg';

/** Columns with their PostgreSQL types, in the order of the values. */
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

/** Returns `unnest(…) AS name (columns)` for values from `$1` on: one array for each column. */
export function rowsOf(name: string, columns: Columns): string {
  const arrays = Object.values(columns).map((type, index) => `$${index + 1}::${type}[]`);
  return `unnest(${arrays.join(', ')}) AS ${name} (${Object.keys(columns).join(', ')})`;
}

/** Turns rows into the arrays that `rowsOf` reads. */
export const arraysOf = (columns: Columns, rows: readonly (readonly unknown[])[]): unknown[][] =>
  Object.keys(columns).map((_, column) => rows.map((row) => row[column]));

/** Inserts rows by one statement, whatever their number. */
export async function insertMany(
  client: PoolClient,
  table: string,
  columns: Columns,
  rows: readonly (readonly unknown[])[],
  otherwise = '',
): Promise<void> {
  if (rows.length === 0) return;
  const names = Object.keys(columns).join(', ');
  await client.query(
    `INSERT INTO ${table} (${names}) SELECT ${names} FROM ${rowsOf('rows', columns)} ${otherwise}`,
    arraysOf(columns, rows),
  );
}
