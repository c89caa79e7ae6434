/** Direction marks and the like, which come along when a number is copied out of an Arabic text. */
const invisible = /\p{Cf}/gu;

/**
 * The document numbers that somebody may mean by what they typed: as it is, in capitals, and bare digits as the digits
 * of this terminal's own numbers.
 * @param prefix of this terminal's numbers, `T1` of `T1-000042`
 */
export function typedNumbers(text: string, prefix: string | undefined): string[] {
  const plain = text
    .replace(invisible, '')
    .trim()
    // Arabic-Indic and Persian digits have their values in their code points' last four bits.
    .replace(/[٠-٩۰-۹]/g, (digit) => String((digit.codePointAt(0) ?? 0) & 15));
  const own = prefix !== undefined && /^\d{1,9}$/.test(plain) ? [`${prefix}-${plain.padStart(6, '0')}`] : [];
  return [...new Set([plain, plain.toUpperCase(), ...own])];
}
