import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { connect } from 'node:net';
import { expect, test } from 'vitest';
import { provideShop } from './provide-shop.ts';

const { shop } = await provideShop();
const { hostname, port } = new URL(shop.base);
const size = 9 * 1024 * 1024;
const piece = Buffer.alloc(64 * 1024, 'x');

/** Sends a head and then a body, even if the answer comes first, and returns the answer. */
async function sendAll(head: readonly string[], body: readonly (string | Buffer)[]): Promise<string> {
  const socket = connect(Number(port), hostname);
  let answer = '';
  socket.setEncoding('utf8').on('data', (text: string) => {
    answer += text;
  });
  socket.write(`${[...head, `Host: ${hostname}`, 'Connection: close'].join('\r\n')}\r\n\r\n`);
  for (const part of body) socket.write(part);
  await once(socket, 'end');
  socket.destroy();
  return answer;
}

const form = 'application/x-www-form-urlencoded';
const sale = 'application/json';
const of = `/v2/invoices/${randomUUID()}`;

test.each<[call: string, type: string, authorized: boolean, status: number, code: string]>([
  ['POST /oauth/token', form, false, 413, 'invalid_request'],
  ['POST /oauth/revoke', form, false, 413, 'invalid_request'],
  ['POST /oauth/token', sale, false, 400, 'invalid_request'],
  ['POST /v2/invoices', sale, true, 413, 'too-large'],
  ['POST /v2/invoices', sale, false, 401, 'unauthorized'],
  ['POST /v2/sales/validate', sale, true, 413, 'too-large'],
  [`POST ${of}/returns`, sale, true, 413, 'too-large'],
  [`POST /v2/webhooks/deliveries/${randomUUID()}/redeliver`, sale, true, 403, 'insufficient-scope'],
  ['POST /v2/nothing', sale, true, 413, 'too-large'],
  ['PUT /v2/invoices', sale, true, 413, 'too-large'],
  ['POST /openapi.json', sale, false, 413, 'too-large'],
])(
  '%s with 9 MiB of %s, a token %s: the client can read %i %s',
  async (call, type, authorized, status, code) => {
    const token = authorized ? [`Authorization: Bearer ${await shop.tokenOf(shop.client())}`] : [];
    const head = [`${call} HTTP/1.1`, `Content-Type: ${type}`, `Idempotency-Key: ${randomUUID()}`, ...token];
    const pieces = Array.from({ length: size / piece.length }, () => piece);
    const answered = await sendAll([...head, `Content-Length: ${size}`], pieces);
    const chunk = [`${piece.length.toString(16)}\r\n`, piece, '\r\n'];
    const unsaid = await sendAll(
      [...head, 'Transfer-Encoding: chunked'],
      [...pieces.flatMap(() => chunk), '0\r\n\r\n'],
    );
    for (const answer of [answered, unsaid])
      expect([answer.slice(0, 12), answer.includes(`"${code}"`)]).toEqual([`HTTP/1.1 ${status}`, true]);
  },
);

test('a client that waits for 100 Continue is asked for its body, and refused before a huge one', async () => {
  const head = ['POST /oauth/token HTTP/1.1', `Content-Type: ${form}`, 'Expect: 100-continue'];
  const body = 'grant_type=none';
  const answer = await sendAll([...head, `Content-Length: ${body.length}`], [body]);
  expect(answer).toMatch(/^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 400 /);
  const refused = await sendAll([...head, `Content-Length: ${100 * 1024 * 1024}`], []);
  expect(refused).toMatch(/^HTTP\/1\.1 413 /);
});
