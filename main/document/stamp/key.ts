import { createHash, createPublicKey, getCurves, type KeyObject, verify } from 'node:crypto';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { decodeBase64 } from './base64.ts';

/*
 * The terminal's key: ECDSA with SHA-256 on secp256k1, as the authority requires. It uses @noble/curves instead of
 * node:crypto, because Electron's BoringSSL lacks this curve.
 */

/**
 * DER of a SubjectPublicKeyInfo (RFC 5480) up to the point: ecPublicKey, secp256k1, a bit string of 65 bytes. The whole
 * key always has 88 bytes.
 */
const spkiPrefix = Buffer.from('3056301006072a8648ce3d020106052b8104000a034200', 'hex');
const uncompressedPoint = 0x04;

/** The secret is a private field, so no JSON, inspection or string of a key shows it. */
export class SigningKey {
  readonly #secret: Uint8Array;
  /** The public key as DER SubjectPublicKeyInfo, 88 bytes (QR tag 8). */
  readonly publicKey: Buffer;

  private constructor(secret: Uint8Array) {
    this.#secret = secret;
    this.publicKey = Buffer.concat([spkiPrefix, secp256k1.getPublicKey(secret, false)]);
  }

  static generate(): SigningKey {
    return new SigningKey(secp256k1.utils.randomSecretKey());
  }

  /** Restores the key that `toSecret` wrote. @throws Error, without the text, when the text is not a key */
  static fromSecret(text: string): SigningKey {
    const secret = decodeBase64(text);
    if (secret === undefined || !secp256k1.utils.isValidSecretKey(secret))
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
    return Buffer.from(secp256k1.sign(bytes, this.#secret, { format: 'der' }));
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
  if (point === undefined) return false;
  try {
    const tables = tablesOf(point);
    return tables === undefined
      ? secp256k1.verify(signature, bytes, point, { format: 'der', lowS: false })
      : isSignedByPoint(tables, bytes, signature);
  } catch {
    return false; // The signature is not DER, or the key is not a point on the curve.
  }
}

/** True when this Node has the curve; Electron's does not. */
const hasCurve = getCurves().includes('secp256k1');

/** Checks a signature as `isSignedBy`, but four times as fast, with OpenSSL if it has the curve; for servers. */
export function isSignedByOpenSsl(publicKey: Uint8Array, bytes: Uint8Array, signature: Uint8Array): boolean {
  if (!hasCurve) return isSignedBy(publicKey, bytes, signature);
  const point = pointOf(publicKey);
  if (point === undefined) return false;
  try {
    return verify('sha256', bytes, keyObjectOf(publicKey, textOf(point)), signature);
  } catch {
    return false; // The key is not a point on the curve.
  }
}

/**
 * The keys that OpenSSL has read, by their points, since reading a key takes a fifth of a check, and a till has one key
 * for years.
 */
const keyObjects = new Map<string, KeyObject>();
const mostKeyObjects = 1_000;

function keyObjectOf(publicKey: Uint8Array, point: string): KeyObject {
  const before = keyObjects.get(point);
  if (before !== undefined) return before;
  const key = createPublicKey({ key: Buffer.from(publicKey), format: 'der', type: 'spki' });
  if (keyObjects.size >= mostKeyObjects) keyObjects.clear();
  keyObjects.set(point, key);
  return key;
}

type Point = InstanceType<typeof secp256k1.Point>;

/**
 * The number of successive signatures of one key from which tables of its multiples are worthwhile; making them costs
 * as much as about 20 checks.
 */
const tablesAfter = 60;
/** The key of the last signatures: a chain has thousands by the same key. */
let last: { readonly point: string; checked: number; tables?: Point } | undefined;

/** Returns the key's point with tables of its multiples, with which a check takes a third of the time. */
function tablesOf(point: Uint8Array): Point | undefined {
  const text = textOf(point);
  if (last?.point !== text) last = { point: text, checked: 0 };
  last.checked += 1;
  if (last.checked > tablesAfter) last.tables ??= secp256k1.Point.fromBytes(point).precompute(6, false);
  return last.tables;
}

const textOf = (point: Uint8Array) =>
  Buffer.from(point.buffer, point.byteOffset, point.byteLength).toString('latin1');

/** ECDSA's verification (SEC 1, 4.1.4), which the library does without tables of the key. */
function isSignedByPoint(point: Point, bytes: Uint8Array, signature: Uint8Array): boolean {
  const { BASE, Fn } = secp256k1.Point;
  const { r, s } = secp256k1.Signature.fromBytes(signature, 'der');
  const digest = Fn.create(BigInt(`0x${createHash('sha256').update(bytes).digest('hex')}`));
  const inverse = Fn.inv(s);
  const sum = BASE.multiplyUnsafe(Fn.mul(digest, inverse)).add(point.multiplyUnsafe(Fn.mul(r, inverse)));
  return !sum.is0() && Fn.create(sum.toAffine().x) === r;
}

/** Returns the uncompressed point of a secp256k1 SubjectPublicKeyInfo; undefined for other keys. */
export function pointOf(publicKey: Uint8Array): Uint8Array | undefined {
  const isOurs =
    publicKey.length === spkiPrefix.length + 65 &&
    spkiPrefix.equals(publicKey.subarray(0, spkiPrefix.length)) &&
    publicKey[spkiPrefix.length] === uncompressedPoint;
  return isOurs ? publicKey.subarray(spkiPrefix.length) : undefined;
}

/** Builds noble's tables of the curve, about 30 ms, so that the first sale after a start does not wait for them. */
export function warmUp(): void {
  const key = SigningKey.generate();
  const bytes = new Uint8Array(32);
  isSignedBy(key.publicKey, bytes, key.sign(bytes));
}
