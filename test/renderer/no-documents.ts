/**
 * Replaces the reader of sealed documents in the fake terminal, which has none, because the real one needs a parser
 * that runs in Node only.
 * @throws Error always
 */
export function readInvoice(): never {
  throw new Error('The fake terminal has no sealed documents to read.');
}
