import { createHash, randomBytes } from 'node:crypto';
import { SigningKey } from '../key.ts';
import { type Certificate, readCertificate } from './certificate.ts';
import { type CertificateRequest, ecdsaWithSha256 } from './certificate-request.ts';
import { extension, makeExtension, readExtensions } from './extensions.ts';
import { attribute, makeName } from './name.ts';
import { bitsOf, childrenOf, readDer } from './read-der.ts';
import { type CertificateSubject, readSubject, subjectAltName, subjectName } from './subject.ts';
import {
  bitString,
  boolean,
  copied,
  type DerNode,
  encodeDer,
  integer,
  octetString,
  oid,
  printableString,
  sequence,
  tagged,
  taggedBytes,
  time,
  utf8String,
} from './write-der.ts';

/** Bits of the key usage (RFC 5280 §4.2.1.3) from the most significant one, with the unused ones at the end. */
const keyUsage = {
  digitalSignature: bitString(Buffer.of(0b1000_0000), 7),
  certificateAndListSigning: bitString(Buffer.of(0b0000_0110), 1),
};
const version3 = tagged(0, integer(Buffer.of(2)));

/** Issues the certificates of the training sandbox, which only the sandbox trusts. */
export class CertificateAuthority {
  readonly #key: SigningKey;
  readonly certificate: Certificate;

  private constructor(key: SigningKey, certificate: Certificate) {
    this.#key = key;
    this.certificate = certificate;
  }

  /** Creates an authority with its own key; `now` is in milliseconds since 1970. */
  static create(options: { commonName: string; now: number; validForDays: number }): CertificateAuthority {
    const key = SigningKey.generate();
    const text = signCertificate(key, {
      serial: randomSerial(),
      issuer: authorityName(options.commonName),
      subject: authorityName(options.commonName),
      validFrom: options.now,
      validTo: options.now + options.validForDays * 24 * 60 * 60 * 1000,
      publicKey: key.publicKey,
      extensions: [
        makeExtension(extension.basicConstraints, sequence(boolean(true)), true),
        makeExtension(extension.keyUsage, keyUsage.certificateAndListSigning, true),
        makeExtension(extension.subjectKeyIdentifier, octetString(keyIdentifier(key.publicKey))),
      ],
    });
    return new CertificateAuthority(key, readCertificate(text));
  }

  /** Restores the authority that `toSecret` wrote. @throws Error, without the text, when the text is not one */
  static fromSecret(text: string): CertificateAuthority {
    const [key = '', certificate = ''] = text.split('\n');
    return new CertificateAuthority(SigningKey.fromSecret(key), readCertificate(certificate));
  }

  /** Returns the key and the certificate, each as one line of Base64. */
  toSecret(): string {
    return `${this.#key.toSecret()}\n${this.certificate.text}`;
  }

  /**
   * Issues the requested certificate; the caller decides if the request is allowed.
   * @param options times in milliseconds since 1970; `serial` decimal, by default random
   * @returns Base64 of the DER, on one line
   */
  issue(options: {
    request: CertificateRequest;
    validFrom: number;
    validTo: number;
    serial?: string;
  }): string {
    const { request, validFrom, validTo, serial } = options;
    return signCertificate(this.#key, {
      serial: serial === undefined ? randomSerial() : bytesOfDecimal(serial),
      issuer: authorityName(this.certificate.commonName),
      subject: subjectName(request.subject),
      validFrom,
      validTo,
      publicKey: request.publicKey,
      extensions: [
        makeExtension(extension.subjectAltName, subjectAltName(request.subject)),
        makeExtension(extension.subjectKeyIdentifier, octetString(keyIdentifier(request.publicKey))),
        makeExtension(
          extension.authorityKeyIdentifier,
          sequence(taggedBytes(0, keyIdentifier(this.#key.publicKey))),
        ),
        makeExtension(extension.keyUsage, keyUsage.digitalSignature, true),
        makeExtension(extension.templateName, printableString(request.template)),
      ],
    });
  }
}

/** Returns a certificate's subject, with names that `Certificate` omits. @throws Error when it is no certificate */
export function subjectOf(certificate: Certificate): CertificateSubject {
  const [body] = childrenOf(readDer(certificate.der));
  const [, , , , , subject, , extensions] = childrenOf(body); // In version 3 the version comes first.
  const alternative = readExtensions(childrenOf(extensions)[0]).get(extension.subjectAltName);
  return readSubject(subject, alternative);
}

function signCertificate(
  key: SigningKey,
  content: {
    serial: Buffer;
    issuer: DerNode;
    subject: DerNode;
    validFrom: number;
    validTo: number;
    publicKey: Buffer;
    extensions: DerNode[];
  },
): string {
  const algorithm = sequence(oid(ecdsaWithSha256));
  const body = sequence(
    version3,
    integer(content.serial),
    algorithm,
    content.issuer,
    sequence(time(content.validFrom), time(content.validTo)),
    content.subject,
    copied(content.publicKey),
    tagged(3, sequence(...content.extensions)),
  );
  const signature = key.sign(encodeDer(body));
  return encodeDer(sequence(body, algorithm, bitString(signature))).toString('base64');
}

const authorityName = (commonName: string): DerNode =>
  makeName([[attribute.commonName, utf8String(commonName)]]);

/** Computes the identifier by RFC 7093 §2 (1): the first 160 bits of the SHA-256 of the key's bits. */
function keyIdentifier(publicKey: Buffer): Buffer {
  const [, bits] = childrenOf(readDer(publicKey));
  return createHash('sha256').update(bitsOf(bits)).digest().subarray(0, 20);
}

/** Makes a serial number that cannot be guessed: positive and at most 20 bytes (RFC 5280 §4.1.2.2). */
const randomSerial = (): Buffer => Buffer.concat([Buffer.of(1), randomBytes(15)]);

function bytesOfDecimal(serial: string): Buffer {
  const hex = BigInt(serial).toString(16);
  return Buffer.from(hex.padStart(hex.length + (hex.length % 2), '0'), 'hex');
}
