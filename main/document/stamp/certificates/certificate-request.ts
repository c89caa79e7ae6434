import { fail } from '../../../../shared/failure.ts';
import { decodeBase64 } from '../base64.ts';
import { isSignedBy, type SigningKey } from '../key.ts';
import { extension, makeExtension, readExtensions } from './extensions.ts';
import { bitsOf, childrenOf, isTagged, oidOf, readDer, textOf } from './read-der.ts';
import {
  type CertificateSubject,
  checkSubject,
  readSubject,
  subjectAltName,
  subjectName,
} from './subject.ts';
import {
  bitString,
  copied,
  encodeDer,
  integer,
  oid,
  printableString,
  sequence,
  set,
  tagged,
} from './write-der.ts';

export interface CertificateRequest {
  readonly subject: CertificateSubject;
  readonly template: string;
  /** The key as DER SubjectPublicKeyInfo. */
  readonly publicKey: Buffer;
}

/** PKCS#9 extensionRequest: the attribute that carries the requested extensions. */
const extensionRequest = '1.2.840.113549.1.9.14';
export const ecdsaWithSha256 = '1.2.840.10045.4.3.2';

/**
 * Writes a PKCS#10 request (RFC 2986) in the authority's form. Source: facts on the gateway, "The certificate request".
 * @param template the environment's certificate template, for instance `ZATCA-Code-Signing`
 * @returns PEM
 * @throws FailureError `bad-input` naming each field that the authority would refuse
 */
export function makeCertificateRequest(
  key: SigningKey,
  subject: CertificateSubject,
  template: string,
): string {
  checkSubject(subject);
  const extensions = sequence(
    makeExtension(extension.templateName, printableString(template)),
    makeExtension(extension.subjectAltName, subjectAltName(subject)),
  );
  const body = sequence(
    integer(Buffer.of(0)),
    subjectName(subject),
    copied(key.publicKey),
    tagged(0, sequence(oid(extensionRequest), set(extensions))),
  );
  const signature = key.sign(encodeDer(body));
  return toPem(encodeDer(sequence(body, sequence(oid(ecdsaWithSha256)), bitString(signature))));
}

/**
 * Reads a request and checks that its author has the key.
 * @throws FailureError `bad-input` when it is not such a request or its signature does not verify
 */
export function readCertificateRequest(pem: string): CertificateRequest {
  const der = fromPem(pem);
  if (der === undefined) return refuse('is not a PEM certificate request');
  try {
    return read(der);
  } catch (cause) {
    return refuse('is not a PKCS#10 request signed by its own secp256k1 key', cause);
  }
}

function read(der: Buffer): CertificateRequest {
  const [body, algorithm, signature] = childrenOf(readDer(der));
  const [, name, publicKey, attributes] = childrenOf(body);
  if (body === undefined || publicKey === undefined || attributes === undefined || !isTagged(attributes, 0))
    throw new Error('a part is missing');
  const key = publicKey.bytes;
  if (oidOf(childrenOf(algorithm)[0]) !== ecdsaWithSha256) throw new Error('signed by another algorithm');
  if (!isSignedBy(key, body.bytes, bitsOf(signature))) throw new Error('the signature does not verify');
  const wished = childrenOf(attributes).find((item) => oidOf(childrenOf(item)[0]) === extensionRequest);
  const extensions = readExtensions(childrenOf(wished && childrenOf(wished)[1])[0]);
  return {
    subject: readSubject(name, extensions.get(extension.subjectAltName)),
    template: textOf(extensions.get(extension.templateName)) ?? '',
    publicKey: key,
  };
}

const label = 'CERTIFICATE REQUEST';

function toPem(der: Buffer): string {
  const lines = der.toString('base64').match(/.{1,64}/g) ?? [];
  return [`-----BEGIN ${label}-----`, ...lines, `-----END ${label}-----`, ''].join('\n');
}

function fromPem(pem: string): Buffer | undefined {
  const armour = new RegExp(`^\\s*-----BEGIN ${label}-----([^-]*)-----END ${label}-----\\s*$`);
  const text = armour.exec(pem)?.[1]?.replaceAll(/\s/g, '');
  return text === undefined ? undefined : decodeBase64(text);
}

function refuse(message: string, cause?: unknown): never {
  return fail('bad-input', { issues: [{ path: ['csr'], code: 'not-a-request', message }] }, cause);
}
