import type { Language } from '../../../../shared/values/language.ts';
import { unmarked } from '../../../base/platform/spreadsheet-text.ts';
import { searchText } from '../../../books/ledger/database/search-words.ts';
import type { TableRow } from './table-row.ts';

/** The words of a file in one language. `others`: further headings that are understood, separated by commas. */
export interface ColumnWords<C extends string> {
  readonly columns: Readonly<Record<C, string>>;
  readonly others: Readonly<Record<string, string>>;
}

/** The cells of a row that are not blank, by column. */
export type StatedCells<C extends string> = Partial<Record<C, string>>;

export interface Columns<C extends string> {
  /** Finds the column of each heading; undefined for a heading that is not read. Several may have the same. */
  find(headings: readonly string[]): (C | undefined)[];
}

/** @param words by language; a file may have headings in both */
export function createColumns<C extends string>(
  columns: readonly C[],
  words: Readonly<Record<Language, ColumnWords<C>>>,
): Columns<C> {
  const headings = new Map<string, C>();
  for (const { columns: names, others } of Object.values(words))
    for (const column of columns)
      for (const heading of [searchText(column), ...spellings(names[column], others[column])])
        headings.set(heading, column);
  return {
    find: (cells) => cells.map((cell) => headings.get(searchText(cell))),
  };
}

/** Returns a name and its other spellings, folded for comparison. */
export const spellings = (name: string, others: string | undefined): string[] =>
  [name, ...(others?.split(',') ?? [])].map(searchText);

/** Returns the values of a row's cells; blank ones are omitted. */
export function statedIn<C extends string>(
  { cells }: Pick<TableRow, 'cells'>,
  columns: readonly (C | undefined)[],
): StatedCells<C> {
  const stated: StatedCells<C> = {};
  for (const [index, column] of columns.entries()) {
    const cell = unmarked(formulaText(cells[index] ?? '')).trim();
    if (column !== undefined && cell !== '') stated[column] = cell;
  }
  return stated;
}

/** Returns the text of a formula that only says a text, by which programs keep a spreadsheet from changing it. */
const formulaText = (cell: string): string =>
  /^=\s*"((?:[^"]|"")*)"$/.exec(cell)?.[1]?.replaceAll('""', '"') ?? cell;
