import { XmlElement, XmlText } from 'libxml2-wasm';
import { childrenOf, namespaces } from '../../xml/parse.ts';
import type { XmlTree } from '../../xml/tree.ts';

/*
 * Checks the order and number of the elements around the stamp's blocks, as in UBL 2.1. The hash excludes the blocks,
 * so it does not fix their position: without this check, a moved block would be accepted here but fail the authority's
 * schema. Deeper elements are covered by the hash.
 */

/** The names in the only allowed order, each with the number of times that it may occur. */
type Order = ReadonlyMap<
  string,
  { readonly place: number; readonly required: boolean; readonly many: boolean }
>;

/**
 * Makes an order. @param names with `?` if an element may be missing, `*` if it may also repeat, `+` if it may repeat
 */
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

/** The elements of a tree, and the texts directly in them. */
interface Content<E> {
  readonly nameOf: (element: E) => string;
  readonly partsOf: (element: E) => readonly (E | string)[];
}

const ofParser: Content<XmlElement> = {
  nameOf: (element) => nameOf(element),
  partsOf: (element) =>
    childrenOf(element).flatMap((child): (XmlElement | string)[] => {
      if (child instanceof XmlText) return [child.content];
      return child instanceof XmlElement ? [child] : [];
    }),
};

const ofTree: Content<XmlTree> = {
  nameOf: ({ name }) => name,
  partsOf: ({ text, children }) => (children.length === 0 ? [text] : children),
};

/**
 * Compares the elements under the invoice, and under its additional references, with the order of UBL.
 * @returns the first difference, or undefined if there is none
 */
export const misplaced = (element: XmlElement): string | undefined => firstMisplaced(element, ofParser);

/** Compares as `misplaced` does, for a tree that has every element and no text beside elements. */
export const misplacedIn = (tree: XmlTree): string | undefined => firstMisplaced(tree, ofTree);

function firstMisplaced<E>(element: E, content: Content<E>): string | undefined {
  const name = content.nameOf(element);
  const allowed = orders[name];
  if (allowed === undefined) return undefined;
  const counts = new Map<string, number>();
  let reached = 0;
  for (const child of content.partsOf(element)) {
    if (typeof child === 'string') {
      if (/[^ \t\r\n]/.test(child)) return `${name} holds text`;
      continue;
    }
    const found = content.nameOf(child);
    const rule = allowed.get(found);
    if (rule === undefined) return `${found} stands in ${name}`;
    const count = (counts.get(found) ?? 0) + 1;
    counts.set(found, count);
    if (count > 1 && !rule.many) return `${found} occurs more than once in ${name}`;
    if (rule.place < reached) return `${found} stands in the wrong place in ${name}`;
    reached = rule.place;
    const inner = firstMisplaced(child, content);
    if (inner !== undefined) return inner;
  }
  for (const [wanted, { required }] of allowed)
    if (required && !counts.has(wanted)) return `${wanted} is missing in ${name}`;
  return undefined;
}

const nameOf = (element: XmlElement) =>
  `${prefixes.get(element.namespaceUri) ?? `{${element.namespaceUri}}`}:${element.name}`;
