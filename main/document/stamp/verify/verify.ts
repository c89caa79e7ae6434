import { createHash } from 'node:crypto';
import { type XmlDocument, XmlElement } from 'libxml2-wasm';
import { FailureError } from '../../../../shared/failure.ts';
import { hasStrangeMark, nodesAt, path, withInvoice } from '../../xml/parse.ts';
import type { XmlTree } from '../../xml/tree.ts';
import { decodeBase64 } from '../base64.ts';
import { type Certificate, readCertificate } from '../certificates/certificate.ts';
import { hexDigest } from '../digest.ts';
import { isSignedBy } from '../key.ts';
import { decodeQr } from '../qr.ts';
import { type DocumentFacts, readFacts } from '../read-document.ts';
import { signedPropertiesText } from '../signed-properties-text.ts';
import { digestWithoutBlocks } from './canonical.ts';
import { misplaced } from './element-order.ts';
import { type PlainDocument, readPlain } from './plain-form.ts';
import { difference } from './shape.ts';
import { extensionsShape, qrShape, type StampValue, signatureShape } from './stamp-shape.ts';

/** The names of the checks, in the order of `verifyDocument`'s results. */
export const checkNames = [
  'xml',
  'structure',
  'hash',
  'stamp',
  'certificate',
  'signed-properties',
  'qr',
  'previous-hash',
] as const;
export type CheckName = (typeof checkNames)[number];

export interface Check {
  readonly name: CheckName;
  readonly ok: boolean;
  /** The difference, in a few English words; only for a failed check. */
  readonly detail?: string;
}

/** The values that the checks compare, read from the document once, so that its memory can be freed. */
interface Evidence {
  readonly facts: DocumentFacts;
  readonly values: Readonly<Record<StampValue, string>>;
  readonly signedProperties: string;
  /** SHA-256 of the document's actual canonical form. */
  readonly digest: Buffer;
  readonly certificate: Certificate | undefined;
  readonly signedBy: typeof isSignedBy;
}

/** The only previous hash that belongs to no document: Base64 of the hexadecimal SHA-256 of "0". */
const firstPreviousHash = hexDigest('0');

/**
 * Verifies a stamped document of any origin from its bytes alone. `checkTrust` checks the trust in the certificate and
 * its dates: the terminal has no authority's root.
 * @param options `previousHash`: the hash of the document before it in the chain, Base64; `signedBy` verifies the stamp
 * @returns one result for each of `checkNames`; if no XML or no stamp could be read, the later ones say so. A check
 * that
 * throws counts as failed: nothing is thrown
 */
export function verifyDocument(xml: Uint8Array, options: VerifyOptions = {}): Check[] {
  return examineDocument(xml, options).checks;
}

interface VerifyOptions {
  readonly previousHash?: string;
  readonly signedBy?: typeof isSignedBy;
}

/**
 * Verifies a document as `verifyDocument` does, and also returns the values that it read and computed, so that a
 * chain's documents are parsed only once.
 * @returns `found` undefined when the document has no stamp or could not be read; `tree` for a document in plain form
 */
export function examineDocument(
  xml: Uint8Array,
  options: VerifyOptions = {},
): { checks: Check[]; found?: { facts: DocumentFacts; hash: string; tree?: XmlTree } } {
  const { previousHash, signedBy = isSignedBy } = options;
  let reached: CheckName = 'xml';
  try {
    const plain = readPlain(xml);
    if (plain !== undefined) return examinePlain(plain, options);
    return withInvoice(xml, (document) => {
      reached = 'structure';
      const structure = readBlocks(document);
      if (typeof structure === 'string') return { checks: failedAt('structure', structure) };
      const facts = readFacts(document);
      const digest = digestWithoutBlocks(document);
      const certificate = tryCertificate(structure.values.certificate);
      const checks = runChecks({ ...structure, facts, digest, certificate, signedBy }, previousHash);
      return { checks, found: { facts, hash: digest.toString('base64') } };
    });
  } catch (error) {
    return { checks: failedBy(error, reached) };
  }
}

