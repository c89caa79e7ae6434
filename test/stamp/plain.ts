import { readPlain } from '../../main/stamp/plain-form.ts';

/** Whether a document is read by its text. */
export function isPlain(xml: Uint8Array): boolean {
  try {
    return readPlain(xml) !== undefined;
  } catch {
    return false;
  }
}

/** Returns the document with a declaration before it: nothing else is as good at making it one for the full reader. */
export const declared = (xml: Uint8Array): Buffer =>
  Buffer.concat([Buffer.from('<?xml version="1.0"?>\n'), xml]);
