import { eanCheckDigit } from './article-label.ts';
import { gs1Symbology } from './scanned-code.ts';

/*
 * Codes of several facts, each after its application identifier, as found on packages of meat or cheese: GS1-128,
 * DataBar, DataMatrix and QR. GS1 General Specifications, section 3 (identifiers), 7.8 (lengths).
 */

/** The facts of a code that a till can use. */
export interface Gs1Reading {
  /** The number that is printed under a barcode, with 8, 13 or 14 digits. */
  readonly gtin: string;
  /** The weight in kilograms, identifier 310n; 0 if a scale wrote none. */
  readonly weight?: string;
  /** The price in riyals, identifiers 392n and 393n. */
  readonly price?: string;
  /** The number of pieces, identifier 30. */
  readonly count?: string;
}

/** The separator after a value of variable length. */
const groupSeparator = '\u001d';

/** The lengths of values by the first two digits of their identifiers; others end with a separator or the code. */
const fixedLengths: Readonly<Record<string, number>> = {
  '00': 18,
  '01': 14,
  '02': 14,
  '03': 14,
  '04': 16,
  '11': 6,
  '12': 6,
  '13': 6,
  '14': 6,
  '15': 6,
  '16': 6,
  '17': 6,
  '18': 6,
  '19': 6,
  '20': 2,
  '31': 6,
  '32': 6,
  '33': 6,
  '34': 6,
  '35': 6,
  '36': 6,
  '41': 13,
};

/** The length of an identifier by its first two digits; it is two if it is not listed. */
const identifierDigits: Readonly<Record<string, number>> = {
  ...Object.fromEntries(['23', '24', '25', '40', '41', '42', '71'].map((first) => [first, 3])),
  ...Object.fromEntries(
    ['31', '32', '33', '34', '35', '36', '39', '43', '70', '72', '80', '81', '82'].map((first) => [first, 4]),
  ),
};

/** The numeric code of the riyal, ISO 4217. */
const riyal = '682';

/**
 * Reads a code with the number of an article inside; undefined for any other code. Without a symbology identifier, the
 * code must begin with that number.
 */
export function readGs1(code: string): Gs1Reading | undefined {
  const announced = gs1Symbology.exec(code)?.[0];
  const text = announced === undefined ? code : code.slice(announced.length);
  const isGs1 = announced !== undefined || /^01\d{14}/.test(text);
  const elements = isGs1 ? elementsOf(text) : linkElements(code);
  const gtin = elements?.get('01');
  if (elements === undefined || gtin === undefined || !isGtin14(gtin)) return undefined;
  const weight = withDecimals(elements, '310', /^\d{6}$/) ?? zeroWeight(elements);
  const price = withDecimals(elements, '392', /^\d{1,15}$/) ?? priceInRiyals(elements);
  const count = withoutZeros(elements.get('30') ?? '');
  return {
    gtin: printed(gtin),
    ...(weight !== undefined && { weight }),
    ...(price !== undefined && { price }),
    ...(count !== undefined && { count }),
  };
}

/** Returns the code of a package with its price and nothing else. */
export function gs1WithPrice(gtin: string, price: string): string {
  const [whole = '', decimals = ''] = price.split('.');
  return `01${gtin.padStart(14, '0')}392${decimals.length}${whole}${decimals}`;
}

/** Returns the values by their identifiers; undefined when the text does not consist of such values. */
function elementsOf(text: string): Map<string, string> | undefined {
  const elements = new Map<string, string>();
  let rest = text;
  while (rest !== '') {
    const first = rest.slice(0, 2);
    const digits = identifierDigits[first] ?? 2;
    const identifier = rest.slice(0, digits);
    const separator = rest.indexOf(groupSeparator);
    const fixed = fixedLengths[first];
    const end = fixed === undefined ? (separator === -1 ? rest.length : separator) : digits + fixed;
    const value = rest.slice(digits, end);
    if (!/^\d{2,4}$/.test(identifier) || value === '' || value.length < (fixed ?? 1)) return undefined;
    if (value.includes(groupSeparator)) return undefined;
    elements.set(identifier, value);
    rest = rest.slice(end).replace(groupSeparator, (found, at: number) => (at === 0 ? '' : found));
  }
  return elements;
}

/** Reads a GS1 Digital Link, an address with the same facts: https://shop.example/01/09506000134352?3103=000195 */
function linkElements(code: string): Map<string, string> | undefined {
  const [address = '', query = ''] = code.split('#', 1)[0]?.split('?') ?? [];
  const gtin = /^https?:\/\/[^/]+\/(?:.*\/)?01\/(\d{8}|\d{12,14})(?:\/|$)/i.exec(address)?.[1];
  if (gtin === undefined) return undefined;
  const facts = [...query.matchAll(/(?:^|&)(\d{2,4})=(\d+)(?=&|$)/g)];
  return new Map([
    ...facts.map(([, identifier = '', value = '']) => [identifier, value] as const),
    ['01', gtin.padStart(14, '0')],
  ]);
}

const isGtin14 = (digits: string) =>
  /^\d{14}$/.test(digits) && digits.at(-1) === checkDigitOf14(digits.slice(0, -1));

/** The weights count from the right, so they are those of an EAN-13 with one more digit in front. */
function checkDigitOf14(digits: string): string {
  const [first = '0', ...others] = digits;
  const ofOthers = Number(eanCheckDigit(others.join('')));
  return String((((ofOthers - 3 * Number(first)) % 10) + 10) % 10);
}

function printed(gtin: string): string {
  if (gtin.startsWith('000000')) return gtin.slice(6);
  return gtin.startsWith('0') ? gtin.slice(1) : gtin;
}

/** Finds a value whose identifier has the number of decimals as its fourth digit. */
function withDecimals(
  elements: ReadonlyMap<string, string>,
  first: string,
  form: RegExp,
): string | undefined {
  for (const [identifier, value] of elements)
    if (identifier.startsWith(first) && identifier.length === 4 && form.test(value))
      return placed(value, Number(identifier.at(-1)));
  return undefined;
}

const zeroWeight = (elements: ReadonlyMap<string, string>) =>
  [...elements].some(([identifier, value]) => /^310\d$/.test(identifier) && /^0{6}$/.test(value))
    ? '0'
    : undefined;

function priceInRiyals(elements: ReadonlyMap<string, string>): string | undefined {
  const inRiyals = [...elements].filter(
    ([identifier, value]) => identifier.startsWith('393') && value.startsWith(riyal),
  );
  const values = new Map(inRiyals.map(([identifier, value]) => [identifier, value.slice(riyal.length)]));
  return withDecimals(values, '393', /^\d{1,15}$/);
}

function placed(digits: string, decimals: number): string | undefined {
  const filled = digits.padStart(decimals + 1, '0');
  const whole = filled.slice(0, filled.length - decimals).replace(/^0+(?=\d)/, '');
  const fraction = filled.slice(filled.length - decimals).replace(/0+$/, '');
  const value = fraction === '' ? whole : `${whole}.${fraction}`;
  return value === '0' ? undefined : value;
}

const withoutZeros = (digits: string) => (/^\d{1,8}$/.test(digits) ? placed(digits, 0) : undefined);