export function examinePlain(
  plain: PlainDocument,
  { previousHash, signedBy = isSignedBy }: VerifyOptions = {},
): { checks: Check[]; found: { facts: DocumentFacts; hash: string; tree: XmlTree } } {
  const { facts, canonical, tree } = plain;
  const digest = createHash('sha256').update(canonical).digest();
  const certificate = tryCertificate(plain.values.certificate);
  const checks = runChecks({ ...plain, digest, certificate, signedBy }, previousHash);
  return { checks, found: { facts, hash: digest.toString('base64'), tree } };
}

function failedBy(error: unknown, reached: CheckName): Check[] {
  if (!(error instanceof FailureError)) return failedAt(reached, brokeDown(error));
  const [issue] = error.failure.issues ?? [];
  // A problem of the whole document has the path `xml`; that of a single field has a longer path.
  const field = issue?.path[1];
  if (field === undefined) return failedAt('xml', issue?.message ?? 'cannot be read');
  return failedAt('structure', `${field} ${issue?.message}`);
}

function runChecks(evidence: Evidence, expectedPrevious: string | undefined): Check[] {
  const check = (name: CheckName, find: () => string | undefined): Check => {
    const detail = outcomeOf(find);
    return detail === undefined ? { name, ok: true } : { name, ok: false, detail };
  };
  return [
    { name: 'xml', ok: true },
    { name: 'structure', ok: true },
    check('hash', () => checkHash(evidence)),
    check('stamp', () => checkStamp(evidence)),
    check('certificate', () => checkCertificate(evidence)),
    check('signed-properties', () => checkSignedProperties(evidence)),
    check('qr', () => checkQr(evidence)),
    check('previous-hash', () => checkPreviousHash(evidence.facts.previousHash, expectedPrevious)),
  ];
}

function outcomeOf(find: () => string | undefined): string | undefined {
  try {
    return find();
  } catch (error) {
    return brokeDown(error);
  }
}

const brokeDown = (error: unknown) =>
  `the check broke down: ${error instanceof Error ? error.message : error}`;

function failedAt(name: CheckName, detail: string): Check[] {
  const place = checkNames.indexOf(name);
  return checkNames.map((each, index) => {
    if (index < place) return { name: each, ok: true };
    return { name: each, ok: false, detail: index === place ? detail : 'not checked' };
  });
}

/** Each block must occur once in the whole document: readers would hash a second, deeper one differently. */
const places = [
  { block: 'ext:UBLExtensions', shape: extensionsShape },
  { block: "cac:AdditionalDocumentReference[cbc:ID='QR']", shape: qrShape },
  { block: 'cac:Signature', shape: signatureShape },
].map(({ block, shape }) => ({
  shape,
  everywhere: path(`//${block}`),
  asChild: path(`/ubl:Invoice/${block}`),
}));
const invoice = path('/ubl:Invoice');
const signedProperties = path('/ubl:Invoice/ext:UBLExtensions//xades:SignedProperties');
/** References that the chain depends on. If there were two, one reader would use the first and another the last. */
const chainReferences = ['ICV', 'PIH'].map((id) => ({
  id,
  found: path(`/ubl:Invoice/cac:AdditionalDocumentReference[cbc:ID='${id}']`),
}));

/**
 * Compares the stamp with its shape. @returns the values of the stamp, or the problem with its blocks and their
 * surroundings
 */
