import { type Halalas, halalasToText } from '../../../../shared/values/money.ts';
import { attribute, type Element, element, leaf, optionalLeaf } from '../../xml/canonical-elements.ts';
import type { AllowanceCharge, Exemption, VatRate } from '../invoice.ts';

export function amount(name: string, value: Halalas, currency: string): Element {
  return leaf(name, halalasToText(value), attribute('currencyID', currency));
}

export const taxScheme = element('cac:TaxScheme', [leaf('cbc:ID', 'VAT')]);

export function taxCategory(
  name: 'cac:TaxCategory' | 'cac:ClassifiedTaxCategory',
  { category, rate }: VatRate,
  { exemptionCode, exemptionText }: Exemption = {},
): Element {
  return element(name, [
    leaf('cbc:ID', category),
    leaf('cbc:Percent', rate),
    optionalLeaf('cbc:TaxExemptionReasonCode', exemptionCode),
    optionalLeaf('cbc:TaxExemptionReason', exemptionText),
    taxScheme,
  ]);
}

export function allowanceCharge(each: AllowanceCharge, currency: string): Element {
  return element('cac:AllowanceCharge', [
    leaf('cbc:ChargeIndicator', String(each.charge)),
    optionalLeaf('cbc:AllowanceChargeReasonCode', each.reasonCode),
    optionalLeaf('cbc:AllowanceChargeReason', each.reason),
    amount('cbc:Amount', each.amount, currency),
    each.vat && taxCategory('cac:TaxCategory', each.vat),
  ]);
}

/** Writes a row of the document's VAT breakdown, or of a line's prepayment deduction. */
export function taxSubtotal(
  row: { readonly taxable: Halalas; readonly vatAmount: Halalas } & Exemption,
  rate: VatRate,
  currency: string,
): Element {
  return element('cac:TaxSubtotal', [
    amount('cbc:TaxableAmount', row.taxable, currency),
    amount('cbc:TaxAmount', row.vatAmount, currency),
    taxCategory('cac:TaxCategory', rate, row),
  ]);
}
