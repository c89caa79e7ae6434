import type { Columns } from './columns.ts';
import { readTable, refuseFile, type TableRow } from './read-table.ts';

/** The rows below the headings of a file, each read by its column headings. */
export interface ReadRows<Row> {
  readonly rows: readonly Row[];
  readonly unread: readonly string[];
}

/**
 * Reads a file by its headings.
 * @param most the most rows that are taken
 * @throws FailureError `bad-input` for a file that cannot be read at all, or has no column that is known
 */
export async function readRows<C extends string, Row>(
  bytes: Uint8Array,
  allColumns: Columns<C>,
  read: (row: TableRow, columns: readonly (C | undefined)[]) => Row,
  most = Number.POSITIVE_INFINITY,
): Promise<ReadRows<Row>> {
  const [heading, ...rows] = await readTable(bytes);
  const columns = allColumns.find(heading?.cells ?? []);
  if (heading === undefined || columns.every((column) => column === undefined))
    return refuseFile('no-columns');
  if (rows.length > most) return refuseFile('too-many-rows', { limit: most });
  return {
    rows: rows.map((row) => read(row, columns)),
    unread: heading.cells.filter((cell, index) => cell !== '' && columns[index] === undefined),
  };
}
