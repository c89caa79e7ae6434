import * as https from 'node:https';
import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';

/** Statuses that have no body, and a Response insists on that. */
const bodiless = [204, 205, 304];

/**
 * `fetch` over Node's own HTTPS client, for what the built-in one cannot be told: authorities of one's own and a way
 * through a proxy. It follows no redirect, and knows bodies that are text or a form.
 * @throws TypeError like fetch, with the reason as its cause
 */
export async function outgoingFetch(url: URL, init: RequestInit, agent: https.Agent): Promise<Response> {
  const headers = new Headers(init.headers);
  if (init.body instanceof URLSearchParams && !headers.has('content-type'))
    headers.set('content-type', 'application/x-www-form-urlencoded;charset=UTF-8');
  const body = init.body === undefined || init.body === null ? undefined : Buffer.from(String(init.body));
  if (body !== undefined) headers.set('content-length', String(body.length));
  const { promise, resolve, reject } = Promise.withResolvers<Response>();
  const request = https.request(url, {
    method: init.method ?? 'GET',
    headers: Object.fromEntries(headers),
    agent,
    rejectUnauthorized: true, // said, so that no variable of the environment can unsay it
    ...(init.signal && { signal: init.signal }),
  });
  request.on('error', (cause) => reject(new TypeError('fetch failed', { cause })));
  request.on('response', (answer) => {
    const { statusCode: status = 0 } = answer;
    const given = new Headers();
    for (const [name, values] of Object.entries(answer.headersDistinct))
      for (const value of values ?? []) given.append(name, value);
    try {
      const isEmpty = bodiless.includes(status);
      if (isEmpty) answer.resume();
      const stream = isEmpty ? null : (Readable.toWeb(answer) as ReadableStream<Uint8Array>);
      resolve(new Response(stream, { status, headers: given }));
    } catch (cause) {
      request.destroy();
      reject(new TypeError('fetch failed', { cause }));
    }
  });
  request.end(body);
  return promise;
}
