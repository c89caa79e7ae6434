import { type Halalas, roundToHalalas } from '../../shared/money.ts';
import { latinDigits } from '../language/format.ts';

/** How this terminal writes its numbers, as its newest one tells: `T1-` and at least six digits. */
export interface NumberForm {
  readonly prefix: string;
  readonly digits: number;
}

/** What a person who typed this looks for. */
export type Meaning =
  | { readonly kind: 'number'; readonly number: string }
  | { readonly kind: 'amount'; readonly amount: Halalas }
  | { readonly kind: 'buyer'; readonly buyer: string };

/** More digits than this are no counter: a VAT number, or another the buyer is known by. */
const longestCounter = 9;
/** More than this is nothing that a list is searched by; the text of a QR is as long. */
export const longestSearch = 200;

export function numberFormOf(number: string): NumberForm | undefined {
  const [, prefix, digits] = /^(.*?)(\d+)$/.exec(number) ?? [];
  return prefix === undefined || digits === undefined ? undefined : { prefix, digits: digits.length };
}

/**
 * Reads the search field: bare digits are a number (`42` is `T1-000042`), digits with a point an amount, what begins
 * as a number does is the beginning of one, and anything else is a buyer.
 * @returns undefined for nothing typed, and for the text of a QR
 */
export function meaningOf(typed: string, form: NumberForm | undefined): Meaning | undefined {
  const text = latinDigits(typed).trim();
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
        // With its zeros it is typed from the left; without them it is a whole counter.
        number: rest === '' || rest.startsWith('0') ? form.prefix + rest : numberOf(rest, form),
      };
  }
  return { kind: 'buyer', buyer: text };
}

function numberOf(counter: string, form: NumberForm | undefined): string {
  if (form === undefined) return counter;
  return form.prefix + String(Number(counter)).padStart(form.digits, '0');
}
