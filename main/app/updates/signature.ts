import {
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  sign,
  verify,
} from 'node:crypto';

/* Ed25519 over the exact bytes of a manifest, as Base64, so that `openssl pkeyutl -verify -rawin` checks it too. */

/** A public key that the program trusts. */
export interface TrustedKey {
  readonly name: string;
  /** The public key as SubjectPublicKeyInfo in Base64. */
  readonly spki: string;
}

/** The bytes of an Ed25519 signature. */
const signatureBytes = 64;

/** Returns the name of the key that signed these bytes; undefined when none of them did. */
export function signerOf(
  bytes: Uint8Array,
  signature: string,
  keys: readonly TrustedKey[],
): string | undefined {
  const raw = Buffer.from(signature.trim(), 'base64');
  if (raw.length !== signatureBytes || raw.toString('base64') !== signature.trim()) return undefined;
  return keys.find(({ spki }) => verify(null, bytes, publicKey(spki), raw))?.name;
}

function publicKey(spki: string): KeyObject {
  const key = createPublicKey({ key: Buffer.from(spki, 'base64'), format: 'der', type: 'spki' });
  if (key.asymmetricKeyType !== 'ed25519') throw new TypeError('a trusted key is not Ed25519');
  return key;
}

/** Makes a key pair: the public half in the program's form, the private half as PEM, encrypted with the passphrase. */
export function makeKeyPair(passphrase: string): { spki: string; pem: string } {
  const pair = generateKeyPairSync('ed25519');
  return {
    spki: pair.publicKey.export({ format: 'der', type: 'spki' }).toString('base64'),
    pem: pair.privateKey
      .export({ format: 'pem', type: 'pkcs8', cipher: 'aes-256-cbc', passphrase })
      .toString(),
  };
}

/** Signs bytes. @throws when the passphrase does not open the key, or it is not Ed25519 */
export function signBytes(bytes: Uint8Array, pem: string, passphrase: string): string {
  const key = createPrivateKey({ key: pem, passphrase });
  if (key.asymmetricKeyType !== 'ed25519') throw new TypeError('the key is not Ed25519');
  return sign(null, bytes, key).toString('base64');
}
