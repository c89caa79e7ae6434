import { createHash } from 'node:crypto';
import { decodeJwt, jwtVerify } from 'jose';
import { tokenAudience, tokenClaims } from '../../../../shared/fleet/enrolment.ts';
import type { FoundTill, TillFinder } from './till-finder.ts';
import type { KnownTill } from './tills.ts';

/**
 * Seconds that a till's clock may be wrong by. A token covers one body, which the office takes any number of times, so
 * that an old one is worth nothing to a thief.
 */
const clockTolerance = 2 * 24 * 3600;

/**
 * Finds the till that signed this request with its own key.
 * @param body as it came
 * @returns undefined where no enrolled till did
 */
export async function tillOf(
  tills: Pick<TillFinder, 'find'>,
  authorization: string | undefined,
  body: Uint8Array,
): Promise<KnownTill | undefined> {
  const [, token] = /^Bearer ([\w.-]+)$/.exec(authorization ?? '') ?? [];
  if (token === undefined) return undefined;
  const till = await namedTill(tills, token);
  if (till === undefined) return undefined;
  try {
    const { payload } = await jwtVerify(token, till.verifyingKey, {
      algorithms: ['ES256'],
      audience: tokenAudience,
      clockTolerance,
      requiredClaims: ['exp', 'sub', 'body'],
    });
    const digest = createHash('sha256').update(body).digest('base64url');
    return tokenClaims.parse(payload).body === digest ? till : undefined;
  } catch {
    return undefined;
  }
}

/** The till that the token names, before anything of it is believed. */
function namedTill(
  tills: Pick<TillFinder, 'find'>,
  token: string,
): Promise<FoundTill | undefined> | undefined {
  try {
    const [tenant, device] = tokenClaims.parse(decodeJwt(token)).sub.split('.').map(Number);
    return tenant === undefined || device === undefined ? undefined : tills.find(tenant, device);
  } catch {
    return undefined;
  }
}
