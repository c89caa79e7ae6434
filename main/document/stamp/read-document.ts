import type { XmlDocument } from 'libxml2-wasm';
import { fail, type Issue } from '../../../shared/failure.ts';
import { riyadhDateTime } from '../../base/platform/riyadh-time.ts';
import { path, textAt, withInvoice } from '../xml/parse.ts';
import type { XmlTree } from '../xml/tree.ts';

const reference = (id: string) => `cac:AdditionalDocumentReference[cbc:ID='${id}']`;
const embedded = 'cac:Attachment/cbc:EmbeddedDocumentBinaryObject';
const seller = 'cac:AccountingSupplierParty/cac:Party';
const signature =
  'ext:UBLExtensions/ext:UBLExtension/ext:ExtensionContent/sig:UBLDocumentSignatures/sac:SignatureInformation/ds:Signature';

/** The places of the fields below the invoice; the first in the document counts. */
const places = {
  number: 'cbc:ID',
  uuid: 'cbc:UUID',
  issueDate: 'cbc:IssueDate',
  issueTime: 'cbc:IssueTime',
  typeCode: 'cbc:InvoiceTypeCode',
  typeName: 'cbc:InvoiceTypeCode/@name',
  icv: `${reference('ICV')}/cbc:UUID`,
  previousHash: `${reference('PIH')}/${embedded}`,
  sellerVatNumber: `${seller}/cac:PartyTaxScheme/cbc:CompanyID`,
  sellerName: `${seller}/cac:PartyLegalEntity/cbc:RegistrationName`,
  buyerVatNumber: 'cac:AccountingCustomerParty/cac:Party/cac:PartyTaxScheme/cbc:CompanyID',
  payable: 'cac:LegalMonetaryTotal/cbc:PayableAmount',
  vat: 'cac:TaxTotal/cbc:TaxAmount',
  currency: 'cbc:DocumentCurrencyCode',
} as const;
const stampPlaces = {
  certificateText: `${signature}/ds:KeyInfo/ds:X509Data/ds:X509Certificate`,
  hash: `${signature}/ds:SignedInfo/ds:Reference[@URI='']/ds:DigestValue`,
  qr: `${reference('QR')}/${embedded}`,
} as const;
type StampField = keyof typeof stampPlaces;
type Field = keyof typeof places | StampField;

const paths = new Map(
  Object.entries({ ...places, ...stampPlaces }).map(([field, place]) => [
    field,
    path(`/ubl:Invoice/${place}`),
  ]),
);

/**
 * Reads an invoice, stamped or not, without verifying it.
 * @throws FailureError `bad-input` when it is not an invoice, or one issue for each missing part
 */
export function readDocument(xml: Uint8Array): DocumentFacts {
  return withInvoice(xml, readFacts);
}

export function readFacts(document: XmlDocument): DocumentFacts {
  return factsOf((field) => {
    const where = paths.get(field);
    return where && textAt(document, where);
  });
}

/**
 * Reads the facts of a tree that has everything outside the stamp. Texts of elements that contain other elements are
 * not read.
 * @param stamp the values of the stamp
 */
export function readFactsOf(tree: XmlTree, stamp: Readonly<Record<StampField, string>>): DocumentFacts {
  return factsOf((field) =>
    field in places ? textOf(tree, stepsOf(field as keyof typeof places)) : stamp[field as StampField],
  );
}

const allSteps = new Map(Object.entries(places).map(([field, place]) => [field, place.split('/')]));
const stepsOf = (field: keyof typeof places) => allSteps.get(field) ?? [];

function textOf(tree: XmlTree, steps: readonly string[]): string | undefined {
  const [step, ...others] = steps;
  if (step === undefined) return tree.text;
  if (step.startsWith('@')) return tree.attributes[step.slice(1)];
  for (const child of tree.children) {
    const text = isAt(child, step) ? textOf(child, others) : undefined;
    if (text !== undefined) return text;
  }
  return undefined;
}

const isAt = ({ name, children }: XmlTree, step: string): boolean =>
  name === step ||
  (step.startsWith(`${name}[`) &&
    children.some((child) => child.name === 'cbc:ID' && step === `${name}[cbc:ID='${child.text}']`));

/** The facts of a document, as texts exactly as written unless stated otherwise. */
export type DocumentFacts = ReturnType<typeof factsOf>;

function factsOf(find: (field: Field) => string | undefined) {
  const issues: Issue[] = [];
  const refuse = (field: string, code: string, message: string) =>
    issues.push({ path: ['xml', field], code, message });
  const read = (field: keyof typeof places): string => {
    const text = find(field);
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
  const facts = {
    number: read('number'),
    uuid: read('uuid'),
    issueDate,
    issueTime,
    /** The time in Riyadh as `YYYY-MM-DDTHH:mm:ss`, as in QR tag 3. */
    issuedAt: issuedAt ?? '',
    typeCode: read('typeCode'),
    /** The type as NNPNESB, for instance `0200000`. */
    typeName,
    simplified: typeName.startsWith('02'),
    /** True when the buyer wrote it for the seller. */
    selfBilled: typeName[6] === '1',
    /** Invoice counter value, a whole number from 1. */
    icv,
    previousHash: read('previousHash'),
    sellerVatNumber: read('sellerVatNumber'),
    sellerName: read('sellerName'),
    buyerVatNumber: find('buyerVatNumber'),
    payable: read('payable'),
    /** The first VAT total, which is in riyals, as in QR tag 5. */
    vat: read('vat'),
    currency: read('currency'),
    /** Values of the stamp; undefined if it is missing. */
    certificateText: find('certificateText'),
    hash: find('hash'),
    qr: find('qr'),
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
