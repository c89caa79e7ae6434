import { exportJWK, generateKeyPair, importJWK, type JWK } from 'jose';
import * as z from 'zod';
import { fail } from '../../../shared/failure.ts';
import {
  type EnrolAnswer,
  type EnrolRequest,
  enrolAnswerSchema,
  publicKeySchema,
  splitCode,
} from '../../../shared/office/wire/enrolment.ts';
import { type FeedAnswer, feedAnswerSchema } from '../../../shared/office/wire/feed.ts';
import { orFail } from '../../../shared/stored/stored-form.ts';
import { tillKey } from '../../../shared/stored/vault/entries.ts';
import { isThisMachine } from '../../../shared/values/web-address.ts';
import type { SecretStore } from '../../base/vault/secret-store.ts';
import { nonceHeader, signRequest, urgentPriority } from '../wire/signed-request.ts';
import { type CertificatePin, OtherCertificate } from './certificate-pin.ts';
import type { PackedBatch } from './pack-batch.ts';

export interface Enrolment {
  readonly address: string;
  readonly tenant: number;
  readonly device: number;
}

/** The result of a request. `unknown`: the office does not know this till, or knows it with another key. */
export type Sent =
  | FeedAnswer
  /** `other-certificate`: the certificate is neither pinned nor signed by the office. */
  | { readonly result: 'unknown' | 'left' | 'too-large' | 'other-certificate' }
  | { readonly result: 'away'; readonly retryAfterMs?: number | undefined };

/** `certificate`: the certificate at the address is not one that the code names. */
export type Enrolled = EnrolAnswer | { readonly result: 'refused'; readonly code: 'certificate' };

export interface OfficeClient {
  /** Enrols the till with its own key, which is made the first time and stays in the vault. */
  enrol(address: string, request: Omit<EnrolRequest, 'publicKey'>): Promise<Enrolled | undefined>;
  /** Never rejects because of the network. @param signal aborts the request; the result is then `away` */
  send(
    enrolment: Enrolment,
    batch: Pick<PackedBatch, 'body' | 'encoding'> & {
      /** True to ask for an answer at once, because a sale may be waiting for it. */
      readonly isUrgent?: boolean;
    },
    signal?: AbortSignal,
  ): Promise<Sent>;
  /**
   * Ends the membership and destroys the till's key.
   * @returns false when the office did not receive the notice
   */
  leave(enrolment: Enrolment): Promise<boolean>;
}

export interface OfficeClientOptions {
  readonly secrets: SecretStore;
  readonly keyName: string;
  /** Calls the office, and refuses any certificate that is not its own. */
  readonly certificate: CertificatePin;
  readonly now: () => number;
}

/** The number of milliseconds for one request, with its answer. */
const timeoutMs = 60_000;

function createOwnKey(secrets: SecretStore, name: string) {
  async function read(): Promise<JWK | undefined> {
    const kept = await secrets.get(name);
    return kept === undefined ? undefined : orFail(tillKey.read(kept));
  }
  return {
    read,
    async readOrMake(): Promise<JWK> {
      const kept = await read();
      if (kept !== undefined) return kept;
      const { privateKey } = await generateKeyPair('ES256', { extractable: true });
      const made = tillKey.schema.parse(await exportJWK(privateKey));
      await secrets.set(name, tillKey.write(made));
      return made;
    },
    destroy: () => secrets.delete(name),
  };
}

interface Posting {
  readonly body: Uint8Array;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal | undefined;
}

function post(
  fetch: typeof globalThis.fetch,
  url: URL,
  { body, headers, signal }: Posting,
): Promise<Response> {
  return fetch(url, {
    method: 'POST',
    body: Buffer.from(body),
    headers: { 'content-type': 'application/json', ...headers },
    redirect: 'error',
    signal: AbortSignal.any([AbortSignal.timeout(timeoutMs), ...(signal ? [signal] : [])]),
  });
}

export function createOfficeClient({
  secrets,
  keyName,
  certificate,
  now,
}: OfficeClientOptions): OfficeClient {
  const ownKey = createOwnKey(secrets, keyName);
  let nonce: string | undefined;

  /**
   * Posts as this till, and once more if the office requires a newer nonce. Only an enrolment makes a key: the office
   * would not know another one.
   * @returns undefined if the till has no key
   */
  async function postSigned({ address, tenant, device }: Enrolment, name: string, posting: Posting) {
    const kept = await ownKey.read();
    if (kept === undefined) return undefined;
    const key = await importJWK(kept, 'ES256');
    const url = pathAt(address, name);
    for (let isAgain = false; ; isAgain = true) {
      const request = { till: `${tenant}.${device}`, path: url.pathname, body: posting.body };
      const token = await signRequest(key, { ...request, nonce, now: now() });
      const headers = { ...posting.headers, authorization: `DPoP ${token}` };
      const response = await post(certificate.fetch, url, { ...posting, headers });
      const newNonce = response.headers.get(nonceHeader) ?? undefined;
      const isNewer = newNonce !== undefined && newNonce !== nonce;
      nonce = newNonce ?? nonce;
      if (response.status !== 401 || !isNewer || isAgain) return response;
      await response.arrayBuffer();
    }
  }

  return {
    async enrol(address, { code: typed, ...request }) {
      const { kty, crv, x, y } = await ownKey.readOrMake();
      const url = pathAt(address, 'enrol');
      const publicKey = publicKeySchema.parse({ kty, crv, x, y });
      const { code, pins } = splitCode(typed);
      const body = Buffer.from(JSON.stringify({ ...request, code, publicKey } satisfies EnrolRequest));
      const pinning = certificate.enrolling(pins);
      try {
        const response = await post(pinning.fetch, url, { body });
        const answer = enrolAnswerSchema.safeParse(await response.json()).data;
        if (answer?.result === 'enrolled') await pinning.keep();
        return answer;
      } catch (error) {
        return error instanceof OtherCertificate ? { result: 'refused', code: 'certificate' } : undefined;
      }
    },
    async send(enrolment, { body, encoding, isUrgent = false }, signal) {
      try {
        const headers = { 'content-encoding': encoding, ...(isUrgent && { priority: urgentPriority }) };
        const response = await postSigned(enrolment, 'feed', { body, headers, signal });
        return response === undefined ? { result: 'unknown' } : await readAnswer(response);
      } catch (error) {
        return { result: error instanceof OtherCertificate ? 'other-certificate' : 'away' };
      }
    },
    async leave(enrolment) {
      const told = await postSigned(enrolment, 'leave', { body: Buffer.from('{}') }).then(
        // An office that no longer knows this till does not need the notice.
        (response) => [204, 401, 423].includes(response?.status ?? 0),
        () => false,
      );
      await ownKey.destroy();
      await certificate.forget();
      return told;
    },
  };
}

/**
 * Returns the address of one of the office's calls.
 * @throws FailureError `bad-input` for an address over which anybody on the way could read the data
 */
function pathAt(address: string, name: string): URL {
  const url = new URL(`/office/v1/${name}`, address);
  if (url.protocol === 'https:' || (url.protocol === 'http:' && isThisMachine(url.hostname))) return url;
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
