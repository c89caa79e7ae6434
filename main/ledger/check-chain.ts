/** How to read a sealed document; handed in, so that the check is independent of what sealed it. */
export interface DocumentReaders {
  /** Base64 of the SHA-256 of the canonical form. */
  hashOf(xml: Uint8Array): string;
  /** What the document says of itself. */
  factsOf(xml: Uint8Array): {
    readonly icv: number;
    readonly uuid: string;
    readonly number: string;
    readonly previousHash: string;
  };
}

export type BrokenBy =
  /** A document is missing before this one. */
  | 'gap'
  /** Its previous hash is not the hash of the document before it. */
  | 'previous-hash'
  /** Its bytes cannot be read. */
  | 'unreadable'
  /** Its bytes do not have the hash that was written down. */
  | 'hash'
  /** Its bytes name another counter, UUID, number or previous hash than its row. */
  | 'facts';

export interface ChainCheck {
  /** Documents looked at. */
  readonly documents: number;
  /** The first link that does not hold. */
  readonly broken?: { readonly icv: number; readonly number: string; readonly what: BrokenBy };
}
