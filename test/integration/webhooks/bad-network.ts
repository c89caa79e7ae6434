import { once } from 'node:events';
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type ServerResponse,
  request as startRequest,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Random } from '../../crash/random.ts';

/** The number of each fault so far. */
export interface Mishaps {
  lost: number;
  answersLost: number;
  doubled: number;
  delayed: number;
}

/**
 * Opens a network between a sender and a receiver that loses requests, loses the answers of requests that arrived,
 * doubles requests, and delays them so that later ones overtake them.
 */
export async function badNetwork(targetPort: number, random: Random) {
  const mishaps: Mishaps = { lost: 0, answersLost: 0, doubled: 0, delayed: 0 };
  const carry = async (request: IncomingMessage, response: ServerResponse) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const pass = (answer: ServerResponse | undefined) =>
      forward(targetPort, request.url ?? '/', request.headers, Buffer.concat(chunks), answer);
    const luck = random.next();
    if (luck < 0.1) {
      mishaps.lost += 1;
      response.destroy();
    } else if (luck < 0.2) {
      mishaps.answersLost += 1;
      pass(undefined);
      response.destroy();
    } else if (luck < 0.3) {
      mishaps.doubled += 1;
      pass(response);
      setTimeout(() => pass(undefined), random.next() * 300);
    } else if (luck < 0.5) {
      mishaps.delayed += 1;
      setTimeout(() => pass(response), random.next() * 200);
    } else pass(response);
  };
  const server = createServer((request, response) => {
    carry(request, response).catch(() => response.destroy());
  });
  server.on('clientError', (_, socket) => socket.destroy());
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    mishaps,
    port: (server.address() as AddressInfo).port,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

function forward(
  port: number,
  path: string,
  headers: IncomingHttpHeaders,
  body: Buffer,
  answer: ServerResponse | undefined,
): void {
  const onward = startRequest({ host: '127.0.0.1', port, path, method: 'POST', headers, agent: false });
  onward.on('error', () => answer?.destroy()); // The receiver is not running at the moment.
  onward.on('response', (response) => {
    response.resume();
    response.on('error', () => answer?.destroy());
    response.on('end', () => answer?.writeHead(response.statusCode ?? 500).end());
  });
  onward.end(body);
}
