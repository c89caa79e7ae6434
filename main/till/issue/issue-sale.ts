import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { Actor } from '../../../shared/actor.ts';
import { FailureError, fail, type Issue } from '../../../shared/failure.ts';
import type { Sale } from '../../../shared/sale/sale.ts';
import type { SaleFacts } from '../../../shared/sale/sale-facts.ts';
import type { Clock } from '../../base/platform/clock.ts';
import { riyadhDateTime } from '../../base/platform/riyadh-time.ts';
import type { CustomerSale } from '../../books/corrections/complete-parties.ts';
import type { EarlierDocuments, OwnDocuments } from '../../books/corrections/earlier-documents.ts';
import { limitProgram } from '../../books/corrections/other-systems.ts';
import { type References, readReferences } from '../../books/corrections/read-references.ts';
import { firstPreviousHash } from '../../books/ledger/database/first-previous-hash.ts';
import type { EntryFacts, IssuedEntry, Link, LinkedDocument } from '../../books/ledger/documents/entry.ts';
import { saleDigest } from '../../books/ledger/documents/sale-digest.ts';
import type { Ledger } from '../../books/ledger/ledger.ts';
import { issueTime } from '../../books/ledger/times/issue-time.ts';
import { amountDue } from '../../document/invoice/amount-due.ts';
import type { SettleTax } from '../../document/invoice/amounts/group-tax.ts';
import type { Invoice, Seller } from '../../document/invoice/invoice.ts';
import { makeInvoice } from '../../document/invoice/make-invoice.ts';
import { checkInvoice, violationIssues } from '../../document/invoice/rules/check-invoice.ts';
import {
  completeDocument,
  type DocumentBody,
  writeDocument,
} from '../../document/invoice/writing/write-document.ts';
import { encodeQr } from '../../document/stamp/qr.ts';
import type { Stamper } from '../../document/stamp/stamp.ts';
import { canonicalHash } from '../../document/stamp/verify/canonical.ts';
import { bookedSums } from './booked-sums.ts';
import { paymentsOf } from './payments.ts';
import { type PreparedSale, preparedFor } from './prepared-sale.ts';
import { refuseReserved } from './refuse-reserved.ts';
import { saleFactsOf } from './sale-facts.ts';

export interface IssueOptions {
  readonly by: Actor;
  readonly ledger: Ledger;
  readonly seller: Seller;
  readonly numberPrefix: string;
  readonly stamper: Stamper;
  readonly clock: Clock;
  /** The uuid of the rejected document that this one replaces. */
  readonly replaces?: string | undefined;
  /** The prices that are not the article's of the day. */
  readonly overrides?: SaleFacts['overrides'];
  /** The id of the sale to which the card payment belongs; by default the document's own. */
  readonly paidWith?: string | undefined;
  /** Work done for this sale earlier. */
  readonly prepared?: PreparedSale | undefined;
  readonly early?: EarlyDocument | undefined;
  /** The number of milliseconds after issue within which the authority must receive the document. */
  readonly within: Readonly<Record<'clearance' | 'reporting', number>>;
}

/**
 * Takes a sale into the ledger: sale → invoice → document → stamp → row, the last three in one transaction. When this
 * returns, the document is durable and its receipt may be handed over; when it throws, nothing was changed and no
 * counter was used. References to earlier documents are read in that transaction too, so that no other process can use
 * the same amounts meanwhile.
 * @throws FailureError `bad-input`, `sale-differs`, `clock-back`, `hash-mismatch`, `disk-full`, `database-busy`
 */
export function issueSale(sale: Sale, given: IssueOptions): { entry: IssuedEntry; existed: boolean } {
  const options = withReplaced(sale, given);
  const { ledger, replaces, paidWith = sale.saleId } = options;
  const namesNothing = sale.corrects === undefined && sale.prepayments === undefined;
  if (namesNothing && replaces === undefined) return issueNew(sale, options);
  return ledger.chain.exclusively(() => {
    const before = ledger.chain.issuedBefore(sale, replaces);
    if (before !== undefined) return { entry: before, existed: true };
    // No other process can ask the card terminal about the same documents meanwhile.
    refuseReserved(ledger, sale, paidWith, replaces);
    return issueNew(sale, options);
  });
}

