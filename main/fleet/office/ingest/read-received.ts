import { createHash } from 'node:crypto';
import type { DocumentRow } from '../../../../shared/fleet/feed.ts';
import { readInvoiceOf } from '../../../invoice/read-invoice.ts';
import { canonicalWithoutBlocks } from '../../../stamp/canonical.ts';
import { type Certificate, readCertificate } from '../../../stamp/certificate.ts';
import { type DocumentFacts, readFacts } from '../../../stamp/read-document.ts';
import { readCanonicalTree } from '../../../xml/canonical-tree.ts';
import { withInvoice } from '../../../xml/parse.ts';

/** A document as read from its bytes, not from the till's description. */
export interface Received {
  readonly row: DocumentRow;
  readonly xml: Buffer;
  /** SHA-256 of the exact bytes. */
  readonly digest: Buffer;
  readonly facts: DocumentFacts;
  /** Recomputed, Base64. */
  readonly hash: string;
  readonly certificate: Certificate;
  readonly amounts: ReturnType<typeof amountsOf>;
}

/** Returns undefined for bytes that cannot be read as a sealed document. */
export function readReceived(row: DocumentRow): Received | undefined {
  const xml = Buffer.from(row.xml, 'utf8');
  try {
    const { facts, canonical } = withInvoice(xml, (document) => ({
      facts: readFacts(document),
      canonical: canonicalWithoutBlocks(document),
    }));
    return {
      row,
      xml,
      digest: createHash('sha256').update(xml).digest(),
      facts,
      hash: createHash('sha256').update(canonical).digest('base64'),
      certificate: certificateOf(facts.certificateText ?? ''),
      amounts: amountsOf(canonical.toString('utf8')),
    };
  } catch {
    return undefined;
  }
}

function amountsOf(canonical: string) {
  const { vatBreakdown, prepayments, totals } = readInvoiceOf(readCanonicalTree(canonical));
  return { vatBreakdown, prepayments, totals };
}

/** A till seals with one certificate for years; reading it again takes longer than its text in memory. */
const known = new Map<string, Certificate>();
const mostKnown = 10_000;

function certificateOf(text: string): Certificate {
  const before = known.get(text);
  if (before !== undefined) return before;
  const certificate = readCertificate(text);
  if (known.size >= mostKnown) known.clear();
  known.set(text, certificate);
  return certificate;
}
