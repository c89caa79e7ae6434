/**
 * Stands in for the reader of sealed documents on the fake terminal, which has none: reading them takes a parser that
 * runs in Node alone.
 * @throws Error always
 */
export function readInvoice(): never {
  throw new Error('The fake terminal has no sealed documents to read.');
}
