import { setImmediate } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import type { Worker } from 'node:worker_threads';
import { riyadhDateTime } from '../../../base/platform/riyadh-time.ts';
import { firstPreviousHash } from '../database/first-previous-hash.ts';
import type { RowFacts, StoredDocument } from '../documents/entry.ts';

type ChainFacts = Pick<StatedFacts, 'icv' | 'uuid' | 'number' | 'previousHash'>;

/** The facts that a document states, and its row says again for lists and sums. */
export interface StatedFacts extends Omit<RowFacts, 'issuedAt' | 'hash'> {
  /** The time in Riyadh as `YYYY-MM-DDTHH:mm:ss`. */
  readonly issuedAt: string;
}

/** A reader of issued documents. It is a parameter, so that the check is independent of the code that issued them. */
export interface DocumentReaders {
  read(xml: Uint8Array): {
    /** The SHA-256 of the canonical form in Base64, or the fault of the document. */
    readonly hash: string;
    /** The facts that the document states about itself, as far as the reader knows them. */
    readonly facts: (ChainFacts & Partial<StatedFacts>) | undefined;
  };
  /** Returns true when the authority's copy is of this document; by default any copy is. */
  readonly isCopyOf?: (copy: Uint8Array, xml: Uint8Array) => boolean;
  /** Starts a thread that checks parts of a ledger with the same reader, see `answerParts`; by default there is none. */
  readonly startThread?: () => Worker;
}

export type BrokenBy =
  /** A document is missing before this one. */
  | 'gap'
  /** Its previous hash is not the hash of the previous document. */
  | 'previous-hash'
  /** Its bytes cannot be read. */
  | 'unreadable'
  /** The authority's copy of it cannot be read, or is of another document. */
  | 'cleared-unreadable'
  | 'cleared-differs'
  /** Its bytes do not have the recorded hash. */
  | 'hash'
  /** Its bytes state another place in the chain, party, time, kind or amount than its row. */
  | 'facts';

export interface ChainCheck {
  readonly documents: number;
  readonly broken?: { readonly icv: number; readonly number: string; readonly what: BrokenBy };
}

/** The number of documents checked before other work may run: each takes about a millisecond. */
const documentsPerTick = 10;

/**
 * Recomputes a chain, one document in memory at a time.
 * @param after the link before the first document; by default the beginning of the chain
 */
export async function checkChain(
  documents: Iterable<StoredDocument>,
  readers: DocumentReaders,
  after: { readonly icv: number; readonly hash: string } = { icv: 0, hash: firstPreviousHash },
): Promise<ChainCheck> {
  let count = 0;
  let previousHash = after.hash;
  for (const document of documents) {
    count += 1;
    const what = brokenBy(document, after.icv + count, previousHash, readers);
    if (what !== undefined)
      return { documents: count, broken: { icv: document.icv, number: document.number, what } };
    previousHash = document.hash;
    if (count % documentsPerTick === 0) await setImmediate();
  }
  return { documents: count };
}

function brokenBy(
  document: StoredDocument,
  icv: number,
  previousHash: string,
  readers: DocumentReaders,
): BrokenBy | undefined {
  if (document.icv !== icv) return 'gap';
  if (document.previousHash !== previousHash) return 'previous-hash';
  return brokenBytes(document, readers) ?? brokenCopy(document, readers);
}

/** The copy has no hash of ours, but it must be there: it is the invoice that the buyer got. */
function brokenCopy(
  { xml, clearedXml }: StoredDocument,
  { isCopyOf = () => true }: DocumentReaders,
): BrokenBy | undefined {
  if (clearedXml === undefined) return undefined;
  try {
    return isCopyOf(clearedXml(), xml()) ? undefined : 'cleared-differs';
  } catch {
    return 'cleared-unreadable';
  }
}

function riyadhTime(milliseconds: number): string {
  const { date, time } = riyadhDateTime(milliseconds);
  return `${date}T${time}`;
}

function brokenBytes(document: StoredDocument, readers: DocumentReaders): BrokenBy | undefined {
  try {
    const { hash, facts } = readers.read(document.xml());
    if (hash !== document.hash) return 'hash';
    if (facts === undefined) return 'unreadable';
    const stated: StatedFacts = { ...document, issuedAt: riyadhTime(document.issuedAt) };
    const isSame = Object.entries(facts).every(([name, value]) =>
      isDeepStrictEqual(value, stated[name as keyof StatedFacts]),
    );
    return isSame ? undefined : 'facts';
  } catch {
    return 'unreadable';
  }
}
