/**
 * Replaces the reader of issued documents in the fake terminal, which has no such documents. The real reader needs a
 * parser that runs only in Node.
 * @throws Error always
 */
export function readInvoice(): never {
  throw new Error('The fake terminal has no issued documents to read.');
}
