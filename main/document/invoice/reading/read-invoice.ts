import type { Address } from '../../../../shared/sale/party.ts';
import { vatCategories } from '../../../../shared/sale/vat.ts';
import { readInvoiceTree, type XmlTree } from '../../xml/tree.ts';
import { vatOn } from '../amounts/vat-breakdown.ts';
import type {
  AllowanceCharge,
  Exemption,
  Invoice,
  InvoiceLine,
  InvoiceTotals,
  Party,
  Payment,
  PrepaymentLine,
  VatRate,
  VatSubtotal,
} from '../invoice.ts';
import { elementAt, elements, FieldReader, textAt } from './read-fields.ts';

/**
 * Reads the invoice from a document of any origin; for our own documents the result is exactly that of `makeInvoice`.
 * Amounts are those of the document, right or wrong. Elements that an invoice does not model are ignored.
 * @throws FailureError `bad-input` when it is not a UBL invoice, or one issue for each missing or unreadable part
 */
export const readInvoice = (xml: Uint8Array): Invoice => readInvoiceOf(readInvoiceTree(xml));

/** Reads the invoice as `readInvoice` does, from a document that is already parsed. */
export function readInvoiceOf(tree: XmlTree): Invoice {
  const read = new FieldReader();
  const lines = elements(tree, 'cac:InvoiceLine');
  const isPrepayment = (line: XmlTree) => elementAt(line, 'cac:DocumentReference') !== undefined;
  const seller = party(elementAt(tree, 'cac:AccountingSupplierParty/cac:Party'));
  const invoice: Invoice = {
    typeCode: read.oneOf(tree, 'cbc:InvoiceTypeCode', ['388', '381', '383', '386']),
    typeName: elementAt(tree, 'cbc:InvoiceTypeCode')?.attributes.name ?? '',
    currency: read.text(tree, 'cbc:DocumentCurrencyCode'),
    exchangeRate: textAt(tree, 'cac:TaxExchangeRate/cbc:CalculationRate'),
    notes: elements(tree, 'cbc:Note').map(({ text }) => text),
    orderReference: textAt(tree, 'cac:OrderReference/cbc:ID'),
    contractReference: textAt(tree, 'cac:ContractDocumentReference/cbc:ID'),
    corrects: elements(tree, 'cac:BillingReference/cac:InvoiceDocumentReference').map((reference) => ({
      number: textAt(reference, 'cbc:ID') ?? '',
      uuid: textAt(reference, 'cbc:UUID'),
      issueDate: textAt(reference, 'cbc:IssueDate'),
    })),
    seller: { name: '', ...seller, vatNumber: seller?.vatNumber ?? '' },
    buyer: party(elementAt(tree, 'cac:AccountingCustomerParty/cac:Party')),
    supplyDate: textAt(tree, 'cac:Delivery/cbc:ActualDeliveryDate'),
    supplyEndDate: textAt(tree, 'cac:Delivery/cbc:LatestDeliveryDate'),
    payments: elements(tree, 'cac:PaymentMeans').map(payment),
    allowanceCharges: elements(tree, 'cac:AllowanceCharge').map((each) => allowanceCharge(each, read)),
    vatBreakdown: elements(tree, 'cac:TaxTotal/cac:TaxSubtotal').map((row) => vatSubtotal(row, read)),
    totals: totals(tree, read),
    lines: lines.filter((line) => !isPrepayment(line)).map((line) => invoiceLine(line, read)),
    prepayments: lines.filter(isPrepayment).map((line) => prepaymentLine(line, read)),
  };
  read.done();
  return invoice;
}

function party(tree: XmlTree | undefined): Party | undefined {
  if (tree === undefined) return undefined;
  const identification = elementAt(tree, 'cac:PartyIdentification/cbc:ID');
  const address = elementAt(tree, 'cac:PostalAddress');
  return {
    name: textAt(tree, 'cac:PartyLegalEntity/cbc:RegistrationName') ?? '',
    vatNumber: textAt(tree, 'cac:PartyTaxScheme/cbc:CompanyID'),
    identification: identification && {
      scheme: identification.attributes.schemeID ?? '',
      value: identification.text,
    },
    address: address && postalAddress(address),
  };
}

function postalAddress(tree: XmlTree): Address {
  return {
    street: textAt(tree, 'cbc:StreetName') ?? '',
    additionalStreet: textAt(tree, 'cbc:AdditionalStreetName'),
    building: textAt(tree, 'cbc:BuildingNumber'),
    district: textAt(tree, 'cbc:CitySubdivisionName'),
    city: textAt(tree, 'cbc:CityName') ?? '',
    postalCode: textAt(tree, 'cbc:PostalZone'),
    province: textAt(tree, 'cbc:CountrySubentity'),
    country: textAt(tree, 'cac:Country/cbc:IdentificationCode') ?? '',
  };
}

function payment(tree: XmlTree): Payment {
  return {
    code: textAt(tree, 'cbc:PaymentMeansCode') ?? '',
    instruction: textAt(tree, 'cbc:InstructionNote'),
    account: textAt(tree, 'cac:PayeeFinancialAccount/cbc:ID'),
    terms: textAt(tree, 'cac:PayeeFinancialAccount/cbc:PaymentNote'),
  };
}

