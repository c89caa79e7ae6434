import { createHash } from 'node:crypto';
import type { DocumentRow } from '../../../shared/office/wire/feed.ts';
import { readInvoiceOf } from '../../document/invoice/reading/read-invoice.ts';
import { type Certificate, readCertificate } from '../../document/stamp/certificates/certificate.ts';
import { type DocumentFacts, readFacts } from '../../document/stamp/read-document.ts';
import { canonicalWithoutBlocks } from '../../document/stamp/verify/canonical.ts';
import { readPlain } from '../../document/stamp/verify/plain-form.ts';
import { examinePlain } from '../../document/stamp/verify/verify.ts';
import { readCanonicalTree } from '../../document/xml/canonical-tree.ts';
import { withInvoice } from '../../document/xml/parse.ts';
import type { XmlTree } from '../../document/xml/tree.ts';
import { isSignedByNative } from '../verify/signed-by.ts';

/** A document as read from its bytes, not from the till's description. */
export interface Received {
  readonly row: DocumentRow;
  readonly xml: Buffer;
  /** SHA-256 of the exact bytes. */
  readonly digest: Buffer;
  readonly facts: DocumentFacts;
  /** The document's hash, recomputed; Base64. */
  readonly hash: string;
  readonly certificate: Pick<Certificate, 'deviceSerial' | 'vatNumber'>;
  readonly amounts: ReturnType<typeof amountsOf>;
  /** True when its stamp is valid; otherwise the stamp must still be verified. */
  readonly isVerified: boolean;
}

export type Read = Pick<Received, 'facts' | 'hash' | 'certificate' | 'amounts' | 'isVerified'>;

/** Returns undefined for bytes that cannot be read as a stamped document. */
export function readReceived(row: DocumentRow): Received | undefined {
  const xml = Buffer.from(row.xml, 'utf8');
  const read = readXml(xml);
  return read && completed(row, xml, read);
}

/**
 * The number of tags in a document. A till's largest has 330,000, with as many lines as the authority's limit of bytes
 * allows. Without a limit, the elements of ten crafted megabytes fill a gigabyte.
 */
const mostTags = 400_000;

export function readXml(xml: Buffer): Read | undefined {
  if (hasTooManyTags(xml)) return undefined;
  try {
    const { tree, facts, hash, isVerified } = readStamped(xml);
    const { deviceSerial, vatNumber } = readCertificate(facts.certificateText ?? '');
    return { facts, hash, isVerified, certificate: { deviceSerial, vatNumber }, amounts: amountsOf(tree) };
  } catch {
    return undefined;
  }
}

function hasTooManyTags(xml: Buffer): boolean {
  // No tag is shorter.
  if (xml.length < mostTags * '<a>'.length) return false;
  let tags = 0;
  for (let at = xml.indexOf('<'); at !== -1 && tags <= mostTags; at = xml.indexOf('<', at + 1)) tags += 1;
  return tags > mostTags;
}

/** Returns a document with what was read from it, perhaps in another thread. */
export const completed = (row: DocumentRow, xml: Buffer, read: Read): Received => ({
  ...read,
  row,
  xml,
  digest: createHash('sha256').update(xml).digest(),
});

/**
 * Most documents have the usual form, in which one reading is enough for the stamp too. An invalid stamp is left to the
 * verifier, which names the fault.
 */
function readStamped(xml: Buffer): Pick<Received, 'facts' | 'hash' | 'isVerified'> & { tree: XmlTree } {
  const plain = readPlain(xml);
  if (plain !== undefined) {
    const { checks, found } = examinePlain(plain, { signedBy: isSignedByNative });
    return { ...found, tree: plain.tree, isVerified: checks.every(({ ok }) => ok) };
  }
  const { facts, canonical } = withInvoice(xml, (document) => ({
    facts: readFacts(document),
    canonical: canonicalWithoutBlocks(document),
  }));
  const hash = createHash('sha256').update(canonical).digest('base64');
  return { facts, hash, tree: readCanonicalTree(canonical.toString('utf8')), isVerified: false };
}

function amountsOf(tree: XmlTree) {
  const { typeName, vatBreakdown, prepayments, totals } = readInvoiceOf(tree);
  return { typeName, vatBreakdown, prepayments, totals };
}
