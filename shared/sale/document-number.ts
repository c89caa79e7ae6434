import { withLatinDigits } from '../values/arabic-digits.ts';

/** Direction marks and similar characters, which are copied along with a number from Arabic text. */
const invisible = /\p{Cf}/gu;

/** Returns a typed or copied document number without invisible characters and in Latin digits. */
export function plainNumber(text: string): string {
  return withLatinDigits(text.replace(invisible, '').trim());
}

/** Dashes and the minus sign, with the spaces that people put around them. */
const dash = /\s*[\p{Pd}\u2212]\s*/gu;

/** Normalises a document number: two spellings with the same result name one document. */
export function foldNumber(text: string): string {
  return plainNumber(text.normalize('NFKC')).replace(dash, '-').replace(/\s+/g, ' ').toUpperCase();
}
