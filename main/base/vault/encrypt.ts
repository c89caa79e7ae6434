import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import type { Encrypted } from '../../../shared/stored/vault/secrets-file.ts';

/**
 * Encrypts a text.
 * @param key 32 bytes
 * @param context authenticated with it: another context cannot decrypt it
 */
export function encrypt(key: Buffer, context: string, text: string): Encrypted {
  const nonce = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', key, nonce);
  cipher.setAAD(Buffer.from(context));
  const encrypted = Buffer.concat([cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]);
  return { nonce: nonce.toString('base64'), encrypted: encrypted.toString('base64') };
}

/** Decrypts a text; undefined if the key, the context or a byte differs. */
export function decrypt(key: Buffer, context: string, { nonce, encrypted }: Encrypted): string | undefined {
  const bytes = Buffer.from(encrypted, 'base64');
  try {
    const decipher = createDecipheriv('aes-256-gcm', key, Buffer.from(nonce, 'base64'), {
      authTagLength: 16, // A shorter tag would be easier to forge.
    });
    decipher.setAAD(Buffer.from(context));
    decipher.setAuthTag(bytes.subarray(-16));
    return Buffer.concat([decipher.update(bytes.subarray(0, -16)), decipher.final()]).toString('utf8');
  } catch {
    return undefined;
  }
}
