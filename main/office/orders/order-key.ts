import { createHmac, createPrivateKey, randomUUID, sign } from 'node:crypto';
import { link, open, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { exportJWK, generateKeyPair, importJWK, type JWK, SignJWT } from 'jose';
import { pinAudience } from '../../../shared/office/wire/enrolment.ts';
import { orderAudience, orderKeySchema } from '../../../shared/office/wire/orders.ts';
import { makeFolders } from '../../base/platform/files/make-folder.ts';
import type { OfficeDatabase } from '../database/database.ts';

/** Signs orders with the office's key. Its private half is in a file beside the database, never in it. */
export type OrderSigner = Awaited<ReturnType<typeof openOrderSigner>>;

export interface OrderToSign {
  /** The till, as `<tenant>.<device>`. */
  readonly subject: string;
  readonly ledger: string;
  readonly number: number;
  /** The time in milliseconds since 1970. */
  readonly from: number;
  readonly until: number;
  readonly order: unknown;
}

/** A statement about certificates is valid only briefly, since tills request one whenever they need it. */
const pinSeconds = 600;

/**
 * Opens the key, and makes it if neither the file nor the database has one. The first key is the database's key for
 * good, because tills have pinned it.
 * @throws Error when the database knows another key, or knows one whose file is missing
 */
export async function openOrderSigner(database: OfficeDatabase, file: string) {
  const key = await readKey(file, await hasKey(database));
  const { kty, crv, x } = key;
  const publicKey = orderKeySchema.parse({ kty, crv, x });
  const stored = await database.asOwner(async (client) => {
    await client.query('INSERT INTO order_key (key) VALUES ($1) ON CONFLICT DO NOTHING', [publicKey]);
    const { rows } = await client.query<{ key: unknown }>('SELECT key FROM order_key');
    return orderKeySchema.parse(rows[0]?.key);
  });
  if (stored.x !== publicKey.x)
    throw new Error(`${file} is not the key that the tills of this database know`);
  const signing = await importJWK(key, 'EdDSA');
  const signingKey = createPrivateKey({ key, format: 'jwk' });
  return {
    publicKey,
    /** Signs the keys of the office's certificates. @param at milliseconds since 1970 */
    signPins: (pins: readonly string[], at: number): Promise<string> =>
      // A till that is not enrolled yet knows only the digest of this key.
      new SignJWT({ pins })
        .setProtectedHeader({ alg: 'EdDSA', jwk: publicKey })
        .setAudience(pinAudience)
        .setIssuedAt(Math.floor(at / 1000))
        .setExpirationTime(Math.floor(at / 1000) + pinSeconds)
        .sign(signing),
    /** Returns the Ed25519 signature of these bytes, Base64. */
    signBytes: (bytes: Uint8Array): string => sign(null, bytes, signingKey).toString('base64'),
    /** Returns a digest that nobody can make without the private half. */
    digest: (text: string): Buffer => createHmac('sha256', `digest ${key.d}`).update(text).digest(),
    sign: ({ subject, ledger, number, from, until, order }: OrderToSign): Promise<string> =>
      new SignJWT({ ledger, number, order })
        .setProtectedHeader({ alg: 'EdDSA' })
        .setAudience(orderAudience)
        .setSubject(subject)
        .setIssuedAt(Math.floor(from / 1000))
        .setExpirationTime(Math.floor(until / 1000))
        .sign(signing),
  };
}

const hasKey = (database: OfficeDatabase): Promise<boolean> =>
  database.asOwner(async (client) => (await client.query('SELECT FROM order_key')).rows.length > 0);

/**
 * Reads the key, and makes it if there is none yet. The file appears completely or not at all; if two processes make a
 * key, one of them wins.
 */
async function readKey(file: string, isKnown: boolean): Promise<JWK> {
  const stored = await readFile(file, 'utf8').catch(absent);
  if (stored !== undefined) return parseKey(file, stored);
  if (isKnown)
    throw new Error(
      `${file} is not there: put the key that the tills of this database know back from a backup`,
    );
  makeFolders(path.dirname(file));
  const part = `${file}.${randomUUID()}.part`;
  try {
    const handle = await open(part, 'wx', 0o600);
    try {
      const { privateKey } = await generateKeyPair('EdDSA', { crv: 'Ed25519', extractable: true });
      await handle.writeFile(JSON.stringify(await exportJWK(privateKey)));
      await handle.sync();
    } finally {
      await handle.close();
    }
    await link(part, file).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    });
  } finally {
    await rm(part, { force: true });
  }
  return parseKey(file, await readFile(file, 'utf8'));
}

function absent(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
  return undefined;
}

function parseKey(file: string, text: string): JWK {
  try {
    return JSON.parse(text) as JWK;
  } catch {
    // The parser's own message would show a piece of the key.
    throw new Error(`${file} is empty or damaged: put it back from a backup`);
  }
}
