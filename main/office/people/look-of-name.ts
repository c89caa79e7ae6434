/* The look of a name. A reader of the log could take two people for one whose names look the same. */

/**
 * Letters by what they look like: Cyrillic and Greek ones, and digits, by a Latin letter, and Arabic ones by another.
 */
const alike: Readonly<Record<string, string>> = {
  a: '\u0430\u0251\u03b1',
  b: '\u044c\u03b2',
  c: '\u0441\u03f2',
  d: '\u0501',
  e: '\u0435\u0454\u03b5',
  h: '\u04bb\u043d\u03b7',
  i: '\u0456\u0131\u0269\u03b9l\u04cf1|\u2170',
  j: '\u0458\u03f3',
  k: '\u043a\u03ba',
  m: '\u043c',
  n: '\u043f',
  o: '\u043e\u03bf\u03c30\u0585',
  p: '\u0440\u03c1',
  q: '\u051b',
  r: '\u0433\u1d26',
  s: '\u04555',
  t: '\u0442\u03c4',
  u: '\u03c5\u0446',
  v: '\u0475\u03bd',
  w: '\u051d\u03c9',
  x: '\u0445\u03c7',
  y: '\u0443\u03b3\u04af',
  z: '\u1d22',
  '\u0627': '\u0623\u0625\u0622\u0671',
  '\u064a': '\u0649\u0626\u06cc',
  '\u0643': '\u06a9\u06aa',
  '\u0647': '\u0629\u06c3\u06c1',
  '\u0648': '\u0624',
};

const looks = new Map(
  Object.entries(alike).flatMap(([look, letters]) => [...letters].map((letter) => [letter, look] as const)),
);

/** Returns a text that two names have in common if a reader could take one for the other. */
export const lookOfName = (name: string): string =>
  [
    ...name
      .normalize('NFKD')
      .replaceAll(/[\p{M}\p{Cf}\u0640]/gu, '')
      .toLowerCase(),
  ]
    .map((letter) => looks.get(letter) ?? letter)
    .join('')
    .replaceAll(/rn/g, 'm')
    .replaceAll(/vv/g, 'w')
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

/** Returns true for two names that look the same. */
export const isSameName = (one: string, other: string): boolean => lookOfName(one) === lookOfName(other);
