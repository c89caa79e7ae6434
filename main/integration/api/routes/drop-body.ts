import type { IncomingMessage, Server } from 'node:http';

/** A body of at most this many bytes fits into the buffers of the connection, and its client reads the answer. */
const buffered = 16 * 1024;
/** A body of more bytes than this is cut off, because no sale has that size. */
const mostDropped = 64 * 1024 * 1024;

/**
 * Reads the rest of a body that was not read to its end and drops it, until the request's own time is up. Many clients
 * do not read an answer before they have sent everything. If the connection were closed earlier, they would miss the
 * answer and repeat the request.
 * @returns false for a body that is too large to be read: its connection must be closed
 */
export async function dropBody(request: IncomingMessage): Promise<boolean> {
  if (request.complete || request.destroyed) return true;
  if (!isChunked(request) && lengthOf(request) <= buffered) return true;
  if (lengthOf(request) > mostDropped) return false;
  return new Promise<boolean>((resolve) => {
    let dropped = 0;
    for (const end of ['end', 'close', 'error']) request.once(end, () => resolve(true));
    request.on('data', ({ length }: Buffer) => {
      dropped += length;
      if (dropped > mostDropped) resolve(false);
    });
    request.resume();
  });
}

/** A chunked body does not declare its size. */
const isChunked = ({ headers }: IncomingMessage) => headers['transfer-encoding'] !== undefined;
const lengthOf = ({ headers }: IncomingMessage) => Number(headers['content-length'] ?? 0);

/** Asks for the body of a client that waits for `100 Continue`; one that is too large is refused unsent. */
export function askForBodies(server: Pick<Server, 'on' | 'emit'>): void {
  server.on('checkContinue', (request, response) => {
    if (lengthOf(request) <= mostDropped) response.writeContinue();
    server.emit('request', request, response);
  });
}
