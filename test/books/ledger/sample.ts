import { createHash, randomUUID } from 'node:crypto';
import type { DocumentReaders } from '../../../main/books/ledger/check/check-chain.ts';
import type {
  EntryFacts,
  IssueInstructions,
  Link,
  LinkedDocument,
  NewEntry,
} from '../../../main/books/ledger/documents/entry.ts';
import { saleSchema } from '../../../shared/sale/sale.ts';
import { byCashier } from '../../support/run/callers.ts';

/** The time 2026-11-20T10:00:00Z. */
export const start = Date.UTC(2026, 10, 20, 10);
export const day = 24 * 60 * 60_000;

/**
 * Makes a substitute for a stamped document. Its bytes contain its place in the chain, and its hash covers them all.
 */
export function documentFor(link: Link, more: Partial<LinkedDocument> = {}): LinkedDocument {
  const number = `T1-${String(link.icv).padStart(6, '0')}`;
  const uuid = randomUUID();
  const facts = { icv: link.icv, uuid, number, previousHash: link.previousHash };
  const issuedAt = start + link.icv * 1000;
  const qr = Buffer.from(number).toString('base64');
  const reference = `<cbc:ID>QR</cbc:ID><cbc:EmbeddedDocumentBinaryObject>${qr}</cbc:EmbeddedDocumentBinaryObject>`;
  const xml = Buffer.from(JSON.stringify({ ...facts, reference }));
  return { number, uuid, issuedAt, dueAt: issuedAt + day, hash: hashOf(xml), qr, xml, ...more };
}

export const hashOf = (xml: Uint8Array) => createHash('sha256').update(xml).digest('base64');

export const readers: DocumentReaders = {
  read: (xml) => ({ hash: hashOf(xml), facts: factsOf(xml) }),
};

function factsOf(xml: Uint8Array): ReturnType<DocumentReaders['read']>['facts'] {
  try {
    const { icv, uuid, number, previousHash } = JSON.parse(Buffer.from(xml).toString('utf8'));
    return { icv, uuid, number, previousHash };
  } catch {
    return undefined;
  }
}

const coffee = saleSchema.parse({ lines: [{ name: 'قهوة', quantity: '1', unitPrice: '11.50' }] });

/** The fields of an entry that a test states; the others are those of a coffee for cash. */
export type EntryMore = Partial<EntryFacts & IssueInstructions>;

export function newEntry(more: EntryMore = {}): NewEntry {
  const {
    by = byCashier,
    payments = [{ means: 'cash', amount: 1150 }],
    saleFacts,
    corrects,
    deducts,
    replaces,
    documentFor: make = documentFor,
    ...facts
  } = more;
  return {
    facts: {
      saleDigest: 'digest',
      sale: coffee,
      kind: 'invoice',
      customer: 'consumer',
      mode: 'reporting',
      currency: 'SAR',
      payable: 1150,
      taxExclusive: 1000,
      taxInclusive: 1150,
      vat: 150,
      vatInSar: 150,
      rounding: 0,
      prepaid: 0,
      breakdown: [{ category: 'S', rate: '15.00', taxable: 1000, vat: 150 }],
      ...facts,
    },
    instructions: {
      by,
      payments,
      saleFacts,
      corrects,
      deducts,
      replaces,
      documentFor: make,
    },
  };
}
