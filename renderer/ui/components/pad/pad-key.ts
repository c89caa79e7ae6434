import { withoutThousands } from '../../../../shared/values/arabic-digits.ts';

/** The keys of a number pad that change a text. */
export const padKeys = ['1', '2', '3', '4', '5', '6', '7', '8', '9', '00', '0', '.', 'erase'] as const;
export type PadKey = (typeof padKeys)[number];

/** The most digits before the point, as `readAmount` reads them. */
const wholeDigits = 12;

/**
 * Returns the text of an amount after a key of the pad. The result is always the beginning of an amount: a key that
 * does not fit leaves the text unchanged, and digits and separators of an Arabic keyboard become Latin ones.
 * @param text the text so far; a text that is not an amount counts as empty
 * @param decimals most digits after the point
 */
export function pressPadKey(text: string, key: PadKey, decimals = 2): string {
  const plain = withoutThousands(text).trim();
  const [, whole = '', fraction = ''] = /^(\d{0,12})(\.\d*)?$/.exec(plain) ?? [];
  const before = whole + fraction.slice(0, 1 + decimals);
  if (key === 'erase') return before.slice(0, -1);
  if (key === '.') return before.includes('.') || decimals === 0 ? before : `${before || '0'}.`;
  return [...key].reduce((amount, digit) => withDigit(amount, digit, decimals), before);
}

function withDigit(amount: string, digit: string, decimals: number): string {
  const [whole = '', fraction] = amount.split('.');
  if (fraction !== undefined) return fraction.length < decimals ? amount + digit : amount;
  if (/^0*$/.test(whole)) return digit;
  return whole.length < wholeDigits ? amount + digit : amount;
}
