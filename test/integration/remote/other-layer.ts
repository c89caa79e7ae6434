import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Asked {
  readonly path: string;
  readonly authorization: string | undefined;
  readonly form: URLSearchParams;
  readonly raw: string;
}

/** Another integration layer that follows the specification exactly. It has POST /oauth/token and GET /v2/invoices. */
export class OtherLayer {
  readonly client = { id: 'terminal-7', secret: 'a secret of the other layer' };
  readonly requests: Asked[] = [];
  /** The tokens that the layer accepts. */
  readonly tokens = new Set<string>();
  expiresIn: number | undefined = 3600;
  /** The refresh token that the layer accepts; each use replaces it. */
  refreshToken = 'refresh-0';
  /** The layer's list, page by page. */
  pages: unknown[][] = [[]];
  /** The handlers that replace the answer to a path. */
  readonly instead = new Map<string, (response: ServerResponse, received: Asked) => void>();
  /** Returns the body of a page. */
  shape: (items: unknown[], next: string | undefined) => unknown = (invoices, nextCursor) => ({
    invoices,
    nextCursor,
  });
  headers: Record<string, string> = {};
  readonly #server = createServer((request, response) => void this.#answer(request, response));

  async listen(): Promise<string> {
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, 'close');
  }

  count(path: string): number {
    return this.requests.filter((each) => each.path === path).length;
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<unknown> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const raw = Buffer.concat(chunks).toString('utf8');
    const url = new URL(request.url ?? '/', 'http://localhost');
    const { authorization } = request.headers;
    const received = { path: url.pathname, authorization, form: new URLSearchParams(raw), raw };
    this.requests.push(received);
    const instead = this.instead.get(url.pathname);
    if (instead) return instead(response, received);
    if (request.method === 'POST' && url.pathname === '/oauth/token')
      return this.#token(request, response, received);
    if (request.method === 'GET' && url.pathname === '/v2/invoices')
      return this.#invoices(url, response, received);
    return response.writeHead(404).end();
  }

  #token(request: IncomingMessage, response: ServerResponse, { form }: Asked): unknown {
    const { id, secret } = this.client;
    if (!request.headers['content-type']?.startsWith('application/x-www-form-urlencoded'))
      return json(response, 400, { error: 'invalid_request' });
    if (form.get('client_id') !== id || form.get('client_secret') !== secret)
      return json(response, 401, { error: 'invalid_client' });
    const grant = form.get('grant_type');
    if (grant === 'refresh_token' && form.get('refresh_token') !== this.refreshToken)
      return json(response, 400, { error: 'invalid_grant' });
    if (grant !== 'refresh_token' && grant !== 'client_credentials')
      return json(response, 400, { error: 'unsupported_grant_type' });
    const token = randomUUID();
    this.tokens.add(token);
    const refresh = grant === 'refresh_token' ? { refresh_token: this.#nextRefreshToken() } : {};
    return json(response, 200, {
      access_token: token,
      token_type: 'Bearer',
      expires_in: this.expiresIn,
      scope: form.get('scope') ?? 'invoices.read',
      ...refresh,
    });
  }

  #nextRefreshToken(): string {
    this.refreshToken = `refresh-${randomUUID()}`;
    return this.refreshToken;
  }

  #invoices(url: URL, response: ServerResponse, { authorization }: Asked): unknown {
    if (!this.tokens.has((authorization ?? '').replace('Bearer ', '')))
      return json(response, 401, { message: 'token expired' });
    const page = Number(url.searchParams.get('cursor') ?? 0);
    const next = page + 1 < this.pages.length ? String(page + 1) : undefined;
    return json(response, 200, this.shape(this.pages[page] ?? [], next), this.headers);
  }
}

function json(response: ServerResponse, status: number, body: unknown, headers: Record<string, string> = {}) {
  return response
    .writeHead(status, { 'Content-Type': 'application/json', ...headers })
    .end(JSON.stringify(body));
}
