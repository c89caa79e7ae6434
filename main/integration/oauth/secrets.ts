import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

/*
 * Client secrets, tokens and codes are 256 random bits, so their SHA-256 can be stored in the database: a slow hash
 * (scrypt, Argon2) only slows down guessing, and these cannot be guessed. They are hexadecimal, because HTTP Basic
 * wants ids and secrets form-encoded first (RFC 6749 §2.3.1), which some programs do not do, and hexadecimal text is
 * the same either way.
 */

/** Returns 256 random bits, hex. */
export const newSecret = (): string => randomBytes(32).toString('hex');

export const hashSecret = (secret: string): Buffer => createHash('sha256').update(secret).digest();

/** Compares a secret with a hash in constant time. */
export const hasHash = (secret: string, hash: Uint8Array): boolean =>
  timingSafeEqual(hashSecret(secret), hash);
