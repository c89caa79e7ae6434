import { createHash, X509Certificate } from 'node:crypto';
import { calculateJwkThumbprint, type JWK } from 'jose';
import { fail } from '../../../shared/failure.ts';
import { mostPins } from '../../../shared/office/wire/enrolment.ts';
import type { OfficeDatabase } from '../database/database.ts';

/*
 * The certificates that tills see at the office's address. Their keys are in each till's code, and a till that sees
 * another certificate asks for the present keys, which are signed with the office's key for orders.
 */

/**
 * Reads the keys of certificates: of the certificate in force, and perhaps of the next one.
 * @param pem one or more certificates. An authority's certificates in a chain are ignored: a till does not compare
 * them, and they vouch for other servers too. Self-signed certificates are often marked as an authority's, so if a file
 * has nothing else, all of it is used
 */
export function pinsOfPem(pem: string): string[] {
  const texts = pem.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? [];
  if (texts.length === 0) fail('bad-input', { detail: { why: 'no certificate' } });
  const all = texts.map((text) => new X509Certificate(text));
  const leaves = all.filter(({ ca }) => !ca);
  return (leaves.length > 0 ? leaves : all).map(({ publicKey }) =>
    createHash('sha256')
      .update(publicKey.export({ type: 'spki', format: 'der' }))
      .digest('base64url'),
  );
}

/** Announces the certificates that this process of the office shows, at its start and every minute. */
export async function announcePins(database: OfficeDatabase, pins: readonly string[]): Promise<void> {
  await database.asOwner((client) =>
    client.query(
      `INSERT INTO office_pin (pin) SELECT DISTINCT * FROM unnest($1::text[])
       ON CONFLICT (pin) DO UPDATE SET announced_at = now()`,
      [pins],
    ),
  );
}

/**
 * Returns the certificates that the office's processes announced last, since after a renewal each process shows its own
 * for a while. Returns none if nothing was announced.
 */
export async function pinsOf(database: OfficeDatabase): Promise<readonly string[]> {
  const { rows } = await database.asOwner((client) =>
    client.query<{ pin: string }>(
      `SELECT pin FROM office_pin
       WHERE announced_at > (SELECT max(announced_at) FROM office_pin) - interval '5 minutes'
       ORDER BY announced_at DESC, pin LIMIT ${mostPins}`,
    ),
  );
  return rows.map(({ pin }) => pin);
}

/** The most keys that fit into a code beside the digest of the key for orders. */
const mostInCode = 8;

/**
 * Returns the pins for a till's code: the keys of certificates, and the digest of the key that vouches for later
 * certificates. There are none if the office named no certificate.
 */
export async function codePins(database: OfficeDatabase): Promise<readonly string[]> {
  const pins = await pinsOf(database);
  if (pins.length === 0) return [];
  const { rows } = await database.asOwner((client) =>
    client.query<{ key: JWK }>('SELECT key FROM order_key'),
  );
  const digests = await Promise.all(rows.map(({ key }) => calculateJwkThumbprint(key)));
  return [...pins.slice(0, mostInCode), ...digests];
}
