import { attribute, type Element, element, leaf, optionalLeaf } from '../../xml/canonical-elements.ts';
import type { InvoiceLine, PrepaymentLine } from '../invoice.ts';
import { allowanceCharge, amount, taxCategory, taxSubtotal } from './common-elements.ts';

export function lineElement(line: InvoiceLine, currency: string): Element {
  return element('cac:InvoiceLine', [
    leaf('cbc:ID', line.id),
    leaf('cbc:InvoicedQuantity', line.quantity, attribute('unitCode', line.unit)),
    amount('cbc:LineExtensionAmount', line.net, currency),
    ...line.allowanceCharges.map((each) => allowanceCharge(each, currency)),
    element('cac:TaxTotal', [
      amount('cbc:TaxAmount', line.vatAmount, currency),
      // Despite its name this is the line's amount with VAT (KSA-12).
      amount('cbc:RoundingAmount', line.gross, currency),
    ]),
    element('cac:Item', [
      leaf('cbc:Name', line.name),
      itemId('cac:BuyersItemIdentification', line.buyerItemId),
      itemId('cac:SellersItemIdentification', line.sellerItemId),
      itemId('cac:StandardItemIdentification', line.barcode),
      taxCategory('cac:ClassifiedTaxCategory', line.vat),
    ]),
    element('cac:Price', [leaf('cbc:PriceAmount', line.price, attribute('currencyID', currency))]),
  ]);
}

function itemId(name: string, id: string | undefined): Element | undefined {
  return id === undefined ? undefined : element(name, [leaf('cbc:ID', id)]);
}

/** All amounts of the line itself are zero (BR-KSA-82); the deduction is in its subtotal. */
export function prepaymentElement(line: PrepaymentLine, currency: string): Element {
  const { number, uuid, issueDate, issueTime } = line.document;
  return element('cac:InvoiceLine', [
    leaf('cbc:ID', line.id),
    // A plain `0` is refused (BR-22).
    leaf('cbc:InvoicedQuantity', '0.00', attribute('unitCode', 'PCE')),
    amount('cbc:LineExtensionAmount', 0, currency),
    element('cac:DocumentReference', [
      leaf('cbc:ID', number),
      optionalLeaf('cbc:UUID', uuid),
      leaf('cbc:IssueDate', issueDate),
      leaf('cbc:IssueTime', issueTime),
      leaf('cbc:DocumentTypeCode', '386'),
    ]),
    element('cac:TaxTotal', [
      amount('cbc:TaxAmount', 0, currency),
      amount('cbc:RoundingAmount', 0, currency),
      taxSubtotal(line, line.vat, currency),
    ]),
    element('cac:Item', [leaf('cbc:Name', line.name), taxCategory('cac:ClassifiedTaxCategory', line.vat)]),
    element('cac:Price', [amount('cbc:PriceAmount', 0, currency)]),
  ]);
}
