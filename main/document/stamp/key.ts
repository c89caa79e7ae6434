import { createHash, randomBytes } from 'node:crypto';
import { __initializeContext, isPrivate, pointFromScalar, sign, verify } from 'tiny-secp256k1';
import { decodeBase64 } from './base64.ts';
import { fromDer, toDer } from './signature-der.ts';

/*
 * The terminal's key: ECDSA with SHA-256 on secp256k1, as the authority requires. Electron's BoringSSL lacks this curve,
 * so bitcoin-core's libsecp256k1 computes it, as WebAssembly; it takes the same time for every key, and overwrites what
 * it was given.
 */

/**
 * DER of a SubjectPublicKeyInfo (RFC 5480) up to the point: ecPublicKey, secp256k1, a bit string of 65 bytes. The whole
 * key always has 88 bytes.
 */
const spkiPrefix = Buffer.from('3056301006072a8648ce3d020106052b8104000a034200', 'hex');
const uncompressedPoint = 0x04;
const secretBytes = 32;

// Some milliseconds for the library's tables, so that the first sale after a start does not wait for them.
__initializeContext();

/** The secret is a private field, so no JSON, inspection or string of a key shows it. */
export class SigningKey {
  readonly #secret: Uint8Array;
  /** The public key as DER SubjectPublicKeyInfo, 88 bytes (QR tag 8). */
  readonly publicKey: Buffer;

  private constructor(secret: Uint8Array) {
    const point = pointFromScalar(secret, false);
    if (point === null) throw new Error('not a signing key');
    this.#secret = secret;
    this.publicKey = Buffer.concat([spkiPrefix, point]);
  }

  static generate(): SigningKey {
    let secret = randomBytes(secretBytes);
    while (!isPrivate(secret)) secret = randomBytes(secretBytes);
    return new SigningKey(secret);
  }

  /** Restores the key that `toSecret` wrote. @throws Error, without the text, when the text is not a key */
  static fromSecret(text: string): SigningKey {
    const secret = decodeBase64(text);
    if (secret === undefined || !isPrivate(secret))
      throw new Error('not a signing key: Base64 of 32 bytes within the order of secp256k1 is needed');
    return new SigningKey(new Uint8Array(secret));
  }

  /** Returns the 32 secret bytes in Base64, for the vault only. */
  toSecret(): string {
    return Buffer.from(this.#secret).toString('base64');
  }

  /**
   * Signs the bytes with SHA256withECDSA. They are hashed here, even if they are already a hash. The signature is
   * deterministic (RFC 6979).
   * @returns DER, 70 to 72 bytes in nearly all cases
   */
  sign(bytes: Uint8Array): Buffer {
    return toDer(sign(digestOf(bytes), this.#secret));
  }
}

/**
 * Checks a SHA256withECDSA signature. High S is accepted: the authority's own stamps have it.
 * @param publicKey DER SubjectPublicKeyInfo
 * @param signature DER
 * @returns false also for a malformed signature or another kind of key
 */
export function isSignedBy(publicKey: Uint8Array, bytes: Uint8Array, signature: Uint8Array): boolean {
  const point = pointOf(publicKey);
  const compact = fromDer(signature);
  if (point === undefined || compact === undefined) return false;
  try {
    return verify(digestOf(bytes), point, compact);
  } catch {
    return false; // The key is not a point on the curve, or a number is outside of its order.
  }
}

const digestOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest();

/** Returns the uncompressed point of a secp256k1 SubjectPublicKeyInfo; undefined for other keys. */
export function pointOf(publicKey: Uint8Array): Uint8Array | undefined {
  const isOurs =
    publicKey.length === spkiPrefix.length + 65 &&
    spkiPrefix.equals(publicKey.subarray(0, spkiPrefix.length)) &&
    publicKey[spkiPrefix.length] === uncompressedPoint;
  return isOurs ? publicKey.subarray(spkiPrefix.length) : undefined;
}
