import { readPlain } from '../../../main/document/stamp/verify/plain-form.ts';

/** Returns true when a document is read as text. */
export function isPlain(xml: Uint8Array): boolean {
  try {
    return readPlain(xml) !== undefined;
  } catch {
    return false;
  }
}

/** Returns the document with a declaration before it, which makes sure that the full reader reads it. */
export const declared = (xml: Uint8Array): Buffer =>
  Buffer.concat([Buffer.from('<?xml version="1.0"?>\n'), xml]);
