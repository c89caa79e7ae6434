import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import path from 'node:path';
import Fastify from 'fastify';
import { sign } from '../../../main/base/network/webhook-signature.ts';
import { systemClock } from '../../../main/base/platform/clock.ts';
import { createChanges } from '../../../main/books/ledger/database/changes.ts';
import { createInbound } from '../../../main/integration/inbound/inbound.ts';
import { addInboundRoutes } from '../../../main/integration/inbound/routes.ts';
import { openIntegrationStore } from '../../../main/integration/store/integration-store.ts';
import { newFolder } from '../../support/khatm.ts';
import { memorySecrets } from '../../support/memory-secrets.ts';

export interface FuzzResult {
  /** The number of answers by status; 0 counts cut connections, which are a valid answer to data that is not HTTP. */
  readonly statuses: Record<number, number>;
  /** The number of answers that contain the secret, a stack trace or a row's text. */
  readonly leaks: number;
  readonly errors: number;
  /** The heap in MiB after a garbage collection, near the beginning and at the end; undefined without --expose-gc. */
  readonly heap: { readonly first: number; readonly last: number } | undefined;
}

interface Attack {
  readonly method: string;
  readonly path: string;
  readonly headers: Record<string, string | string[]>;
  readonly body: Buffer;
}

/** Sends requests of every bad kind, and some good ones, to a receiver over real sockets. */
export async function runFuzz(requests: number, random: () => number): Promise<FuzzResult> {
  const folder = newFolder('fuzz');
  const database = openIntegrationStore(path.join(folder, 'integration.db'));
  let errors = 0;
  const receiver = createInbound({
    database,
    changes: createChanges(database),
    secrets: memorySecrets(),
    vaultPrefix: 'training',
    clock: systemClock,
    onChange: () => {},
    onEvents: () => {},
    onError: () => {
      errors += 1;
    },
  });
  const { secret = '' } = await receiver.settings.addSecret();
  receiver.settings.change({ enabled: true });
  receiver.start();
  const app = Fastify({ forceCloseConnections: true });
  addInboundRoutes(app, { inbound: receiver, path: '/events', plainFromLoopback: true });
  await app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = app.server.address() as AddressInfo;
  const agent = new Agent({ keepAlive: true, maxSockets: 16 });

  const statuses: Record<number, number> = {};
  let leaks = 0;
  let done = 0;
  let first: number | undefined;
  async function attackOnAndOn(): Promise<void> {
    while (done < requests) {
      done += 1;
      if (done === Math.ceil(requests / 5)) first = heapNow();
      const answer =
        random() < 0.03 ? await sendRaw(port, random) : await send(port, agent, makeAttack(secret, random));
      statuses[answer.status] = (statuses[answer.status] ?? 0) + 1;
      if (answer.text.includes(secret) || /SQLITE|node:|\.ts:\d/.test(answer.text)) leaks += 1;
    }
  }
  try {
    await Promise.all(Array.from({ length: 16 }, attackOnAndOn));
    const last = heapNow();
    return { statuses, leaks, errors, heap: first && last ? { first, last } : undefined };
  } finally {
    agent.destroy();
    receiver.stop();
    await app.close();
    database.close();
    rmSync(folder, { recursive: true });
  }
}

function heapNow(): number | undefined {
  if (globalThis.gc === undefined) return undefined;
  globalThis.gc();
  return Math.round(process.memoryUsage().heapUsed / 2 ** 20);
}

const json = Array.from({ length: 6 }, () => 'application/json');
const right = Array.from({ length: 12 }, () => '/events');

function makeAttack(secret: string, random: () => number): Attack {
  const body = makeBody(random);
  const headers: Record<string, string | string[]> = {
    'content-type': pick(random, [...json, 'text/plain', 'multipart/form-data', '', 'x'.repeat(500)]),
    'x-service-event': 'invoice.cleared',
    'x-service-delivery': pick(random, [randomUUID(), randomUUID(), '', 'x'.repeat(300), '\u00e9', 'same']),
    // Most bodies are signed, because the fuzz must reach the code behind the signature check.
    'x-service-signature': pick(random, [
      sign(body, secret),
      sign(body, secret),
      sign(body, secret),
      sign(body, 'other'),
      '',
      'sha256=',
      'sha1=00',
    ]),
    'x-service-timestamp': pick(random, [
      String(Math.floor(Date.now() / 1000)),
      String(Math.floor(Date.now() / 1000)),
      '0',
      '-1',
      '9'.repeat(40),
      'NaN',
    ]),
  };
  if (random() < 0.05) headers['x-service-signature'] = [sign(body, secret), sign(body, secret)];
  if (random() < 0.05) headers['content-encoding'] = 'gzip';
  for (const name of Object.keys(headers)) if (random() < 0.03) delete headers[name];
  return {
    method: random() < 0.95 ? 'POST' : pick(random, ['PUT', 'GET', 'DELETE']),
    path: pick(random, [...right, '/events?x=%00', '/events/..%2f', '/%ff']),
    headers,
    body,
  };
}

