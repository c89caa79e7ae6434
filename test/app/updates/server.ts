import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';

/**
 * A server of updates like one that a shop would have. It serves the files of a folder, and parts of them on request.
 */
export interface UpdateServer {
  readonly address: string;
  /** The requested paths, with the range. */
  readonly requests: string[];
  /** The number of bytes after which a package's connection ends. If undefined, it never ends early. */
  cutAfter: number | undefined;
  /** True for a server without ranges, which sends every file whole. */
  ignoresRanges: boolean;
  close(): Promise<void>;
}

export async function serveUpdates(folder: string): Promise<UpdateServer> {
  const state = { cutAfter: undefined as number | undefined, ignoresRanges: false, requests: [] as string[] };

  function answer(request: IncomingMessage, response: ServerResponse): void {
    const { range } = request.headers;
    state.requests.push(`${request.url}${range === undefined ? '' : ` ${range}`}`);
    const file = path.join(folder, path.basename(request.url ?? ''));
    if (!existsSync(file)) return void response.writeHead(404).end('nothing here');
    const whole = readFileSync(file);
    const from = state.ignoresRanges ? 0 : Number(/^bytes=(\d+)-$/.exec(range ?? '')?.[1] ?? 0);
    if (from > 0 && from >= whole.length) return void response.writeHead(416).end();
    const body = whole.subarray(from);
    const headers = { 'content-length': body.length };
    if (from > 0)
      response.writeHead(206, {
        ...headers,
        'content-range': `bytes ${from}-${whole.length - 1}/${whole.length}`,
      });
    else response.writeHead(200, headers);
    if (state.cutAfter === undefined || file.includes('.json')) return void response.end(body);
    response.write(body.subarray(0, state.cutAfter), () => response.destroy());
  }

  const server = createServer(answer).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return Object.assign(state, {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  });
}
