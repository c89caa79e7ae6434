import { amountDue } from '../../../main/document/invoice/amount-due.ts';
import type { SettleTax } from '../../../main/document/invoice/amounts/group-tax.ts';
import type { Seller } from '../../../main/document/invoice/invoice.ts';
import { makeInvoice } from '../../../main/document/invoice/make-invoice.ts';
import { checkInvoice, violationIssues } from '../../../main/document/invoice/rules/check-invoice.ts';
import { bookedSums } from '../../../main/till/issue/booked-sums.ts';
import type { CommandOutput, CommandParsed } from '../../../shared/contract/index.ts';
import type {
  AuthorityAnswer,
  InvoiceDetail,
  InvoiceRow,
  TimelineEntry,
} from '../../../shared/contract/till/invoices.ts';
import type { KnownItem } from '../../../shared/contract/till/items.ts';
import { fail } from '../../../shared/failure.ts';
import type { Sale } from '../../../shared/sale/sale.ts';
import type { AuthorityMessage } from '../../../shared/status.ts';
import { sumHalalas } from '../../../shared/values/money.ts';
import { uuidOf } from '../harness/document-uuid.ts';

/* The documents of the fake terminal's ledger. They have every state, and are the same each time. */

export type Stored = InvoiceRow & { lines: InvoiceDetail['lines']; timeline: TimelineEntry[] };

/** The current time of the fake terminal. */
export const now = Date.parse('2026-11-20T09:30:00.000Z');
const minute = 60_000;
export const hour = 60 * minute;
const goods = ['تمر سكري 1 كجم', 'قهوة عربية', 'Mineral water 330 ml', 'زيت زيتون 500 مل', 'Cardamom 100 g'];
const buyers = ['شركة النخيل للتجارة', 'Najd Trading Co.', 'مؤسسة البحر الأحمر'];

/** Prices a sale with the product's own arithmetic and rules, so that the screens show real refusals. */
export function priceOf(sale: Sale, settle?: SettleTax): CommandOutput<'sale.price'> {
  const invoice = makeInvoice(sale, seller, settle);
  const violations = checkInvoice(invoice, { issuedAt: now });
  const errors = violations.filter(({ severity }) => severity === 'error');
  if (errors.length > 0) fail('bad-input', { issues: violationIssues(errors) });
  const { lines, totals } = invoice;
  const gross = sumHalalas(lines.map((line) => line.gross));
  return {
    lines: lines.map((line) => ({ gross: line.gross, net: line.net, vat: line.vatAmount })),
    cautions: violationIssues(violations),
    discount: Math.max(0, gross - totals.taxInclusive - (totals.rounding ?? 0)),
    payable: amountDue(invoice),
    vat: totals.vat,
    taxExclusive: totals.taxExclusive,
  };
}

/** Returns the VAT breakdown of a document as the ledger has it. */
export const breakdownOf = (sale: Sale, settle?: SettleTax) =>
  bookedSums(makeInvoice(sale, seller, settle)).breakdown;

const seller: Seller = {
  name: 'متجر النخيل',
  vatNumber: '399999999900003',
  identification: { scheme: 'CRN', value: '1010010000' },
  address: {
    street: 'Prince Sultan',
    building: '2322',
    district: 'Al-Murabba',
    city: 'Riyadh',
    postalCode: '23333',
    country: 'SA',
  },
};

/**
 * Returns the document with this number, which is the same every time. Its lines and its timeline are made at the first
 * request, because each page has thousands of documents and shows only a few.
 */
export function oldInvoice(icv: number): Stored {
  const issuedAt = now - (3001 - icv) * 7 * minute;
  const business = icv % 9 === 0;
  const state = stateOf(icv);
  const payable = 1150 + ((icv * 7919) % 240_000);
  let lines: Stored['lines'] | undefined;
  let timeline: Stored['timeline'] | undefined;
  return {
    uuid: uuidOf(icv),
    number: `T1-${String(icv).padStart(6, '0')}`,
    icv,
    kind: icv % 97 === 0 ? 'creditNote' : 'invoice',
    customer: business ? 'business' : 'consumer',
    issuedAt: iso(issuedAt),
    ...(business && { buyerName: buyers[(icv / 9) % buyers.length] ?? '' }),
    by: icv % 5 === 0 ? 'Maria Santos' : 'سالم',
    currency: 'SAR',
    payable,
    mode: business ? 'clearance' : 'reporting',
    state,
    dueAt: iso(issuedAt + 24 * hour),
    attempts: state === 'waiting' ? 2 : 1,
    warnings: icv % 40 === 0 && state === 'accepted' ? 1 : 0,
    ...(state === 'accepted' && { acceptedAt: iso(issuedAt + 2000) }),
    ...(icv === 1995 && { reissuedAs: 'T1-001996' }),
    get lines() {
      lines ??= linesOf(icv, payable);
      return lines;
    },
    get timeline() {
      timeline ??= timelineOf(icv, issuedAt, state);
      return timeline;
    },
  };
}

const dates = new Map<number, string>();

/**
 * Does what `toISOString` does for whole seconds, in a fraction of its time, because a page needs it thousands of
 * times.
 */
function iso(at: number): string {
  const day = Math.floor(at / (24 * hour));
  const date = dates.get(day) ?? new Date(at).toISOString().slice(0, 10);
  dates.set(day, date);
  const two = (value: number) => (value < 10 ? `0${value}` : String(value));
  const seconds = (at / 1000) % 86_400;
  return `${date}T${two(Math.floor(seconds / 3600))}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}.000Z`;
}

