import { FailureError } from '../../../shared/failure.ts';
import type { Sale } from '../../../shared/sale/sale.ts';
import { riyadhDateTime } from '../../base/platform/riyadh-time.ts';
import { answerTasks } from '../../base/platform/thread.ts';
import type { Seller } from '../../document/invoice/invoice.ts';
import { writeBody } from '../../document/invoice/writing/write-document.ts';
import { canonicalHash } from '../../document/stamp/verify/canonical.ts';
import { checkSale } from './issue-sale.ts';
import type { PreparedSale } from './prepared-sale.ts';
import { type ReadSale, readSale } from './read-sale.ts';

/*
 * The intake thread (see sale-intake.ts): reading and pricing a sale of 5,000 lines, or four megabytes of brackets,
 * takes longer than a customer at the till should wait for another program.
 */

export type SaleTask =
  | {
      readonly kind: 'read';
      readonly bytes: Uint8Array;
      /** The seller, if known: then the sale is prepared too. */
      readonly seller: Seller | undefined;
      /** The time in milliseconds since 1970. */
      readonly now: number;
    }
  /** Computes the hash of a stamped document with an independent reader. */
  | { readonly kind: 'hash'; readonly xml: Uint8Array };

export type SaleAnswer =
  | { readonly kind: 'read'; readonly read: ReadSale; readonly prepared?: PreparedSale }
  | { readonly kind: 'hash'; readonly hash: string };

function work(task: SaleTask): SaleAnswer {
  if (task.kind === 'hash') return { kind: 'hash', hash: canonicalHash(task.xml) };
  const { bytes, seller, now } = task;
  const read = readSale(bytes);
  if (read.kind !== 'sale' || seller === undefined) return { kind: 'read', read };
  return { kind: 'read', read, prepared: prepare(read.sale, seller, now) };
}

function prepare(sale: Sale, seller: Seller, now: number): PreparedSale {
  const { date } = riyadhDateTime(now);
  try {
    const { invoice, cautions } = checkSale(sale, seller, now);
    return { seller, date, outcome: { invoice, cautions, body: writeBody(invoice, date) } };
  } catch (error) {
    if (error instanceof FailureError) return { seller, date, outcome: { failure: error.failure } };
    throw error;
  }
}

answerTasks<SaleTask, SaleAnswer>(work, (answer) =>
  answer.kind === 'read' && answer.prepared !== undefined && 'body' in answer.prepared.outcome
    ? [answer.prepared.outcome.body.buffer as ArrayBuffer]
    : [],
);
