import { createHash } from 'node:crypto';
import type { AuditRow, Batch, FeedHead, Refusal } from '../../../shared/office/wire/feed.ts';
import type { Received } from './read-received.ts';

/** The facts that the office has of a chain, read under its lock. */
export interface KnownChain {
  readonly ledger: string;
  readonly head: FeedHead;
  /** The serial number that this till's stamps must have. */
  readonly serial: string;
  readonly vatNumber: string;
  /**
   * The hex digest and the hash of documents that the office already has, by counter; only those at the positions of
   * the batch and of the till's head.
   */
  readonly documents: ReadonlyMap<number, { readonly hash: string; readonly digest: string }>;
  /** The hashes of the audit log's lines at the same positions. */
  readonly lines: ReadonlyMap<number, string>;
}

export interface Verdict {
  readonly code: Refusal;
  readonly at: number;
}

/**
 * Decides whether a batch continues the chain that the office has. Rows that are already there are compared, so that
 * repeating a batch does no harm, and a different batch under the same counters is detected.
 * @param received the documents of the batch in their order, undefined for one that cannot be read
 * @returns undefined when the whole batch may be stored
 */
export function assess(
  batch: Batch,
  received: readonly (Received | undefined)[],
  chain: KnownChain,
): Verdict | undefined {
  if (batch.ledger !== chain.ledger) return { code: 'other-ledger', at: batch.head.icv };
  return (
    assessHead(batch, chain) ??
    assessDocuments(batch, received, chain) ??
    assessEvents(batch, chain) ??
    assessAudit(batch, chain)
  );
}

/** A delayed post may have an older head than the office, but never a contradicting one. */
function assessHead(
  { head, found }: Batch,
  { documents, lines, head: have }: KnownChain,
): Verdict | undefined {
  const kept = head.icv > 0 && head.icv <= have.icv ? documents.get(head.icv) : undefined;
  if (kept !== undefined && kept.hash !== head.hash) return { code: 'forked', at: head.icv };
  const line = head.audit > 0 && head.audit <= have.audit ? lines.get(head.audit) : undefined;
  if (line !== undefined && line !== head.auditHash) return { code: 'forked', at: head.icv };
  return found === null ? undefined : { code: found, at: head.icv };
}

function assessDocuments(
  { documents }: Batch,
  received: readonly (Received | undefined)[],
  chain: KnownChain,
): Verdict | undefined {
  let { icv, hash } = chain.head;
  let before: { icv: number; hash: string } | undefined;
  for (const [index, row] of documents.entries()) {
    const at = row.icv;
    if (before !== undefined && (at !== before.icv + 1 || row.previousHash !== before.hash))
      return { code: 'broken-link', at };
    before = row;
    const document = received[index];
    if (at <= chain.head.icv) {
      if (!isKnown(document, chain)) return { code: 'forked', at };
      continue;
    }
    if (at > icv + 1) return { code: 'ahead', at };
    if (row.previousHash !== hash) return { code: 'forked', at };
    const code = assessBytes(document, chain);
    if (code !== undefined) return { code, at };
    ({ icv, hash } = row);
  }
  return undefined;
}

function isKnown(document: Received | undefined, { documents }: KnownChain): boolean {
  const kept = document && documents.get(document.row.icv);
  return (
    kept !== undefined && kept.hash === document?.row.hash && kept.digest === document.digest.toString('hex')
  );
}

function assessBytes(document: Received | undefined, { serial, vatNumber }: KnownChain): Refusal | undefined {
  if (document === undefined) return 'wrong-bytes';
  const { row, facts, hash, certificate } = document;
  if (hash !== row.hash || facts.hash !== row.hash) return 'wrong-bytes';
  if (facts.icv !== row.icv || facts.previousHash !== row.previousHash) return 'wrong-bytes';
  const isOwn =
    certificate.deviceSerial === serial &&
    certificate.vatNumber === vatNumber &&
    (facts.selfBilled ? facts.buyerVatNumber : facts.sellerVatNumber) === vatNumber;
  return isOwn ? undefined : 'stranger';
}

function assessEvents({ events, documents }: Batch, { head }: KnownChain): Verdict | undefined {
  const through = Math.max(head.icv, documents.at(-1)?.icv ?? 0);
  let last = events[0]?.id ?? 0;
  if (last > head.event + 1) return { code: 'ahead', at: last };
  for (const [index, { id, icv }] of events.entries()) {
    if (index > 0 && id !== last + 1) return { code: 'broken-link', at: id };
    if (icv > through) return { code: 'ahead', at: id };
    last = id;
  }
  return undefined;
}

function assessAudit({ audit }: Batch, { head, lines }: KnownChain): Verdict | undefined {
  let last = head.audit;
  let hash = head.auditHash;
  for (const [index, line] of audit.entries()) {
    if (index > 0 && line.id !== (audit[index - 1]?.id ?? 0) + 1) return { code: 'broken-link', at: line.id };
    if (!isStorable(line)) return { code: 'wrong-bytes', at: line.id };
    if (line.hash !== lineHash(line)) return { code: 'wrong-bytes', at: line.id };
    if (line.id <= head.audit) {
      if (lines.get(line.id) !== line.hash) return { code: 'forked', at: line.id };
      continue;
    }
    if (line.id > last + 1) return { code: 'ahead', at: line.id };
    if (line.previousHash !== hash) return { code: 'forked', at: line.id };
    ({ id: last, hash } = line);
  }
  return undefined;
}

/** PostgreSQL can store every text except this one, and changing the line would change its hash. */
const isStorable = ({ actor, action, detail, previousHash }: AuditRow) =>
  [actor, action, detail, previousHash].every((text) => text.isWellFormed() && !text.includes('\0'));

/** The hash of a line as the till's log defines it, computed without the till's code. */
export function lineHash({ id, at, actor, action, detail, previousHash }: AuditRow): string {
  const line = JSON.stringify([id, at, actor, action, detail, previousHash]);
  return createHash('sha256').update(line).digest('hex');
}
