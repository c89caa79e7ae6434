import { unzipSync } from 'fflate';
import readWorkbook from 'read-excel-file/universal';
import { refuseInput } from '../../../../shared/failure.ts';
import { Exact } from '../../../../shared/values/money.ts';
import { readCsv } from './read-csv.ts';
import { type TableRow, tableLimits } from './table-row.ts';

/**
 * Reads the first sheet of an XLSX file, or a CSV file with commas, semicolons or tabs.
 * @returns the rows that are not blank
 * @throws FailureError `bad-input` for a file that is none of these, or too large
 */
export async function readTable(bytes: Uint8Array): Promise<TableRow[]> {
  if (bytes.length > tableLimits.bytes) refuseFile('file-too-large', { limit: tableLimits.bytes });
  const isZip = bytes[0] === 0x50 && bytes[1] === 0x4b;
  const rows = isZip ? await readSheets(bytes) : (readCsv(bytes) ?? refuseFile('not-a-table'));
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
  const sheets = await readWorkbook(bytes.slice().buffer, { parseNumber: plainDigits }).catch(() =>
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

/** Some programs write a number with an exponent; it is exact as long as a float can hold it. */
function plainDigits(digits: string): string {
  const isExact = /e/i.test(digits) && Math.abs(Number(digits)) <= Number.MAX_SAFE_INTEGER;
  return isExact ? new Exact(digits).toFixed() : digits;
}

function cellText(cell: unknown): string {
  if (cell === null || cell === undefined) return '';
  if (cell instanceof Date) return cell.toISOString().slice(0, 10);
  return String(cell).trim();
}
