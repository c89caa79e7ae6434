import { createHash } from 'node:crypto';
import type { Accounts } from './accounts-check.ts';
import type { LedgerRow } from './read-ledger.ts';

/**
 * The previous hash of a first document (XML standard, KSA-13), which is the Base64 of the hex text of SHA-256("0").
 */
const beforeTheFirst = Buffer.from(createHash('sha256').update('0').digest('hex')).toString('base64');

/** The parts that the stamp adds and the invoice hash excludes. The rest of a document is stored in canonical form. */
const stampBlocks = [
  /<ext:UBLExtensions>.*?<\/ext:UBLExtensions>/s,
  /<cac:AdditionalDocumentReference><cbc:ID>QR<\/cbc:ID>.*?<\/cac:AdditionalDocumentReference>/s,
  /<cac:Signature>.*?<\/cac:Signature>/s,
];

const counter = /<cbc:ID>ICV<\/cbc:ID>\s*<cbc:UUID>(\d+)</;

/** Computes the invoice hash of a document from its bytes, as Base64. */
export function hashOfBytes(xml: Buffer): string {
  const text = stampBlocks.reduce((rest, block) => rest.replace(block, ''), xml.toString('utf8'));
  return createHash('sha256').update(text).digest('base64');
}

/**
 * Returns the faults of a chain of documents: gaps, forks, reused counters, and bytes that differ from the issued ones.
 */
export function checkChain(rows: readonly LedgerRow[]): string[] {
  const problems: string[] = [];
  let previousHash = beforeTheFirst;
  for (const [index, row] of rows.entries()) {
    const wrong = (what: string) => problems.push(`document ${row.icv} (${row.number}): ${what}`);
    if (row.icv !== index + 1) wrong(`stands at place ${index + 1}`);
    if (row.previousHash !== previousHash) wrong('does not follow the one before it');
    if (hashOfBytes(row.xml) !== row.hash) wrong('its bytes have another hash');
    const text = row.xml.toString('utf8');
    if (counter.exec(text)?.[1] !== String(row.icv)) wrong('says another counter');
    if (!text.includes(`>${row.previousHash}<`)) wrong('says another previous hash');
    if (!text.includes(`<cbc:UUID>${row.uuid}</cbc:UUID>`)) wrong('says another UUID');
    if (index > 0 && row.issuedAt < (rows[index - 1]?.orderedAt ?? 0))
      wrong('is older than the one before it');
    previousHash = row.hash;
  }
  for (const field of ['uuid', 'number', 'hash'] as const)
    if (new Set(rows.map((row) => row[field])).size !== rows.length)
      problems.push(`a ${field} is there twice`);
  return problems;
}

/** Checks that every customer's receipt matches a document of the ledger, and that no sale has two documents. */
export function checkReceipts(rows: readonly LedgerRow[], books: Accounts): string[] {
  const problems = [...books.contradictions];
  const bySale = Map.groupBy(rows, ({ saleId }) => saleId);
  for (const [saleId, documents] of bySale)
    if (documents.length > 1) problems.push(`sale ${saleId} has ${documents.length} documents`);
  for (const [saleId, ack] of books.receipts) {
    const [row] = bySale.get(saleId) ?? [];
    if (row === undefined) problems.push(`sale ${ack.sale} (${ack.number}) has a receipt and no document`);
    else if (
      row.uuid !== ack.uuid ||
      row.hash !== ack.hash ||
      row.icv !== ack.icv ||
      row.number !== ack.number
    )
      problems.push(
        `sale ${ack.sale}: the receipt says ${ack.number} ${ack.uuid}, the ledger ${row.number} ${row.uuid}`,
      );
  }
  return problems;
}
