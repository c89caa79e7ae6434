import { createHash } from 'node:crypto';
import { isSignedBy, pointOf } from '../../document/stamp/key.ts';

/*
 * As native code, libsecp256k1 checks a signature in a quarter of the time that it takes as WebAssembly, and an office
 * checks every document of its tills. Its package has binaries for the usual systems; elsewhere WebAssembly does the
 * same.
 */

const native = await import('secp256k1/bindings.js').then(
  ({ default: bindings }) => bindings,
  () => undefined,
);

/** True when this system has the native code. */
export const isNative = native !== undefined;

/**
 * Checks a SHA256withECDSA signature on secp256k1 with the answers of `isSignedBy`.
 * @param publicKey DER SubjectPublicKeyInfo
 * @param signature DER
 */
export function isSignedByNative(publicKey: Uint8Array, bytes: Uint8Array, signature: Uint8Array): boolean {
  if (native === undefined) return isSignedBy(publicKey, bytes, signature);
  const point = pointOf(publicKey);
  if (point === undefined) return false;
  const digest = createHash('sha256').update(bytes).digest();
  try {
    return native.ecdsaVerify(native.signatureNormalize(native.signatureImport(signature)), digest, point);
  } catch {
    return false; // The signature is not DER, or the key is not a point on the curve.
  }
}
