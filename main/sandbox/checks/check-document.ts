import { riyadhInstant } from '../../base/platform/riyadh-time.ts';
import type { Certificate } from '../../document/stamp/certificates/certificate.ts';
import { type DocumentFacts, readDocument } from '../../document/stamp/read-document.ts';
import { type CheckName, verifyDocument } from '../../document/stamp/verify/verify.ts';
import { authorityProfile } from '../../gateway/profile.ts';
import { checkRules } from './check-rules.ts';
import { error, type Finding, type FindingText } from './finding.ts';

/** The real gateway's code for each of our checks. Source: facts on the gateway, codes seen live. */
const codes: Readonly<Record<CheckName, { code: string; category: string }>> = {
  xml: { code: 'XSD_ZATCA_INVALID', category: 'XSD' },
  structure: { code: 'XSD_ZATCA_INVALID', category: 'XSD' },
  hash: { code: 'invalid-invoice-hash', category: 'HASH' },
  stamp: { code: 'invalid-digital-signature', category: 'STAMP' },
  certificate: {
    code: 'certificate-issuer-name',
    category: 'STAMP',
  },
  'signed-properties': {
    code: 'signed-properties-hashing',
    category: 'STAMP',
  },
  qr: { code: 'QRCODE_INVALID', category: 'QRCODE' },
  'previous-hash': {
    code: 'sandbox-previous-hash',
    category: 'CHAIN',
  },
};

export interface Submitted {
  readonly uuid: string;
  readonly hash: string;
  readonly xml: Buffer;
}

/** The result of checking a document; `facts` only if it could be read. */
export interface DocumentCheck {
  readonly facts?: DocumentFacts;
  /** True when the stamp is valid and its certificate may stamp for this device. */
  readonly authentic: boolean;
  readonly findings: readonly Finding[];
}

/** Returns the certificate with this text if it may have stamped for the device. */
export type FindStampCertificate = (text: string) => Certificate | undefined;

/** Checks a document's bytes, stamp, device and business rules. @param now milliseconds since 1970 */
export function checkDocument(
  { uuid, hash, xml }: Submitted,
  findCertificate: FindStampCertificate,
  now: number,
): DocumentCheck {
  const failed = verifyDocument(xml).filter(({ ok, detail }) => !ok && detail !== 'not checked');
  const findings = failed.map(({ name, detail }) => {
    const { code, category } = codes[name];
    return error(code, category, name, { detail: detail ?? '' });
  });
  if (failed.some(({ name }) => name === 'xml' || name === 'structure'))
    return { authentic: false, findings };

  const facts = readDocument(xml);
  if (facts.hash !== hash) findings.push(error('invalid-invoice-hash', 'HASH', 'otherHash'));
  if (facts.uuid !== uuid) findings.push(error('sandbox-uuid', 'SANDBOX', 'otherUuid'));
  findings.push(...checkCertificate(facts, findCertificate));
  const authentic = findings.length === 0;
  return { facts, authentic, findings: [...findings, ...checkRules(facts, xml, now)] };
}

function checkCertificate(facts: DocumentFacts, findCertificate: FindStampCertificate): Finding[] {
  const refuse = (text: FindingText) => [error('certificate-permissions', 'STAMP', text)];
  const certificate = findCertificate(facts.certificateText ?? '');
  if (certificate === undefined) return refuse('foreignStamp');
  // The certificate is compared with the time of issue, because a document stamped in time may be sent later, with the
  // pair of a renewal.
  if (riyadhInstant(facts.issuedAt) > certificate.validTo) return refuse('stampExpired');
  const party = authorityProfile.certifiedParty[facts.selfBilled ? 'selfBilled' : 'ordinary'];
  if (vatNumberOf(facts, party) !== certificate.vatNumber)
    return refuse(party === 'seller' ? 'otherSeller' : 'otherBuyer');
  // In TSCZ, the first digit allows standard documents, the second simplified ones.
  if (certificate.documentTypes?.[facts.simplified ? 1 : 0] !== '1') return refuse('typeNotAllowed');
  return [];
}

function vatNumberOf(facts: DocumentFacts, party: 'seller' | 'buyer'): string | undefined {
  return party === 'seller' ? facts.sellerVatNumber : facts.buyerVatNumber;
}
