import { request as httpRequest, type IncomingMessage, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import type { Refusals } from './refusals.ts';
import type { WireFault } from './wire/wire-faults.ts';

/* A request between a till and the authority, which is passed on unchanged or with a fault. */

export interface SentRequest {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly fault: WireFault | undefined;
  /** The authority's port; undefined while it is down. */
  readonly port: number | undefined;
  /** Redirects some calls to another interface. */
  readonly refusals: Pick<Refusals, 'route' | 'answerAs'>;
  /** Called with each secret in a request or an answer. */
  readonly learn: (secret: string) => void;
}

interface Answer {
  readonly status: number;
  readonly headers: IncomingMessage['headers'];
  readonly body: Buffer;
}

const latencyMs = 150;
/** The number of milliseconds between two bytes of a slow answer. */
const dribbleMs = 20;

/** Carries a request to the authority, with its fault. @throws Error if the authority cannot be reached */
export async function carry(sent: SentRequest): Promise<void> {
  const { request, response, fault } = sent;
  learnFromHeader(sent);
  const body = await buffer(request);
  switch (fault) {
    case 'server-error':
      return refuse(response, [500, 502, 503, 504][body.length % 4] ?? 503, 'the gateway is tired');
    case 'rate-limit':
      response.setHeader('Retry-After', String(1 + (body.length % 120)));
      return refuse(response, 429, '{"message":"too many"}');
    case 'refused':
      return refuse(response, 403, '<html>this network needs a sign-in</html>');
    case 'request-refused':
      return refuse(response, [400, 413][body.length % 2] ?? 400, 'a proxy does not like it');
    case 'web-page':
      return refuse(response, 200, '<html>welcome to the guest network</html>');
    case 'no-http':
      return void response.socket?.end('\u0000\u0001 no HTTP at all\r\n\r\n');
    case 'request-lost':
      return void response.destroy();
    case 'latency':
      await pause(latencyMs);
      break;
    case 'sent-twice':
      await forward(sent, body);
      break;
    default:
  }
  const answer = await forward(sent, body);
  if (fault === 'answer-lost') return void response.destroy();
  if (fault === 'answer-never') return;
  response.writeHead(answer.status, answer.headers);
  if (fault === 'answer-cut') {
    response.write(answer.body.subarray(0, answer.body.length / 2), () => response.destroy());
    return;
  }
  if (fault === 'answer-dribbled') return dribble(response, answer.body);
  response.end(answer.body);
}

function refuse(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, { 'content-type': 'text/html' }).end(text);
}

async function dribble(response: ServerResponse, body: Buffer): Promise<void> {
  for (const byte of body) {
    if (response.destroyed) return;
    response.write(Buffer.of(byte));
    await pause(dribbleMs);
  }
  response.end();
}

async function forward({ request, port, refusals, learn }: SentRequest, body: Buffer): Promise<Answer> {
  if (port === undefined) throw new Error('the authority is down');
  const { method, url = '/', headers } = request;
  const outgoing = httpRequest({
    host: '127.0.0.1',
    port,
    method,
    path: refusals.route(url, body),
    headers: { ...headers, connection: 'close' },
    agent: false,
  });
  const answered = new Promise<IncomingMessage>((resolve, reject) => {
    outgoing.on('response', resolve).on('error', reject);
  });
  outgoing.end(body);
  const answer = await answered;
  const { statusCode = 502, headers: answerHeaders } = answer;
  const answerBody = refusals.answerAs(url, await buffer(answer));
  for (const [, secret] of answerBody.toString('utf8').matchAll(/"secret":"([^"]+)"/g))
    if (secret !== undefined) learn(secret);
  const { connection: _, 'transfer-encoding': __, ...kept } = answerHeaders;
  const ownHeaders = { ...kept, 'content-length': String(answerBody.length) };
  return { status: statusCode, headers: ownHeaders, body: answerBody };
}

/** Learns the secret from a header with `Basic` and the Base64 of `csid:secret`. */
function learnFromHeader({ request, learn }: SentRequest): void {
  const [, encoded = ''] = /^Basic (.+)$/.exec(request.headers.authorization ?? '') ?? [];
  const pair = Buffer.from(encoded, 'base64').toString('latin1');
  const secret = pair.slice(pair.indexOf(':') + 1);
  if (secret !== '') learn(secret);
}
