/**
 * Returns true for the text of a document's QR code: Base64 of tag 1 (the seller's name), its length, and more than a
 * name.
 */
const isDocumentQr = (code: string): boolean => /^A[Q-f][A-Za-z0-9+/]{60,}={0,2}$/.test(code);

/** Returns true for a code that may be on a receipt: its QR, or a document's whole number. Bare digits are goods. */
export const isDocumentCode = (code: string): boolean =>
  isDocumentQr(code) || /^[A-Za-z0-9]{1,12}-\d{6,}$/.test(code);
