/** Returns a text with Latin digits in place of Arabic and Persian ones. */
export function withLatinDigits(text: string): string {
  // The last four bits of the digits' code points are their values.
  return text.replace(/[٠-٩۰-۹]/g, (digit) => String(digit.charCodeAt(0) % 16));
}
