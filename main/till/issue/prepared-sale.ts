import type { Failure, Issue } from '../../../shared/failure.ts';
import { riyadhDateTime } from '../../base/platform/riyadh-time.ts';
import type { Invoice, Seller } from '../../document/invoice/invoice.ts';
import type { DocumentBody } from '../../document/invoice/writing/write-document.ts';

/** A sale priced, checked and written in advance, for one seller and one day. */
export interface PreparedSale {
  readonly seller: Seller;
  /** The day of issue in Riyadh, `YYYY-MM-DD`. */
  readonly date: string;
  /** The prepared sale, or the reason why it cannot become a document. */
  readonly outcome: Prepared | { readonly failure: Failure };
}

export interface Prepared {
  readonly invoice: Invoice;
  /** The findings that the authority would accept, but with a warning. */
  readonly cautions: Issue[];
  readonly body: DocumentBody;
}

/** Returns the prepared sale if it is still valid: for the same company and the same day. */
export function preparedFor(
  prepared: PreparedSale | undefined,
  seller: Seller,
  now: number,
): PreparedSale['outcome'] | undefined {
  if (prepared?.date !== riyadhDateTime(now).date) return undefined;
  return JSON.stringify(prepared.seller) === JSON.stringify(seller) ? prepared.outcome : undefined;
}
