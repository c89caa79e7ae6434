/** A stamped document: its bytes, hash and QR belong together and never change. */
export interface StampedInvoice {
  /** The XML in UTF-8, as sent, stored and handed over. */
  readonly xml: Buffer;
  /** The SHA-256 of the canonical form in Base64: DigestValue, QR tag 6, `invoiceHash`, the next document's PIH. */
  readonly hash: string;
  /** The QR's tag-length-value bytes in Base64. */
  readonly qr: string;
}
