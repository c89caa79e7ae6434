import { fail } from '../../../../shared/failure.ts';
import { decodeBase64 } from '../base64.ts';
import { extension, readExtensions } from './extensions.ts';
import { attribute, nameToText, readName } from './name.ts';
import { bitsOf, bytesOf, childrenOf, isTagged, readDer, textOf, timeOf } from './read-der.ts';
import { readSubjectAltName } from './subject.ts';

/** A till stamps with one certificate for years, and keeping it in memory is cheaper than parsing it again. */
const cache = new Map<string, Certificate>();
const mostKnown = 10_000;

/**
 * Reads a certificate, without checking its trust or its dates.
 * @param text Base64 of the DER, on one line
 * @throws FailureError `bad-input` when it is not one
 */
export function readCertificate(text: string): Certificate {
  const before = cache.get(text);
  if (before !== undefined) return before;
  const certificate = parse(text);
  if (cache.size >= mostKnown) cache.clear();
  cache.set(text, certificate);
  return certificate;
}

function parse(text: string): Certificate {
  const der = decodeBase64(text);
  if (der === undefined || der.length === 0) return refuse('is not Base64 on one line');
  try {
    return read(text, der);
  } catch (cause) {
    return refuse('is not an X.509 certificate', cause);
  }
}

/**
 * Returns the certificate's text from a `binarySecurityToken`, which is Base64 of that text.
 * @throws FailureError `bad-input` when the token is something else
 */
export function csidToCertificateText(binarySecurityToken: string): string {
  const text = decodeBase64(binarySecurityToken.trim())?.toString('latin1') ?? '';
  return readCertificate(text).text;
}

export type Certificate = ReturnType<typeof read>;

function read(text: string, der: Buffer) {
  const [body, , signature] = childrenOf(readDer(der));
  // version [0] is absent in version 1
  const parts = childrenOf(body).filter((part) => !isTagged(part, 0));
  const [serial, , issuer, validity, subject, publicKey, ...more] = parts;
  const [from, to] = childrenOf(validity);
  if (publicKey === undefined) throw new Error('the public key is missing');
  const wrapper = more.find((part) => isTagged(part, 3));
  const extensions = wrapper ? readExtensions(childrenOf(wrapper)[0]) : new Map();
  const names = readName(subject);
  const alternative = readSubjectAltName(extensions.get(extension.subjectAltName));
  return {
    /** The DER in Base64 on one line, exactly as in `ds:X509Certificate`; the certificate's digest is over this text. */
    text,
    der,
    /** The names have their last part first, separated by comma and space, as in `CN=…, DC=gov, DC=local`. */
    subject: nameToText(subject),
    issuer: nameToText(issuer),
    /** The serial number in decimal. */
    serial: decimal(bytesOf(serial)),
    /** The time in milliseconds since 1970, both included. */
    validFrom: timeOf(from),
    validTo: timeOf(to),
    /** The key as DER SubjectPublicKeyInfo. */
    publicKey: publicKey.bytes,
    signature: bitsOf(signature),
    commonName: names.get(attribute.commonName) ?? '',
    organization: names.get(attribute.organization) ?? '',
    organizationUnit: names.get(attribute.organizationUnit) ?? '',
    /** The VAT number, from the directoryName of the subjectAltName; undefined if it is missing there. */
    vatNumber: alternative.get(attribute.userId),
    /** The device's serial number, `1-<vendor>|2-<model>|3-<serial>`, from the same place. */
    deviceSerial: alternative.get(attribute.surname),
    /** TSCZ, for instance `1100`. */
    documentTypes: alternative.get(attribute.title),
    /** The branch's registered address and the business category, as in the request. */
    address: alternative.get(attribute.registeredAddress),
    category: alternative.get(attribute.businessCategory),
    template: textOf(extensions.get(extension.templateName)),
  };
}

/** Returns in decimal a big-endian two's complement integer, the form of X.509 serial numbers. */
function decimal(bytes: Buffer): string {
  return BigInt.asIntN(bytes.length * 8, BigInt(`0x${bytes.toString('hex')}`)).toString();
}

function refuse(message: string, cause?: unknown): never {
  return fail(
    'bad-input',
    { issues: [{ path: ['certificate'], code: 'not-a-certificate', message }] },
    cause,
  );
}
