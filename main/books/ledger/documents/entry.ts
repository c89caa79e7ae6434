import type { Actor } from '../../../../shared/actor.ts';
import type { CommandOutput } from '../../../../shared/contract/index.ts';
import type { InvoiceRow } from '../../../../shared/contract/till/invoices.ts';
import type { Sale } from '../../../../shared/sale/sale.ts';
import type { SaleFacts } from '../../../../shared/sale/sale-facts.ts';
import type { VatCategory } from '../../../../shared/sale/vat.ts';
import type { SubmissionMode } from '../../../../shared/status.ts';
import type { Deadline } from '../../../../shared/values/deadline.ts';
import type { Halalas } from '../../../../shared/values/money.ts';
import type { Placement } from '../../../document/invoice/invoice.ts';
import type { StampedInvoice } from '../../../document/stamp/stamped-invoice.ts';
import type { Payment } from './document-facts.ts';

/** The place of the next document in the chain. */
export interface Link {
  /** The invoice counter value that the document gets, from 1. */
  readonly icv: number;
  /** The hash of the previous document, Base64; for the first document a fixed value. */
  readonly previousHash: string;
  /** The earliest allowed time, in milliseconds since 1970; undefined for the first document. */
  readonly previousIssuedAt?: number | undefined;
}

/** A document made for a link: everything that depends on the place in the chain. */
export interface LinkedDocument extends StampedInvoice {
  /** The number for people, unique in the ledger. */
  readonly number: string;
  readonly uuid: string;
  /** The time in milliseconds since 1970; not before the previous document's. */
  readonly issuedAt: number;
  /** The deadline at the authority in milliseconds since 1970, see `dueAt` of an invoice row. */
  readonly dueAt: number;
}

export interface BookedVat {
  readonly category: VatCategory;
  /** The rate in percent with two decimals. */
  readonly rate: string;
  readonly taxable: Halalas;
  readonly vat: Halalas;
}

/** The facts of a document before it has a place in the chain. */
export interface EntryFacts {
  /** The till's id of the sale; the same id never makes a second document. */
  readonly saleId?: string | undefined;
  /** The digest that shows whether a sale with the same id is the same sale. */
  readonly saleDigest: string;
  /** The sale as it was issued, with what the ledger knew and the till omitted. */
  readonly sale: Sale;
  readonly kind: InvoiceRow['kind'];
  readonly customer: InvoiceRow['customer'];
  readonly mode: SubmissionMode;
  readonly currency: string;
  readonly buyerName?: string | undefined;
  /** Amounts are in the currency of the document, as are those of the breakdown. */
  /** The money that the customer pays, or gets back for a credit note; 0 for a gift, whatever its document states. */
  readonly payable: Halalas;
  readonly taxExclusive: Halalas;
  readonly taxInclusive: Halalas;
  readonly vat: Halalas;
  readonly vatInSar: Halalas;
  readonly rounding: Halalas;
  readonly prepaid: Halalas;
  readonly breakdown: readonly BookedVat[];
}

export interface NewEntry {
  readonly facts: EntryFacts;
  readonly instructions: IssueInstructions;
}

/** The rows to write beside a new document, and the maker of the document itself. */
export interface IssueInstructions {
  /** The person or program that issues it; a person issues it in the open shift. */
  readonly by: Actor;
  readonly payments: readonly Payment[];
  /** Discounts, and prices other than the article's; the ledger adds the goods taken out of the basket. */
  readonly saleFacts?: SaleFacts | undefined;
  /** The numbers of the documents that a note corrects, of this ledger or another system's. */
  readonly corrects?: readonly string[] | undefined;
  /** The numbers of the prepayment invoices that a final invoice deducts, of this ledger or another system's. */
  readonly deducts?: readonly string[] | undefined;
  /** The UUID of the rejected document that this one replaces. */
  readonly replaces?: string | undefined;
  /** Makes the document, synchronously inside the transaction; if it throws, nothing is changed. */
  readonly documentFor: (link: Link) => LinkedDocument;
}

