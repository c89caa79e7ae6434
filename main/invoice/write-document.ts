import { type Halalas, halalasToText } from '../../shared/money.ts';
import type { Address } from '../../shared/sale.ts';
import { attribute, type Element, element, leaf, optionalLeaf, writeAll } from './canonical-elements.ts';
import { checkReferences } from './check-references.ts';
import type {
  AllowanceCharge,
  Document,
  Invoice,
  InvoiceLine,
  Party,
  Placement,
  VatRate,
  VatSubtotal,
} from './invoice.ts';
import { riyadhDateTime } from './riyadh-time.ts';

/*
 * The one template of a UBL 2.1 document. It is written in canonical form (C14N 1.1), so the bytes that are hashed are
 * the bytes that are sent: no other module may write or change any part of it. Elements stand in the schema's order.
 */

const ubl = 'urn:oasis:names:specification:ubl:schema:xsd';

/** `ext` is declared here though only the stamp's block uses it: a declaration there would change the hash. */
const rootStart =
  `<Invoice xmlns="${ubl}:Invoice-2" xmlns:cac="${ubl}:CommonAggregateComponents-2"` +
  ` xmlns:cbc="${ubl}:CommonBasicComponents-2" xmlns:ext="${ubl}:CommonExtensionComponents-2">`;

const level1 = '\n  ';

/** The authority's accounting currency, whatever the document's is (BR-KSA-EN16931-02). */
const taxCurrency = 'SAR';

/**
 * Writes an invoice at its place in the chain.
 * @throws FailureError `bad-input` `date-in-future` when it corrects a document dated after its own day
 */