const anyBytes = (random: () => number, length: number) =>
  Buffer.from(Array.from({ length }, () => Math.floor(random() * 256)));

/** Returns an event with a fault in it, other content, or an empty body. */
function makeBody(random: () => number): Buffer {
  const strange: unknown[] = [
    null,
    5,
    '',
    [],
    {},
    '\u0000',
    '\ud800',
    'x'.repeat(5_000),
    '2026-02-30T00:00:00Z',
    { toString: 1 },
    Number.MAX_VALUE,
    "'; DROP TABLE received_event; --",
    '__proto__',
  ];
  const event: Record<string, unknown> = {
    id: randomUUID(),
    type: pick(random, ['invoice.cleared', 'invoice.rejected', 'anything']),
    createdAt: new Date(Date.now() - random() * 1e6).toISOString(),
    data: { invoiceId: 'x', invoiceUuid: pick(random, ['a', 'b', 'c']), status: 'CLEARED' },
  };
  const place = pick(random, ['id', 'type', 'createdAt', 'data', 'extra', 'none', 'none']);
  if (place !== 'none') event[place] = pick(random, strange);
  if (random() < 0.2)
    event.data = { invoiceUuid: 'a', [pick(random, ['status', '__proto__', 'x'])]: pick(random, strange) };
  const text = JSON.stringify(event);
  const luck = random();
  if (luck < 0.05) return anyBytes(random, Math.floor(random() * 2_000));
  if (luck < 0.1) return Buffer.from(text.slice(0, Math.floor(random() * text.length)));
  if (luck < 0.12) return Buffer.from('['.repeat(60_000));
  if (luck < 0.13) return Buffer.from(`${text}${' '.repeat(70_000)}`);
  if (luck < 0.16) return Buffer.from(text.replace('{', '{"__proto__":{"known":true},"constructor":0,'));
  if (luck < 0.2) {
    const bytes = Buffer.from(text);
    bytes[Math.floor(random() * bytes.length)] = Math.floor(random() * 256);
    return bytes;
  }
  return Buffer.from(text);
}

function send(port: number, agent: Agent, attack: Attack): Promise<{ status: number; text: string }> {
  return new Promise((resolve) => {
    const { method, path: target, headers, body } = attack;
    const call = request({ port, agent, method, path: target, headers }, (response) => {
      let text = '';
      response.on('data', (chunk) => {
        text += chunk;
      });
      response.on('end', () => resolve({ status: response.statusCode ?? 0, text }));
      response.on('error', () => resolve({ status: 0, text }));
    });
    call.on('error', () => resolve({ status: 0, text: '' }));
    call.end(method === 'GET' ? undefined : body);
  });
}

/** Sends bytes that are not HTTP, or only almost. */
function sendRaw(port: number, random: () => number): Promise<{ status: number; text: string }> {
  const lines = pick(random, [
    anyBytes(random, 200),
    'POST /events HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\nhello',
    'POST /events HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\nContent-Length: 5\r\n\r\n0\r\n\r\n',
    'POST /events HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n',
    `POST /events HTTP/1.1\r\nHost: x\r\nX: ${'y'.repeat(100_000)}\r\n\r\n`,
    'POST /events HTTP/1.1\r\nHost: x\r\nContent-Length: -1\r\n\r\n',
    'GET / HTTP/9.9\r\n\r\n',
  ]);
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    let text = '';
    socket.on('data', (chunk) => {
      text += chunk;
    });
    socket.on('error', () => {});
    socket.on('close', () => resolve({ status: Number(/^HTTP\/1\.1 (\d{3})/.exec(text)?.[1] ?? 0), text }));
    socket.end(lines);
  });
}

function pick<T>(random: () => number, from: readonly T[]): T {
  return from[Math.floor(random() * from.length)] as T;
}
