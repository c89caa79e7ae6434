import * as http from 'node:http';
import * as https from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { rootCertificates } from 'node:tls';
import type { DeliveryFailure } from '../../../shared/contract/programs/webhooks.ts';
import { addressesOf, type Lookup, type ResolvedAddress, reachOf } from './addresses.ts';
import { readRetryAfter } from './answer-headers.ts';
import { connectionFault } from './connection-fault.ts';
import { type ProxyRoute, TunnelAgent } from './tunnel.ts';

/*
 * One POST to a receiver. It uses Node's own HTTP client instead of fetch, because that can connect to the checked
 * addresses, follows no redirect, and needs no further library.
 */

export interface PostRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
  /** True when loopback and private addresses may be called. */
  readonly allowPrivate: boolean;
}

export type PostAnswer =
  | {
      readonly kind: 'answer';
      readonly status: number;
      readonly text: string;
      readonly retryAfterMs?: number | undefined;
    }
  | { readonly kind: 'no-answer'; readonly why: DeliveryFailure };

/** Makes the request. Never rejects. */
export type Post = (request: PostRequest) => Promise<PostAnswer>;

export interface PostOptions {
  readonly lookup: Lookup;
  readonly timeoutMs: number;
  /** The largest part of an answer's body that is read, in bytes; then the connection is closed. */
  readonly answerBytes: number;
  /** True to allow plain HTTP, but only to loopback, for training. */
  readonly plainToLoopback: boolean;
  /** Returns the PEM of authorities trusted in addition to the system's, for a receiver with a private certificate. */
  readonly certificates?: (() => readonly string[]) | undefined;
  /** The proxy for a receiver; undefined for a direct connection. */
  readonly proxyFor?: ((url: URL) => Promise<ProxyRoute | undefined>) | undefined;
}

/** Checks that an address may be a receiver's at all, before its name is resolved. */
export function isReceiverUrl(text: string, plainToLoopback: boolean): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, username, password, hash, hostname } = new URL(text);
  if (username !== '' || password !== '' || hash !== '') return false;
  return protocol === 'https:' || (protocol === 'http:' && plainToLoopback && namesLoopback(hostname));
}

export function createPost(options: PostOptions): Post {
  return async (request) => {
    const signal = AbortSignal.timeout(options.timeoutMs);
    let received: PostAnswer | undefined;
    try {
      const url = new URL(request.url);
      if (!isReceiverUrl(request.url, options.plainToLoopback)) return noAnswer('address-refused');
      const proxy = await untilAborted(proxyOf(url, options), signal);
      const found = await untilAborted(addressesOf(url.hostname, options.lookup), signal);
      // Behind a proxy a machine may be unable to resolve public names; the proxy can, and checks by itself.
      if (found === undefined && proxy === undefined) return noAnswer('name-unknown');
      const addresses = found ?? [];
      const permits = { ...options, allowPrivate: request.allowPrivate };
      if (!addresses.every(({ address }) => mayCall(url, address, permits)))
        return noAnswer('address-refused');
      const answer = send(url, request, { addresses, proxy }, signal, options, (head) => {
        received = head;
      });
      return await untilAborted(answer, signal);
    } catch (error) {
      // The status is the answer, even if its body stalls or is cut off.
      return (
        received ?? noAnswer(signal.aborted ? 'time-out' : (connectionFault(error) ?? 'connection-failed'))
      );
    }
  };
}

export interface Permits {
  /** The manager's permission for this receiver. */
  readonly allowPrivate: boolean;
  /** The environment's permission to call this machine, even by plain HTTP and without the manager's permission. */
  readonly plainToLoopback: boolean;
}

/** Returns true if an address may be called. One forbidden address refuses the name: no honest one has both. */
export function mayCall(url: URL, address: string, { allowPrivate, plainToLoopback }: Permits): boolean {
  const reach = reachOf(address);
  if (reach === 'loopback' && plainToLoopback) return true;
  if (url.protocol === 'http:') return false;
  return reach === 'public' || (allowPrivate && reach !== 'forbidden');
}

interface Route {
  /** The checked addresses; empty if only the proxy can resolve the name. */
  readonly addresses: readonly ResolvedAddress[];
  readonly proxy: ProxyRoute | undefined;
}

async function proxyOf(url: URL, { proxyFor }: PostOptions): Promise<ProxyRoute | undefined> {
  return url.protocol === 'https:' ? proxyFor?.(url) : undefined;
}

function tunnelled(url: URL, { address }: ResolvedAddress) {
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1');
  return { hostname: address, ...(isIP(host) === 0 && { servername: host }) };
}

function send(
  url: URL,
  { headers, body }: PostRequest,
  { addresses, proxy }: Route,
  signal: AbortSignal,
  { answerBytes, certificates = () => [] }: PostOptions,
  onHead: (answer: PostAnswer) => void,
): Promise<PostAnswer> {
  const { promise, resolve, reject } = Promise.withResolvers<PostAnswer>();
  const { request: start } = url.protocol === 'https:' ? https : http;
  const trusted = certificates();
  const trust = trusted.length > 0 ? { ca: [...rootCertificates, ...trusted] } : {};
  const [checked] = addresses;
  const request = start(url, {
    method: 'POST',
    headers: { Host: url.host, ...headers, 'Content-Length': String(body.length), 'User-Agent': 'Khatm' },
    // Each call has its own connection, so that endpoints with different permissions never share one. Even through a
    // proxy, the checked address is called, under the receiver's name.
    agent: proxy === undefined ? false : new TunnelAgent(proxy, trust),
    ...(proxy !== undefined && checked !== undefined && tunnelled(url, checked)),
    lookup: pinned(addresses),
    rejectUnauthorized: true, // explicit, so that no environment variable can override it
    ...trust,
    signal,
  });
  request.on('error', reject);
  request.on('response', (response) => {
    const get = (name: string) => response.headers[name]?.toString() ?? null;
    const status = response.statusCode ?? 0;
    const head = { kind: 'answer' as const, status, text: '', retryAfterMs: readRetryAfter({ get }) };
    onHead(head);
    readBeginning(response, answerBytes).then((text) => resolve({ ...head, text }), reject);
  });
  // Node reports nothing more about a request whose connection switches to another protocol.
  request.on('upgrade', ({ statusCode = 0 }, socket) => {
    socket.destroy();
    resolve({ kind: 'answer', status: statusCode, text: '' });
  });
  request.end(body);
  return promise;
}

async function readBeginning(response: http.IncomingMessage, limit: number): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    bytes += chunk.length;
    if (bytes >= limit) break; // Leaving the loop here destroys the response.
  }
  return Buffer.concat(chunks).subarray(0, limit).toString('utf8');
}

function namesLoopback(hostname: string): boolean {
  return hostname === 'localhost' || reachOf(hostname.replace(/^\[(.*)\]$/, '$1')) === 'loopback';
}

function noAnswer(why: DeliveryFailure): PostAnswer {
  return { kind: 'no-answer', why };
}

/** The resolver has no time-out that we could set, and a socket may end silently. */
function untilAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const aborted = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
  return Promise.race([work, aborted]);
}

/** Answers a socket's question for the name with the checked addresses. */
function pinned(addresses: readonly ResolvedAddress[]): LookupFunction {
  return (_, { all }, answer) => {
    const [first] = addresses;
    if (first === undefined) return answer(new Error('no address'), '');
    return all ? answer(null, [...addresses]) : answer(null, first.address, first.family);
  };
}
