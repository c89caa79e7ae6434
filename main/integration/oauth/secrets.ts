import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

/*
 * Client secrets, tokens and codes are 256 random bits, so their SHA-256 can stand in the database: there is nothing
 * to guess, which is all that a slow hash (scrypt, Argon2) would slow down. Hexadecimal, because HTTP Basic wants ids
 * and secrets form-encoded first (RFC 6749 §2.3.1), and programs differ in whether they do: these come out the same.
 */

/** 256 random bits, hex. */
export const newSecret = (): string => randomBytes(32).toString('hex');

/** The stored form of a secret. */
export const hashSecret = (secret: string): Buffer => createHash('sha256').update(secret).digest();

/** Compares in constant time. */
export const hasHash = (secret: string, hash: Uint8Array): boolean =>
  timingSafeEqual(hashSecret(secret), hash);
