import { type ArticleColumn, articleColumns, namesIn } from '../../../shared/sale/article.ts';
import { saleLimits } from '../../../shared/sale/sale-limits.ts';
import { type Unit, units } from '../../../shared/sale/units.ts';
import { exemptionReason } from '../../../shared/sale/vat.ts';
import { withLatinDigits } from '../../../shared/values/arabic-digits.ts';
import { Exact } from '../../../shared/values/money.ts';
import { fileWords, unitWords } from '../../../shared/words/article-files.ts';
import { searchText } from '../../books/ledger/database/search-words.ts';
import { readCodes } from './read-codes.ts';
import { createColumns, spellings, statedIn } from './tables/columns.ts';
import type { RowFault } from './tables/read-rows.ts';
import { plainNumber, plainText, withoutCurrency } from './tables/spreadsheet-numbers.ts';
import type { TableRow } from './tables/table-row.ts';

export interface RowFields {
  readonly id?: string;
  readonly nameAr?: string;
  readonly nameEn?: string;
  readonly codes?: readonly string[];
  readonly shortCode?: string;
  readonly price?: string;
  readonly unit?: Unit;
  /** A word that is no unit of ours; such an article counts as pieces. */
  readonly unitWord?: string;
  /** The name of a group, in any language. */
  readonly group?: string;
  readonly vat?: {
    category: string;
    rate?: string;
    reason?: string | undefined;
    reasonText?: string | undefined;
  };
  readonly favourite?: boolean;
  readonly active?: boolean;
}

export interface ReadRow {
  readonly number: number;
  readonly fields: RowFields;
  readonly faults: readonly RowFault<ArticleColumn>[];
  /** The reasons to look at the row, although it can be imported. */
  readonly warnings: readonly RowFault<ArticleColumn>[];
}

export const articleReading = {
  columns: createColumns(articleColumns, fileWords),
  readerOf: createRowReader,
};

const unitNames = new Map<string, Unit>(units.map((unit) => [searchText(unit), unit]));
const truths = new Map<string, boolean>([
  ['1', true],
  ['true', true],
  ['x', true],
  ['0', false],
  ['false', false],
]);
for (const { yes, no } of Object.values(fileWords)) truths.set(yes, true).set(no, false);
for (const { names, others } of Object.values(unitWords))
  for (const unit of units)
    for (const name of spellings(names[unit], (others as Readonly<Record<string, string>>)[unit]))
      unitNames.set(name, unit);

type ColumnsOfFile = readonly (ArticleColumn | undefined)[];

/** Returns the reader of a file's rows, in which a blank cell is ignored. */
function createRowReader(columns: ColumnsOfFile, rows: readonly TableRow[]): (row: TableRow) => ReadRow {
  const priceAt = columns.indexOf('price');
  const hasCommaDecimals = rows.some(({ cells }) => /^\d+,\d{1,2}$/.test(priceText(cells[priceAt] ?? '')));
  return (row) => readRow(row, columns, hasCommaDecimals);
}

function readRow(row: TableRow, columns: ColumnsOfFile, hasCommaDecimals: boolean): ReadRow {
  const { number } = row;
  const stated = statedIn(row, columns);
  const faults: RowFault<ArticleColumn>[] = [];
  const warnings: RowFault<ArticleColumn>[] = [];
  const noteIn =
    (list: RowFault<ArticleColumn>[]) =>
    (column: ArticleColumn, code: string, value?: string): undefined => {
      list.push({ column, code, ...(value !== undefined && { value: value.slice(0, 60) }) });
    };
  const refuse = noteIn(faults);
  const warn = noteIn(warnings);
  const codes = readCodes(stated.codes ?? '', (code, value) => refuse('codes', code, value));
  for (const { code, cell } of codes.restored) warn('codes', 'code-restored', `${cell} → ${code}`);
  const unit = unitNames.get(searchText(stated.unit ?? ''));
  if (unit === undefined && stated.unit !== undefined) warn('unit', 'unit-unknown', stated.unit);
  const fields: RowFields = {
    ...(stated.id !== undefined && { id: stated.id.toLowerCase() }),
    ...(stated.name !== undefined && namesIn(stated.name)),
    ...pick({ nameAr: stated.nameAr, nameEn: stated.nameEn, group: stated.group }),
    ...(codes.all.length > 0 && { codes: codes.all }),
    ...pick({
      shortCode:
        stated.shortCode &&
        readCodes(stated.shortCode, (code, value) => refuse('shortCode', code, value)).all[0],
      price: stated.price && readPrice(stated.price, hasCommaDecimals, refuse),
      unit,
      unitWord: unit === undefined ? stated.unit : undefined,
      vat: readVat(stated, refuse),
      favourite: readTruth('favourite', stated.favourite, refuse),
      active: readTruth('active', stated.active, refuse),
    }),
  };
  warnOf(fields, stated, warn);
  return { number, fields, faults, warnings };
}

