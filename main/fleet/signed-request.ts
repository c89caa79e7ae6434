import { createHash, randomUUID } from 'node:crypto';
import { type CryptoKey, SignJWT } from 'jose';
import { tokenAudience } from '../../shared/fleet/enrolment.ts';

/** A request of a till, as it is sent. */
export interface RequestToSign {
  /** `<tenant>.<device>` */
  readonly till: string;
  /** The path alone: a proxy may change the rest of the address. */
  readonly path: string;
  readonly body: Uint8Array;
  /** The office's last word; without one it is asked for. */
  readonly nonce: string | undefined;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/** Seconds that a token is good for by its own words. What counts is the nonce: clocks of tills may be wrong. */
const seconds = 60;

/** Signs one request with the till's own key, see decision 15: nothing is authorized by it but this body at this path. */
export function signRequest(
  key: CryptoKey | Uint8Array,
  { till, path, body, nonce, now }: RequestToSign,
): Promise<string> {
  const at = Math.floor(now / 1000);
  return new SignJWT({
    iss: till,
    sub: till,
    aud: tokenAudience,
    jti: randomUUID(),
    iat: at,
    exp: at + seconds,
    htm: 'POST',
    htu: path,
    body: createHash('sha256').update(body).digest('base64url'),
    ...(nonce !== undefined && { nonce }),
  })
    .setProtectedHeader({ alg: 'ES256' })
    .sign(key);
}

/** The header in which the office says its nonce (RFC 9449). */
export const nonceHeader = 'dpop-nonce';

/** The value of the header `priority` (RFC 9218) of a request whose answer a sale waits for. */
export const urgentPriority = 'u=0';
