/* The encodings of text files. Spreadsheets seldom say which one they wrote, and some files have several. */

/** The character for bytes that are no text in the encoding of the file. */
export const broken = '\ufffd';

/**
 * Returns the text of a file: UTF-8, UTF-16 with or without its mark, Windows-1256 or 1252, or ISO 8859-6; UTF-8 that
 * was encoded twice is restored. Bytes that fit nowhere become `broken`.
 * @returns undefined for a file that is no text
 */
export function decodeText(bytes: Uint8Array): string | undefined {
  const text = decode(withoutPadding(bytes));
  const zeros = text.split('\u0000').length - 1;
  return zeros * 50 > text.length ? undefined : undoubledText(text);
}

function decode(bytes: Uint8Array): string {
  const utf16 = utf16Of(bytes);
  if (utf16 !== undefined) return new TextDecoder(utf16).decode(bytes);
  const text = new TextDecoder().decode(bytes);
  const wrong = text.split(broken).length - 1;
  const isMarked = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
  const right = (text.match(/[^\0-\x7f\ufffd]/gu) ?? []).length;
  // Hardly any text of an old encoding has a sequence of UTF-8 by chance.
  return wrong === 0 || isMarked || right >= wrong ? text : decodeOld(bytes);
}

/** Old programs fill the end of a file, or mark it. */
function withoutPadding(bytes: Uint8Array): Uint8Array {
  const isUtf16 = utf16Of(bytes) !== undefined;
  let end = bytes.length;
  while (!isUtf16 && end > 0 && (bytes[end - 1] === 0 || bytes[end - 1] === 0x1a)) end -= 1;
  return bytes.subarray(0, end);
}

/** In UTF-16, all marks and line ends have a zero on the same side; Arabic letters have a 6 there. */
function utf16Of(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | undefined {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  const [even, odd] = [0, 1].map((side) => {
    const [zeros, high, all] = countOnSide(bytes.subarray(0, 20_000), side);
    return { zeros: zeros / all, high: high / all };
  });
  if (even === undefined || odd === undefined) return undefined;
  if (odd.zeros > 0.1 && odd.high > 0.8 && even.zeros < 0.02) return 'utf-16le';
  return even.zeros > 0.1 && even.high > 0.8 && odd.zeros < 0.02 ? 'utf-16be' : undefined;
}

function countOnSide(bytes: Uint8Array, side: number): [zeros: number, high: number, all: number] {
  let [zeros, high, all] = [0, 0, 0];
  for (let at = side; at < bytes.length; at += 2) {
    all += 1;
    if (bytes[at] === 0) zeros += 1;
    if (bytes[at] === 0 || bytes[at] === 6) high += 1;
  }
  return [zeros, high, Math.max(all, 1)];
}

const letters = String.raw`[\p{L}\p{M}]`;
const words = new RegExp(`${letters}+`, 'gu');
const latin = String.raw`\p{Script=Latin}`;
const arabic = String.raw`\p{Script=Arabic}\u064b-\u0652`;
/** A letter of one script inside a word of the other: nobody writes so, but a wrong encoding does. */
const mixed = new RegExp(
  `[${arabic}](?![a-z])[${latin}]|(?![a-z])[${latin}][${arabic}]|[a-z][${arabic}](?:[a-z]|$)|(?:^|[a-z])[${arabic}][a-z]`,
  'iu',
);
/** Arabic in a Western encoding: words of accents and signs alone. */
const accentsAlone = /^[^a-z]*[^\0-\x7f][^a-z]*[^\0-\x7f][^a-z]*$/iu;

const isOdd = (word: string): boolean =>
  mixed.test(word) || (accentsAlone.test(word) && !/\p{Script=Arabic}/u.test(word));

/** Arabic spreadsheets on Windows still write their old encoding, Western ones theirs. */
function decodeOld(bytes: Uint8Array): string {
  const candidates = ['windows-1256', 'windows-1252', 'iso-8859-6'].map((encoding) => {
    const text = new TextDecoder(encoding).decode(bytes);
    const odd = (text.match(words) ?? []).filter(isOdd).length;
    return { text, faults: odd + (text.match(/[\ufffd\u0080-\u009f]/g) ?? []).length };
  });
  const [best] = candidates.toSorted((one, other) => one.faults - other.faults);
  // The words that still fit nowhere are of another encoding.
  return (best?.text ?? '').replace(words, (word) => (isOdd(word) ? broken.repeat(word.length) : word));
}

/** The bytes that a character had in each of the encodings through which UTF-8 is usually read by mistake. */
const bytesOf = ['windows-1252', 'windows-1256'].map((encoding) => {
  const decoder = new TextDecoder(encoding);
  return new Map(
    Array.from({ length: 256 }, (_, byte) => [decoder.decode(new Uint8Array([byte])), byte] as const),
  );
});
// Programs that know Latin 1 alone have controls there.
for (let byte = 0x80; byte < 0xa0; byte += 1) bytesOf[0]?.set(String.fromCharCode(byte), byte);

const strict = new TextDecoder('utf-8', { fatal: true });

/** Returns what a text was before its UTF-8 was read in another encoding; undefined if it never was. */
export function undoubled(text: string): string | undefined {
  if (!/[^\0-\x7f]/.test(text)) return undefined;
  for (const table of bytesOf) {
    const bytes = Array.from(text, (character) => table.get(character));
    if (bytes.includes(undefined)) continue;
    try {
      return strict.decode(new Uint8Array(bytes as number[]));
    } catch {
      // It is no UTF-8 in this encoding.
    }
  }
  return undefined;
}

/** Restores a text whose every line with other letters than ASCII was encoded twice; a mixed one stays. */
function undoubledText(text: string): string {
  const lines = text.split('\n');
  const restored = lines.map((line) => (/[^\0-\x7f]/.test(line) ? undoubled(line) : line));
  return restored.includes(undefined) ? text : restored.join('\n');
}
