import * as z from 'zod';
import { withLatinNumbers } from './values/arabic-digits.ts';

/* The kinds of input fields, and the issue codes of each. */

export const instant = z.iso.datetime();
/** A day in Riyadh. */
export const day = z.iso.date();
export const halalas = z.int();
/** True if every user of the machine may write in the folder, and so remove or replace what is in it. */
export const isOpenToAll = z.boolean();

/** The number of digits before the decimal point; a hundred billion exceeds any shop's sale. */
const integerDigits = 11;

const decimalPattern = /^(-?)(\d+)(?:\.(\d+))?$/;

/** Drops the zeros at the end; a pattern would start again at each zero of a long row. */
export function withoutLastZeros(digits: string): string {
  let end = digits.length;
  while (digits[end - 1] === '0') end -= 1;
  return digits.slice(0, end);
}

/** A refinement's message with a stable code for `Issue.code`. */
export const codedIssue = (code: string, error: string, more: Record<string, string | number> = {}) => ({
  error,
  params: { code, ...more },
});

const asItIs = (text: string): string => text;

/**
 * The text that matches a pattern. Zod's own `regex` cannot carry our issue codes.
 * @param fold brings what people type into the form
 */
export function pattern(form: RegExp, code: string, error: string, fold = asItIs) {
  const stranger = strangerTo(form);
  return z
    .string()
    .meta({ pattern: form.source })
    .overwrite(fold)
    .superRefine((value, context) => {
      if (form.test(value)) return;
      const [character] = stranger?.exec(value) ?? [];
      const params = { code, ...(character !== undefined && { character }) };
      context.addIssue({ code: 'custom', message: error, params });
    });
}

/** Finds a character that stands nowhere in a form of one class of characters, or of digits alone. */
function strangerTo({ source }: RegExp): RegExp | undefined {
  if (/^\^(?:\d|\\d|\{\d+\})+\$$/.test(source)) return /\D/u;
  const [, characters] = /^\^(\[[^\]]+\])(?:\{[\d,]+\}|[*+])?\$$/.exec(source) ?? [];
  return characters === undefined ? undefined : new RegExp(`(?!${characters})[^]`, 'u');
}

/** A plain decimal number, given as text or a JSON number and kept as text: it never becomes a float. */
export function decimal(decimals: number, sign: 'positive' | 'notNegative' | 'any') {
  const form = `^\\s*${sign === 'positive' ? '' : '-?'}0*\\d{1,${integerDigits}}(\\.\\d{1,${decimals}}0*)?\\s*$`;
  const given = [z.string().meta({ pattern: form }), z.number()] as const;
  return z.union(given, { error: 'must be a number' }).transform((value, context) => {
    const text = withLatinNumbers(String(value)).trim();
    const refuse = (code: string, message: string, limit?: number) => {
      context.addIssue({ code: 'custom', message, params: limit === undefined ? { code } : { code, limit } });
      return z.NEVER;
    };
    const [, minus = '', digits = '', decimalDigits = ''] = decimalPattern.exec(text) ?? [];
    const whole = digits.replace(/^0+(?=\d)/, '');
    const fraction = withoutLastZeros(decimalDigits);
    if (whole === '') return refuse('not-a-number', 'must be a plain decimal number such as 12.50');
    if (whole.length > integerDigits)
      return refuse(
        'number-too-large',
        `must have at most ${integerDigits} digits before the point`,
        integerDigits,
      );
    if (fraction.length > decimals)
      return refuse('too-many-decimals', `must have at most ${decimals} decimals`, decimals);
    const isZero = /^0*$/.test(whole + fraction);
    const isNegative = minus !== '' && !isZero;
    if (sign === 'positive' && (isZero || isNegative)) return refuse('not-positive', 'must be above zero');
    if (sign === 'notNegative' && isNegative) return refuse('negative', 'must not be negative');
    return `${isNegative ? '-' : ''}${whole}${fraction && `.${fraction}`}`;
  });
}

/**
 * XML 1.0 excludes other characters (production [2] Char) and advises against the controls above ASCII; a lone
 * surrogate is not a character. Direction overrides and isolates could show a receipt's text in another order than was
 * issued.
 */
const notXml =
  /[\u202A-\u202E\u2066-\u2069]|[^\t\n\r\u0020-\u007E\u00A0-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/u;

/** Text with only direction marks and zero-width spaces looks empty on paper. */
const visible = /[^\p{White_Space}\p{Default_Ignorable_Code_Point}\p{Cf}]/u;

/** The text that a document can carry: trimmed, not blank, at most `max` characters (code points). */
export function text(max: number, fold = asItIs) {
  return z
    .string()
    .meta({ maxLength: max })
    .refine(
      (value) => !notXml.test(value),
      codedIssue('control-character', 'must not contain control characters'),
    )
    .transform((value) => fold(value.trim()))
    .refine((value) => visible.test(value), codedIssue('blank', 'must not be blank'))
    .refine(
      // A text never has more characters than UTF-16 units, so short texts need not be counted.
      (value) => value.length <= max || [...value].length <= max,
      codedIssue('too-long', `must have at most ${max} characters`, { limit: max }),
    );
}

/** Zero-width spaces, marks of direction and the like. */
const unseen = /[\p{Default_Ignorable_Code_Point}\p{Cf}]/gu;

/** Returns a name in its only spelling: without invisible characters, with which two names could look the same. */
export const plainName = (name: string): string =>
  name
    .replaceAll(unseen, '')
    .normalize('NFC')
    .replaceAll(/\p{White_Space}+/gu, ' ')
    .trim();

/** The name of a person or program, of at most `max` characters, in its only spelling. */
export const nameText = (max: number) => text(max).transform(plainName);

/** The text of at most `max` characters and `maxBytes` bytes of UTF-8: an Arabic letter takes two. */
export function boundedText(max: number, maxBytes: number) {
  return text(max).refine(
    (value) => new TextEncoder().encode(value).length <= maxBytes,
    codedIssue('too-many-bytes', `must take at most ${maxBytes} bytes`, { limit: maxBytes }),
  );
}

const hex = '[0-9A-Fa-f]{8}(-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}';
const uuidPattern = `^(${hex}|\\{${hex}\\})$`;
const uuidForm = new RegExp(uuidPattern);

/**
 * A UUID or GUID of any version and variant, with capitals or braces as some tills write it; the result is in lower
 * case without braces, so that an id has only one spelling. All zeros is refused: programs send it when they never made
 * an id.
 */
export const uuid = z
  .string()
  .refine((value) => uuidForm.test(value), codedIssue('uuid', 'must be a UUID'))
  .refine(
    (value) => /[^{}0-]/.test(value) || !uuidForm.test(value),
    codedIssue('uuid-zero', 'must not be zeros alone'),
  )
  .meta({ pattern: uuidPattern, description: 'Capitals and braces make no difference' })
  .transform((value) => value.replace(/[{}]/g, '').toLowerCase());
