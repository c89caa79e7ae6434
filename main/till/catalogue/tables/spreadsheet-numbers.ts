import { withLatinDigits } from '../../../../shared/values/arabic-digits.ts';
import { fileWords } from '../../../../shared/words/article-files.ts';

/* The forms in which spreadsheets write numbers, and what they lose by them. */

/** The digits of a cell that is a whole number, or the code of the fault by which they cannot be known. */
export type WholeNumber = { readonly digits: string } | { readonly fault: string };

/** Marks of direction and the like. */
export const unseen = /[\p{Default_Ignorable_Code_Point}\p{Cf}]/gu;

/** Returns a text with Latin digits, points and commas, and without invisible marks. */
export function plainText(cell: string): string {
  return withLatinDigits(cell)
    .replace(/[\uff10-\uff19\uff0c\uff0e\uff05\uff0b\uff0d]/g, (wide) => wide.normalize('NFKC'))
    .replace(unseen, '')
    .replaceAll('\u066b', '.')
    .replaceAll('\u060c', ',')
    .replace(/[\u00a0\u2000-\u200a\u202f\s]+/g, ' ')
    .replace(/[\u2019\u2018\u00b4`]/g, "'")
    .trim();
}

const currency = Object.values(fileWords)
  .flatMap((words) => words.currency.split(','))
  .map((name) => name.trim().replaceAll('.', '\\.? ?'))
  .concat('\ufdfc', '\u20c1')
  .toSorted((one, other) => other.length - one.length)
  .join('|');
const currencies = new RegExp(`^(?:${currency}) ?(?=[\\d.,])|(?<=\\d) ?(?:${currency})$`, 'iu');

/** Returns a text without the riyal before or after its number; another currency stays. */
export const withoutCurrency = (text: string): string => text.replace(currencies, '').trim();

const month = '(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*';
const date = new RegExp(
  `^(?:\\d{4}-\\d{2}-\\d{2}|\\d{1,2}[/-]\\d{1,2}[/-]\\d{4}|\\d{1,2}-${month}(?:-\\d{2,4})?|${month}-\\d{2,4})$`,
  'i',
);
/** 6.28E+12, 628.1E9, 6,28 x 10^12, and the Arabic form of it. */
const scientific = /^(\d{1,15})(?:[.,](\d+))?\s?(e|\u0623\u0633|[x×*]\s?10\s?\^?)\s?([+-]?)0*(\d{1,3})$/i;
/** A number in groups of three digits, or of two before the last three. */
const grouped = /^(\d{1,3}(?:([,. '\u066c])\d{3})(?:\2\d{3})*|\d{1,2}(?:([,])\d{2})+\3\d{3})(?:([.,])(0+))?$/;

/**
 * Reads a whole number, such as a code, in any form that a spreadsheet gives it. Digits are restored only if all of them
 * are there.
 * @param cell as `plainText` returns it
 * @param isProven says whether the digits themselves prove that they are right
 * @returns undefined for a text that is no number
 */
export function wholeNumber(cell: string, isProven: (digits: string) => boolean): WholeNumber | undefined {
  if (date.test(cell)) return { fault: 'code-date' };
  const power = scientific.exec(cell);
  if (power !== null) return fromPower(power);
  const groups = grouped.exec(cell);
  if (groups !== null) return fromGroups(groups, isProven);
  const [, whole, point, fraction = ''] = /^(\d+)(?:([.,])(\d+))?$/.exec(cell) ?? [];
  if (whole === undefined)
    return /^\d[\d.,]{7,} ?[%\u066a]$/.test(cell) ? { fault: 'code-unclear' } : undefined;
  if (!/^0*$/.test(fraction))
    return point === ',' || whole.length < 8 ? undefined : { fault: 'code-rounded' };
  // A spreadsheet keeps 15 digits of a number, and zeros at its end are those that it lost.
  const isRounded = whole.length > 15 || (whole.length > 11 && whole.endsWith('000000'));
  return isRounded ? { fault: 'code-rounded' } : { digits: whole };
}

function fromPower([, whole = '', fraction = '', mark = '', sign, power]: RegExpExecArray):
  | WholeNumber
  | undefined {
  // Goods may have codes such as 4E2; a spreadsheet writes a fraction or a sign.
  if (fraction === '' && sign === '' && /^e$/i.test(mark)) return undefined;
  const places = Number(power);
  const isWhole = sign !== '-' && fraction.length >= places && /^0*$/.test(fraction.slice(places));
  const digits = `${whole}${fraction.slice(0, places)}`.replace(/^0+(?=\d)/, '');
  return isWhole ? { digits } : { fault: 'code-rounded' };
}

function fromGroups(
  [, number = '', threes, twos, point, zeros]: RegExpExecArray,
  isProven: (digits: string) => boolean,
): WholeNumber | undefined {
  const digits = number.replace(/\D/g, '');
  if (digits.length > 15) return { fault: 'code-rounded' };
  // Nobody writes a long list of codes of which only the first one is shorter than three digits.
  const isLong = threes !== undefined && digits.length > 9 && digits.length % 3 !== 0;
  const hasPoint = zeros !== undefined && point !== (threes ?? twos);
  if (isProven(digits) || hasPoint || isLong || threes === '\u066c') return { digits };
  return threes === ',' || digits.length > 11 ? { fault: 'code-unclear' } : undefined;
}

/** Returns a number with a decimal point and nothing else; undefined if it can be read in two ways, or in none. */
export function plainNumber(text: string, hasCommaDecimals = false): string | undefined {
  const number = text.replace(/\u066c(?=\d{3}(?!\d))/g, '').replace(/(?<=\d)[ '](?=\d{3}(?!\d))/g, '');
  if (/^\d*\.\d+$/.test(number) && !(hasCommaDecimals && /^\d{1,3}\.\d{3}$/.test(number)))
    return number.replace(/^\./, '0.');
  if (/^\d+$/.test(number)) return number;
  if (/^\d{1,3}(,\d{3})+\.\d+$/.test(number) || /^\d{1,3}(,\d{3}){2,}$/.test(number))
    return number.replaceAll(',', '');
  if (/^\d{1,2}(,\d{2})+,\d{3}(\.\d+)?$/.test(number)) return number.replaceAll(',', '');
  if (/^\d{1,3}(\.\d{3})+,\d+$/.test(number) || /^\d{1,3}(\.\d{3}){2,}$/.test(number))
    return number.replaceAll('.', '').replace(',', '.');
  return /^\d*,\d{1,2}$/.test(number) ? number.replace(',', '.').replace(/^\./, '0.') : undefined;
}
