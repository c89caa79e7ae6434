import type { IncomingMessage } from 'node:http';

/** Bytes. A smaller body fits into the buffers of the connection, and its client reads the answer. */
const buffered = 16 * 1024;
/** Bytes. What is larger is cut off: nobody has a sale of that size. */
const mostDropped = 64 * 1024 * 1024;

/**
 * Reads the rest of a refused body and drops it, until the request's own time is up. Many clients read no answer before
 * they have sent all, and an end of the connection before that would look like a lost answer, which they send again.
 */
export async function dropBody(request: IncomingMessage): Promise<void> {
  const length = Number(request.headers['content-length'] ?? 0);
  if (request.complete || request.destroyed || !(length > buffered && length <= mostDropped)) return;
  await new Promise<void>((resolve) => {
    for (const end of ['end', 'close', 'error']) request.once(end, resolve);
    request.resume();
  });
}
