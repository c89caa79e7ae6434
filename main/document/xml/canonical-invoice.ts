import { isUtf8 } from 'node:buffer';
import { namespaces } from './parse.ts';

/*
 * Recognises an invoice in canonical form (https://www.w3.org/TR/xml-c14n11/), if it has only the parts that an invoice
 * needs: four namespaces declared at the root, elements of cac that hold elements, and elements of cbc that hold text.
 * There is only one way to write each of these, so a canonicaliser would leave an accepted text unchanged, and it may
 * be hashed directly. A refused text may be right or wrong: a parser must read it.
 */

const declare = (...prefixes: readonly (keyof typeof namespaces)[]): string =>
  prefixes.map((prefix) => ` xmlns:${prefix}="${namespaces[prefix]}"`).join('');

/** The only accepted beginning; declarations are in the order of their prefixes (C14N 1.1, §2.2). */
export const rootTag = `<Invoice xmlns="${namespaces.ubl}"${declare('cac', 'cbc', 'ext')}>`;
const rootBegin = Buffer.from(rootTag);
export const rootEnd = Buffer.from('</Invoice>');

/** Parsers have their own limits; no invoice comes near these. */
const mostDepth = 64;
const mostLetters = 100;

/** Returns true when these bytes are an invoice without its stamp, in canonical form. */
export function isCanonicalInvoice(bytes: Buffer): boolean {
  const last = bytes.length - rootEnd.length;
  if (last < rootBegin.length || !has(bytes, 0, rootBegin) || !has(bytes, last, rootEnd)) return false;
  if (!isUtf8(bytes) || bytes.includes('\ufffe') || bytes.includes('\uffff')) return false;
  /** The positions of the names of open cac elements. */
  const open: number[] = [];
  let at = rootBegin.length;
  while (at !== none) {
    at = tagBegin(bytes, at);
    if (at === last) return open.length === 0;
    if (at === none) return false;
    if (bytes[at + 1] === slash) at = closed(bytes, at + 2, open.pop());
    else if (bytes[at + 2] === letterB) at = valued(bytes, at + 1);
    else {
      open.push(at + 1);
      at = open.length > mostDepth ? none : opened(bytes, at + 1);
    }
  }
  return false;
}

/*
 * Each of the functions below reads one item from a position and returns the position after it, or `none` if something
 * else is there. They work on bytes; bytes of characters outside ASCII are accepted wherever text is allowed.
 */

const none = -1;
const code = (character: string): number => character.charCodeAt(0);
const [less, greater, slash, blank] = [code('<'), code('>'), code('/'), code(' ')];
const [letterA, letterB, letterC, colon] = [code('a'), code('b'), code('c'), code(':')];

const has = (bytes: Buffer, at: number, what: Buffer): boolean =>
  bytes.compare(what, 0, what.length, at, at + what.length) === 0;

/** Reads the white space between elements, up to the next tag. */
function tagBegin(bytes: Buffer, from: number): number {
  let at = from;
  while (bytes[at] === blank || bytes[at] === 0x0a || bytes[at] === 0x09) at += 1;
  return bytes[at] === less ? at : none;
}

function named(bytes: Buffer, at: number, letter: number): number {
  const isPrefix =
    bytes[at] === letterC && bytes[at + 1] === letter && bytes[at + 2] === letterC && bytes[at + 3] === colon;
  const end = isPrefix ? lettersEnd(bytes, at + 4) : none;
  return end === at + 4 || end - at > mostLetters ? none : end;
}

function lettersEnd(bytes: Buffer, from: number): number {
  let at = from;
  // Small letters are 0x20 above capitals.
  for (
    let letter = (bytes[at] ?? 0) | 0x20;
    letter >= 0x61 && letter <= 0x7a;
    letter = (bytes[at] ?? 0) | 0x20
  )
    at += 1;
  return at;
}

/** Reads the rest of a start tag of cac, which has no attributes. */
function opened(bytes: Buffer, at: number): number {
  const end = named(bytes, at, letterA);
  return bytes[end] === greater ? end + 1 : none;
}

/** Reads the rest of an end tag, which must have the same name as at `begin`. */
function closed(bytes: Buffer, at: number, begin: number | undefined): number {
  if (begin === undefined) return none;
  const end = lettersEnd(bytes, begin + 4);
  for (let index = begin; index < end; index += 1)
    if (bytes[index] !== bytes[at + index - begin]) return none;
  const close = at + end - begin;
  return bytes[close] === greater ? close + 1 : none;
}

/** Reads the rest of an element of cbc: name, attributes, text and end tag. */
function valued(bytes: Buffer, at: number): number {
  const name = named(bytes, at, letterB);
  const start = name === none ? none : attributed(bytes, name);
  const end = start === none ? none : textEnd(bytes, start, inText);
  return bytes[end] === less && bytes[end + 1] === slash ? closed(bytes, end + 2, at) : none;
}

/** Reads attributes, each once and in the order of their names (§2.2), and the end of the tag. */
function attributed(bytes: Buffer, from: number): number {
  let before = '';
  let at = from;
  while (bytes[at] === blank) {
    const end = lettersEnd(bytes, at + 1);
    const name = bytes.toString('latin1', at + 1, end);
    // Nothing is declared below the root.
    if (name <= before || name === 'xmlns' || name.length > mostLetters || !has(bytes, end, valueBegin))
      return none;
    at = textEnd(bytes, end + valueBegin.length, inAttribute);
    if (at === none) return none;
    at += 1;
    before = name;
  }
  return bytes[at] === greater ? at + 1 : none;
}
const valueBegin = Buffer.from('="');

/** The effect of each byte in a text. */
interface Alphabet {
  readonly ends: number;
  readonly odd: Uint8Array;
  readonly references: readonly Buffer[];
}

function textEnd(bytes: Buffer, from: number, { ends, odd, references }: Alphabet): number {
  let at = from;
  for (let byte = bytes[at]; byte !== ends; byte = bytes[at]) {
    if (byte === undefined) return none;
    if (odd[byte] === 0) at += 1;
    else {
      const found = references.find((each) => has(bytes, at, each));
      if (found === undefined) return none;
      at += found.length;
    }
  }
  return at;
}

/**
 * Marks the bytes that cannot occur in a text: control characters except the allowed ones, and characters that must be
 * written as references.
 */
function oddBytes(allowed: string, written: string): Uint8Array {
  const odd = new Uint8Array(256).fill(1, 0, 0x20);
  for (const character of allowed) odd[code(character)] = 0;
  for (const character of written) odd[code(character)] = 1;
  return odd;
}

const references = (...written: readonly string[]) => written.map((each) => Buffer.from(each));

/*
 * References are written as in §2.3: a carriage return is a reference everywhere, a tab and a line feed in attributes.
 */
const inText: Alphabet = {
  ends: less,
  odd: oddBytes('\t\n', '&>'),
  references: references('&amp;', '&lt;', '&gt;', '&#xD;'),
};
const inAttribute: Alphabet = {
  ends: code('"'),
  odd: oddBytes('', '&<'),
  references: references('&amp;', '&lt;', '&quot;', '&#x9;', '&#xA;', '&#xD;'),
};
