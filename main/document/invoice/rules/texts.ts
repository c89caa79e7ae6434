/* Functions that treat texts as XPath does: lengths are in characters (code points), and blanks are those of XML. */

export function isBlank(text: string | undefined): boolean {
  return text === undefined || /^[ \t\r\n]*$/.test(text);
}

export function isLonger(text: string | undefined, limit: number): boolean {
  // A text never has more characters than UTF-16 units, so short texts need not be counted.
  return text !== undefined && text.length > limit && [...text].length > limit;
}

export function isEmptyOrLonger(text: string | undefined, limit: number): boolean {
  return text === '' || isLonger(text, limit);
}

export const limitOf = (limit: number | undefined) => (limit === undefined ? undefined : { limit });

/** A Saudi VAT number: fifteen digits, of which the first and the last are 3. */
export const saudiVatNumber = /^3\d{13}3$/;

/** Returns true for a day from 2000 to 9999 as `YYYY-MM-DD` (BR-KSA-F-01). */
export function isDate(text: string): boolean {
  return (
    /^[2-9]\d{3}-\d\d-\d\d$/.test(text) &&
    !Number.isNaN(Date.parse(text)) &&
    // JavaScript would read a day after the end of its month as one of the next month.
    new Date(text).toISOString().startsWith(text)
  );
}
