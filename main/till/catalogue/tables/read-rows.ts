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

/** A file with a list, and the way to read its rows. */
export interface FileList<C extends string, Row> {
  readonly heading: readonly string[];
  /** The column of each heading, also if several have the same. */
  readonly found: readonly (C | undefined)[];
  /** The column of each heading; undefined for one that is not read. */
  readonly columns: readonly (C | undefined)[];
  /** The rows below the headings. */
  readonly table: readonly TableRow[];
  read(row: TableRow): Row;
}

/** The rows of a list, and the headings that are not read. */
export interface ReadRows<Row> {
  readonly rows: readonly Row[];
  readonly unread: readonly string[];
}

interface Reading<C extends string, Row> {
  readonly columns: Columns<C>;
  /** Makes the reader of a file's rows. */
  readerOf(columns: readonly (C | undefined)[], rows: readonly TableRow[]): (row: TableRow) => Row;
  /** The most rows that are taken. */
  readonly most?: number;
}

type Faulty<C extends string> = { readonly faults: readonly RowFault<C>[] };

/** Titles, addresses and dates may stand above the headings. */
const mostTitles = 20;

/**
 * Opens a list by its headings: the first row with two known ones, or else the first with one.
 * @throws FailureError `bad-input` for a file that cannot be read at all, or has no column that is known
 */
export async function openList<C extends string, Row extends Faulty<C>>(
  bytes: Uint8Array,
  reading: Reading<C, Row>,
): Promise<FileList<C, Row>> {
  const table = await readTable(bytes);
  const counts = table
    .slice(0, mostTitles)
    .map(({ cells }) => new Set(reading.columns.find(cells).filter((column) => column !== undefined)).size);
  const both = counts.findIndex((count) => count > 1);
  const at = both === -1 ? counts.indexOf(1) : both;
  const heading = table[at]?.cells;
  if (heading === undefined) return refuseFile('no-columns');
  const rows = table.slice(at + 1);
  const { most = Number.POSITIVE_INFINITY } = reading;
  if (rows.length > most) return refuseFile('too-many-rows', { limit: most });
  return listOf(heading, rows, reading.columns.find(heading), reading);
}

/** Returns a list whose columns are these; of several headings with the same column, the first one counts. */
export function listOf<C extends string, Row extends Faulty<C>>(
  heading: readonly string[],
  table: readonly TableRow[],
  found: readonly (C | undefined)[],
  { readerOf }: Pick<Reading<C, Row>, 'readerOf'>,
): FileList<C, Row> {
  const columns = found.map((column, index) => (found.indexOf(column) === index ? column : undefined));
  const read = readerOf(columns, table);
  return {
    heading,
    found,
    columns,
    table,
    read(row) {
      const faults = rowFaults(row, columns, heading.length);
      // Further faults come from a text that nobody wrote.
      return faults.length === 0 ? read(row) : { ...read(row), faults };
    },
  };
}

/** Reads all rows of a list. */
export function rowsIn<C extends string, Row>({
  heading,
  columns,
  table,
  read,
}: FileList<C, Row>): ReadRows<Row> {
  return {
    rows: table.map(read),
    unread: heading.filter((cell, index) => cell !== '' && columns[index] === undefined),
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
