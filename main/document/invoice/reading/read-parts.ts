import type { InvoiceLine } from '../invoice.ts';
import { readInvoice } from './read-invoice.ts';

/*
 * Parts of a document of this terminal. Reading a whole document of 5,000 lines takes half a second, during which
 * nothing can be sold. Its text escapes `<`, so a line begins where its tag is.
 */

const lineBegins = Buffer.from('<cac:InvoiceLine>');
const rootEnds = Buffer.from('</Invoice>');

/** Returns a document without its lines, but with all its sums. */
export function withoutLines(xml: Uint8Array): Uint8Array {
  const bytes = Buffer.from(xml.buffer, xml.byteOffset, xml.byteLength);
  const first = bytes.indexOf(lineBegins);
  return first < 0 ? xml : Buffer.concat([bytes.subarray(0, first), rootEnds]);
}

export function* linesInParts(xml: Uint8Array, atOnce: number): Generator<readonly InvoiceLine[], void> {
  const bytes = Buffer.from(xml.buffer, xml.byteOffset, xml.byteLength);
  const begins: number[] = [];
  for (let at = bytes.indexOf(lineBegins); at >= 0; at = bytes.indexOf(lineBegins, at + 1)) begins.push(at);
  const end = bytes.lastIndexOf(rootEnds);
  const head = bytes.subarray(0, begins[0] ?? end);
  for (let index = 0; index < begins.length; index += atOnce) {
    const part = bytes.subarray(begins[index], begins[index + atOnce] ?? end);
    yield readInvoice(Buffer.concat([head, part, rootEnds])).lines;
  }
}