/** One issued document and the state of its submission. The XML is read separately, because it is large. */
export interface LedgerEntry extends EntryFacts, Placement {
  /** The true time if the clock was ahead, from a manager's correction; milliseconds since 1970. */
  readonly trueAt?: number | undefined;
  readonly hash: string;
  /** The name of the person or program that issued it. */
  readonly by: string;
  /** The number of the document that replaces this rejected one. */
  readonly reissuedAs?: string | undefined;
  readonly submission: SubmissionStatus;
}

/** A document that was just issued. */
export interface IssuedEntry extends LedgerEntry {
  /** The QR of the document as issued here, Base64. */
  readonly qr: string;
}

export interface SubmissionStatus extends Deadline {
  /** The present mode; a document for clearance is reported once clearance is off. */
  readonly mode: SubmissionMode;
  readonly attempts: number;
  /** The number of the authority's warnings on an accepted document. */
  readonly warnings: number;
  /** The authority's own status word as received with the last answer. */
  readonly status?: string | undefined;
  readonly outcome?: string | undefined;
  /** The time of acceptance, in milliseconds since 1970. */
  readonly acceptedAt?: number | undefined;
  /** True for a document reported after its deadline. */
  readonly isLate: boolean;
  readonly cleared: boolean;
}

export type Head = Pick<LedgerEntry, 'icv' | 'uuid' | 'number' | 'hash' | 'issuedAt'>;

/** The facts in the row of a document that the document states too. */
export interface RowFacts
  extends Head,
    Pick<LedgerEntry, 'previousHash' | Exclude<keyof EntryFacts, 'saleId' | 'sale' | 'saleDigest'>> {
  readonly selfBilled: boolean;
}

export interface StoredDocument extends RowFacts, Pick<LedgerEntry, 'trueAt'> {
  /** Reads the document. @throws FailureError `document-damaged` */
  readonly xml: () => Buffer;
  readonly clearedXml?: (() => Buffer) | undefined;
  /** The person or program that issued it. */
  readonly by: string;
  readonly shift: number | null;
}

export interface Counts {
  /** The number of documents that are not accepted yet and are sent automatically (waiting or being sent). */
  readonly waiting: number;
  readonly parked: number;
  readonly rejected: number;
  readonly issued: number;
  readonly nearestDeadline?: number | undefined;
}

/** The time by which a document belongs to a day and a month in every list and sum; milliseconds since 1970. */
export const countedAt = ({ issuedAt, trueAt }: Pick<LedgerEntry, 'issuedAt' | 'trueAt'>): number =>
  trueAt ?? issuedAt;

/** Returns a document in the form in which the screen that issued it receives it. */
export function toIssuedInvoice(entry: IssuedEntry): CommandOutput<'sale.issue'> {
  const { qr, hash, taxExclusive, vat } = entry;
  return { ...toInvoiceRow(entry), qr, hash, taxExclusive, vat };
}

export function toInvoiceRow(entry: Omit<LedgerEntry, 'sale'>): InvoiceRow {
  const { submission } = entry;
  return {
    uuid: entry.uuid,
    number: entry.number,
    icv: entry.icv,
    kind: entry.kind,
    customer: entry.customer,
    issuedAt: new Date(entry.issuedAt).toISOString(),
    ...(entry.trueAt !== undefined && { trueAt: new Date(entry.trueAt).toISOString() }),
    ...(entry.buyerName !== undefined && { buyerName: entry.buyerName }),
    by: entry.by,
    currency: entry.currency,
    payable: entry.payable,
    mode: submission.mode,
    state: submission.state,
    dueAt: new Date(submission.dueAt).toISOString(),
    attempts: submission.attempts,
    warnings: submission.warnings,
    ...(submission.acceptedAt !== undefined && { acceptedAt: new Date(submission.acceptedAt).toISOString() }),
    ...(submission.isLate && { late: true as const }),
    ...(entry.reissuedAs !== undefined && { reissuedAs: entry.reissuedAs }),
  };
}
