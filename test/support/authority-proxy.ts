import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** An answer that replaces the authority's own. */
export interface OtherAnswer {
  readonly status: number;
  /** The body to send as JSON, or a text to send unchanged. */
  readonly body: unknown;
}

/** Starts a proxy for an authority. It forwards calls, records their headers, and on request gives its own answers. */
export async function startAuthorityProxy(authority: string) {
  const calls: { path: string; headers: IncomingHttpHeaders }[] = [];
  let other: { path: string; answer: OtherAnswer } | undefined;

  const pass = async (request: IncomingMessage, response: ServerResponse) => {
    const path = request.url ?? '/';
    calls.push({ path, headers: request.headers });
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    if (other !== undefined && path.includes(other.path)) {
      const { status, body } = other.answer;
      response.writeHead(status, { 'content-type': 'application/json' });
      response.end(typeof body === 'string' ? body : JSON.stringify(body));
      return;
    }
    const {
      host: _,
      connection: __,
      'content-length': ___,
      'transfer-encoding': ____,
      ...headers
    } = request.headers;
    const answer = await fetch(`${authority}${path}`, {
      method: request.method ?? 'GET',
      headers: headers as Record<string, string>,
      body: Buffer.concat(chunks),
      redirect: 'manual',
    });
    const body = Buffer.from(await answer.arrayBuffer());
    const type = answer.headers.get('content-type') ?? 'application/json';
    response.writeHead(answer.status, { 'content-type': type, date: answer.headers.get('date') ?? '' });
    response.end(body);
  };
  const server = createServer((request, response) => {
    pass(request, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));

  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    calls,
    /** Answers every call whose path contains `path`. Without a path, the proxy forwards all calls again. */
    answer(path?: string, answer: OtherAnswer = { status: 500, body: '' }) {
      other = path === undefined ? undefined : { path, answer };
    },
    close() {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(resolve));
    },
  };
}