function linesOf(icv: number, payable: number): Stored['lines'] {
  const first = Math.floor(payable / 3);
  const line = (index: number, gross: number) => ({
    name: goods[(icv + index) % goods.length] ?? '',
    quantity: index === 0 ? '2' : '1',
    unit: 'PCE',
    unitPrice: (index === 0 ? gross / 200 : gross / 100).toFixed(3),
    discounts: icv % 10 === 0 && index === 1 ? [{ percent: '10', reason: 'Scratch' }] : [],
    gross,
    net: Math.round(gross / 1.15),
    vat: gross - Math.round(gross / 1.15),
    category: 'S' as const,
    rate: '15.00',
  });
  return [line(0, first), line(1, payable - first)];
}

/**
 * Returns the state of a document: of 3,000 documents, the newest three wait, one in every thousand was rejected, and
 * number 2990 is parked.
 */
function stateOf(icv: number): InvoiceRow['state'] {
  if (icv > 2997) return 'waiting';
  if (icv === 2990) return 'parked';
  return icv % 1000 === 995 ? 'rejected' : 'accepted';
}

/** The number of the document that was sent often before the authority answered. */
const outageAt = 2980;

const unanswered = (at: (seconds: number) => string): TimelineEntry[] =>
  [32, 16, 8, 4, 2].flatMap((minutes) => [
    { at: at(-minutes * 60), event: 'sent', messages: [] },
    { at: at(-minutes * 60 + 30), event: 'unanswered', outcome: 'unknown', messages: [], nextAt: at(-60) },
  ]);

function timelineOf(icv: number, issuedAt: number, state: InvoiceRow['state']): TimelineEntry[] {
  const at = (seconds: number) => new Date(issuedAt + seconds * 1000).toISOString();
  const issued: TimelineEntry = { at: at(0), event: 'issued', messages: [] };
  const sent: TimelineEntry = { at: at(1), event: 'sent', messages: [] };
  if (state === 'waiting')
    return [
      issued,
      sent,
      { at: at(31), event: 'unanswered', outcome: 'unknown', messages: [], nextAt: at(150) },
    ];
  const answered = (outcome: string, httpStatus: number, status: string | undefined, type?: string) => ({
    at: at(2),
    event: 'answered' as const,
    httpStatus,
    outcome,
    ...(status && { status }),
    messages: type
      ? [
          {
            type,
            code: type === 'ERROR' ? 'BR-KSA-44' : 'BR-KSA-98',
            category: 'KSA',
            message:
              type === 'ERROR'
                ? 'Buyer VAT registration number must contain 15 digits and begin and end with 3.'
                : 'The simplified invoice should be submitted within 24 hours of issuing the invoice.',
            status: type,
          },
        ]
      : [],
  });
  if (state === 'rejected') return [issued, sent, answered('rejected', 400, 'NOT_REPORTED', 'ERROR')];
  if (state === 'parked') return [issued, sent, answered('credential-refused', 401, undefined)];
  return [
    issued,
    ...(icv === outageAt ? unanswered(at) : []),
    sent,
    answered('accepted', 200, icv % 9 === 0 ? 'CLEARED' : 'REPORTED', icv % 40 === 0 ? 'WARNING' : undefined),
  ];
}

/** Returns the authority's answers verbatim. */
export function answersOf({ timeline }: Stored): AuthorityAnswer[] {
  return timeline
    .filter(({ httpStatus }) => httpStatus !== undefined)
    .map(({ at, httpStatus = 0, status, messages }) => ({
      at,
      httpStatus,
      body: JSON.stringify(
        { reportingStatus: status, validationResults: { errorMessages: messages } },
        null,
        2,
      ),
      cut: false,
    }))
    .reverse();
}

/** The authority's message for a refused document. */
export const refusal: AuthorityMessage = {
  type: 'ERROR',
  code: 'BR-KSA-44',
  category: 'KSA',
  message: 'Buyer VAT registration number must contain 15 digits and begin and end with 3.',
  status: 'ERROR',
};

/** Returns true when the entry passes the filters of the list. */
export function passes(
  entry: Stored,
  filter: Omit<CommandParsed<'invoice.list'>, 'before' | 'limit'>,
): boolean {
  const { uncorrected, late, states, kinds, number, buyer, from, to, by, amount } = filter;
  const day = new Date(Date.parse(entry.issuedAt) + 3 * hour).toISOString().slice(0, 10);
  return (
    (late === undefined || entry.late === true) &&
    (uncorrected === undefined || (entry.state === 'rejected' && entry.reissuedAs === undefined)) &&
    (states === undefined || states.includes(entry.state)) &&
    (kinds === undefined || kinds.includes(entry.kind)) &&
    (number === undefined || entry.number.toLowerCase().startsWith(number.toLowerCase())) &&
    (buyer === undefined || (entry.buyerName ?? '').toLowerCase().includes(buyer.toLowerCase())) &&
    (by === undefined || entry.by === by) &&
    (from === undefined || day >= from) &&
    (to === undefined || day <= to) &&
    (amount?.least === undefined || entry.payable >= amount.least) &&
    (amount?.most === undefined || entry.payable <= amount.most)
  );
}

export function hashOf(icv: number): string {
  return btoa(String(icv).padStart(32, 'khatm'));
}

/** Finds one item by its barcode, or all items whose name contains the text. */
export function foundItems(items: readonly KnownItem[], text: string): KnownItem[] {
  const scanned = items.filter(({ barcode }) => barcode === text.trim());
  if (scanned.length > 0) return scanned;
  return items.filter(({ name }) => name.toLowerCase().includes(text.trim().toLowerCase()));
}

export function rowOf({ lines: _, timeline: __, ...row }: Stored): InvoiceRow {
  return row;
}
