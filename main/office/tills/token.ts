import { hash, verify } from 'node:crypto';
import * as z from 'zod';
import { tokenClaims } from '../../../shared/office/wire/enrolment.ts';
import type { Nonces } from './nonces.ts';
import type { FoundTill, TillFinder } from './till-finder.ts';
import type { KnownTill } from './tills.ts';

export interface RequestHead {
  readonly authorization: string | undefined;
  readonly path: string;
}

export interface Signature {
  readonly till: KnownTill;
  /** SHA-256 of the signed body, base64url. */
  readonly digest: string;
}

/** Receives why a request that names an enrolled till is not accepted as that till's; it has no secret. */
export type OnForged = (till: KnownTill, error: Error) => void;

/**
 * Finds the till that signed this request with its own key, before a byte of its body is read.
 * @returns `stale` if it was signed without a recent nonce; undefined if no enrolled till signed it
 */
export async function signatureOf(
  tills: Pick<TillFinder, 'find' | 'findAgain'>,
  nonces: Pick<Nonces, 'isFresh'>,
  { authorization, path }: RequestHead,
  onForged: OnForged,
): Promise<Signature | 'stale' | undefined> {
  const token = tokenOf(authorization);
  if (token === undefined) return undefined;
  const till = await tills.find(token.tenant, token.device);
  if (till === undefined) return undefined;
  const fault = faultOf(token, till, path);
  if (fault === undefined) return signature(till, token.claims, nonces);
  const now = await tills.findAgain(till);
  if (now !== undefined && faultOf(token, now, path) === undefined)
    return signature(now, token.claims, nonces);
  onForged(till, refusal(till, path, fault));
  return undefined;
}

function signature(till: KnownTill, { nonce, body }: Claims, nonces: Pick<Nonces, 'isFresh'>) {
  return nonce !== undefined && nonces.isFresh(nonce) ? { till, digest: body } : 'stale';
}

type Claims = z.infer<typeof tokenClaims>;

/** A compact JWS (RFC 7515, 5.2) in its parts, before any of it is trusted. */
interface Token {
  readonly tenant: number;
  readonly device: number;
  readonly claims: Claims;
  readonly head: string;
  /** The bytes that the signature covers. */
  readonly signed: Buffer;
  readonly signature: Buffer;
}

const decoded = (part: string): Buffer => Buffer.from(part, 'base64url');

/** Returns undefined for a text that is not a token, or names no till. */
function tokenOf(authorization = ''): Token | undefined {
  const [, covered = '', head = '', payload = '', signed = ''] =
    /^DPoP (([\w-]+)\.([\w-]+))\.([\w-]+)$/.exec(authorization) ?? [];
  try {
    const claims = tokenClaims.parse(JSON.parse(decoded(payload).toString('utf8')));
    const [tenant = 0, device = 0] = claims.sub.split('.').map(Number);
    return { tenant, device, claims, head, signed: Buffer.from(covered), signature: decoded(signed) };
  } catch {
    return undefined;
  }
}

/** Returns the reason why this is not the till's signature for this path; undefined when it is. */
function faultOf({ head, signed, signature: bytes, claims }: Token, till: FoundTill, path: string) {
  try {
    if (head !== usualHeader) header.parse(JSON.parse(decoded(head).toString('utf8')));
    // The library would pass each signature to another thread, which costs more than verifying it here.
    if (bytes.length !== 64 || !verify('sha256', signed, till.verifyingKey, derOf(bytes)))
      return new Error('signature verification failed');
    return claims.htu === path ? undefined : new Error('signed for another path');
  } catch (cause) {
    return cause instanceof Error ? cause : new Error(String(cause));
  }
}

/** The header of a till's token has no other fields, so no others are supported. */
const header = z.strictObject({ alg: z.literal('ES256') });
const usualHeader = Buffer.from('{"alg":"ES256"}').toString('base64url');

/**
 * Writes the two numbers of a signature (RFC 7518, 3.4) in DER: if Node converts them, that takes half as long as the
 * check itself.
 */
function derOf(numbers: Buffer): Buffer {
  const integers = [numbers.subarray(0, 32), numbers.subarray(32)].flatMap((number) => {
    const first = number.findIndex((byte) => byte !== 0);
    const value = number.subarray(first === -1 ? 31 : first);
    // A first bit of 1 would mean a negative number.
    const zero = (value[0] ?? 0) > 127 ? 1 : 0;
    return [Buffer.of(2, value.length + zero), Buffer.alloc(zero), value];
  });
  const content = Buffer.concat(integers);
  return Buffer.concat([Buffer.of(0x30, content.length), content]);
}

/** Makes the message for the log; it contains no part of the token. */
export const refusal = ({ key: { tenant, device } }: KnownTill, path: string, cause?: unknown): Error =>
  new Error(`${path}: not taken as till ${tenant}.${device}’s own`, { cause });

/** The number of tills that the log names within a minute. */
const mostForged = 30;

/**
 * Passes on one error a minute for each till, and for a limited number of tills: a stranger who names tills cannot fill
 * the log or hide the errors of other tills.
 * @param monotonic milliseconds
 */
export function onceAMinute(say: (error: Error) => void, monotonic: () => number): OnForged {
  const reported = new Map<string, number>();
  return ({ key: { tenant, device } }, error) => {
    const now = monotonic();
    for (const [till, when] of reported) if (now - when >= 60_000) reported.delete(till);
    const till = `${tenant}.${device}`;
    if (reported.has(till) || reported.size >= mostForged) return;
    reported.set(till, now);
    say(error);
  };
}

/** Returns true when this is the body that was signed. */
export const isSigned = ({ digest }: Signature, body: Uint8Array): boolean =>
  digest === hash('sha256', body, 'base64url');
