import type { InvoiceRow, TimelineEntry } from '../../shared/contract/invoices.ts';
import type { Environment, SubmissionState } from '../../shared/status.ts';
import type { AuditLog } from './audit-log.ts';
import type { ChainCheck, DocumentReaders } from './check-chain.ts';
import type { CredentialHistory } from './credential-history.ts';
import type { Counts, Head, LedgerEntry, NewEntry, StoredDocument } from './entry.ts';
import type { Settings } from './settings.ts';
import type { SubmissionQueue } from './submission-queue.ts';

/** The ledger of one environment: one file, one chain. */
export interface Ledger extends SubmissionQueue {
  /** Random and fixed for the life of the file. */
  readonly id: string;
  readonly environment: Environment;
  readonly audit: AuditLog;
  readonly credentials: CredentialHistory;
  readonly settings: Settings;

  /**
   * Seals and stores the next document: counter, previous hash, seal, row and submission in one transaction.
   * A sale whose id was used before for the same sale gives the document made then (`existed`).
   * @throws FailureError `sale-differs`, `clock-back`, `disk-full`, `database-busy`, or what `seal` throws
   */
  append(entry: NewEntry): { entry: LedgerEntry; existed: boolean };
  head(): Head | undefined;
  get(uuid: string): LedgerEntry | undefined;
  getBySaleId(saleId: string): LedgerEntry | undefined;
  /** Newest first; `before` is an ICV; `total` counts all that `states` lets through. */
  list(query: {
    before?: number | undefined;
    limit: number;
    states?: readonly SubmissionState[] | undefined;
  }): { rows: InvoiceRow[]; total: number };
  counts(): Counts;
  /** The sealed bytes. */
  documentXml(uuid: string): Buffer | undefined;
  /** The authority's own copy. */
  clearedXml(uuid: string): Buffer | undefined;
  /** Oldest first, from `issued` on; empty for an unknown document. */
  timeline(uuid: string): TimelineEntry[];
  /** All documents in order of their counter; others may write meanwhile. */
  documents(): IterableIterator<StoredDocument>;

  /** Recomputes the whole chain from the stored bytes, giving way to other work as it goes. */
  checkChain(readers: DocumentReaders): Promise<ChainCheck>;
  /** SQLite's own quick check of the file: what is wrong with it, nothing when it is sound. */
  checkFile(): string[];
  /** Moves the write-ahead log into the file; for idle moments, since no commit does it by itself. */
  checkpoint(): void;
  close(): void;
}

/**
 * Opens the ledger of an environment, or makes it.
 * @throws FailureError `ledger-broken` (damaged, no ledger, or another environment's), `ledger-newer`, `database-busy`,
 *   `disk-full`
 */
export function openLedger(_file: string, _options: { environment: Environment }): Ledger {
  throw new Error('under construction');
}
