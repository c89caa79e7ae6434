import type { XmlDocument } from 'libxml2-wasm';
import { fail, type Issue } from '../../shared/failure.ts';
import { riyadhDateTime } from '../platform/riyadh-time.ts';
import { path, textAt, withInvoice } from '../xml/parse.ts';

/** Facts of a document, as texts exactly as written unless stated otherwise. */
export interface DocumentFacts {
  readonly number: string;
  readonly uuid: string;
  readonly issueDate: string;
  readonly issueTime: string;
  /** Riyadh time `YYYY-MM-DDTHH:mm:ss`, as QR tag 3 has it. */
  readonly issuedAt: string;
  readonly typeCode: string;
  /** NNPNESB, for instance `0200000`. */
  readonly typeName: string;
  readonly simplified: boolean;
  /** True when the buyer wrote it for the seller. */
  readonly selfBilled: boolean;
  /** Invoice counter value, a whole number from 1. */
  readonly icv: number;
  readonly previousHash: string;
  readonly sellerVatNumber: string;
  readonly sellerName: string;
  readonly buyerVatNumber?: string | undefined;
  readonly payable: string;
  /** The first VAT total: the one in riyals, as QR tag 5 has it. */
  readonly vat: string;
  readonly currency: string;
  /** Values of the stamp; undefined if it is missing. */
  readonly certificateText?: string | undefined;
  readonly hash?: string | undefined;
  readonly qr?: string | undefined;
}

const reference = (id: string) => `/ubl:Invoice/cac:AdditionalDocumentReference[cbc:ID='${id}']`;
const embedded = '/cac:Attachment/cbc:EmbeddedDocumentBinaryObject';
const seller = '/ubl:Invoice/cac:AccountingSupplierParty/cac:Party';
const buyerVatNumber = path(
  '/ubl:Invoice/cac:AccountingCustomerParty/cac:Party/cac:PartyTaxScheme/cbc:CompanyID',
);
const signature =
  '/ubl:Invoice/ext:UBLExtensions/ext:UBLExtension/ext:ExtensionContent/sig:UBLDocumentSignatures/sac:SignatureInformation/ds:Signature';

const paths = {
  number: path('/ubl:Invoice/cbc:ID'),
  uuid: path('/ubl:Invoice/cbc:UUID'),
  issueDate: path('/ubl:Invoice/cbc:IssueDate'),
  issueTime: path('/ubl:Invoice/cbc:IssueTime'),
  typeCode: path('/ubl:Invoice/cbc:InvoiceTypeCode'),
  typeName: path('/ubl:Invoice/cbc:InvoiceTypeCode/@name'),
  icv: path(`${reference('ICV')}/cbc:UUID`),
  previousHash: path(`${reference('PIH')}${embedded}`),
  sellerVatNumber: path(`${seller}/cac:PartyTaxScheme/cbc:CompanyID`),
  sellerName: path(`${seller}/cac:PartyLegalEntity/cbc:RegistrationName`),
  payable: path('/ubl:Invoice/cac:LegalMonetaryTotal/cbc:PayableAmount'),
  vat: path('/ubl:Invoice/cac:TaxTotal/cbc:TaxAmount'),
  currency: path('/ubl:Invoice/cbc:DocumentCurrencyCode'),
};
const certificateText = path(`${signature}/ds:KeyInfo/ds:X509Data/ds:X509Certificate`);
const hash = path(`${signature}/ds:SignedInfo/ds:Reference[@URI='']/ds:DigestValue`);
const qr = path(`${reference('QR')}${embedded}`);

/**
 * Reads an invoice, stamped or not, without verifying it.
 * @throws FailureError `bad-input` when it is not an invoice, or one issue for each missing part
 */
export function readDocument(xml: Uint8Array): DocumentFacts {
  return withInvoice(xml, readFacts);
}

/** Does the same for a parsed document. */
export function readFacts(document: XmlDocument): DocumentFacts {
  const issues: Issue[] = [];
  const refuse = (field: string, code: string, message: string) =>
    issues.push({ path: ['xml', field], code, message });
  const read = (field: keyof typeof paths): string => {
    const text = textAt(document, paths[field]);
    if (text === undefined) refuse(field, 'missing', 'is missing');
    return text ?? '';
  };
  const issueDate = read('issueDate');
  const issueTime = read('issueTime');
  const issuedAt = inRiyadh(issueDate, issueTime);
  if (issuedAt === undefined) refuse('issueTime', 'not-a-time', 'is no date and time');
  const counter = read('icv');
  const icv = /^\d+$/.test(counter) ? Number(counter) : 0;
  if (icv < 1 || !Number.isSafeInteger(icv)) refuse('icv', 'not-a-counter', 'is no whole number from 1');
  const typeName = read('typeName');
  const facts: DocumentFacts = {
    number: read('number'),
    uuid: read('uuid'),
    issueDate,
    issueTime,
    issuedAt: issuedAt ?? '',
    typeCode: read('typeCode'),
    typeName,
    simplified: typeName.startsWith('02'),
    selfBilled: typeName[6] === '1',
    icv,
    previousHash: read('previousHash'),
    sellerVatNumber: read('sellerVatNumber'),
    sellerName: read('sellerName'),
    buyerVatNumber: textAt(document, buyerVatNumber),
    payable: read('payable'),
    vat: read('vat'),
    currency: read('currency'),
    certificateText: textAt(document, certificateText),
    hash: textAt(document, hash),
    qr: textAt(document, qr),
  };
  return issues.length === 0 ? facts : fail('bad-input', { issues });
}

/** A time without zone is Riyadh's; one in UTC (`…Z`) is three hours behind it. */
function inRiyadh(issueDate: string, issueTime: string): string | undefined {
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ?$/.test(`${issueDate}T${issueTime}`)) return undefined;
  const milliseconds = Date.parse(`${issueDate}T${issueTime.replace(/Z?$/, 'Z')}`);
  if (Number.isNaN(milliseconds)) return undefined;
  if (!issueTime.endsWith('Z')) return `${issueDate}T${issueTime}`;
  const { date, time } = riyadhDateTime(milliseconds);
  return `${date}T${time}`;
}
