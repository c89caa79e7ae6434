import { createHash, randomUUID } from 'node:crypto';
import { type CryptoKey, SignJWT } from 'jose';
import { tokenAudience } from '../../../shared/office/wire/enrolment.ts';

export interface RequestToSign {
  /** The till, as `<tenant>.<device>`. */
  readonly till: string;
  /** The path of the address. The rest is not signed, because a proxy may change it. */
  readonly path: string;
  readonly body: Uint8Array;
  /** The office's last nonce; without one the office is asked for it. */
  readonly nonce: string | undefined;
  readonly now: number;
}

/** The seconds for which a token claims to be valid; the nonce counts, since clocks of tills may be wrong. */
const seconds = 60;

/** Signs one request with the till's own key, see decision 15. The signature authorizes only this body at this path. */
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

/** The header in which the office sends its nonce (RFC 9449). */
export const nonceHeader = 'dpop-nonce';

/** The value of the header `priority` (RFC 9218) of a request whose answer a sale waits for. */
export const urgentPriority = 'u=0';
