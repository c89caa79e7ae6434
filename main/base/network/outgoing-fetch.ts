import * as https from 'node:https';
import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';

/** Statuses for which Response does not allow a body. */
const bodiless = [204, 205, 304];

/**
 * A `fetch` over Node's own HTTPS client, because the built-in one does not support additional authorities and a proxy.
 * It follows no redirects, and sends only text, form data or bytes.
 * @throws TypeError like fetch, with the reason as its cause
 */
export async function outgoingFetch(url: URL, init: RequestInit, agent: https.Agent): Promise<Response> {
  const headers = new Headers(init.headers);
  if (init.body instanceof URLSearchParams && !headers.has('content-type'))
    headers.set('content-type', 'application/x-www-form-urlencoded;charset=UTF-8');
  const body = bytesOf(init.body);
  if (body !== undefined) headers.set('content-length', String(body.length));
  const { promise, resolve, reject } = Promise.withResolvers<Response>();
  const request = https.request(url, {
    method: init.method ?? 'GET',
    headers: Object.fromEntries(headers),
    agent,
    rejectUnauthorized: true, // explicit, so that no environment variable can override it
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

function bytesOf(body: RequestInit['body']): Buffer | undefined {
  if (body === undefined || body === null) return undefined;
  return ArrayBuffer.isView(body)
    ? Buffer.from(body.buffer, body.byteOffset, body.byteLength)
    : Buffer.from(String(body));
}
