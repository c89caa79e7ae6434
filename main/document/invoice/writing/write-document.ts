import { type Halalas, halalasToText } from '../../../../shared/values/money.ts';
import { riyadhDateTime } from '../../../base/platform/riyadh-time.ts';
import {
  attribute,
  type Element,
  element,
  leaf,
  optionalLeaf,
  writeAll,
} from '../../xml/canonical-elements.ts';
import type { Document, Invoice, Payment, Placement } from '../invoice.ts';
import { checkReferences } from './check-references.ts';
import { checkSize } from './check-size.ts';
import { allowanceCharge, amount, taxSubtotal } from './common-elements.ts';
import { lineElement, prepaymentElement } from './line-elements.ts';
import { customerElement, supplierElement } from './party-elements.ts';

/*
 * The template of a UBL 2.1 document, with its parts in the *-elements modules. It writes canonical form (C14N 1.1), so
 * the hashed bytes are also the sent ones. No other module may write or change any part of a document. Elements are in
 * the schema's order.
 */

const ubl = 'urn:oasis:names:specification:ubl:schema:xsd';

/** `ext` is declared here although only the stamp's block uses it: a declaration there would change the hash. */
const rootStart =
  `<Invoice xmlns="${ubl}:Invoice-2" xmlns:cac="${ubl}:CommonAggregateComponents-2"` +
  ` xmlns:cbc="${ubl}:CommonBasicComponents-2" xmlns:ext="${ubl}:CommonExtensionComponents-2">`;

const level1 = '\n  ';

/** The accounting currency that the authority requires, whatever the document's currency is (BR-KSA-EN16931-02). */
const taxCurrency = 'SAR';

/**
 * The text from AccountingSupplierParty to the root end tag, as UTF-8. It does not depend on the place in the chain.
 */
export type DocumentBody = Uint8Array;

/**
 * Writes an invoice at its place in the chain.
 * @throws FailureError `bad-input`: `date-in-future` when it references a document with a later date,
 * `document-too-large` when no request could carry it
 */
export function writeDocument(invoice: Invoice, placement: Placement): Document {
  return writeAround(invoice, placement, (date) => bodyText(invoice, date));
}

/**
 * Writes the document as `writeDocument` does, with a body that was written earlier.
 * @param body the body for the day of issue, see `writeBody`
 * @throws FailureError as `writeDocument`
 */
export function completeDocument(
  invoice: Invoice,
  placement: Placement,
  body: DocumentBody,
): Document<Uint8Array> {
  return writeAround(invoice, placement, () => body);
}

/**
 * Writes the text of a document that does not depend on its place in the chain. @param date the date of issue in
 * Riyadh, `YYYY-MM-DD`
 */
export function writeBody(invoice: Invoice, date: string): DocumentBody {
  return new TextEncoder().encode(bodyText(invoice, date));
}

function writeAround<Rest extends string | Uint8Array>(
  invoice: Invoice,
  placement: Placement,
  restOf: (date: string) => Rest,
): Document<Rest> {
  const { date, time } = riyadhDateTime(placement.issuedAt);
  checkReferences(invoice, date);
  const { currency, seller, totals } = invoice;

  const opening = [
    leaf('cbc:ProfileID', 'reporting:1.0'),
    leaf('cbc:ID', placement.number),
    leaf('cbc:UUID', placement.uuid),
    leaf('cbc:IssueDate', date),
    leaf('cbc:IssueTime', time),
    leaf('cbc:InvoiceTypeCode', invoice.typeCode, attribute('name', invoice.typeName)),
    ...invoice.notes.map((note) => leaf('cbc:Note', note)),
    leaf('cbc:DocumentCurrencyCode', currency),
    leaf('cbc:TaxCurrencyCode', taxCurrency),
    reference('cac:OrderReference', invoice.orderReference),
    ...invoice.corrects.map(billingReference),
    reference('cac:ContractDocumentReference', invoice.contractReference),
    element('cac:AdditionalDocumentReference', [
      leaf('cbc:ID', 'ICV'),
      leaf('cbc:UUID', String(placement.icv)),
    ]),
    element('cac:AdditionalDocumentReference', [
      leaf('cbc:ID', 'PIH'),
      element('cac:Attachment', [
        leaf('cbc:EmbeddedDocumentBinaryObject', placement.previousHash, attribute('mimeCode', 'text/plain')),
      ]),
    ]),
  ];

  const parts = {
    head: rootStart,
    // The stamp's blocks go between the parts, without white space of their own.
    opening: writeAll(opening, level1) + level1,
    rest: restOf(date),
  };
  checkSize(parts);
  return {
    placement,
    ...parts,
    qr: {
      sellerName: seller.name,
      vatNumber: seller.vatNumber,
      issuedAt: `${date}T${time}`,
      payable: halalasToText(totals.payable),
      vat: halalasToText(totals.vatInSar),
    },
    simplified: isSimplified(invoice),
  };
}

