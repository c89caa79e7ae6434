import { createHash } from 'node:crypto';
import { isSignedByOpenSsl, pointOf } from '../../document/stamp/key.ts';

/*
 * The native code of bitcoin-core's libsecp256k1 checks a signature in a sixth of OpenSSL's time; with OpenSSL this was
 * a third of the office's time for a document. Its package has binaries for the usual systems; elsewhere OpenSSL does
 * the same.
 */

const native = await import('secp256k1/bindings.js').then(
  ({ default: bindings }) => bindings,
  () => undefined,
);

/** True when this system has the native code. */
export const isNative = native !== undefined;

/**
 * Checks a SHA256withECDSA signature on secp256k1, and accepts exactly the signatures that OpenSSL does, including high
 * S.
 * @param publicKey DER SubjectPublicKeyInfo
 * @param signature DER
 */
export function isSignedByNative(publicKey: Uint8Array, bytes: Uint8Array, signature: Uint8Array): boolean {
  if (native === undefined) return isSignedByOpenSsl(publicKey, bytes, signature);
  const point = pointOf(publicKey);
  if (point === undefined) return false;
  const digest = createHash('sha256').update(bytes).digest();
  try {
    return native.ecdsaVerify(native.signatureNormalize(native.signatureImport(signature)), digest, point);
  } catch {
    return false; // The signature is not DER, or the key is not a point on the curve.
  }
}
