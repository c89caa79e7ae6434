import { randomBytes } from 'node:crypto';
import { FailureError } from '../../../shared/failure.ts';
import type { KeySource } from '../../../shared/stored/vault/secrets-file.ts';
import { deriveKey } from '../platform/derive-key.ts';
import { refuse } from './refuse.ts';

/** Encryption by the operating system for this user, for instance Electron's safeStorage. */
export interface Cipher {
  encrypt(bytes: Buffer): Promise<Buffer> | Buffer;
  /** Decrypts what `encrypt` returned. @throws when it fails */
  decrypt(bytes: Buffer): Promise<Buffer> | Buffer;
}

export type Opener =
  | {
      readonly passphrase: string;
      /** scrypt's cost for a new file, a power of two; existing files keep their own. */
      readonly N?: number;
      /** scrypt's size of a block for a new file; cost and memory grow with it. */
      readonly r?: number;
    }
  | { readonly cipher: Cipher };

/** The number of bytes of the file's key: AES-256. */
const keyLength = 32;

/** scrypt's default cost (its meaning is in RFC 7914 §2): with r = 8, 128 MiB and about 0.4 s. */
const defaultN = 2 ** 17;

export async function newKeySource(opener: Opener): Promise<KeySource> {
  if ('passphrase' in opener) {
    const salt = randomBytes(16).toString('base64');
    return { name: 'scrypt', salt, N: opener.N ?? defaultN, r: opener.r ?? 8, p: 1 };
  }
  const encrypted = await withCipher(() => opener.cipher.encrypt(randomBytes(keyLength)));
  return { name: 'cipher', key: encrypted.toString('base64') };
}

/**
 * Returns the key of a file.
 * @throws FailureError `vault-locked` (passphrase-needed), `vault-unavailable` (cipher-absent, unreadable)
 */
export async function keyFrom(source: KeySource, opener: Opener): Promise<Buffer> {
  if (source.name === 'scrypt') {
    if (!('passphrase' in opener)) return refuse('passphrase-needed');
    const { salt, N, r, p } = source;
    try {
      // Node's default limit of 32 MiB is less than the cost needs: 128 N r bytes, and a little more.
      const maxmem = 256 * N * r;
      const passphrase = opener.passphrase.normalize('NFKC'); // one spelling for all keyboards
      return await deriveKey(passphrase, Buffer.from(salt, 'base64'), keyLength, { N, r, p, maxmem });
    } catch (cause) {
      return refuse('unreadable', cause); // The parameters are rejected by scrypt.
    }
  }
  if (!('cipher' in opener)) return refuse('cipher-absent');
  const key = await withCipher(() => opener.cipher.decrypt(Buffer.from(source.key, 'base64')));
  return key.length === keyLength ? key : refuse('unreadable');
}

async function withCipher(work: () => Promise<Buffer> | Buffer): Promise<Buffer> {
  try {
    return await work();
  } catch (cause) {
    if (cause instanceof FailureError) throw cause;
    return refuse('cipher-absent', cause);
  }
}
