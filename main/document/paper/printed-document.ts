import { paymentCode } from '../../../shared/sale/payment-code.ts';
import type { Halalas } from '../../../shared/values/money.ts';
import { amountDue, isGift } from '../invoice/amount-due.ts';
import type { CardApproval } from '../invoice/card-approval.ts';
import { readInvoice } from '../invoice/reading/read-invoice.ts';
import { readDocument } from '../stamp/read-document.ts';
import { agreedColumn } from './agreed-column.ts';
import { specials, titles } from './words.ts';

export interface ReceiptFacts {
  readonly cashier?: string | undefined;
  readonly payments?: readonly PaidAmount[] | undefined;
}

export interface PaidAmount {
  /** The sale's word for the means, such as `cash`, or a code of UNTDID 4461. */
  readonly means: string;
  readonly amount: Halalas;
  readonly tendered?: Halalas | undefined;
  readonly change?: Halalas | undefined;
  readonly card?: PrintedCard | undefined;
}

export type PrintedCard = Pick<CardApproval, 'scheme' | 'lastFour' | 'approvalCode' | 'reference'>;

/** Returns the text of an approval; '' if the terminal said nothing about it. */
export function cardText({ scheme, lastFour, approvalCode, reference }: PrintedCard = {}): string {
  const digits = lastFour && `**** ${lastFour}`;
  return [scheme, digits, approvalCode, reference].filter((part) => part !== undefined).join(' ');
}

export interface PrintedFrom {
  /** The XML as issued, or the authority's own copy. */
  readonly xml: Uint8Array;
  /** The sale from the ledger; without it the figures are the document's own. */
  readonly sale?: unknown;
  readonly facts?: ReceiptFacts | undefined;
}

/** A document for printing: its content is read from its own bytes; prices and discounts are the agreed ones. */
export type PrintedDocument = ReturnType<typeof printedDocument>;

export interface PrintedPayment extends Partial<Omit<PaidAmount, 'means'>> {
  /** A code of UNTDID 4461, or `onAccount`. */
  readonly code: string;
}

/** Reads a document for printing. @throws FailureError `bad-input` when the XML is not a complete invoice */
export function printedDocument({ xml, sale, facts = {} }: PrintedFrom) {
  const { number, uuid, issuedAt, simplified, typeName, qr } = readDocument(xml);
  const invoice = readInvoice(xml);
  const [date = '', time = ''] = issuedAt.split('T');
  return {
    title: titles[invoice.typeCode][simplified ? 'simplified' : 'standard'],
    specials: specials.filter((_, index) => typeName[2 + index] === '1'),
    number,
    uuid,
    /** The date and time in Riyadh, as `2026-11-20` and `17:41:08`. */
    date,
    time,
    simplified,
    isNote: invoice.typeCode === '381' || invoice.typeCode === '383',
    /** The QR's bytes in Base64, as the image encodes them. */
    qr,
    invoice,
    column: agreedColumn(invoice, sale),
    cashier: facts.cashier,
    /** The money that the customer pays, or gets back. */
    due: amountDue(invoice),
    isGift: isGift(invoice),
    /** The payments, by codes of UNTDID 4461; without amounts if the till knows none. A gift has none. */
    payments: isGift(invoice)
      ? []
      : (facts.payments?.map(({ means, ...amounts }) => ({
          // The document has no code for a payment on account.
          code: means === 'onAccount' ? means : paymentCode(means),
          ...amounts,
        })) ?? invoice.payments.map(({ code }) => ({ code }))),
  };
}
