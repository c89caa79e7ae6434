import { isGtin } from '../../../shared/sale/gtin.ts';
import {
  plainText,
  unseen,
  type WholeNumber,
  wholeNumber,
  withoutCurrency,
} from './tables/spreadsheet-numbers.ts';

export interface ReadCodes {
  readonly all: string[];
  /** The codes that a spreadsheet had changed, with what the cell says. */
  readonly restored: readonly { readonly code: string; readonly cell: string }[];
}

/**
 * Reads the codes of a cell. Those that a spreadsheet changed are restored if all their digits are there.
 * @param refuse called with the code of a fault, and what it is about
 */
export function readCodes(cell: string, refuse: (fault: string, value: string) => unknown): ReadCodes {
  const restored: { code: string; cell: string }[] = [];
  const read = (piece: string): string[] => {
    const written = piece
      .replace(unseen, '')
      .trim()
      .replace(aroundText, '$1')
      .replace(/^=\+?(?=\d+$)/, '');
    const plain = plainText(written);
    const number = wholeNumber(plain, isProven) ?? inCurrency(plain);
    if (number !== undefined && 'digits' in number) {
      const code = withLostZeros(number.digits) ?? number.digits;
      if (code !== plain) restored.push({ code, cell: piece });
      return [code === plain ? written : code];
    }
    const list = number === undefined ? listIn(plain) : [];
    if (list.length > 1) return list.flatMap(read);
    if (number !== undefined || /^=|["\ufffd]/.test(plain))
      refuse(number?.fault ?? 'code-unclear', piece.trim());
    return number !== undefined || written === '' ? [] : [written];
  };
  return { all: [...new Set(cell.split(/[|;\n\u061b]/).flatMap(read))], restored };
}

/** The mark by which a spreadsheet keeps a number as text, and marks on both sides. */
const aroundText = /^["'\u2018\u2019\u201c\u201d](.*?)["'\u2018\u2019\u201c\u201d]?$/;

/** Returns the digits of a barcode whose leading zeros a spreadsheet dropped; undefined for other digits. */
function withLostZeros(digits: string): string | undefined {
  const padded = digits.padStart(12, '0');
  return /^\d{9,11}$/.test(digits) && isGtin(padded) ? padded : undefined;
}

const isProven = (digits: string): boolean => isGtin(digits) || withLostZeros(digits) !== undefined;

/** A column of money turns barcodes into sums; codes such as SR12 are the shop's own. */
function inCurrency(plain: string): WholeNumber | undefined {
  const bare = withoutCurrency(plain);
  const number = bare === plain ? undefined : wholeNumber(bare, isProven);
  return number === undefined || ('digits' in number && !isProven(number.digits)) ? undefined : number;
}

const listIn = (plain: string): string[] =>
  /^\d{8,14}(?: ?[/&+ ] ?\d{8,14})+$/.test(plain)
    ? plain.split(/[/&+ ]+/)
    : plain.split(',').filter((part) => part.trim() !== '');