function allowanceCharge(tree: XmlTree, read: FieldReader): AllowanceCharge {
  const indicator = read.oneOf(tree, 'cbc:ChargeIndicator', ['false', 'true', '0', '1']);
  const category = elementAt(tree, 'cac:TaxCategory');
  return {
    charge: indicator === 'true' || indicator === '1',
    amount: read.amount(tree, 'cbc:Amount'),
    reason: textAt(tree, 'cbc:AllowanceChargeReason'),
    reasonCode: textAt(tree, 'cbc:AllowanceChargeReasonCode'),
    vat: category && vatRate(category, read),
  };
}

function vatRate(category: XmlTree, read: FieldReader): VatRate {
  return {
    category: read.oneOf(category, 'cbc:ID', vatCategories),
    rate: read.rate(category, 'cbc:Percent'),
  };
}

function vatSubtotal(tree: XmlTree, read: FieldReader): VatSubtotal {
  const category = elementAt(tree, 'cac:TaxCategory') ?? tree;
  return { ...vatRate(category, read), ...taxed(tree, read), ...exemption(category) };
}

function taxed(subtotal: XmlTree, read: FieldReader): Pick<VatSubtotal, 'taxable' | 'vatAmount'> {
  return {
    taxable: read.amount(subtotal, 'cbc:TaxableAmount'),
    vatAmount: read.amount(subtotal, 'cbc:TaxAmount'),
  };
}

function exemption(category: XmlTree): Exemption {
  return {
    exemptionCode: textAt(category, 'cbc:TaxExemptionReasonCode'),
    exemptionText: textAt(category, 'cbc:TaxExemptionReason'),
  };
}

function totals(tree: XmlTree, read: FieldReader): InvoiceTotals {
  const hasRows = (total: XmlTree) => elementAt(total, 'cac:TaxSubtotal') !== undefined;
  const taxTotals = elements(tree, 'cac:TaxTotal');
  const sum = elementAt(tree, 'cac:LegalMonetaryTotal') ?? tree;
  return {
    lines: read.amount(sum, 'cbc:LineExtensionAmount'),
    allowances: read.optionalAmount(sum, 'cbc:AllowanceTotalAmount'),
    charges: read.optionalAmount(sum, 'cbc:ChargeTotalAmount'),
    taxExclusive: read.amount(sum, 'cbc:TaxExclusiveAmount'),
    vat: read.amount(taxTotals.find(hasRows) ?? tree, 'cbc:TaxAmount'),
    vatInSar: read.amount(taxTotals.find((total) => !hasRows(total)) ?? tree, 'cbc:TaxAmount'),
    taxInclusive: read.amount(sum, 'cbc:TaxInclusiveAmount'),
    prepaid: read.optionalAmount(sum, 'cbc:PrepaidAmount'),
    rounding: read.optionalAmount(sum, 'cbc:PayableRoundingAmount'),
    payable: read.amount(sum, 'cbc:PayableAmount'),
  };
}

function invoiceLine(tree: XmlTree, read: FieldReader): InvoiceLine {
  const vat = vatRate(elementAt(tree, 'cac:Item/cac:ClassifiedTaxCategory') ?? tree, read);
  const net = read.amount(tree, 'cbc:LineExtensionAmount');
  // A simplified document may omit its lines' VAT, which is then computed from the rate.
  const vatAmount = read.optionalAmount(tree, 'cac:TaxTotal/cbc:TaxAmount') ?? vatOn(net, vat);
  return {
    id: read.text(tree, 'cbc:ID'),
    name: textAt(tree, 'cac:Item/cbc:Name') ?? '',
    quantity: read.text(tree, 'cbc:InvoicedQuantity'),
    unit: elementAt(tree, 'cbc:InvoicedQuantity')?.attributes.unitCode ?? '',
    price: read.text(tree, 'cac:Price/cbc:PriceAmount'),
    allowanceCharges: elements(tree, 'cac:AllowanceCharge').map((each) => allowanceCharge(each, read)),
    net,
    vatAmount,
    gross: read.optionalAmount(tree, 'cac:TaxTotal/cbc:RoundingAmount') ?? net + vatAmount,
    vat,
    barcode: textAt(tree, 'cac:Item/cac:StandardItemIdentification/cbc:ID'),
    sellerItemId: textAt(tree, 'cac:Item/cac:SellersItemIdentification/cbc:ID'),
    buyerItemId: textAt(tree, 'cac:Item/cac:BuyersItemIdentification/cbc:ID'),
  };
}

function prepaymentLine(tree: XmlTree, read: FieldReader): PrepaymentLine {
  const subtotal = elementAt(tree, 'cac:TaxTotal/cac:TaxSubtotal') ?? tree;
  const category = elementAt(subtotal, 'cac:TaxCategory') ?? subtotal;
  return {
    id: read.text(tree, 'cbc:ID'),
    name: textAt(tree, 'cac:Item/cbc:Name') ?? '',
    document: {
      number: read.text(tree, 'cac:DocumentReference/cbc:ID'),
      uuid: textAt(tree, 'cac:DocumentReference/cbc:UUID'),
      issueDate: read.text(tree, 'cac:DocumentReference/cbc:IssueDate'),
      issueTime: read.text(tree, 'cac:DocumentReference/cbc:IssueTime'),
    },
    vat: vatRate(category, read),
    ...taxed(subtotal, read),
    ...exemption(category),
  };
}
