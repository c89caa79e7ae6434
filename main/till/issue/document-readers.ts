import { workerBeside } from '../../base/platform/worker-beside.ts';
import type { DocumentReaders, StatedFacts } from '../../books/ledger/check/check-chain.ts';
import { kindOf } from '../../document/invoice/make-invoice.ts';
import { readInvoiceOf } from '../../document/invoice/reading/read-invoice.ts';
import { isCopyOf } from '../../document/stamp/is-copy-of.ts';
import { examineDocument } from '../../document/stamp/verify/verify.ts';
import { readInvoiceTree, type XmlTree } from '../../document/xml/tree.ts';
import { bookedSums } from './booked-sums.ts';

export const documentReaders: DocumentReaders = {
  read: readVerified,
  isCopyOf,
  startThread: () => workerBeside(import.meta.url, 'check-worker', { resourceLimits }),
};

/**
 * Returns the hash of a document whose stamp, certificate digests and QR are valid; a forged chain has no such stamps.
 */
function readVerified(xml: Uint8Array): ReturnType<DocumentReaders['read']> {
  const { checks, found } = examineDocument(xml);
  const failed = checks.find(({ name, ok }) => !ok && name !== 'hash');
  const hash = failed === undefined ? (found?.hash ?? '') : `${failed.name} fails`;
  return { hash, facts: found && statedBy(found, xml) };
}

/** Returns the facts that a document states, in the terms of the ledger. */
function statedBy(
  { facts, tree }: NonNullable<ReturnType<typeof examineDocument>['found']>,
  xml: Uint8Array,
): StatedFacts {
  const { icv, uuid, number, previousHash, issuedAt, selfBilled, simplified } = facts;
  const invoice = readInvoiceOf(withoutLines(tree ?? readInvoiceTree(xml)));
  // The other party is the supplier when the terminal's company is the buyer.
  const other = selfBilled ? invoice.seller : invoice.buyer;
  return {
    icv,
    uuid,
    number,
    previousHash,
    issuedAt,
    kind: kindOf(invoice.typeCode),
    customer: simplified ? 'consumer' : 'business',
    mode: simplified ? 'reporting' : 'clearance',
    selfBilled,
    buyerName: other?.name || undefined,
    ...bookedSums(invoice),
  };
}

/** The row says nothing of lines, which are most of a document. */
const withoutLines = (tree: XmlTree): XmlTree => ({
  ...tree,
  children: tree.children.filter(({ name }) => name !== 'cac:InvoiceLine'),
});

/** Documents are short-lived: with this limit a thread needs 50 MiB instead of 140, and no more processor time. */
const resourceLimits = { maxYoungGenerationSizeMb: 4, maxOldGenerationSizeMb: 1024 };
