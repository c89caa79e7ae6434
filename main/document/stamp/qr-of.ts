import { FailureError } from '../../../shared/failure.ts';
import { readDocument } from './read-document.ts';

const qrPlace =
  />\s*QR\s*<\/(?:\w+:)?ID>.{0,400}?EmbeddedDocumentBinaryObject[^>]*>\s*([A-Za-z0-9+/=]+)\s*</s;
/** The number of bytes that no QR is longer than, with the elements around it. */
const reach = 3_000;

/**
 * Returns the QR of a stamped document, Base64; undefined if it has none. It is found by its place in the text, since
 * lists ask for many; a document that writes it otherwise is read as a whole.
 */
export function qrOf(xml: Buffer): string | undefined {
  for (let at = xml.indexOf('QR'); at >= 0; at = xml.indexOf('QR', at + 1)) {
    const found = qrPlace.exec(xml.toString('latin1', Math.max(0, at - 10), at + reach))?.[1];
    if (found !== undefined) return found;
  }
  try {
    return readDocument(xml).qr;
  } catch (error) {
    if (error instanceof FailureError) return undefined;
    throw error;
  }
}
