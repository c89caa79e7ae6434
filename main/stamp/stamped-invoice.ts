/** A sealed document: its bytes, hash and QR belong together and never change. */
export interface StampedInvoice {
  /** UTF-8 XML, as sent, stored and handed over. */
  readonly xml: Buffer;
  /** Base64 of the SHA-256 of the canonical form: DigestValue, QR tag 6, `invoiceHash`, the next document's PIH. */
  readonly hash: string;
  /** Base64 of the QR's tag-length-value bytes. */
  readonly qr: string;
}