const isSimplified = ({ typeName }: Invoice): boolean => typeName.startsWith('02');

function bodyText(invoice: Invoice, date: string): string {
  const { currency, seller, totals } = invoice;
  const supplier = supplierElement(seller);
  const rest = [
    customerElement(invoice.buyer),
    delivery(invoice, date),
    ...invoice.payments.map(paymentMeans),
    ...invoice.allowanceCharges.map((each) => allowanceCharge(each, currency)),
    exchangeRate(invoice),
    element('cac:TaxTotal', [
      leaf('cbc:TaxAmount', halalasToText(totals.vatInSar), attribute('currencyID', taxCurrency)),
    ]),
    element('cac:TaxTotal', [
      amount('cbc:TaxAmount', totals.vat, currency),
      ...invoice.vatBreakdown.map((row) => taxSubtotal(row, row, currency)),
    ]),
    monetaryTotal(invoice),
    ...invoice.lines.map((line) => lineElement(line, currency)),
    ...invoice.prepayments.map((line) => prepaymentElement(line, currency)),
  ];
  return `${supplier(level1).trimStart()}${writeAll(rest, level1)}\n</Invoice>`;
}

function reference(name: string, id: string | undefined): Element | undefined {
  return id === undefined ? undefined : element(name, [leaf('cbc:ID', id)]);
}

function billingReference({ number, uuid, issueDate }: Invoice['corrects'][number]): Element {
  return element('cac:BillingReference', [
    element('cac:InvoiceDocumentReference', [
      leaf('cbc:ID', number),
      optionalLeaf('cbc:UUID', uuid),
      optionalLeaf('cbc:IssueDate', issueDate),
    ]),
  ]);
}

/** A standard invoice must state its supply date (BR-KSA-15); it is optional on notes and consumers' invoices. */
function delivery(invoice: Invoice, issueDate: string): Element | undefined {
  const dayOfIssue = !isSimplified(invoice) && invoice.typeCode === '388' ? issueDate : undefined;
  const supplyDate = invoice.supplyDate ?? dayOfIssue;
  if (supplyDate === undefined) return undefined;
  return element('cac:Delivery', [
    leaf('cbc:ActualDeliveryDate', supplyDate),
    optionalLeaf('cbc:LatestDeliveryDate', invoice.supplyEndDate),
  ]);
}

function paymentMeans({ code, instruction, account, terms }: Payment): Element {
  return element('cac:PaymentMeans', [
    leaf('cbc:PaymentMeansCode', code),
    optionalLeaf('cbc:InstructionNote', instruction),
    account === undefined && terms === undefined
      ? undefined
      : element('cac:PayeeFinancialAccount', [
          optionalLeaf('cbc:ID', account),
          optionalLeaf('cbc:PaymentNote', terms),
        ]),
  ]);
}

/** Writes the exchange rate for the VAT total in riyals (BR-KSA-87 to BR-KSA-90). */
function exchangeRate({ currency, exchangeRate }: Invoice): Element | undefined {
  if (exchangeRate === undefined) return undefined;
  return element('cac:TaxExchangeRate', [
    leaf('cbc:SourceCurrencyCode', currency),
    leaf('cbc:TargetCurrencyCode', taxCurrency),
    leaf('cbc:CalculationRate', exchangeRate),
  ]);
}

function monetaryTotal({ totals, currency }: Invoice): Element {
  const total = (name: string, value: Halalas | undefined) =>
    value === undefined ? undefined : amount(name, value, currency);
  return element('cac:LegalMonetaryTotal', [
    total('cbc:LineExtensionAmount', totals.lines),
    total('cbc:TaxExclusiveAmount', totals.taxExclusive),
    total('cbc:TaxInclusiveAmount', totals.taxInclusive),
    total('cbc:AllowanceTotalAmount', totals.allowances),
    total('cbc:ChargeTotalAmount', totals.charges),
    total('cbc:PrepaidAmount', totals.prepaid),
    total('cbc:PayableRoundingAmount', totals.rounding),
    total('cbc:PayableAmount', totals.payable),
  ]);
}
