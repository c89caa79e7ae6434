import { fail } from '../../../shared/failure.ts';
import { withInvoice } from '../xml/parse.ts';
import { readFacts } from './read-document.ts';
import type { Stamper } from './stamp.ts';
import type { StampedInvoice } from './stamped-invoice.ts';
import { canonicalWithoutBlocks } from './verify/canonical.ts';

/** The root start tag of a canonical document. Its attributes declare namespaces, including `ext`. */
const rootStart = /^<Invoice(?: [\w:]+="[^"]*")*? xmlns:ext="[^"]*"(?: [\w:]+="[^"]*")*>/;
/** In canonical text `<` only starts tags, so the first match is the element. */
const supplier = '<cac:AccountingSupplierParty>';

/**
 * Clears a document as the authority does: replaces the sender's stamp and QR with the authority's. The document
 * becomes canonical text; its hash does not change.
 * @param signingTime milliseconds since 1970
 * @throws FailureError `bad-input` when it is not an invoice that can be stamped
 */
export function restamp(xml: Uint8Array, stamper: Stamper, signingTime: number): StampedInvoice {
  return withInvoice(xml, (document) => {
    const facts = readFacts(document);
    const text = canonicalWithoutBlocks(document).toString('utf8');
    const head = rootStart.exec(text)?.[0];
    const place = text.indexOf(supplier);
    if (head === undefined || place === -1)
      return fail('bad-input', {
        issues: [{ path: ['xml'], code: 'no-place-for-stamp', message: 'has no place for a stamp' }],
      });
    const { sellerName, sellerVatNumber: vatNumber, issuedAt, payable, vat, simplified } = facts;
    return stamper.stamp(
      {
        head,
        opening: text.slice(head.length, place),
        rest: text.slice(place),
        qr: { sellerName, vatNumber, issuedAt, payable, vat },
        simplified,
      },
      signingTime,
    );
  });
}
