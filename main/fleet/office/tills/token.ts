import { createHash, type KeyObject, verify } from 'node:crypto';
import { decodeJwt } from 'jose';
import * as z from 'zod';
import { tokenClaims } from '../../../../shared/fleet/enrolment.ts';
import type { Nonces } from './nonces.ts';
import type { FoundTill, TillFinder } from './till-finder.ts';
import type { KnownTill } from './tills.ts';

/** The head of a request, as received. */
export interface RequestHead {
  readonly authorization: string | undefined;
  readonly path: string;
}

/** A till's word for one body. */
export interface Signature {
  readonly till: KnownTill;
  /** SHA-256 of the body that it signed, base64url. */
  readonly digest: string;
}

/** Receives why a request that names an enrolled till is not taken as its own; the error has no secret. */
export type OnForged = (till: KnownTill, error: Error) => void;

/**
 * Finds the till that signed this request with its own key, before a byte of its body is read.
 * @returns `stale` where it did so without a nonce of the last minutes; undefined if no enrolled till did
 */
export async function signatureOf(
  tills: Pick<TillFinder, 'find' | 'findAgain'>,
  nonces: Pick<Nonces, 'isFresh'>,
  { authorization, path }: RequestHead,
  onForged: OnForged,
): Promise<Signature | 'stale' | undefined> {
  const [, token] = /^DPoP ([\w.-]+)$/.exec(authorization ?? '') ?? [];
  if (token === undefined) return undefined;
  const till = await namedTill(tills, token);
  if (till === undefined) return undefined;
  const claims = claimsOf(token, till, path);
  if (!(claims instanceof Error)) return signature(till, claims, nonces);
  const now = await tills.findAgain(till);
  const read = now && claimsOf(token, now, path);
  if (now !== undefined && read !== undefined && !(read instanceof Error))
    return signature(now, read, nonces);
  onForged(till, refusal(till, path, claims));
  return undefined;
}

function signature(till: KnownTill, { nonce, body }: Claims, nonces: Pick<Nonces, 'isFresh'>) {
  return nonce !== undefined && nonces.isFresh(nonce) ? { till, digest: body } : 'stale';
}

type Claims = z.infer<typeof tokenClaims>;

/** Returns what this till signed; an error when it is not its own word, or not for this path. */
function claimsOf(token: string, till: FoundTill, path: string): Claims | Error {
  try {
    const claims = tokenClaims.parse(JSON.parse(verifiedPayload(token, till.verifyingKey)));
    return claims.htu === path ? claims : new Error('signed for another path');
  } catch (cause) {
    return cause instanceof Error ? cause : new Error(String(cause));
  }
}

const decoded = (part: string): Buffer => Buffer.from(part, 'base64url');
/** Nothing else is in the header of a till's token, so that nothing in it has to be understood. */
const header = z.strictObject({ alg: z.literal('ES256') });

/**
 * Returns the payload of a compact JWS (RFC 7515, 5.2) that this key signed. The library hands each signature to another
 * thread, which costs more than to verify it here.
 * @throws Error when the key did not sign it
 */
function verifiedPayload(token: string, key: KeyObject): string {
  const [head = '', payload = '', signed = '', ...more] = token.split('.');
  header.parse(JSON.parse(decoded(head).toString('utf8')));
  const given = { key, dsaEncoding: 'ieee-p1363' } as const;
  const isOwn =
    more.length === 0 && verify('sha256', Buffer.from(`${head}.${payload}`), given, decoded(signed));
  if (!isOwn) throw new Error('signature verification failed');
  return decoded(payload).toString('utf8');
}

/** Words for the log: nothing of the token is in them. */
export const refusal = ({ key: { tenant, device } }: KnownTill, path: string, cause?: unknown): Error =>
  new Error(`${path}: not taken as till ${tenant}.${device}’s own`, { cause });

/** Most tills of which the log says so within a minute. */
const mostForged = 30;

/**
 * Passes on one a minute of each till, and of so many tills: a stranger who names tills neither fills the log nor hides
 * what is said of another one.
 * @param monotonic milliseconds
 */
export function onceAMinute(say: (error: Error) => void, monotonic: () => number): OnForged {
  const said = new Map<string, number>();
  return ({ key: { tenant, device } }, error) => {
    const now = monotonic();
    for (const [till, when] of said) if (now - when >= 60_000) said.delete(till);
    const till = `${tenant}.${device}`;
    if (said.has(till) || said.size >= mostForged) return;
    said.set(till, now);
    say(error);
  };
}

/** Whether this is the body that was signed. */
export const isSigned = ({ digest }: Signature, body: Uint8Array): boolean =>
  digest === createHash('sha256').update(body).digest('base64url');

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
