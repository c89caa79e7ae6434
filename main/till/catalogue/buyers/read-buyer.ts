import { type BuyerColumn, buyerColumns } from '../../../../shared/sale/buyer-book.ts';
import { buyerSchemes } from '../../../../shared/sale/party.ts';
import { buyerFileWords } from '../../../../shared/words/buyer-files.ts';
import { searchText } from '../../../books/ledger/database/search-words.ts';
import { createColumns, type StatedCells, spellings, statedIn } from '../tables/columns.ts';
import type { RowFault } from '../tables/read-rows.ts';
import { plainText, wholeNumber } from '../tables/spreadsheet-numbers.ts';
import type { TableRow } from '../tables/table-row.ts';

type Scheme = (typeof buyerSchemes)[number];

/** The fields of a buyer that a row of a file has; a blank cell has none. */
export interface ReadBuyer {
  readonly number: number;
  readonly stated: StatedCells<BuyerColumn> & { readonly scheme?: Scheme };
  readonly faults: readonly RowFault<BuyerColumn>[];
}

export const columnsOfBuyers = createColumns(buyerColumns, buyerFileWords);

const schemes = new Map<string, Scheme>();
for (const words of Object.values(buyerFileWords))
  for (const scheme of buyerSchemes)
    for (const name of spellings(scheme, words.schemes[scheme])) schemes.set(name, scheme);

/** The columns in which a spreadsheet may have Arabic digits, or noise around a number. */
const digits = ['vatNumber', 'number', 'building', 'postalCode'] as const satisfies BuyerColumn[];

export function readBuyer(row: TableRow, columns: readonly (BuyerColumn | undefined)[]): ReadBuyer {
  const { scheme: kind, ...stated } = statedIn(row, columns);
  const faults: ReadBuyer['faults'][number][] = [];
  for (const column of digits) {
    const cell = stated[column];
    if (cell === undefined) continue;
    const plain = plainText(cell);
    const number = wholeNumber(plain, isVatNumber);
    if (number !== undefined && 'fault' in number) faults.push({ column, code: number.fault, value: cell });
    const text = number !== undefined && 'digits' in number ? number.digits : plain;
    stated[column] = column === 'number' ? text : text.replaceAll(/\s/g, '');
  }
  const scheme = kind === undefined ? undefined : schemes.get(searchText(kind));
  if (kind !== undefined && scheme === undefined)
    faults.push({ column: 'scheme', code: 'scheme-unknown', value: kind.slice(0, 60) });
  return {
    number: row.number,
    stated: {
      ...stated,
      ...(stated.country !== undefined && { country: stated.country.toUpperCase() }),
      ...(scheme !== undefined && { scheme }),
    },
    faults,
  };
}

const isVatNumber = (digits: string): boolean => /^3\d{13}3$/.test(digits);
