import { XmlElement, XmlText } from 'libxml2-wasm';
import { childrenOf, namespaces } from '../xml/parse.ts';

/*
 * Order and number of the elements around the stamp's blocks, as in UBL 2.1. The hash excludes the blocks, so it does
 * not fix their place: without this check a moved block would pass here and fail the authority's schema. Deeper
 * elements are covered by the hash.
 */

/** The names in their only allowed order, and how often each may occur. */
type Order = ReadonlyMap<
  string,
  { readonly place: number; readonly required: boolean; readonly many: boolean }
>;

/** @param names with `?` if an element may be missing, `*` if it may also repeat, `+` if it may repeat */
const order = (names: string): Order =>
  new Map(
    names
      .trim()
      .split(/\s+/)
      .map((entry, place) => {
        const [, name = '', sign = ''] = /^(.*?)([?*+]?)$/.exec(entry) ?? [];
        return [name, { place, required: sign === '' || sign === '+', many: sign === '*' || sign === '+' }];
      }),
  );

const orders: Readonly<Record<string, Order>> = {
  'ubl:Invoice': order(`
    ext:UBLExtensions? cbc:UBLVersionID? cbc:CustomizationID? cbc:ProfileID? cbc:ProfileExecutionID? cbc:ID
    cbc:CopyIndicator? cbc:UUID? cbc:IssueDate cbc:IssueTime? cbc:DueDate? cbc:InvoiceTypeCode? cbc:Note*
    cbc:TaxPointDate? cbc:DocumentCurrencyCode? cbc:TaxCurrencyCode? cbc:PricingCurrencyCode?
    cbc:PaymentCurrencyCode? cbc:PaymentAlternativeCurrencyCode? cbc:AccountingCostCode? cbc:AccountingCost?
    cbc:LineCountNumeric? cbc:BuyerReference? cac:InvoicePeriod* cac:OrderReference? cac:BillingReference*
    cac:DespatchDocumentReference* cac:ReceiptDocumentReference* cac:StatementDocumentReference*
    cac:OriginatorDocumentReference* cac:ContractDocumentReference* cac:AdditionalDocumentReference*
    cac:ProjectReference* cac:Signature* cac:AccountingSupplierParty cac:AccountingCustomerParty cac:PayeeParty?
    cac:BuyerCustomerParty? cac:SellerSupplierParty? cac:TaxRepresentativeParty? cac:Delivery* cac:DeliveryTerms?
    cac:PaymentMeans* cac:PaymentTerms* cac:PrepaidPayment* cac:AllowanceCharge* cac:TaxExchangeRate?
    cac:PricingExchangeRate? cac:PaymentExchangeRate? cac:PaymentAlternativeExchangeRate? cac:TaxTotal*
    cac:WithholdingTaxTotal* cac:LegalMonetaryTotal cac:InvoiceLine+`),
  'cac:AdditionalDocumentReference': order(`
    cbc:ID cbc:CopyIndicator? cbc:UUID? cbc:IssueDate? cbc:IssueTime? cbc:DocumentTypeCode? cbc:DocumentType?
    cbc:XPath* cbc:LanguageID? cbc:LocaleCode? cbc:VersionID? cbc:DocumentStatusCode? cbc:DocumentDescription*
    cac:Attachment? cac:ValidityPeriod? cac:IssuerParty? cac:ResultOfVerification?`),
  'cac:Attachment': order('cbc:EmbeddedDocumentBinaryObject? cac:ExternalReference?'),
};

const prefixes = new Map<string, string>(
  Object.entries(namespaces).map(([prefix, uri]) => [uri, prefix] as const),
);

/**
 * Compares the elements under the invoice, and under its additional references, with the order of UBL.
 * @returns the first difference, or undefined if there is none
 */
export function misplaced(element: XmlElement): string | undefined {
  const name = nameOf(element);
  const allowed = orders[name];
  if (allowed === undefined) return undefined;
  const counts = new Map<string, number>();
  let reached = 0;
  for (const child of childrenOf(element)) {
    if (child instanceof XmlText && /[^ \t\r\n]/.test(child.content)) return `${name} holds text`;
    if (!(child instanceof XmlElement)) continue;
    const found = nameOf(child);
    const rule = allowed.get(found);
    if (rule === undefined) return `${found} stands in ${name}`;
    const count = (counts.get(found) ?? 0) + 1;
    counts.set(found, count);
    if (count > 1 && !rule.many) return `${found} occurs more than once in ${name}`;
    if (rule.place < reached) return `${found} stands in the wrong place in ${name}`;
    reached = rule.place;
    const inner = misplaced(child);
    if (inner !== undefined) return inner;
  }
  for (const [wanted, { required }] of allowed)
    if (required && !counts.has(wanted)) return `${wanted} is missing in ${name}`;
  return undefined;
}

const nameOf = (element: XmlElement) =>
  `${prefixes.get(element.namespaceUri) ?? `{${element.namespaceUri}}`}:${element.name}`;
