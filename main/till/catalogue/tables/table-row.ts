/** A row of a file, with the number that a spreadsheet shows beside the row. */
export interface TableRow {
  readonly number: number;
  readonly cells: readonly string[];
  /** The code of a fault of the row as a whole. */
  readonly fault?: string;
}

export const tableLimits = {
  /** Size of a file, in bytes. */
  bytes: 10 * 1024 * 1024,
  /** Size of a workbook's parts when unpacked, in bytes. */
  unpacked: 400 * 1024 * 1024,
  /** The number of rows below the headings. */
  rows: 100_000,
  columns: 200,
  /** Cells in the rectangle that a sheet spans, including empty ones. */
  area: 20_000_000,
  /** The most cells that are stored. */
  cells: 4_000_000,
  /** Size of a part other than a sheet when unpacked, in bytes: the texts that cells share are one. */
  texts: 48 * 1024 * 1024,
  /** Size of one text of a cell, in bytes: a spreadsheet allows 32,767 characters, each of which may be escaped. */
  text: 8 * 32_767,
  /** A workbook larger than `small` when unpacked may be at most this many times larger than its file. */
  ratio: 200,
  small: 5_000_000,
} as const;
