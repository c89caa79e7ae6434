import { type Columns, statedIn } from './columns.ts';
import { readTable, refuseFile } from './read-table.ts';
import type { TableRow } from './table-row.ts';
import { textFault } from './text-faults.ts';

/** A fault of a row; `value`: what the cell says. */
export interface RowFault<C extends string> {
  readonly column?: C;
  readonly code: string;
  readonly value?: string;
}

/** The rows below the headings of a file, each read by its column headings. */
export interface ReadRows<Row> {
  readonly rows: readonly Row[];
  readonly unread: readonly string[];
}

/**
 * Reads a file by its headings.
 * @param readerOf makes the reader of the file's rows
 * @param most the most rows that are taken
 * @throws FailureError `bad-input` for a file that cannot be read at all, or has no column that is known
 */
export async function readRows<C extends string, Row extends { readonly faults: readonly RowFault<C>[] }>(
  bytes: Uint8Array,
  allColumns: Columns<C>,
  readerOf: (columns: readonly (C | undefined)[], rows: readonly TableRow[]) => (row: TableRow) => Row,
  most = Number.POSITIVE_INFINITY,
): Promise<ReadRows<Row>> {
  const [heading, ...rows] = await readTable(bytes);
  const columns = allColumns.find(heading?.cells ?? []);
  if (heading === undefined || columns.every((column) => column === undefined))
    return refuseFile('no-columns');
  if (rows.length > most) return refuseFile('too-many-rows', { limit: most });
  const read = readerOf(columns, rows);
  return {
    rows: rows.map((row) => {
      const result = read(row);
      const faults = rowFaults(row, columns, heading.cells.length);
      // Further faults come from a text that nobody wrote.
      return faults.length === 0 ? result : { ...result, faults };
    }),
    unread: heading.cells.filter((cell, index) => cell !== '' && columns[index] === undefined),
  };
}

/** Returns the faults that a row has in whatever list it is. */
function rowFaults<C extends string>(
  row: TableRow,
  columns: readonly (C | undefined)[],
  width: number,
): RowFault<C>[] {
  const beyond = row.cells.slice(width).find((cell) => cell !== '');
  if (row.fault !== undefined) return [{ code: row.fault, value: cut(row.cells.join(' ')) }];
  if (beyond !== undefined) return [{ code: 'cells-too-many', value: cut(beyond) }];
  return Object.entries<string | undefined>(statedIn(row, columns)).flatMap(([column, cell = '']) => {
    const code = textFault(cell);
    return code === undefined ? [] : [{ column: column as C, code, value: cut(cell) }];
  });
}

const cut = (cell: string): string => cell.slice(0, 60);
