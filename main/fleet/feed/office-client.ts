import { createHash } from 'node:crypto';
import { exportJWK, generateKeyPair, importJWK, type JWK, SignJWT } from 'jose';
import * as z from 'zod';
import { fail } from '../../../shared/failure.ts';
import {
  type EnrolAnswer,
  type EnrolRequest,
  enrolAnswerSchema,
  publicKeySchema,
  tokenAudience,
} from '../../../shared/fleet/enrolment.ts';
import { type FeedAnswer, feedAnswerSchema } from '../../../shared/fleet/feed.ts';
import type { SecretStore } from '../../vault/secret-store.ts';
import type { PackedBatch } from './pack-batch.ts';

/** The address of the head office, and the name that it gave this till. */
export interface Enrolment {
  readonly address: string;
  readonly tenant: number;
  readonly device: number;
}

/** The result of a request. `unknown`: it does not know this till, or not with this key. */
export type Sent =
  | FeedAnswer
  | { readonly result: 'unknown' | 'left' | 'too-large' }
  | { readonly result: 'away'; readonly retryAfterMs?: number | undefined };

export interface OfficeClient {
  /** Enrols with a key of the till's own, which is made here the first time and stays in the vault. */
  enrol(address: string, request: Omit<EnrolRequest, 'publicKey'>): Promise<EnrolAnswer | undefined>;
  /** Never rejects for what the network does. @param signal breaks it off: `away` */
  send(
    enrolment: Enrolment,
    batch: Pick<PackedBatch, 'body' | 'encoding'>,
    signal?: AbortSignal,
  ): Promise<Sent>;
  /**
   * Ends the membership and destroys the till's key.
   * @returns false when the office did not hear of it
   */
  leave(enrolment: Enrolment): Promise<boolean>;
}

export interface OfficeClientOptions {
  readonly secrets: SecretStore;
  /** The name of the key in the vault. */
  readonly keyName: string;
  readonly fetch: typeof globalThis.fetch;
  readonly now: () => number;
}

/** Milliseconds for one request, with its answer. */
const patience = 60_000;
/** Seconds that a token is good for. */
const tokenSeconds = 60;

export function createOfficeClient({ secrets, keyName, fetch, now }: OfficeClientOptions): OfficeClient {
  async function keptKey(): Promise<JWK | undefined> {
    const kept = await secrets.get(keyName);
    return kept === undefined ? undefined : (JSON.parse(kept) as JWK);
  }

  async function ownKey(): Promise<JWK> {
    const kept = await keptKey();
    if (kept !== undefined) return kept;
    const { privateKey } = await generateKeyPair('ES256', { extractable: true });
    const made = await exportJWK(privateKey);
    await secrets.set(keyName, JSON.stringify(made));
    return made;
  }

  /** Only an enrolment makes a key: another one is not the one that the office knows. */
  async function tokenFor({ tenant, device }: Enrolment, body: Uint8Array): Promise<string | undefined> {
    const key = await keptKey();
    if (key === undefined) return undefined;
    const seconds = Math.floor(now() / 1000);
    return new SignJWT({ body: createHash('sha256').update(body).digest('base64url') })
      .setProtectedHeader({ alg: 'ES256' })
      .setSubject(`${tenant}.${device}`)
      .setAudience(tokenAudience)
      .setIssuedAt(seconds)
      .setExpirationTime(seconds + tokenSeconds)
      .sign(await importJWK(key, 'ES256'));
  }

  const post = (url: URL, body: Uint8Array, headers: Record<string, string>, signal?: AbortSignal) =>
    fetch(url, {
      method: 'POST',
      body: Buffer.from(body),
      headers: { 'content-type': 'application/json', ...headers },
      redirect: 'error',
      signal: AbortSignal.any([AbortSignal.timeout(patience), ...(signal ? [signal] : [])]),
    });

  return {
    async enrol(address, request) {
      const { kty, crv, x, y } = await ownKey();
      const url = pathAt(address, 'enrol');
      const publicKey = publicKeySchema.parse({ kty, crv, x, y });
      const body = Buffer.from(JSON.stringify({ ...request, publicKey } satisfies EnrolRequest));
      try {
        const response = await post(url, body, {});
        return enrolAnswerSchema.safeParse(await response.json()).data;
      } catch {
        return undefined;
      }
    },
    async send(enrolment, { body, encoding }, signal) {
      const token = await tokenFor(enrolment, body);
      if (token === undefined) return { result: 'unknown' };
      const authorization = `Bearer ${token}`;
      try {
        const headers = { authorization, 'content-encoding': encoding };
        const response = await post(pathAt(enrolment.address, 'feed'), body, headers, signal);
        return await readAnswer(response);
      } catch {
        return { result: 'away' };
      }
    },
    async leave(enrolment) {
      const body = Buffer.from('{}');
      const token = await tokenFor(enrolment, body);
      if (token === undefined) return false;
      const authorization = `Bearer ${token}`;
      const told = await post(pathAt(enrolment.address, 'leave'), body, { authorization }).then(
        // An office that does not know this till any more need not hear of it.
        ({ status }) => status === 204 || status === 401 || status === 423,
        () => false,
      );
      await secrets.delete(keyName);
      return told;
    },
  };
}

/** @throws FailureError `bad-input` for an address that everybody on the way could read */
function pathAt(address: string, name: string): URL {
  const url = new URL(`/fleet/v1/${name}`, address);
  const isLoopback = ['127.0.0.1', '[::1]', 'localhost'].includes(url.hostname);
  if (url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback)) return url;
  return fail('bad-input', {
    issues: [{ path: ['address'], code: 'not-https', message: 'must be https' }],
  });
}

const statuses = new Map<number, Sent['result'] & ('unknown' | 'left' | 'too-large')>([
  [401, 'unknown'],
  [423, 'left'],
  [413, 'too-large'],
]);

async function readAnswer(response: Response): Promise<Sent> {
  const result = statuses.get(response.status);
  if (result !== undefined) return { result };
  const answer = feedAnswerSchema.safeParse(await response.json().catch(() => undefined)).data;
  if (answer !== undefined) return answer;
  const seconds = z.coerce.number().positive().safeParse(response.headers.get('retry-after')).data;
  return { result: 'away', retryAfterMs: seconds === undefined ? undefined : seconds * 1000 };
}
