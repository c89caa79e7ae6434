import { type BuyerColumn, buyerColumns } from '../../../../shared/sale/buyer-book.ts';
import { buyerSchemes } from '../../../../shared/sale/party.ts';
import { withLatinDigits } from '../../../../shared/values/arabic-digits.ts';
import { buyerFileWords } from '../../../../shared/words/buyer-files.ts';
import { searchText } from '../../../books/ledger/database/search-words.ts';
import { createColumns, type StatedCells, spellings, statedIn } from '../tables/columns.ts';
import type { TableRow } from '../tables/read-table.ts';

type Scheme = (typeof buyerSchemes)[number];

/** The fields of a buyer that a row of a file has; a blank cell has none. */
export interface ReadBuyer {
  readonly number: number;
  readonly stated: StatedCells<BuyerColumn> & { readonly scheme?: Scheme };
  readonly faults: readonly { column: BuyerColumn; code: string; value?: string }[];
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
    const plain = withLatinDigits(cell).replace(/^(\d+)\.0$/, '$1');
    // A spreadsheet shows long numbers this way, and has lost their last digits.
    if (/^\d([.,]\d+)?e\+\d+$/i.test(plain)) faults.push({ column, code: 'code-rounded', value: cell });
    stated[column] = column === 'number' ? plain : plain.replaceAll(/\s/g, '');
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