/**
 * Returns the uuid of the document that is replaced. Another program says its number in the sale; whether it can be
 * replaced is checked with the other references.
 * @param given the uuid, which a screen knows
 */
export const uuidOfReplaced = (
  { replaces }: Sale,
  documents: Pick<EarlierDocuments, 'getByNumber'>,
  given?: string,
): string | undefined =>
  given ?? (replaces === undefined ? undefined : documents.getByNumber(replaces)?.uuid);

const withReplaced = <T extends Omit<IssueOptions, 'by'>>(sale: Sale, options: T): T => ({
  ...options,
  replaces: uuidOfReplaced(sale, options.ledger.documents, options.replaces),
});

function issueNew(requested: Sale, options: IssueOptions): { entry: IssuedEntry; existed: boolean } {
  const { ledger, stamper, replaces, early } = options;
  const issuable = toIssuable(requested, options);
  const { invoice } = issuable;
  const sale = replaces === undefined ? issuable.sale : withCallersOwn(issuable.sale, replaces, ledger);
  limitCaller(sale, options);
  const payments = paymentsOf(sale, amountDue(invoice));

  const documentFor = (link: Link): LinkedDocument => {
    const isEarlyValid = early?.stamper === stamper && isDeepStrictEqual(early.link, link);
    // The company, and what is known of earlier documents and their dates, may have changed since the document was made.
    if (isEarlyValid && isDeepStrictEqual(early.invoice, invoice)) return early.document;
    const document = documentAt(link, issuable, options);
    confirmHash(document);
    return document;
  };

  const facts = factsOf(issuable, sale, saleDigest(requested, amountDue(invoice)));
  const instructions = {
    by: options.by,
    payments,
    saleFacts: saleFactsOf(sale, options),
    corrects: sale.corrects?.map(({ number }) => number),
    deducts: sale.prepayments?.map(({ number }) => number),
    replaces,
    documentFor,
  };
  const issued = ledger.chain.append({ facts, instructions });
  if (!issued.existed) noteDeclared(issued.entry, options);
  return issued;
}

function factsOf({ invoice, mode }: Issuable, sale: CustomerSale, digest: string): EntryFacts {
  return {
    saleId: sale.saleId,
    saleDigest: digest,
    sale,
    kind: sale.kind,
    customer: sale.customer,
    mode,
    // The name of the other party, which is the supplier when the terminal's company is the buyer.
    buyerName: sale.buyer?.name ?? sale.supplier?.name,
    ...bookedSums(invoice),
  };
}

/**
 * A document that is issued again keeps the fields that the caller gave the rejected one, which a till does not know.
 */
function withCallersOwn(sale: CustomerSale, replaces: string, { documents }: Ledger): CustomerSale {
  const { reference, metadata } = documents.get(replaces)?.sale ?? {};
  return { ...(reference !== undefined && { reference }), ...(metadata && { metadata }), ...sale };
}

/** A person who corrects a document of another system at the screen is a manager, and needs no further permission. */
function limitCaller(
  sale: Sale,
  { by: { kind }, ledger, numberPrefix }: Pick<IssueOptions, 'by' | 'ledger' | 'numberPrefix'>,
): void {
  if (kind === 'person') return;
  limitProgram(sale, owned(ledger, numberPrefix));
}

/** A person at the screen has a role, and a program its permissions; on the command line anybody may declare. */
function noteDeclared({ issuedAt, number, sale }: IssuedEntry, { by, ledger }: IssueOptions): void {
  const declared = [...(sale.corrects ?? []), ...(sale.prepayments ?? [])]
    .filter(({ otherSystem }) => otherSystem !== undefined)
    .map((named) => named.number);
  if (by.kind !== 'commandLine' || declared.length === 0) return;
  const detail = { number, declared };
  ledger.audit.write({ at: issuedAt, actor: by.name, action: 'other-system-declared', detail });
}

