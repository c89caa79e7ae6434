/* Texts as XPath sees them: lengths are counted in characters (code points), blanks are those of XML. */

export function isBlank(text: string | undefined): boolean {
  return text === undefined || /^[ \t\r\n]*$/.test(text);
}

export function isLonger(text: string | undefined, limit: number): boolean {
  // No text has more characters than UTF-16 units.
  return text !== undefined && text.length > limit && [...text].length > limit;
}

/** There, but without a character or with too many. */
export function isEmptyOrLonger(text: string | undefined, limit: number): boolean {
  return text === '' || isLonger(text, limit);
}

/** For the words of a rule on a length. */
export const limitOf = (limit: number | undefined) => (limit === undefined ? undefined : { limit });

/** Fifteen digits, the first and the last a 3. */
export const saudiVatNumber = /^3\d{13}3$/;

/** A day from 2000 to 9999 as `YYYY-MM-DD` (BR-KSA-F-01). */
export function isDate(text: string): boolean {
  return (
    /^[2-9]\d{3}-\d\d-\d\d$/.test(text) &&
    !Number.isNaN(Date.parse(text)) &&
    // A day past the end of its month is taken for one of the next.
    new Date(text).toISOString().startsWith(text)
  );
}