export function writeDocument(invoice: Invoice, placement: Placement): Document {
  const { date, time } = riyadhDateTime(placement.issuedAt);
  checkReferences(invoice, date);
  const { currency, seller, totals } = invoice;
  const simplified = invoice.typeName.startsWith('02');
  const payable = halalasToText(totals.payable);
  const vatInSar = halalasToText(totals.vatInSar);

  const opening = [
    leaf('cbc:ProfileID', 'reporting:1.0'),
    leaf('cbc:ID', placement.number),
    leaf('cbc:UUID', placement.uuid),
    leaf('cbc:IssueDate', date),
    leaf('cbc:IssueTime', time),
    leaf('cbc:InvoiceTypeCode', invoice.typeCode, attribute('name', invoice.typeName)),
    optionalLeaf('cbc:Note', invoice.note),
    leaf('cbc:DocumentCurrencyCode', currency),
    leaf('cbc:TaxCurrencyCode', taxCurrency),
    invoice.orderReference === undefined
      ? undefined
      : element('cac:OrderReference', [leaf('cbc:ID', invoice.orderReference)]),
    ...invoice.corrects.map(billingReference),
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

  const supplier = element('cac:AccountingSupplierParty', [party(seller)]);
  const rest = [
    customer(invoice.buyer),
    delivery(invoice, date, simplified),
    ...invoice.payments.map(paymentMeans),
    ...invoice.allowanceCharges.map((each) => allowanceCharge(each, currency)),
    element('cac:TaxTotal', [leaf('cbc:TaxAmount', vatInSar, attribute('currencyID', taxCurrency))]),
    element('cac:TaxTotal', [
      amount('cbc:TaxAmount', totals.vat, currency),
      ...invoice.vatBreakdown.map((row) => taxSubtotal(row, currency)),
    ]),
    monetaryTotal(invoice),
    ...invoice.lines.map((line) => invoiceLine(line, currency)),
  ];

  return {
    placement,
    head: rootStart,
    // The stamp's blocks go between the parts, without white space of their own.
    opening: writeAll(opening, level1) + level1,
    rest: `${supplier(level1).trimStart()}${writeAll(rest, level1)}\n</Invoice>`,
    qr: {
      sellerName: seller.name,
      vatNumber: seller.vatNumber,
      issuedAt: `${date}T${time}`,
      payable,
      vat: vatInSar,
    },
    simplified,
  };
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

/** The schema demands the element; without a buyer an empty one is the official form. */
function customer(buyer: Party | undefined): Element {
  return buyer === undefined
    ? leaf('cac:AccountingCustomerParty', '')
    : element('cac:AccountingCustomerParty', [party(buyer)]);
}

function party({ name, vatNumber, identification, address }: Party): Element {
  return element('cac:Party', [
    identification &&
      element('cac:PartyIdentification', [
        leaf('cbc:ID', identification.value, attribute('schemeID', identification.scheme)),
      ]),
    address && postalAddress(address),
    vatNumber === undefined
      ? undefined
      : element('cac:PartyTaxScheme', [leaf('cbc:CompanyID', vatNumber), taxScheme]),
    element('cac:PartyLegalEntity', [leaf('cbc:RegistrationName', name)]),
  ]);
}

function postalAddress(address: Address): Element {
  return element('cac:PostalAddress', [
    leaf('cbc:StreetName', address.street),
    optionalLeaf('cbc:AdditionalStreetName', address.additionalStreet),
    optionalLeaf('cbc:BuildingNumber', address.building),
    optionalLeaf('cbc:CitySubdivisionName', address.district),
    leaf('cbc:CityName', address.city),
    optionalLeaf('cbc:PostalZone', address.postalCode),
    optionalLeaf('cbc:CountrySubentity', address.province),
    element('cac:Country', [leaf('cbc:IdentificationCode', address.country)]),
  ]);
}

/** A standard invoice must say when it was supplied (BR-KSA-15); notes and consumers' invoices may. */
function delivery(invoice: Invoice, issueDate: string, simplified: boolean): Element | undefined {
  const dayOfIssue = !simplified && invoice.typeCode === '388' ? issueDate : undefined;
  const supplyDate = invoice.supplyDate ?? dayOfIssue;
  if (supplyDate === undefined) return undefined;
  return element('cac:Delivery', [
    leaf('cbc:ActualDeliveryDate', supplyDate),
    optionalLeaf('cbc:LatestDeliveryDate', invoice.supplyEndDate),
  ]);
}

function paymentMeans({ code, instruction }: Invoice['payments'][number]): Element {
  return element('cac:PaymentMeans', [
    leaf('cbc:PaymentMeansCode', code),
    optionalLeaf('cbc:InstructionNote', instruction),
  ]);
}

function allowanceCharge(each: AllowanceCharge, currency: string): Element {
  return element('cac:AllowanceCharge', [
    leaf('cbc:ChargeIndicator', String(each.charge)),
    optionalLeaf('cbc:AllowanceChargeReasonCode', each.reasonCode),
    optionalLeaf('cbc:AllowanceChargeReason', each.reason),
    amount('cbc:Amount', each.amount, currency),
    each.vat && taxCategory('cac:TaxCategory', each.vat),
  ]);
}

function taxSubtotal(row: VatSubtotal, currency: string): Element {
  return element('cac:TaxSubtotal', [
    amount('cbc:TaxableAmount', row.taxable, currency),
    amount('cbc:TaxAmount', row.vatAmount, currency),
    taxCategory('cac:TaxCategory', row),
  ]);
}

function taxCategory(
  name: 'cac:TaxCategory' | 'cac:ClassifiedTaxCategory',
  vat: VatRate & Partial<Pick<VatSubtotal, 'exemptionCode' | 'exemptionText'>>,
): Element {
  return element(name, [
    leaf('cbc:ID', vat.category),
    leaf('cbc:Percent', vat.rate),
    optionalLeaf('cbc:TaxExemptionReasonCode', vat.exemptionCode),
    optionalLeaf('cbc:TaxExemptionReason', vat.exemptionText),
    taxScheme,
  ]);
}

const taxScheme = element('cac:TaxScheme', [leaf('cbc:ID', 'VAT')]);

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

function invoiceLine(line: InvoiceLine, currency: string): Element {
  return element('cac:InvoiceLine', [
    leaf('cbc:ID', line.id),
    leaf('cbc:InvoicedQuantity', line.quantity, attribute('unitCode', line.unit)),
    amount('cbc:LineExtensionAmount', line.net, currency),
    ...line.allowances.map((each) => allowanceCharge(each, currency)),
    element('cac:TaxTotal', [
      amount('cbc:TaxAmount', line.vatAmount, currency),
      // Not a rounding, whatever its name says: the line's amount with VAT (KSA-12).
      amount('cbc:RoundingAmount', line.gross, currency),
    ]),
    element('cac:Item', [leaf('cbc:Name', line.name), taxCategory('cac:ClassifiedTaxCategory', line.vat)]),
    element('cac:Price', [leaf('cbc:PriceAmount', line.price, attribute('currencyID', currency))]),
  ]);
}

function amount(name: string, value: Halalas, currency: string): Element {
  return leaf(name, halalasToText(value), attribute('currencyID', currency));
}
