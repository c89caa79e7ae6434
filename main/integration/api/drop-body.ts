import type { IncomingMessage, Server } from 'node:http';

/** Bytes. A smaller body fits into the buffers of the connection, and its client reads the answer. */
const buffered = 16 * 1024;
/** Bytes. What is larger is cut off: nobody has a sale of that size. */
const mostDropped = 64 * 1024 * 1024;

/**
 * Reads the rest of a body that was not read to its end and drops it, until the request's own time is up. Many clients
 * read no answer before they have sent all, and an end of the connection before that would look like a lost answer,
 * which they send again.
 * @returns false for one that is too large to be read: its connection is to be closed
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

/** A body in chunks does not say its size. */
const isChunked = ({ headers }: IncomingMessage) => headers['transfer-encoding'] !== undefined;
const lengthOf = ({ headers }: IncomingMessage) => Number(headers['content-length'] ?? 0);

/**
 * Asks a client that waits for `100 Continue` for its body, but for one that would be cut off: that client gets the
 * refusal before it has sent anything.
 */
export function askForBodies(server: Pick<Server, 'on' | 'emit'>): void {
  server.on('checkContinue', (request, response) => {
    if (lengthOf(request) <= mostDropped) response.writeContinue();
    server.emit('request', request, response);
  });
}
