import { once } from 'node:events';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { createPost, type PostOptions } from '../../../main/base/network/http-post.ts';
import { makeServerCertificate } from '../../../main/integration/api/server-certificate.ts';

const name = 'receiver.example';
const identity = makeServerCertificate([name], Date.now());
const servers: Server[] = [];

afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

/** Starts a receiver over HTTPS that counts its callers. */
async function listen(host: string, port = 0) {
  const seen = { calls: 0, port: 0 };
  const server = createServer({ key: identity.privateKey, cert: identity.certificate }, (_, response) => {
    seen.calls += 1;
    response.end('taken');
  });
  servers.push(server);
  server.listen(port, host);
  await once(server, 'listening');
  seen.port = (server.address() as AddressInfo).port;
  return seen;
}

const post = (url: string, options: Partial<PostOptions>) =>
  createPost({
    lookup: async () => [{ address: '127.0.0.2', family: 4 }],
    timeoutMs: 5_000,
    answerBytes: 100,
    plainToLoopback: false,
    certificates: () => [identity.certificate],
    ...options,
  })({ url, headers: {}, body: Buffer.from('{}'), allowPrivate: true });

describe('a call over HTTPS', () => {
  it('goes to the very address that was checked, whatever the name says a moment later', async () => {
    const checked = await listen('127.0.0.2');
    const other = await listen('127.0.0.3', checked.port);
    const answers = ['127.0.0.2', '127.0.0.3'];
    let lookups = 0;
    const answer = await post(`https://${name}:${checked.port}/`, {
      lookup: async () => [{ address: answers[lookups++] ?? '127.0.0.3', family: 4 }],
    });
    expect(answer).toMatchObject({ kind: 'answer', status: 200, text: 'taken' });
    expect([lookups, checked.calls, other.calls]).toEqual([1, 1, 0]);
  });

  it('needs a certificate that is trusted and of that name', async () => {
    const { port } = await listen('127.0.0.2');
    const failed = (why: string) => ({ kind: 'no-answer', why });
    const untrusted = await post(`https://${name}:${port}/`, { certificates: undefined });
    expect(untrusted).toEqual(failed('tls-unknown-issuer'));
    expect(await post(`https://other.example:${port}/`, {})).toEqual(failed('tls-host'));
    expect(await post(`https://${name}:${port}/`, {})).toMatchObject({ status: 200 });
  });

  it('does not trust more because the environment says so', async () => {
    const { port } = await listen('127.0.0.2');
    process.env.NODE_TLS_REJECT_UNAUTHORIZED = '0';
    try {
      expect(await post(`https://${name}:${port}/`, { certificates: undefined })).toMatchObject({
        why: 'tls-unknown-issuer',
      });
    } finally {
      delete process.env.NODE_TLS_REJECT_UNAUTHORIZED;
    }
  });
});
