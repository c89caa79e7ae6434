import type { RiyalSign } from '../../../shared/shop-lines.ts';
import { words } from '../../../shared/words/index.ts';

/*
 * The riyal sign (U+20C1), which the program's fonts lack. It has two stems, the left one taller, and three bars that
 * rise to the right: one across both stems, one at the end of the right stem, and one below that. The left stem ends in
 * a foot. The sign is drawn here from this description.
 */

export const signSize = { width: 100, height: 112 } as const;

const fall = 21;
const thickness = 12;

/** Draws a bar from `left` to `right`, whose upper edge would meet the left side of the sign at `top`. */
function bar(left: number, right: number, top: number): string {
  const at = (x: number) => Math.round(top - (fall * x) / signSize.width);
  return `M${left} ${at(left)}L${right} ${at(right)}V${at(right) + thickness}L${left} ${at(left) + thickness}z`;
}

const stem = (left: number, top: number, bottom: number) =>
  `M${left} ${top + 10}L${left + 12} ${top}V${bottom}H${left}z`;

export const signPath = [
  stem(35, 0, 86),
  stem(59, 5, 84),
  bar(2, 98, 63),
  bar(59, 98, 87),
  bar(59, 98, 111),
  // The foot, which becomes thinner to the left.
  'M47 74V86L41 93L0 102L4 91L35 84z',
].join('');

/** Returns the letters for the currency; undefined if the sign is drawn. */
export function currencyLetters(currency: string, sign: RiyalSign): string | undefined {
  if (currency !== 'SAR' || sign === 'latin') return currency;
  return sign === 'arabic' ? words.ar.formats.riyal : undefined;
}
