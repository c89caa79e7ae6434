import {
  createHash,
  createPrivateKey,
  generateKeyPairSync,
  type KeyObject,
  randomBytes,
  sign,
  X509Certificate,
} from 'node:crypto';
import { isIP, isIPv6 } from 'node:net';
import { hostname, networkInterfaces } from 'node:os';
import { createSecureContext } from 'node:tls';
import { refuseInput } from '../../../shared/failure.ts';
import { ecdsaWithSha256 } from '../../document/stamp/certificates/certificate-request.ts';
import { extension, makeExtension } from '../../document/stamp/certificates/extensions.ts';
import { attribute, makeName } from '../../document/stamp/certificates/name.ts';
import {
  bitString,
  boolean,
  copied,
  type DerNode,
  encodeDer,
  integer,
  octetString,
  oid,
  sequence,
  tagged,
  taggedBytes,
  time,
  utf8String,
} from '../../document/stamp/certificates/write-der.ts';
import type { TlsIdentity } from './api-server.ts';

/*
 * The certificate of the API's HTTPS server. Node makes and uses P-256 keys (in Electron too, unlike the authority's
 * curve) but does not write certificates. main/document/stamp can write DER, in which a certificate takes one page of code.
 * Libraries for certificates (@peculiar/x509, and selfsigned on top of it) bring twenty packages and a global polyfill.
 *
 * A client gets the certificate of an authority that signed only this server's certificate. The authority's key was
 * then destroyed, so it can vouch for nothing else. A self-signed server certificate would not work: BoringSSL
 * (Electron, Android) trusts only certificates of authorities, and other programs refuse an authority's certificate for
 * a server.
 */

/** The validity in days; Apple's systems accept no server certificate that is valid longer. */
const validForDays = 825;
const day = 24 * 3_600_000;

const version3 = tagged(0, integer(Buffer.of(2)));
/** Bits of the key usage (RFC 5280 §4.2.1.3) from the most significant one, with the unused bits at the end. */
const keyUsage = {
  digitalSignature: bitString(Buffer.of(0b1000_0000), 7),
  certificateSigning: bitString(Buffer.of(0b0000_0100), 2),
};
const serverAuthentication = '1.3.6.1.5.5.7.3.1';
const extendedKeyUsage = '2.5.29.37';

export function ownNames(): string[] {
  const addresses = Object.values(networkInterfaces()).flatMap((interfaces = []) =>
    interfaces.filter(({ address }) => !address.startsWith('fe80:')).map(({ address }) => address),
  );
  const name = hostname().toLowerCase();
  return [...new Set(['localhost', '127.0.0.1', '::1', name, ...addresses])].filter(isDnsNameOrAddress);
}

/**
 * Makes a new key and a certificate for it, followed by the certificate of the authority that clients must trust.
 * @param names host names and IP addresses
 * @param now milliseconds since 1970
 */
export function makeServerCertificate(names: readonly string[], now: number): TlsIdentity {
  const [authority, server] = [newKeyPair(), newKeyPair()];
  const authorityName = commonName('Khatm terminal, for this server alone');
  const authorityText = signCertificate(authority.privateKey, {
    issuer: authorityName,
    subject: authorityName,
    spki: authority.spki,
    now,
    extensions: [
      makeExtension(extension.basicConstraints, sequence(boolean(true)), true),
      makeExtension(extension.keyUsage, keyUsage.certificateSigning, true),
    ],
  });
  const serverText = signCertificate(authority.privateKey, {
    issuer: authorityName,
    subject: commonName('Khatm terminal'),
    spki: server.spki,
    now,
    extensions: [
      makeExtension(extension.basicConstraints, sequence(), true),
      makeExtension(extension.keyUsage, keyUsage.digitalSignature, true),
      makeExtension(extendedKeyUsage, sequence(oid(serverAuthentication))),
      makeExtension(extension.subjectAltName, sequence(...names.map(generalName))),
      makeExtension(
        extension.authorityKeyIdentifier,
        sequence(taggedBytes(0, keyIdentifier(authority.spki))),
      ),
    ],
  });
  return {
    certificate: serverText + authorityText,
    privateKey: server.privateKey.export({ type: 'pkcs8', format: 'pem' }) as string,
  };
}

