import { createHash, randomUUID } from 'node:crypto';
import { fail, type Issue } from '../shared/failure.ts';
import type { Sale } from '../shared/sale.ts';
import type { Clock } from './clock.ts';
import type { Invoice, Seller } from './invoice/invoice.ts';
import { makeInvoice } from './invoice/make-invoice.ts';
import { checkInvoice, violationIssues } from './invoice/rules/check-invoice.ts';
import { writeDocument } from './invoice/write-document.ts';
import type { LedgerEntry, Link, Sealed } from './ledger/entry.ts';
import { issueTime } from './ledger/issue-time.ts';
import type { Ledger } from './ledger/ledger.ts';
import { refuseOverReturn } from './returns/refuse-over-return.ts';
import type { Stamper } from './stamp/stamp.ts';
import { canonicalHash } from './stamp/verify.ts';

export interface IssueOptions {
  readonly ledger: Ledger;
  readonly seller: Seller;
  readonly numberPrefix: string;
  readonly stamper: Stamper;
  readonly clock: Clock;
  /** Uuid of the rejected document that this one stands for. */
  readonly replaces?: string | undefined;
  /** How long the authority may be kept waiting, milliseconds after issue. */
  readonly within: Readonly<Record<'clearance' | 'reporting', number>>;
}

/**
 * The way of one sale up to the ledger: sale → invoice → document → stamp → row, the last three in one transaction.
 * When this returns, the document is durable and its receipt may be handed over; when it throws, nothing happened
 * and no counter was used.
 * @throws FailureError `bad-input`, `sale-differs`, `clock-back`, `second-opinion`, `disk-full`, `database-busy`
 */
export function issueSale(sale: Sale, options: IssueOptions): { entry: LedgerEntry; existed: boolean } {
  const { ledger, seller, numberPrefix, stamper, clock, replaces, within } = options;
  const { invoice } = checkSale(sale, seller, clock.now());
  const mode = sale.customer === 'business' ? 'clearance' : 'reporting';
  const amounts = {
    currency: invoice.currency,
    taxExclusive: invoice.totals.taxExclusive,
    vat: invoice.totals.vat,
    rounding: invoice.totals.rounding ?? 0,
  };

  const seal = ({ icv, previousHash, previousIssuedAt }: Link): Sealed => {
    refuseOverReturn(sale, amounts, ledger, replaces);
    const issuedAt = issueTime(clock.now(), previousIssuedAt) ?? clockBack(clock.now(), previousIssuedAt);
    const number = `${numberPrefix}-${String(icv).padStart(6, '0')}`;
    const uuid = randomUUID();
    const stamped = stamper.stamp(
      writeDocument(invoice, { number, uuid, issuedAt, icv, previousHash }),
      issuedAt,
    );
    confirmHash(stamped);
    return { number, uuid, issuedAt, dueAt: issuedAt + within[mode], ...stamped };
  };

  return ledger.append({
    saleId: sale.saleId,
    saleDigest: saleDigest(sale),
    sale,
    replaces,
    kind: sale.kind,
    customer: sale.customer,
    mode,
    corrects: sale.corrects?.map(({ number }) => number),
    // Whom the document is with: the supplier, where the company of this terminal is the buyer.
    buyerName: sale.buyer?.name ?? sale.supplier?.name,
    payable: invoice.totals.payable,
    ...amounts,
    seal,
  });
}

/** Tells two sales apart that have one id. Base64 of a SHA-256. */
export function saleDigest(sale: Sale): string {
  return createHash('sha256').update(JSON.stringify(sale)).digest('base64');
}

/**
 * What a sale comes to, held to the authority's own rules before it uses up a number.
 * @returns the invoice, and what the authority would accept only with a warning
 * @throws FailureError `bad-input` with an issue for each rule that would have the document rejected
 */
export function checkSale(sale: Sale, seller: Seller, now: number): { invoice: Invoice; cautions: Issue[] } {
  const invoice = makeInvoice(sale, seller);
  const violations = checkInvoice(invoice, { issuedAt: now });
  const errors = violations.filter(({ severity }) => severity === 'error');
  if (errors.length > 0) fail('bad-input', { issues: violationIssues(errors) });
  return { invoice, cautions: violationIssues(violations) };
}

function clockBack(now: number, last = now): never {
  return fail('clock-back', {
    detail: { now: new Date(now).toISOString(), last: new Date(last).toISOString() },
  });
}

/**
 * A second opinion before the commit: a real parser and canonicaliser must find the hash that the writer found.
 * A document that its reader would hash differently is refused by the authority, and breaks the chain after it.
 */
function confirmHash({ xml, hash }: { xml: Uint8Array; hash: string }): void {
  if (opinionOn(xml) !== hash) fail('second-opinion');
}

function opinionOn(xml: Uint8Array): string {
  try {
    return canonicalHash(xml);
  } catch (cause) {
    return fail('second-opinion', {}, cause);
  }
}
