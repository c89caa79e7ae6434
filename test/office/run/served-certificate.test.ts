import { once } from 'node:events';
import { rmSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { connect, createServer } from 'node:tls';
import { afterEach, expect, test } from 'vitest';
import { createOfficeServer } from '../../../main/office/server.ts';
import { openServedCertificate, type ShowsCertificate } from '../../../main/office/tls/served-certificate.ts';
import { serveWeb } from '../../../main/office/web/web.ts';
import { FakeClock } from '../../support/fake-clock.ts';
import { newFolder } from '../../support/khatm.ts';
import { makeTestCa, type TestCertificate } from '../../support/test-ca.ts';

/* Tests the office's own TLS, with files that another program renews while the office runs. */

const ca = makeTestCa();
const [first, second, strange] = [ca.issue('localhost'), ca.issue('localhost'), ca.issue('localhost')];
const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

async function office(cert: string, key: string) {
  const folder = newFolder('tls');
  const files = { certificate: path.join(folder, 'cert.pem'), key: path.join(folder, 'key.pem') };
  const write = (next: { cert?: string; key?: string }) => {
    if (next.cert !== undefined) writeFileSync(files.certificate, next.cert);
    if (next.key !== undefined) writeFileSync(files.key, next.key);
  };
  write({ cert, key });
  const clock = new FakeClock(Date.now());
  const errors: unknown[] = [];
  const announced: string[] = [];
  const database = { isAway: false };
  const served = await openServedCertificate(files, { clock, onError: (error) => errors.push(error) });
  const server = createServer(served.shown, (socket) => socket.end());
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const took = { times: 0 };
  let looked = 0;
  const announce = async (pem: string) => {
    looked += 1;
    if (database.isAway) throw new Error('the database is away');
    announced.push(pem);
  };
  served.follow(
    {
      setSecureContext(shown) {
        took.times += 1;
        server.setSecureContext(shown);
      },
    },
    announce,
  );
  closing.push(served.stop, () => new Promise((resolve) => server.close(resolve)));
  /** Checks the files. Every check ends with an announcement. */
  const look = async () => {
    const before = looked;
    await clock.advance(60_000);
    await expect.poll(() => looked, { interval: 2 }).toBe(before + 1);
    await clock.advance(0);
  };
  /** Returns the certificate that a client sees. */
  const seen = async () => {
    const socket = connect({
      port: (server.address() as AddressInfo).port,
      host: '127.0.0.1',
      servername: 'localhost',
      ca: ca.pem,
    });
    await once(socket, 'secureConnect');
    const peer = socket.getPeerX509Certificate();
    socket.destroy();
    return peer?.toString();
  };
  return { write, look, seen, errors, announced, took, database, files };
}

const pemOf = ({ cert }: TestCertificate) => cert.replaceAll('\r\n', '\n').trim();

test('a renewed certificate is shown while the office runs, once both files are there', async () => {
  const { write, look, seen, errors, announced, took } = await office(first.cert, first.key);
  expect((await seen())?.trim()).toBe(pemOf(first));
  await look();
  expect(took.times).toBe(0);
  // A renewal writes one file after the other.
  write({ cert: second.cert });
  await look();
  await look();
  expect(errors).toMatchObject([{ failure: { code: 'bad-input' } }]);
  expect(JSON.stringify(errors)).not.toContain('PRIVATE');
  expect((await seen())?.trim()).toBe(pemOf(first));
  write({ key: second.key });
  await look();
  expect(took.times).toBe(1);
  expect((await seen())?.trim()).toBe(pemOf(second));
  expect(announced).toEqual([first.cert, first.cert, first.cert, second.cert]);
});

test('a renewal comes through after looks at which the database was away or a file was missing', async () => {
  const { write, look, seen, errors, took, database, files } = await office(first.cert, first.key);
  rmSync(files.key);
  await look();
  await look();
  expect(errors).toMatchObject([{ code: 'ENOENT' }]);
  write(second);
  database.isAway = true;
  await look();
  await look();
  expect(errors.slice(1)).toMatchObject([{ message: 'the database is away' }]);
  expect((await seen())?.trim()).toBe(pemOf(first));
  database.isAway = false;
  await look();
  expect((await seen())?.trim()).toBe(pemOf(second));
  await look();
  expect([took.times, errors.length]).toEqual([1, 2]);
});

test('a certificate that is over, or lacks a name of the one in force, replaces none', async () => {
  const { write, look, seen, errors } = await office(first.cert, first.key);
  const day = 24 * 3_600_000;
  write(ca.issue('localhost', Date.now() - 9 * day, Date.now() - day));
  await look();
  await look();
  write(ca.issue('elsewhere.example'));
  await look();
  await look();
  expect(errors).toMatchObject([
    { failure: { detail: { why: expect.stringContaining('the new certificate was valid until') } } },
    { failure: { detail: { why: expect.stringContaining('the new certificate is not for localhost') } } },
  ]);
  expect((await seen())?.trim()).toBe(pemOf(first));
});

test('the next certificate is announced and not shown; the chain comes in its order', async () => {
  const files = [second.cert, ca.pem, first.cert].join('\n');
  const { seen } = await office(files, first.key);
  expect((await seen())?.trim()).toBe(pemOf(first));
});

test('what does not belong together is refused at the start, without a word of the key', async () => {
  const why = { failure: { code: 'bad-input' } };
  await expect(office(first.cert, strange.key)).rejects.toMatchObject(why);
  await expect(office('', first.key)).rejects.toMatchObject(why);
  const broken = office(first.cert, first.key.slice(0, 200));
  await expect(broken).rejects.toMatchObject(why);
  expect(JSON.stringify(await broken.catch((error: Error) => [error.message, error.stack]))).not.toContain(
    first.key.slice(40, 80),
  );
});

test('the office answers over TLS, and takes another certificate', async () => {
  const database = { asOwner: async () => ({ rows: [] }) };
  const app = createOfficeServer(database as never, { random: () => 0.5, tls: first });
  const page = { policy: () => '', read: async () => undefined };
  const calls = async () => ({ answer: { ok: true, value: null } as const, token: 'token' });
  serveWeb(app, { calls: calls as never, page, isTls: true });
  const address = await app.listen({ host: '127.0.0.1', port: 0 });
  closing.push(() => app.close());
  expect(address).toMatch(/^https:/);
  const shown = async () => {
    const socket = connect({
      port: Number(new URL(address).port),
      host: '127.0.0.1',
      servername: 'localhost',
      ca: ca.pem,
    });
    await once(socket, 'secureConnect');
    socket.write('GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n');
    const [answer] = await once(socket, 'data');
    const peer = socket.getPeerX509Certificate()?.toString().trim();
    socket.destroy();
    return [String(answer).slice(0, 12), peer];
  };
  expect(await shown()).toEqual(['HTTP/1.1 204', pemOf(first)]);
  // Calls the office from a page of this origin. Browsers on this machine are also served without an address.
  const callFrom = (origin: string) =>
    app.inject({
      ...{ method: 'POST', url: '/office/call', payload: '{}' },
      headers: { host: 'localhost:1', origin, 'content-type': 'application/json' },
    });
  const { statusCode, headers } = await callFrom('https://localhost:1');
  expect([statusCode, String(headers['set-cookie'])]).toEqual([200, expect.stringContaining('; Secure')]);
  expect((await callFrom('http://localhost:1')).statusCode).toBe(403);
  (app.server as unknown as ShowsCertificate).setSecureContext(second);
  expect(await shown()).toEqual(['HTTP/1.1 204', pemOf(second)]);
});
