import { createPublicKey, verify } from 'node:crypto';
import { riyadhInstant } from '../../../base/platform/riyadh-time.ts';
import { path, textAt, withInvoice } from '../../xml/parse.ts';
import { isSignedBy } from '../key.ts';
import { type Certificate, readCertificate } from './certificate.ts';
import { extension, readExtensions } from './extensions.ts';
import { bitsOf, booleanOf, bytesOf, childrenOf, isTagged, oidOf, readDer } from './read-der.ts';

/*
 * Checks the trust in a stamp's certificate. The stamp contains only that certificate, so its authorities' certificates
 * are parameters. Revocation is not checked: it needs the authority's servers.
 */

const signature = '/ubl:Invoice/ext:UBLExtensions//ds:Signature';
const certificateText = path(`${signature}/ds:KeyInfo/ds:X509Data/ds:X509Certificate`);
const signingTime = path(`${signature}//xades:SigningTime`);

/** The digest in each signature algorithm, as node:crypto calls it. */
const digests = new Map([
  ['1.2.840.10045.4.3.2', 'sha256'], // ecdsa-with-SHA256
  ['1.2.840.10045.4.3.3', 'sha384'],
  ['1.2.840.10045.4.3.4', 'sha512'],
  ['1.2.840.113549.1.1.11', 'sha256'], // sha256WithRSAEncryption
  ['1.2.840.113549.1.1.12', 'sha384'],
  ['1.2.840.113549.1.1.13', 'sha512'],
]);

/**
 * Checks the chain from a stamp's certificate to a trusted one, and the validity of each certificate at the signing
 * time. No signature covers that time.
 * @param xml a document that passes `verifyDocument`
 * @param trusted certificates of authorities, in any order, or the stamp's certificate itself. If the issuer of one of
 * them is also among them, that link is checked too
 * @returns why it is not trusted, in a few English words; undefined when it is
 * @throws FailureError `bad-input` when it is not a document
 */
export function checkTrust(xml: Uint8Array, trusted: readonly Certificate[]): string | undefined {
  const { text, time } = withInvoice(xml, (document) => ({
    text: textAt(document, certificateText) ?? '',
    time: textAt(document, signingTime) ?? '',
  }));
  const signedAt = time.endsWith('Z') ? Date.parse(time) : riyadhInstant(time);
  if (Number.isNaN(signedAt)) return `the signing time ${time} is no time`;
  try {
    return checkTrustChain(readCertificate(text), trusted, signedAt);
  } catch {
    return 'a certificate of the chain cannot be read';
  }
}

function checkTrustChain(leaf: Certificate, trusted: readonly Certificate[], at: number): string | undefined {
  let lower = leaf;
  const chain = [leaf];
  for (;;) {
    const invalid = outOfTime(lower, at);
    if (invalid !== undefined) return invalid;
    const { text: ownText, subject: name, issuer: above } = lower;
    const isTrusted = trusted.some(({ text }) => text === ownText);
    if (isTrusted && above === name) return undefined; // a root
    const named = trusted.filter(({ subject, text }) => subject === above && text !== ownText);
    if (named.length === 0)
      return isTrusted ? undefined : `${above}, who issued ${name}, is not among the trusted`;
    const issuer = named.find((each) => issued(each, lower));
    if (issuer === undefined) return `${name} is not signed by the key of ${above}`;
    const refusal = mayNotIssue(issuer, chain.length - 1);
    if (refusal !== undefined) return refusal;
    if (chain.includes(issuer)) return 'the chain runs in a circle';
    chain.push(issuer);
    lower = issuer;
  }
}

function outOfTime({ subject, validFrom, validTo }: Certificate, at: number): string | undefined {
  const day = (time: number) => new Date(time).toISOString();
  if (at < validFrom) return `${subject} was valid only from ${day(validFrom)}, the stamp is of ${day(at)}`;
  if (at > validTo) return `${subject} was valid until ${day(validTo)}, the stamp is of ${day(at)}`;
  return undefined;
}

function issued({ publicKey }: Certificate, { der }: Certificate): boolean {
  const [body, algorithm, bits] = childrenOf(readDer(der));
  if (body === undefined) return false;
  const [bytes, digest] = [body.bytes, digests.get(oidOf(childrenOf(algorithm)[0]))];
  if (digest === undefined) return false;
  // Electron's crypto lacks the authority's curve.
  if (digest === 'sha256' && isSignedBy(publicKey, bytes, bitsOf(bits))) return true;
  try {
    const key = createPublicKey({ key: publicKey, format: 'der', type: 'spki' });
    return verify(digest, bytes, key, bitsOf(bits));
  } catch {
    return false;
  }
}

/**
 * Returns true when a certificate may issue others. @param below the number of authorities between it and the stamp's
 * certificate
 */
function mayNotIssue({ der, subject }: Certificate, below: number): string | undefined {
  const [body] = childrenOf(readDer(der));
  const wrapper = childrenOf(body).find((part) => isTagged(part, 3));
  const extensions = wrapper === undefined ? new Map() : readExtensions(childrenOf(wrapper)[0]);
  const constraints = extensions.get(extension.basicConstraints);
  const [isAuthority, length] = constraints === undefined ? [] : childrenOf(constraints);
  if (isAuthority === undefined || !booleanOf(isAuthority)) return `${subject} is no certificate authority`;
  if (length !== undefined && BigInt(`0x${bytesOf(length).toString('hex')}`) < BigInt(below))
    return `${subject} stands too far above the stamp`;
  const usage = extensions.get(extension.keyUsage);
  // Bit 5 from the top is keyCertSign (RFC 5280 §4.2.1.3).
  const bits = usage === undefined ? undefined : bytesOf(usage)[1];
  if (bits !== undefined && (bits & 0b0000_0100) === 0) return `${subject} may not sign certificates`;
  return undefined;
}
