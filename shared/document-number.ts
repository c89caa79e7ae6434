/** Direction marks and the like, which come along when a number is copied out of an Arabic text. */
const invisible = /\p{Cf}/gu;

/** A document number as somebody typed or copied it, without what cannot be seen, and in Latin digits. */
export function plainNumber(text: string): string {
  return (
    text
      .replace(invisible, '')
      .trim()
      // Arabic-Indic and Persian digits have their values in their code points' last four bits.
      .replace(/[٠-٩۰-۹]/g, (digit) => String((digit.codePointAt(0) ?? 0) & 15))
  );
}

/** What a document number comes to in any spelling: two that come to the same name one document. */
export function foldNumber(text: string): string {
  return plainNumber(text.normalize('NFKC')).toUpperCase();
}
