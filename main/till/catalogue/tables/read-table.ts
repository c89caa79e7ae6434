import { parse } from 'csv-parse/sync';
import { unzipSync } from 'fflate';
import readWorkbook from 'read-excel-file/universal';
import { refuseInput } from '../../../../shared/failure.ts';

/** A row of a file, with the number that a spreadsheet shows beside the row. */
export interface TableRow {
  readonly number: number;
  readonly cells: readonly string[];
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

/**
 * Reads the first sheet of an XLSX file, or a CSV file: UTF-8, UTF-16 or Windows-1256, with commas, semicolons or tabs.
 * @returns the rows that are not blank
 * @throws FailureError `bad-input` for a file that is none of these, or too large
 */
export async function readTable(bytes: Uint8Array): Promise<TableRow[]> {
  if (bytes.length > tableLimits.bytes) refuseFile('file-too-large', { limit: tableLimits.bytes });
  const isZip = bytes[0] === 0x50 && bytes[1] === 0x4b;
  const rows = isZip ? await readSheets(bytes) : readCsv(decode(bytes));
  const filled = rows.filter(({ cells }) => cells.some((cell) => cell !== ''));
  if (filled.length > tableLimits.rows + 1) refuseFile('too-many-rows', { limit: tableLimits.rows });
  return filled;
}

export const refuseFile = (code: string, params?: Readonly<Record<string, number>>): never =>
  refuseInput(['file'], code, code, params);

async function readSheets(bytes: Uint8Array): Promise<TableRow[]> {
  const size = unpackedSize(bytes);
  // No spreadsheet writes megabytes of blanks, and the library would take minutes to read them.
  const isPadded = size > Math.max(tableLimits.small, tableLimits.ratio * bytes.length);
  if (isPadded || size > tableLimits.unpacked) refuseFile('file-too-large', { limit: tableLimits.bytes });
  const parts = partsOf(bytes);
  if (parts.some(hasTooMuchText)) refuseFile('file-too-large', { limit: tableLimits.bytes });
  if (isSpreadOut(parts)) refuseFile('too-many-rows', { limit: tableLimits.rows });
  // Digits are taken as they are in the file: a float would change the codes of some goods.
  const sheets = await readWorkbook(bytes.slice().buffer, { parseNumber: (digits) => digits }).catch(() =>
    refuseFile('not-a-table'),
  );
  const [first] = sheets;
  return (first?.data ?? []).map((cells, index) => ({
    number: index + 1,
    cells: cells.slice(0, tableLimits.columns).map(cellText),
  }));
}

/** Returns the unpacked size that a packed file declares. */
function unpackedSize(bytes: Uint8Array): number {
  let size = 0;
  try {
    unzipSync(bytes, {
      filter({ originalSize }) {
        size += originalSize;
        return false;
      },
    });
  } catch {
    refuseFile('not-a-table');
  }
  return size;
}

type Part = readonly [name: string, bytes: Uint8Array];

function partsOf(bytes: Uint8Array): Part[] {
  try {
    return Object.entries(unzipSync(bytes));
  } catch {
    return refuseFile('not-a-table');
  }
}

const tag = '<'.charCodeAt(0);
const isSheet = ([name]: Part) => /worksheets\//i.test(name);

/** Returns true for a part with more text than people write, which the library would take minutes to read. */
function hasTooMuchText(part: Part): boolean {
  const [, bytes] = part;
  // Pictures are no text.
  if (bytes[bytes.findIndex((byte) => byte > 0x20 && byte < 0x80)] !== tag) return false;
  if (!isSheet(part) && bytes.length > tableLimits.texts) return true;
  for (let at = 0; at < bytes.length; ) {
    const next = bytes.indexOf(tag, at + 1);
    const end = next === -1 ? bytes.length : next;
    if (end - at > tableLimits.text) return true;
    at = end;
  }
  return false;
}

const address = /[\s"']r\s*=\s*["']([A-Z]{1,3})(\d{1,7})["']/gi;

/**
 * Returns true for sheets that would take all memory. The library fills every cell up to the last one, and a file of a
 * few bytes can put a cell into the very last row and column.
 */
function isSpreadOut(parts: readonly Part[]): boolean {
  let cells = 0;
  return parts.filter(isSheet).some(([, part]) => {
    let [lastRow, lastColumn, rows, before] = [0, 0, 0, ''];
    for (const [, letters = '', row] of new TextDecoder('latin1').decode(part).matchAll(address)) {
      cells += 1;
      if (row !== before) rows += 1;
      before = row ?? '';
      // Rows that are formatted but blank do not count.
      if (rows > 2 * tableLimits.rows) return true;
      lastRow = Math.max(lastRow, Number(row));
      lastColumn = Math.max(lastColumn, columnOf(letters));
      if (cells > tableLimits.cells || lastRow * lastColumn > tableLimits.area) return true;
    }
    return false;
  });
}

/** Returns the number of a column by its letters, from 1. */
const columnOf = (letters: string): number =>
  [...letters.toUpperCase()].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0);

function cellText(cell: unknown): string {
  if (cell === null || cell === undefined) return '';
  if (cell instanceof Date) return cell.toISOString().slice(0, 10);
  return String(cell).trim();
}

/** Arabic spreadsheets on Windows still write their old encoding, in which hardly any text is UTF-8 by chance. */
function decode(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1256').decode(bytes);
  }
}

function readCsv(text: string): TableRow[] {
  if (text.includes('\u0000')) refuseFile('not-a-table');
  // A first line such as `sep=;` is for spreadsheets.
  const separator = /^sep=(.)\r?\n/.exec(text);
  const body = separator === null ? text : text.slice(separator[0].length);
  const firstLine = body.slice(0, 10_000).split(/\r?\n/, 1)[0] ?? '';
  const count = (delimiter: string) => firstLine.split(delimiter).length;
  const delimiter =
    separator?.[1] ?? [',', ';', '\t'].toSorted((one, other) => count(other) - count(one))[0] ?? ',';
  try {
    const records = parse(body, {
      delimiter,
      info: true,
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: true,
      to: tableLimits.rows + 2,
    }) as unknown as { record: string[]; info: { lines: number } }[];
    const before = separator === null ? 0 : 1;
    return records.map(({ record, info }) => ({
      number: info.lines + before,
      cells: record.slice(0, tableLimits.columns).map((cell) => cell.trim()),
    }));
  } catch {
    return refuseFile('not-a-table');
  }
}