/** Warns of what a list says only by mistake, or because it is old. */
function warnOf(
  { price, vat }: RowFields,
  { name, price: priceCell }: Partial<Record<ArticleColumn, string>>,
  warn: (column: ArticleColumn, code: string, value?: string) => void,
): void {
  if (price !== undefined && Number(price) === 0) warn('price', 'price-zero', priceCell);
  if (price !== undefined && /\.\d{3}/.test(price)) warn('price', 'price-decimals', priceCell);
  if (vat?.rate === '5') warn('vat', 'vat-old');
  if (name !== undefined && Object.values(namesIn(name)).join('').length < name.replace(/ *\| */g, '').length)
    warn('name', 'name-cut', name);
}

type Refuse = (column: ArticleColumn, code: string, value?: string) => undefined;

/** Omits undefined and blank values. */
function pick<T extends object>(values: T): { [K in keyof T]?: Exclude<T[K], undefined | ''> } {
  return Object.fromEntries(
    Object.entries(values).filter(([, value]) => value !== undefined && value !== ''),
  ) as { [K in keyof T]?: Exclude<T[K], undefined | ''> };
}

/** Returns a number without the mark by which a spreadsheet keeps it as text. */
const numberText = (cell: string): string => plainText(cell).replace(/^'(.*?)'?$/, '$1');

const priceText = (cell: string): string => withoutCurrency(numberText(cell));

/** Reads `1,250.50`, `12,5`, `١٢٫٥٠` and the like, with or without a currency. */
function readPrice(cell: string, hasCommaDecimals: boolean, refuse: Refuse): string | undefined {
  const text = priceText(cell);
  const plain = plainNumber(text, hasCommaDecimals);
  if (plain === undefined)
    return refuse('price', /^\d+[.,]\d+$/.test(text) ? 'number-unclear' : 'not-a-number', cell);
  // A computed cell may carry the noise of a float.
  return new Exact(plain).toDecimalPlaces(saleLimits.priceDecimals).toFixed();
}

/** Reads a rate (15, 5 %) or the letter of a category (S, Z, E, O); the reason may name the category too. */
function readVat(
  { vat, vatReason, vatReasonText }: Partial<Record<ArticleColumn, string>>,
  refuse: Refuse,
): RowFields['vat'] {
  if (vat === undefined && vatReason === undefined) return undefined;
  const reason = vatReason?.toUpperCase().replace('(BIS)', '(bis)');
  const vatText = numberText(vat ?? '')
    .replace(/[%\u066a ]/g, '')
    .toUpperCase();
  const number = plainNumber(vatText);
  const rate = number === undefined ? undefined : new Exact(number);
  const byReason = reason === undefined ? undefined : exemptionReason(reason)?.category;
  if (rate !== undefined && !rate.isZero())
    // A percent cell holds 0.15.
    return {
      category: 'S',
      rate: (rate.lessThan(1) ? rate.times(100) : rate).toFixed(),
      ...pick({ reason }),
    };
  const category = /^[SZEO]$/.test(vatText) ? vatText : byReason;
  if (category === undefined) {
    return vat === undefined || rate !== undefined
      ? refuse('vatReason', reason === undefined ? 'reason-missing' : 'reason-unknown', reason)
      : refuse('vat', 'vat-unknown', vat);
  }
  return { category, ...pick({ reason, reasonText: vatReasonText }) };
}

function readTruth(
  column: 'favourite' | 'active',
  cell: string | undefined,
  refuse: Refuse,
): boolean | undefined {
  if (cell === undefined) return undefined;
  return truths.get(withLatinDigits(cell).toLowerCase()) ?? refuse(column, 'yes-or-no', cell);
}