function readBlocks(document: XmlDocument): Pick<Evidence, 'values' | 'signedProperties'> | string {
  if (hasStrangeMark(document)) return 'a byte order mark stands in a name or in the stamp';
  const values = new Map<string, string>();
  for (const { everywhere, asChild, shape } of places) {
    const found = nodesAt(document, asChild);
    const [block] = found;
    if (!(block instanceof XmlElement)) return `${shape.name} of the stamp is missing`;
    if (found.length > 1 || nodesAt(document, everywhere).length > 1)
      return `${shape.name} of the stamp occurs more than once`;
    const differs = difference(block, shape, values);
    if (differs !== undefined) return differs;
  }
  for (const { id, found } of chainReferences)
    if (nodesAt(document, found).length > 1) return `the reference ${id} occurs more than once`;
  const [root] = nodesAt(document, invoice);
  const moved = root instanceof XmlElement ? misplaced(root) : undefined;
  if (moved !== undefined) return moved;
  const [properties] = nodesAt(document, signedProperties);
  if (!(properties instanceof XmlElement)) return 'xades:SignedProperties is missing';
  return {
    // The shapes have a free place for each of these names.
    values: Object.fromEntries(values) as Record<StampValue, string>,
    signedProperties: signedPropertiesText(properties),
  };
}

function tryCertificate(text: string): Certificate | undefined {
  try {
    return readCertificate(text);
  } catch {
    return undefined;
  }
}

function checkHash({ values, digest }: Evidence): string | undefined {
  const hash = digest.toString('base64');
  return values.hash === hash ? undefined : `the document's hash is ${hash}, DigestValue says ${values.hash}`;
}

function checkStamp({ values, digest, certificate, signedBy }: Evidence): string | undefined {
  const signature = decodeBase64(values.signature);
  if (signature === undefined) return 'SignatureValue is not Base64';
  if (certificate === undefined) return 'there is no certificate to check it with';
  if (signedBy(certificate.publicKey, digest, signature)) return undefined;
  return "SignatureValue does not verify with the certificate's key";
}

function checkCertificate({ values, certificate }: Evidence): string | undefined {
  if (certificate === undefined) return 'X509Certificate is no certificate';
  if (values.certificateDigest !== hexDigest(certificate.text)) return "CertDigest is not the certificate's";
  if (values.issuer !== certificate.issuer)
    return `X509IssuerName says ${values.issuer}, the certificate ${certificate.issuer}`;
  if (values.serial !== certificate.serial)
    return `X509SerialNumber says ${values.serial}, the certificate ${certificate.serial}`;
  return undefined;
}

function checkSignedProperties({ values, signedProperties }: Evidence): string | undefined {
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ?$/.test(values.signingTime))
    return `SigningTime says ${values.signingTime}`;
  const digest = hexDigest(signedProperties);
  if (digest === values.propertiesDigest) return undefined;
  return `the digest of SignedProperties is ${digest}, DigestValue says ${values.propertiesDigest}`;
}

function checkQr({ facts, values, digest, certificate }: Evidence): string | undefined {
  const tags = decodeQr(values.qr);
  if (tags === undefined) return 'the QR is no Base64 of tags, lengths and values';
  if (certificate === undefined) return 'there is no certificate to check it with';
  const expected: [name: string, value: Buffer][] = [
    ['seller name', Buffer.from(facts.sellerName)],
    ['VAT number', Buffer.from(facts.sellerVatNumber)],
    ['time', Buffer.from(facts.issuedAt)],
    ['total', Buffer.from(facts.payable)],
    ['VAT', Buffer.from(facts.vat)],
    ['hash', Buffer.from(digest.toString('base64'))],
    ['signature', Buffer.from(values.signature)],
    ['public key', certificate.publicKey],
  ];
  if (facts.simplified) expected.push(["certificate's signature", certificate.signature]);
  if (tags.length !== expected.length) return `has tags 1 to ${tags.length}, 1 to ${expected.length} needed`;
  const wrong = expected.findIndex(([, value], index) => tags[index]?.equals(value) !== true);
  return wrong === -1 ? undefined : `tag ${wrong + 1} (${expected[wrong]?.[0]}) differs`;
}

function checkPreviousHash(previousHash: string, expected: string | undefined): string | undefined {
  if (expected !== undefined && previousHash !== expected)
    return `is ${previousHash}, the document before has ${expected}`;
  const isHash = decodeBase64(previousHash)?.length === 32;
  return isHash || previousHash === firstPreviousHash ? undefined : 'is no Base64 of 32 bytes';
}
