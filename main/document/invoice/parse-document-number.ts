import { plainNumber } from '../../../shared/sale/document-number.ts';

/**
 * Returns the document numbers that a typed text may mean: the text itself, its capitals, and for bare digits this
 * terminal's own number.
 * @param prefix the prefix of this terminal's numbers, `T1` of `T1-000042`
 */
export function typedNumbers(text: string, prefix: string | undefined): string[] {
  const plain = plainNumber(text);
  const numbers =
    prefix !== undefined && /^\d{1,9}$/.test(plain) ? [`${prefix}-${plain.padStart(6, '0')}`] : [];
  return [...new Set([plain, plain.toUpperCase(), ...numbers])];
}
