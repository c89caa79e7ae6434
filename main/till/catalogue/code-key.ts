import { withLatinDigits } from '../../../shared/values/arabic-digits.ts';

/**
 * Returns a code for comparison: Latin digits, capitals, without spaces and invisible marks. Numbers of 12 to 14 digits
 * get leading zeros: scanners and spreadsheets add and drop those of a GTIN.
 */
export function codeKey(code: string): string {
  const folded = isPlain.test(code) ? code.toUpperCase() : fold(code);
  return /^\d{12,13}$/.test(folded) ? folded.padStart(14, '0') : folded;
}

/** Most codes are plain, and a report folds the codes of everything that was sold. */
const isPlain = /^[!-~]*$/;

const fold = (code: string): string =>
  withLatinDigits(code.normalize('NFKC'))
    .replace(/[\s\p{Default_Ignorable_Code_Point}\p{Cf}\p{Cc}]/gu, '')
    .toUpperCase()
    // Capitals of composed letters may be decomposed.
    .normalize('NFKC');