function newKeyPair() {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' });
  return { privateKey, spki: publicKey.export({ type: 'spki', format: 'der' }) };
}

const commonName = (text: string): DerNode => makeName([[attribute.commonName, utf8String(text)]]);

/** Signs a certificate. @returns PEM */
function signCertificate(
  key: KeyObject,
  content: { issuer: DerNode; subject: DerNode; spki: Buffer; now: number; extensions: DerNode[] },
): string {
  const { issuer, subject, spki, now, extensions } = content;
  const algorithm = sequence(oid(ecdsaWithSha256));
  const body = sequence(
    version3,
    // The serial number is positive and cannot be guessed (RFC 5280 §4.1.2.2).
    integer(Buffer.concat([Buffer.of(1), randomBytes(15)])),
    algorithm,
    issuer,
    // The certificate is valid from yesterday, for clients whose clock is behind.
    sequence(time(now - day), time(now + validForDays * day)),
    subject,
    copied(spki),
    tagged(
      3,
      sequence(
        ...extensions,
        makeExtension(extension.subjectKeyIdentifier, octetString(keyIdentifier(spki))),
      ),
    ),
  );
  const signature = sign('sha256', encodeDer(body), { key, dsaEncoding: 'der' });
  return new X509Certificate(encodeDer(sequence(body, algorithm, bitString(signature)))).toString();
}

/**
 * Describes a server's certificate: its names, its expiry, and the certificate at the end of its chain, which clients
 * must trust.
 * @param chain PEM, the server's own first
 */
export function describeCertificate(chain: string) {
  const server = new X509Certificate(chain);
  const certificates = chain.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? [];
  const trusted = new X509Certificate(certificates.at(-1) ?? chain);
  const names = (server.subjectAltName ?? '')
    .split(', ')
    .map((part) => part.replace(/^(DNS|IP Address):/, ''))
    .filter((part) => part !== '');
  return {
    pem: trusted.toString(),
    fingerprint: trusted.fingerprint256,
    names,
    validTo: new Date(server.validTo).toISOString(),
  };
}

/** Checks a certificate and its key. @throws FailureError `bad-input`, which contains no part of either */
export function checkIdentity({ certificate, privateKey }: TlsIdentity): void {
  try {
    createPrivateKey(privateKey);
  } catch {
    refuseInput(['privateKey'], 'not-a-key', 'is not a private key in PEM without a password');
  }
  try {
    new X509Certificate(certificate);
  } catch {
    refuseInput(['certificate'], 'not-a-certificate', 'is not a certificate in PEM');
  }
  try {
    createSecureContext({ cert: certificate, key: privateKey });
  } catch {
    refuseInput(['privateKey'], 'key-does-not-fit', 'does not belong to the certificate');
  }
}

/** The key's identifier by RFC 7093 §2 (1), computed from its bits: the last 65 bytes of a P-256 key. */
const keyIdentifier = (spki: Buffer): Buffer =>
  createHash('sha256').update(spki.subarray(-65)).digest().subarray(0, 20);

/** A GeneralName (RFC 5280 §4.2.1.6): [2] dNSName or [7] iPAddress. */
const generalName = (name: string) =>
  isIP(name) === 0 ? taggedBytes(2, Buffer.from(name, 'latin1')) : taggedBytes(7, addressBytes(name));

function addressBytes(address: string): Buffer {
  if (!isIPv6(address)) return Buffer.from(address.split('.').map(Number));
  const [head = '', tail] = address.split('::');
  const groups = (text: string) =>
    text === '' ? [] : text.split(':').map((group) => Number.parseInt(group, 16));
  const [first, last] = [groups(head), groups(tail ?? '')];
  const missing = Array.from({ length: 8 - first.length - last.length }, () => 0);
  const bytes = Buffer.alloc(16);
  for (const [index, group] of [...first, ...missing, ...last].entries())
    bytes.writeUInt16BE(group, index * 2);
  return bytes;
}

const isDnsNameOrAddress = (name: string): boolean => isIP(name) !== 0 || /^[a-z0-9.-]{1,253}$/.test(name);
