/*
 * Limits on a document of any origin, before the parser sees it. The canonicaliser's time grows with the square of the
 * number of attributes of an element, and for each element with the square of the namespaces in scope. Forty thousand
 * attributes in 370 kB take half a minute. An invoice has only a few of each.
 */

/** The parser refuses longer texts, and the authority longer documents. */
export const mostBytes = 10_000_000;

const most = {
  /** The attributes of one element, namespaces included. */
  attributes: 100,
  /** The namespaces declared on an element and all those around it. */
  namespaces: 50,
  /** The characters in the name of a namespace, which the parser's bindings copy for each of its elements. */
  namespaceLength: 1000,
};

/** The beginnings of markup other than tags, each with its end. */
const others = [
  ['!--', '-->'],
  ['![CDATA[', ']]>'],
  ['?', '?>'],
] as const;

/** One attribute of a start tag, or the tag's end. */
const inTag = /([^"'<>]*)(?:"([^"<]*)"|'([^'<]*)'|(>))/y;

/** Returns true when a document exceeds a limit. Broken markup and document types are left to the parser. */
export function isBeyondLimits(xml: Uint8Array): boolean {
  if (xml.byteLength >= mostBytes) return true;
  // The text has one character for each byte, since all markup is in ASCII.
  const text = Buffer.from(xml.buffer, xml.byteOffset, xml.byteLength).toString('latin1');
  /** The number of namespaces in scope in each open element. */
  const open: number[] = [];
  for (let at = text.indexOf('<'); at !== -1; at = text.indexOf('<', at)) {
    at += 1;
    const other = others.find(([begin]) => text.startsWith(begin, at));
    if (other !== undefined) {
      at = text.indexOf(other[1], at + other[0].length);
      if (at === -1) return false;
    } else if (text[at] === '/') open.pop();
    else {
      const tag = readTag(text, at);
      if (tag === undefined) return false;
      const namespaces = (open.at(-1) ?? 0) + tag.namespaces;
      if (tag.isTooMuch || namespaces > most.namespaces) return true;
      if (!tag.isClosed) open.push(namespaces);
      at = tag.end;
    }
  }
  return false;
}

/** Reads a start tag; undefined for anything else. */
function readTag(text: string, from: number) {
  let [attributes, namespaces] = [0, 0];
  let isTooMuch = false;
  inTag.lastIndex = from;
  for (let found = inTag.exec(text); found !== null; found = inTag.exec(text)) {
    const [, before = '', double, single, end] = found;
    if (end !== undefined)
      return { namespaces, isTooMuch, isClosed: before.endsWith('/'), end: inTag.lastIndex };
    attributes += 1;
    isTooMuch ||= attributes > most.attributes;
    if (!/[ \t\r\n]xmlns[:= \t\r\n]/.test(before)) continue;
    namespaces += 1;
    isTooMuch ||= (double ?? single ?? '').length > most.namespaceLength;
  }
  return undefined;
}