/**
 * Makes a sale's document for the next place in the chain without occupying it, so that the independent hash of a large
 * document can be computed elsewhere before `issueSale` commits it. The result must not be handed over.
 * @throws FailureError as `issueSale`
 */
export function documentForNextLink(sale: Sale, given: Omit<IssueOptions, 'by'>) {
  const options = withReplaced(sale, given);
  const { ledger, stamper } = options;
  const link = ledger.chain.nextLink();
  const issuable = toIssuable(sale, options, link);
  return { link, stamper, invoice: issuable.invoice, document: documentAt(link, issuable, options) };
}

/** A document made for the next place in the chain, which another document may take first. */
export type EarlyDocument = ReturnType<typeof documentForNextLink>;

interface Issuable extends CheckedSale {
  /** The time at which it would be issued, in milliseconds since 1970. */
  readonly issuedAt: number;
  readonly body?: DocumentBody | undefined;
  readonly mode: 'clearance' | 'reporting';
}

function toIssuable(
  requested: Sale,
  { seller, clock, ledger, numberPrefix, replaces, prepared }: Omit<IssueOptions, 'by'>,
  link = ledger.chain.nextLink(),
): Issuable {
  // A wrong clock is reported first, because a document issued before the clock was set back would seem to have a
  // future date.
  const issuedAt = timeAt(link, clock);
  const references = readReferences(requested, owned(ledger, numberPrefix), issuedAt, replaces);
  const mode = references.sale.customer === 'business' ? 'clearance' : 'reporting';
  const outcome = preparedFor(prepared, seller, issuedAt);
  if (outcome === undefined || references.settle !== undefined || references.sale !== requested)
    return { ...toInvoice(references, seller, issuedAt), issuedAt, mode };
  if ('failure' in outcome) throw new FailureError(outcome.failure);
  const { cautions } = outcome;
  const invoice = references.limit(outcome.invoice);
  const body = invoice === outcome.invoice ? outcome.body : undefined;
  return { sale: references.sale, invoice, cautions, issuedAt, body, mode };
}

/** Prices and checks a sale as `issueSale` does, without issuing it. @throws FailureError `bad-input`, `clock-back` */
export function previewSale(requested: Sale, given: IssueOptions): CheckedSale {
  const options = withReplaced(requested, given);
  const { sale, invoice, cautions, issuedAt, body } = toIssuable(requested, options);
  limitCaller(sale, options);
  paymentsOf(sale, amountDue(invoice));
  if (body === undefined) tryOut(invoice, issuedAt);
  return { sale, invoice, cautions };
}

export interface CheckedSale {
  /** The sale with values that the ledger knows and the till may omit. */
  readonly sale: CustomerSale;
  readonly invoice: Invoice;
  /** The findings that the authority would accept, but with a warning. */
  readonly cautions: Issue[];
}

/**
 * Checks a sale against the authority's rules and the earlier documents that it names.
 * @throws FailureError `bad-input` with an issue for each problem
 */
export function checkWithEarlier(
  requested: Sale,
  options: Pick<IssueOptions, 'seller' | 'numberPrefix' | 'replaces'> & {
    readonly ledger: IssuedDocuments;
    /** The time in milliseconds since 1970. */
    readonly now: number;
  },
): CheckedSale {
  const { seller, numberPrefix, ledger, now, replaces } = options;
  const references = readReferences(requested, owned(ledger, numberPrefix), now, replaces);
  const checked = toInvoice(references, seller, now);
  paymentsOf(checked.sale, amountDue(checked.invoice));
  return checked;
}

interface IssuedDocuments {
  readonly documents: EarlierDocuments;
  readonly cards: Pick<Ledger['cards'], 'reserved'>;
}

