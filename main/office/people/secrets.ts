import { createCipheriv, createDecipheriv, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { OfficeDatabase } from '../database/database.ts';

/*
 * The secrets of people, whose key is beside the database and never in it. Somebody who reads a copy of the database
 * gets no authenticator from it, and somebody who writes into it makes no session.
 */

/** The person to whom a secret belongs; it is of no use in another person's row. */
export interface Holder {
  readonly tenant: number;
  readonly person: number;
}

export type PeopleSecrets = ReturnType<typeof createPeopleSecrets>;

export interface PeopleDatabase {
  readonly database: OfficeDatabase;
  readonly secrets: PeopleSecrets;
}

const cipher = 'aes-256-gcm';
const [nonceBytes, tagBytes] = [12, 16];

/** @param digest returns a digest that nobody makes without the office's key */
export function createPeopleSecrets(digest: (text: string) => Buffer) {
  const key = digest('authenticators');
  const proofKey = digest('sessions');
  const holderText = ({ tenant, person }: Holder) => Buffer.from(`authenticator ${tenant}.${person}`);
  const proofOf = (text: string) => createHmac('sha256', proofKey).update(text).digest();
  return {
    /** Returns the digest by which the row of a token or link is found. */
    digestOf: (text: string): Buffer => proofOf(`token ${text}`),
    /** Returns a proof of what the row of a session says. */
    proofOf: ({ tenant, person }: Holder, token: string, begunAt: Date): Buffer =>
      proofOf(`session ${tenant} ${person} ${begunAt.getTime()} ${token}`),
    isSame: (one: Buffer, other: Buffer): boolean =>
      one.length === other.length && timingSafeEqual(one, other),
    encrypt(holder: Holder, secret: Buffer): Buffer {
      const nonce = randomBytes(nonceBytes);
      const encrypting = createCipheriv(cipher, key, nonce).setAAD(holderText(holder));
      const encrypted = Buffer.concat([encrypting.update(secret), encrypting.final()]);
      return Buffer.concat([nonce, encrypting.getAuthTag(), encrypted]);
    },
    /** Reverses `encrypt`. @throws Error for a secret of another person or another office */
    decrypt(holder: Holder, encrypted: Buffer): Buffer {
      const decrypting = createDecipheriv(cipher, key, encrypted.subarray(0, nonceBytes), {
        authTagLength: tagBytes,
      }).setAAD(holderText(holder));
      decrypting.setAuthTag(encrypted.subarray(nonceBytes, nonceBytes + tagBytes));
      return Buffer.concat([
        decrypting.update(encrypted.subarray(nonceBytes + tagBytes)),
        decrypting.final(),
      ]);
    },
  };
}
