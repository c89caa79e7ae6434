import { decodeText } from './decode-text.ts';
import { type TableRow, tableLimits } from './table-row.ts';

/*
 * Lists in CSV, line by line: a library reads on from a stray quotation mark to the next one, and several goods become
 * one. Here such a line is a fault of its own, and every line is in one row.
 */

/** Returns the rows of a file with commas, semicolons or tabs; undefined for a file that is no text. */
export function readCsv(bytes: Uint8Array): TableRow[] | undefined {
  const text = decodeText(bytes);
  if (text === undefined) return undefined;
  // A first line such as `sep=;` is for spreadsheets.
  const separator = /^sep=(.)(?:\r\n?|\n)/.exec(text);
  const lines = text.slice(separator?.[0].length ?? 0).split(/\r\n|\r|\n/);
  return rowsOf(lines, separator === null ? 1 : 2, separator?.[1]);
}

function rowsOf(lines: readonly string[], first: number, delimiter?: string): TableRow[] {
  const form = formOf(lines, delimiter);
  const rows: TableRow[] = [];
  for (let at = 0; at < lines.length && rows.length < tableLimits.rows + 2; ) {
    const { lines: taken, ...row } = recordAt(lines, at, form);
    if (row.cells.some((cell) => cell !== ''))
      rows.push({ number: first + at, ...row, cells: row.cells.slice(0, tableLimits.columns) });
    at += taken;
  }
  // A spreadsheet that took whole lines for cells puts each into quotation marks.
  const isWrapped = rows.every(({ cells: [cell = '', ...more] }) => more.length === 0 && /[,;\t]/.test(cell));
  const inner = isWrapped ? rows.map(({ cells }) => cells.join()) : [];
  return inner.some((line, index) => line !== lines[index]) ? rowsOf(inner, first) : rows;
}

interface Form {
  readonly delimiter: string;
  /** The number of cells of most lines. */
  readonly columns: number;
}

/** Finds the delimiter by the number of times that it is in each line: that number is the same in most of them. */
function formOf(lines: readonly string[], given?: string): Form {
  const sample = lines
    .slice(0, 200)
    .filter((line) => line.trim() !== '')
    .map((line) => line.slice(0, 10_000).replace(/"[^"]*"/g, ''));
  const forms = (given === undefined ? [',', ';', '\t'] : [given]).map((delimiter) => {
    const counts = new Map<number, number>();
    for (const line of sample) {
      const columns = line.split(delimiter).length;
      if (columns > 1) counts.set(columns, (counts.get(columns) ?? 0) + 1);
    }
    const [columns = 1, lines = 0] = [...counts].toSorted((one, other) => other[1] - one[1])[0] ?? [];
    return { delimiter, columns, lines };
  });
  const [best] = forms.toSorted((one, other) => other.lines - one.lines || other.columns - one.columns);
  return best ?? { delimiter: ',', columns: 1 };
}

/** The most lines of one cell. */
const longestCell = 50;

type Taken = Omit<TableRow, 'number'> & { readonly lines: number };

/** Reads the row that begins at a line. */
function recordAt(lines: readonly string[], at: number, form: Form): Taken {
  const { delimiter, columns } = form;
  const line = lines[at] ?? '';
  const literal = line.split(delimiter).map((cell) => cell.trim());
  if (!line.includes('"')) return { cells: literal, lines: 1 };
  const stray: Taken = { cells: literal, fault: 'quote-stray', lines: 1 };
  const isWhole = (text = '') => columns > 1 && text.split(delimiter).length === columns;
  for (let taken = 1; taken <= longestCell && at + taken <= lines.length; taken += 1) {
    const more = lines.slice(at + 1, at + taken);
    if (taken > 1 && !more.at(-1)?.includes('"')) continue;
    const cells = cellsOf([line, ...more].join('\n'), delimiter);
    if (cells === 'stray') return stray;
    if (cells === 'open') continue;
    // A mark before a whole row may end at another stray mark.
    const isSwallowed = taken === 1 ? cells.length !== columns : more.some(isWhole);
    return isWhole(line) && isSwallowed ? stray : { cells, lines: taken };
  }
  return stray;
}

/** Reads the cells of a record; `open` if a quotation mark is not closed, `stray` if one stands where none may. */
function cellsOf(record: string, delimiter: string): string[] | 'open' | 'stray' {
  const cells: string[] = [];
  for (let at = 0; ; at += 1) {
    const start = afterBlanks(record, at);
    if (record[start] === '"') {
      let end = record.indexOf('"', start + 1);
      while (end !== -1 && record[end + 1] === '"') end = record.indexOf('"', end + 2);
      if (end === -1) return 'open';
      at = afterBlanks(record, end + 1);
      if (at < record.length && record[at] !== delimiter) return 'stray';
      cells.push(
        record
          .slice(start + 1, end)
          .replaceAll('""', '"')
          .trim(),
      );
    } else {
      const end = record.indexOf(delimiter, at);
      const cell = record.slice(at, end === -1 ? record.length : end).trim();
      // A formula that only says a text needs no further marks.
      if (cell.includes('"') && !/^="[^"]*"$/.test(cell)) return 'stray';
      cells.push(cell);
      at += end === -1 ? record.length - at : end - at;
    }
    if (at >= record.length) return cells;
  }
}

function afterBlanks(text: string, from: number): number {
  let at = from;
  while (text[at] === ' ' || text[at] === '\u00a0') at += 1;
  return at;
}
