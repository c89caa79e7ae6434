import type { ConnectionFault } from '../../shared/connection-fault.ts';
import { refuseInput } from '../../shared/failure.ts';
import { isGatewayAddress } from '../../shared/values/web-address.ts';
import { connectionFault } from '../base/network/connection-fault.ts';
import { basicAuthorization, type Pair } from './basic.ts';
import type { CallName, GatewayProfile } from './profile.ts';

/*
 * One HTTP call to the gateway. The fixed headers are added only here, so that no call can omit the version
 * (specification, Versioning, 4). The Authorization header exists only here.
 */

/** The server of the calls, and the way to it. */
export interface Destination {
  /** Base address of the environment; https, or http on this machine. */
  readonly baseUrl: string;
  readonly fetch: typeof globalThis.fetch;
}

export interface TransportOptions extends Destination {
  readonly profile: GatewayProfile;
  /**
   * Returns the only place to which a secret may be sent now, by default always `baseUrl`. It rejects if there is none,
   * and then nothing is sent.
   */
  readonly destinationFor?: ((secret: 'pair' | 'one-time password') => Promise<Destination>) | undefined;
  /** Returns the language of the authority's messages, asked at each call; by default English. */
  readonly language?: (() => 'en' | 'ar') | undefined;
  readonly timeoutMs?: number | undefined;
}

interface TransportRequest {
  readonly call: CallName;
  readonly body: Readonly<Record<string, string>>;
  readonly headers: Readonly<Record<string, string>>;
  /** The credential pair, which must be usable (`isUsablePair`). */
  readonly pair: Pair | undefined;
}

type TransportAnswer =
  | { readonly kind: 'answer'; readonly status: number; readonly headers: Headers; readonly bodyText: string }
  | { readonly kind: 'no-answer' | 'time-out'; readonly fault?: ConnectionFault | undefined };

/**
 * Makes the HTTP client of the authority's gateway.
 * @throws FailureError `bad-input` for a base address that is not https (http only on this machine)
 */
export function createTransport(options: TransportOptions) {
  const { profile, timeoutMs = profile.limits.timeoutMs, language = () => 'en' } = options;
  const { destinationFor = () => Promise.resolve(options) } = options;
  if (options.destinationFor === undefined) checkedBase(options.baseUrl);

  return async function ask(request: TransportRequest): Promise<TransportAnswer> {
    const { method, path } = profile.calls[request.call];
    let signal: AbortSignal | undefined;
    try {
      const { baseUrl, fetch } = await destinationFor(request.pair ? 'pair' : 'one-time password');
      // A vault may take long to answer.
      signal = AbortSignal.timeout(timeoutMs);
      const response = await fetch(`${checkedBase(baseUrl)}/${path}`, {
        method,
        headers: {
          ...profile.headers.fixed,
          [profile.headers.language]: language(),
          ...request.headers,
          ...(request.pair && { Authorization: basicAuthorization(request.pair) }),
        },
        body: JSON.stringify(request.body),
        // A 303 has its own meaning here, and credentials must not be sent to another address.
        redirect: 'manual',
        signal,
      });
      const bodyText = await readUpTo(response, profile.limits.answerBytes);
      return {
        kind: 'answer',
        status: response.status,
        headers: response.headers,
        bodyText: withoutCredentials(bodyText, request.pair),
      };
    } catch (error) {
      return signal?.aborted ? { kind: 'time-out' } : { kind: 'no-answer', fault: connectionFault(error) };
    }
  };
}

const askMs = 5_000;

export async function askHeaders({ baseUrl, fetch }: Destination): Promise<Headers | undefined> {
  try {
    const signal = AbortSignal.timeout(askMs);
    const response = await fetch(checkedBase(baseUrl), { method: 'HEAD', redirect: 'manual', signal });
    await response.body?.cancel();
    return response.headers;
  } catch {
    return undefined;
  }
}

function checkedBase(baseUrl: string): string {
  if (!isGatewayAddress(baseUrl)) {
    refuseInput(['baseUrl'], 'https-address', 'must be an https address');
  }
  return baseUrl.replace(/\/+$/, '');
}

/** Reads the body as text; beyond the limit, the rest is discarded and the connection closed. */
async function readUpTo(response: Response, limit: number): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    bytes += chunk.byteLength;
    text += decoder.decode(chunk, { stream: true });
    if (bytes > limit) break;
  }
  return text;
}

/** Keeps the secret out of the ledger: an answer, like a proxy's error page, may echo our headers. */
function withoutCredentials(text: string, pair: Pair | undefined): string {
  // The authority's secrets have 44 characters; a short one could match a word of the answer.
  if (pair === undefined || pair.secret.length < 16) return text;
  const encoded = basicAuthorization(pair).slice('Basic '.length);
  return text.replaceAll(encoded, '[removed]').replaceAll(pair.secret, '[removed]');
}
