import { fail } from '../../../shared/failure.ts';
import { connectionFault } from '../../base/network/connection-fault.ts';

export interface FetchLimits {
  readonly timeoutMs: number;
  /** The largest answer body; a larger one counts as broken. */
  readonly answerBytes: number;
  /** Returns the signal that aborts calls; called for each call. */
  readonly signal?: (() => AbortSignal) | undefined;
}

export type LimitedFetch = (
  url: string,
  init: { method: string; headers: Record<string, string>; body?: URLSearchParams | undefined },
) => Promise<Response>;

/**
 * A `fetch` with limits on time and size that follows no redirect, so that a token is sent only to the intended
 * address. Answers are read to their end. Fails with `remote-unreachable` if there is no complete answer.
 */
export function limitedFetch(
  fetch: typeof globalThis.fetch,
  { timeoutMs, answerBytes, signal }: FetchLimits,
): LimitedFetch {
  return async (url, init) => {
    try {
      const response = await fetch(url, {
        method: init.method,
        headers: init.headers,
        ...(init.body && { body: init.body }),
        redirect: 'manual',
        signal: AbortSignal.any([AbortSignal.timeout(timeoutMs), ...(signal ? [signal()] : [])]),
      });
      const body = await readWhole(response, answerBytes);
      const { status, headers } = response;
      // 204, 205 and 304 must not have a body, or the constructor throws.
      return new Response(body.length === 0 ? null : new Uint8Array(body), { status, headers });
    } catch (error) {
      const why = connectionFault(error);
      return fail('remote-unreachable', why === undefined ? {} : { detail: { why } }, error);
    }
  };
}

async function readWhole(response: Response, limit: number): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    bytes += chunk.byteLength;
    if (bytes > limit) throw new Error(`more than ${limit} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
