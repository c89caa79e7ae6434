import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { verify } from '@octokit/webhooks-methods';

/** A request as the receiver got it. */
export interface Received {
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  /** True when the public library accepts the signature. */
  readonly signed: boolean;
  /** The time in the second header, and the secrets with which the public library accepts its signatures. */
  readonly timed: { readonly seconds: number; readonly by: readonly string[] };
}

export type Answer = number | ((response: ServerResponse) => void);

/** Reads the second header using only its description. */
async function readTimed(
  secrets: readonly string[],
  header: string,
  body: string,
): Promise<Received['timed']> {
  const parts = header.split(',').map((part) => part.split('='));
  const [seconds = ''] = parts.flatMap(([name, value = '']) => (name === 't' ? [value] : []));
  const signatures = parts.flatMap(([name, value = '']) => (name === 'v1' ? [`sha256=${value}`] : []));
  const fits = async (secret: string) =>
    (await Promise.all(signatures.map((each) => verify(secret, `${seconds}.${body}`, each)))).includes(true);
  const checks = await Promise.all(secrets.map(fits));
  return { seconds: Number(seconds), by: secrets.filter((_, index) => checks[index]) };
}

/** A receiver independent of the product: plain Node, with signatures checked by another project's webhook library. */
export class LibraryReceiver {
  readonly received: Received[] = [];
  /** The secrets that the receiver accepts. */
  secrets: string[] = [];
  /** The answer to a well-signed event: a status or a complete response. */
  answer: (received: Received) => Answer = () => 200;
  /** The status for an event that is not well-signed. */
  refusal = 401;
  /** The header that it checks, which is the specification's own or the one that signs time and body. */
  checks: 'signed' | 'timed' = 'signed';
  readonly #server = createServer((request, response) => void this.#receive(request, response));

  async #receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const body = Buffer.concat(chunks).toString('utf8');
    const signature = String(request.headers['x-service-signature']);
    const checks = await Promise.all(this.secrets.map((secret) => verify(secret, body, signature)));
    const timed = await readTimed(this.secrets, String(request.headers['khatm-signature']), body);
    const received = { headers: request.headers, body, signed: checks.includes(true), timed };
    this.received.push(received);
    const isRight = this.checks === 'signed' ? received.signed : timed.by.length > 0;
    const answer = isRight ? this.answer(received) : this.refusal;
    if (typeof answer === 'function') answer(response);
    else response.writeHead(answer).end();
  }

  async listen(host = '127.0.0.1'): Promise<string> {
    this.#server.listen(0, host);
    await once(this.#server, 'listening');
    return `http://${host}:${(this.#server.address() as AddressInfo).port}/events?shop=1`;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  /** Returns the accepted events, parsed, in the order of arrival. */
  events(): { id: string; type: string; createdAt: string; data: Record<string, unknown> }[] {
    return this.received.filter(({ signed }) => signed).map(({ body }) => JSON.parse(body));
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, 'close');
  }
}
