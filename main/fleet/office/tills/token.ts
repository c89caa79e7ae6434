import { createHash } from 'node:crypto';
import { compactVerify, decodeJwt } from 'jose';
import { tokenClaims } from '../../../../shared/fleet/enrolment.ts';
import type { Nonces } from './nonces.ts';
import type { FoundTill, TillFinder } from './till-finder.ts';
import type { KnownTill } from './tills.ts';

/** A request as it came. */
export interface SignedRequest {
  readonly authorization: string | undefined;
  readonly path: string;
  readonly body: Uint8Array;
}

/**
 * Finds the till that signed this request with its own key.
 * @returns `stale` where it did so without a nonce of the last minutes; undefined where no enrolled till did
 */
export async function tillOf(
  tills: Pick<TillFinder, 'find'>,
  nonces: Pick<Nonces, 'isFresh'>,
  { authorization, path, body }: SignedRequest,
): Promise<KnownTill | 'stale' | undefined> {
  const [, token] = /^DPoP ([\w.-]+)$/.exec(authorization ?? '') ?? [];
  if (token === undefined) return undefined;
  const till = await namedTill(tills, token);
  if (till === undefined) return undefined;
  try {
    const { payload } = await compactVerify(token, till.verifyingKey, { algorithms: ['ES256'] });
    const claims = tokenClaims.parse(JSON.parse(Buffer.from(payload).toString('utf8')));
    const digest = createHash('sha256').update(body).digest('base64url');
    if (claims.body !== digest || claims.htu !== path) return undefined;
    return claims.nonce !== undefined && nonces.isFresh(claims.nonce) ? till : 'stale';
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