const owned = ({ documents, cards }: IssuedDocuments, numberPrefix: string): OwnDocuments => ({
  ...documents,
  numberPrefix,
  isReserved: (number) => cards.reserved(undefined).some((step) => step.number === number),
});

function toInvoice({ sale, settle, limit }: References, seller: Seller, now: number): CheckedSale {
  const { invoice, cautions } = checkSale(sale, seller, now, settle);
  return { sale, invoice: limit(invoice), cautions };
}

/**
 * Writes a document and its QR and discards both, to find out if the sale would be refused for its size, its dates or a
 * name.
 * @param now milliseconds since 1970
 * @throws FailureError `bad-input`
 */
export function tryOut(invoice: Invoice, now: number): void {
  // A place in the chain with the longest possible values.
  const place = {
    number: `${'T'.repeat(12)}-${Number.MAX_SAFE_INTEGER}`,
    uuid: randomUUID(),
    issuedAt: now,
    icv: Number.MAX_SAFE_INTEGER,
    previousHash: firstPreviousHash,
  };
  const { qr } = writeDocument(invoice, place);
  encodeQr({ ...qr, hash: '', signature: '', publicKey: new Uint8Array() });
}

/** Writes and stamps the document at its place in the chain. */
function documentAt(
  link: Link,
  { invoice, body, mode }: Issuable,
  { numberPrefix, stamper, clock, prepared, within }: Omit<IssueOptions, 'by'>,
): LinkedDocument {
  const { icv, previousHash } = link;
  const issuedAt = timeAt(link, clock);
  const number = `${numberPrefix}-${String(icv).padStart(6, '0')}`;
  const uuid = randomUUID();
  const placement = { number, uuid, issuedAt, icv, previousHash };
  // A body that was written for another day may contain that date, so it cannot be used.
  const document =
    body !== undefined && prepared?.date === riyadhDateTime(issuedAt).date
      ? completeDocument(invoice, placement, body)
      : writeDocument(invoice, placement);
  return { number, uuid, issuedAt, dueAt: issuedAt + within[mode], ...stamper.stamp(document, issuedAt) };
}

/**
 * Computes a sale's totals and checks them against the authority's rules before it uses up a number.
 * @param settle sets a tax for VAT groups that differs from the computed one
 * @returns the invoice, and the findings that the authority would accept with a warning
 * @throws FailureError `bad-input` with an issue for each rule for which the authority would reject the document
 */
export function checkSale(
  sale: Sale,
  seller: Seller,
  now: number,
  settle?: SettleTax,
): { invoice: Invoice; cautions: Issue[] } {
  const invoice = makeInvoice(sale, seller, settle);
  const violations = checkInvoice(invoice, { issuedAt: now });
  const errors = violations.filter(({ severity }) => severity === 'error');
  if (errors.length > 0) fail('bad-input', { issues: violationIssues(errors) });
  return { invoice, cautions: violationIssues(violations) };
}

/** Returns the time of a document at this place in the chain. @throws FailureError `clock-back` */
function timeAt({ previousIssuedAt: last }: Link, clock: Pick<Clock, 'now'>): number {
  const now = clock.now();
  return issueTime(now, last) ?? clockBack(now, last);
}

function clockBack(now: number, last = now): never {
  return fail('clock-back', {
    detail: { now: new Date(now).toISOString(), last: new Date(last).toISOString() },
  });
}

/**
 * An independent check before the commit: a reader that shares no code with the writer must compute the same hash. If
 * the authority computed another hash, it would refuse the document, and the chain after it would be broken.
 */
function confirmHash({ xml, hash }: { xml: Uint8Array; hash: string }): void {
  if (independentHash(xml) !== hash) fail('hash-mismatch');
}

function independentHash(xml: Uint8Array): string {
  try {
    return canonicalHash(xml);
  } catch (cause) {
    return fail('hash-mismatch', {}, cause);
  }
}
