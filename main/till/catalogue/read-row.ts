import { type ArticleColumn, articleColumns, namesIn } from '../../../shared/sale/article.ts';
import { isGtin } from '../../../shared/sale/gtin.ts';
import { saleLimits } from '../../../shared/sale/sale-limits.ts';
import { type Unit, units } from '../../../shared/sale/units.ts';
import { exemptionReason } from '../../../shared/sale/vat.ts';
import { withLatinDigits, withLatinNumbers } from '../../../shared/values/arabic-digits.ts';
import { Exact } from '../../../shared/values/money.ts';
import { fileWords, unitWords } from '../../../shared/words/article-files.ts';
import { searchText } from '../../books/ledger/database/search-words.ts';
import { createColumns, spellings, statedIn } from './tables/columns.ts';
import type { TableRow } from './tables/read-table.ts';

export interface RowFields {
  readonly id?: string;
  readonly nameAr?: string;
  readonly nameEn?: string;
  readonly codes?: readonly string[];
  readonly shortCode?: string;
  readonly price?: string;
  readonly unit?: Unit;
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
  readonly faults: readonly RowFault[];
  /** The number of codes whose leading zeros, dropped by a spreadsheet, were restored. */
  readonly restored: number;
}

export interface RowFault {
  readonly column: ArticleColumn;
  readonly code: string;
  readonly value?: string;
}

export const columnsOfFile = createColumns(articleColumns, fileWords);

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

const currencies = new RegExp(
  Object.values(fileWords)
    .flatMap(({ currency }) => currency.split(','))
    .map((name) => name.trim().replaceAll('.', '\\.?'))
    .toSorted((one, other) => other.length - one.length)
    .join('|'),
  'giu',
);

/** Reads a row of a file; a blank cell is ignored. */
export function readRow(row: TableRow, columns: readonly (ArticleColumn | undefined)[]): ReadRow {
  const { number } = row;
  const stated = statedIn(row, columns);
  const faults: RowFault[] = [];
  const refuse = (column: ArticleColumn, code: string, value?: string): undefined => {
    faults.push({ column, code, ...(value !== undefined && { value: value.slice(0, 60) }) });
  };
  const codes = readCodes(stated.codes ?? '', refuse);
  const fields: RowFields = {
    ...(stated.id !== undefined && { id: stated.id.toLowerCase() }),
    ...(stated.name !== undefined && namesIn(stated.name)),
    ...pick({ nameAr: stated.nameAr, nameEn: stated.nameEn, group: stated.group }),
    ...(codes.all.length > 0 && { codes: codes.all }),
    ...pick({
      shortCode: stated.shortCode && readCodes(stated.shortCode, refuse).all[0],
      price: stated.price && readPrice(stated.price, refuse),
      unit: stated.unit && (unitNames.get(searchText(stated.unit)) ?? refuse('unit', 'unit', stated.unit)),
      vat: readVat(stated, refuse),
      favourite: readTruth('favourite', stated.favourite, refuse),
      active: readTruth('active', stated.active, refuse),
    }),
  };
  return { number, fields, faults, restored: codes.restored };
}

type Refuse = (column: ArticleColumn, code: string, value?: string) => undefined;

/** Omits undefined and blank values. */
function pick<T extends object>(values: T): { [K in keyof T]?: Exclude<T[K], undefined | ''> } {
  return Object.fromEntries(
    Object.entries(values).filter(([, value]) => value !== undefined && value !== ''),
  ) as { [K in keyof T]?: Exclude<T[K], undefined | ''> };
}

function readCodes(cell: string, refuse: Refuse): { all: string[]; restored: number } {
  let restored = 0;
  const all = cell
    .split(/[|;,\n\u060c\u061b]/)
    .map((code) => code.trim())
    .filter((code) => code !== '')
    .map((code) => {
      const digits = withLatinDigits(code);
      // A spreadsheet shows long numbers this way, and keeps 15 digits.
      if (/^\d(\.\d+)?e\+\d+$/i.test(digits) || /^\d{16,}$/.test(digits))
        refuse('codes', 'code-rounded', code);
      const whole = digits.replace(/^(\d+)\.0$/, '$1');
      const padded = whole.padStart(12, '0');
      if (!/^\d{9,11}$/.test(whole) || !isGtin(padded)) return whole === digits ? code : whole;
      restored += 1;
      return padded;
    });
  return { all: [...new Set(all)], restored };
}

/** Reads `1,250.50`, `12,5`, `١٢٫٥٠` and the like, with or without a currency. */
function readPrice(cell: string, refuse: Refuse): string | undefined {
  const text = withLatinNumbers(cell)
    .replace(currencies, '')
    .replace(/\s|\p{Sc}/gu, '');
  const plain = plainNumber(text);
  if (plain === undefined) {
    const isUnclear = /^\d{1,3},\d{3}$/.test(text);
    return refuse('price', isUnclear ? 'number-unclear' : 'not-a-number', cell);
  }
  // A computed cell may carry the noise of a float.
  return new Exact(plain).toDecimalPlaces(saleLimits.priceDecimals).toFixed();
}

function plainNumber(text: string): string | undefined {
  if (/^\d+(\.\d+)?$/.test(text)) return text;
  if (/^\d{1,3}(,\d{3})+\.\d+$/.test(text) || /^\d{1,3}(,\d{3}){2,}$/.test(text))
    return text.replaceAll(',', '');
  if (/^\d{1,3}(\.\d{3})+,\d+$/.test(text)) return text.replaceAll('.', '').replace(',', '.');
  return /^\d+,\d{1,2}$/.test(text) ? text.replace(',', '.') : undefined;
}

/** Reads a rate (15, 5 %) or the letter of a category (S, Z, E, O); the reason may name the category too. */
function readVat(
  { vat, vatReason, vatReasonText }: Partial<Record<ArticleColumn, string>>,
  refuse: Refuse,
): RowFields['vat'] {
  if (vat === undefined && vatReason === undefined) return undefined;
  const reason = vatReason?.toUpperCase().replace('(BIS)', '(bis)');
  const vatText = withLatinDigits(vat ?? '')
    .replace(/[%\u066a\s]/g, '')
    .toUpperCase();
  const rate = /^\d+(\.\d+)?$/.test(vatText) ? new Exact(vatText) : undefined;
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
    return vat === undefined || vatText === '0'
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
