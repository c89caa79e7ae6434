import { withLatinNumbers } from '../../../shared/values/arabic-digits.ts';
import { type Halalas, roundToHalalas } from '../../../shared/values/money.ts';

/** The form of this terminal's invoice numbers, taken from the newest one: `T1-` and at least six digits. */
export interface NumberForm {
  readonly prefix: string;
  readonly digits: number;
}

export type Meaning =
  | { readonly kind: 'number'; readonly number: string }
  | { readonly kind: 'amount'; readonly amount: Halalas }
  | { readonly kind: 'buyer'; readonly buyer: string };

/** The largest number of digits of a counter; a longer number is a VAT number or another id of the buyer. */
const longestCounter = 9;
/** The largest number of characters of a search in the list; a longer text is that of a QR code. */
export const longestSearch = 200;

export function numberFormOf(number: string): NumberForm | undefined {
  const [, prefix, digits] = /^(.*?)(\d+)$/.exec(number) ?? [];
  return prefix === undefined || digits === undefined ? undefined : { prefix, digits: digits.length };
}

/**
 * Reads the search field: bare digits are a number (`42` is `T1-000042`), digits with a point an amount, a text that
 * begins like a number is the beginning of one, and anything else is a buyer.
 * @returns undefined for an empty field, and for the text of a QR code
 */
export function meaningOf(typed: string, form: NumberForm | undefined): Meaning | undefined {
  const text = withLatinNumbers(typed).trim();
  if (text === '' || text.length > longestSearch) return undefined;
  if (/^(\d+|\d{1,3}(,\d{3})+)\.\d{1,2}$/.test(text) && text.length <= 16)
    return { kind: 'amount', amount: roundToHalalas(text.replaceAll(',', '')) };
  const [, counter] = /^#?(\d+)$/.exec(text) ?? [];
  if (counter !== undefined && counter.length <= longestCounter)
    return { kind: 'number', number: numberOf(counter, form) };
  if (form !== undefined && form.prefix !== '' && text.toUpperCase().startsWith(form.prefix.toUpperCase())) {
    const rest = text.slice(form.prefix.length);
    if (/^\d*$/.test(rest))
      return {
        kind: 'number',
        // A counter with leading zeros may be incomplete, so it is the beginning of a number; one without them is
        // complete.
        number: rest === '' || rest.startsWith('0') ? form.prefix + rest : numberOf(rest, form),
      };
  }
  return { kind: 'buyer', buyer: text };
}

function numberOf(counter: string, form: NumberForm | undefined): string {
  if (form === undefined) return counter;
  return form.prefix + String(Number(counter)).padStart(form.digits, '0');
}
