/** Returns a text with Latin digits in place of Arabic and Persian ones. */
export function withLatinDigits(text: string): string {
  // The last four bits of the digits' code points are their values.
  return text.replace(/[٠-٩۰-۹]/g, (digit) => String(digit.charCodeAt(0) % 16));
}

/** Returns a number that was typed or copied in Latin digits, without blanks and direction marks. */
export function foldDigits(text: string): string {
  return withLatinDigits(text.normalize('NFKC')).replace(/[\s\p{Cf}]/gu, '');
}

/** Returns a text with its digits in Latin; one that has digits alone, without blanks and direction marks. */
export function foldIfNumber(text: string): string {
  const folded = foldDigits(text);
  return /^\d+$/.test(folded) ? folded : withLatinDigits(text);
}

/**
 * Returns a typed number in Latin digits, with a decimal point and without the Arabic separators of thousands. One that
 * stands elsewhere stays, because it may be meant as a decimal point.
 */
export function withLatinNumbers(text: string): string {
  return withLatinDigits(text)
    .replaceAll('\u066b', '.')
    .replace(/(?<=\d)\u066c(?=\d{3}(?!\d))/g, '');
}

/** Returns a typed amount as `withLatinNumbers` does, also without commas that separate thousands. */
export function withoutThousands(text: string): string {
  return withLatinNumbers(text).replace(/(?<=\d),(?=\d{3}(?!\d))/g, '');
}
