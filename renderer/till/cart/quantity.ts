import type { Draft } from '../../../shared/stored/basket/draft.ts';
import { withLatinNumbers } from '../../../shared/values/arabic-digits.ts';
import { isBlank } from './draft.ts';

/** A quantity that a button can change, which has at most six digits before the point. */
const countable = /^(\d{1,6})(\.\d*)?$/;

/**
 * Returns a quantity with one more or one less; its decimals stay.
 * @returns undefined for a text that is not a quantity, or if nothing would be left
 */
export function stepQuantity(text: string, by: 1 | -1): string | undefined {
  const [, whole, fraction = ''] = countable.exec(withLatinNumbers(text).trim()) ?? [];
  if (whole === undefined) return undefined;
  const next = Number(whole) + by;
  const isNothing = next < 0 || (next === 0 && !/[1-9]/.test(fraction));
  return isNothing ? undefined : `${next}${fraction}`;
}

/** Returns the number of lines, and of the pieces in them; a weighed or measured line counts as one piece. */
export function countOf({ lines }: Draft): { lines: number; pieces: number } {
  const filled = lines.filter((line) => !isBlank(line));
  const pieces = filled.map(({ quantity, unit = 'PCE' }) => {
    const typed = withLatinNumbers(quantity).trim();
    return unit === 'PCE' && /^\d{1,6}$/.test(typed) ? Number(typed) : 1;
  });
  return { lines: filled.length, pieces: pieces.reduce((sum, each) => sum + each, 0) };
}
