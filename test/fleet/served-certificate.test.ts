import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { connect, createServer } from 'node:tls';
import { afterEach, expect, test } from 'vitest';
import { createOfficeServer } from '../../main/fleet/office/server.ts';
import {
  openServedCertificate,
  type ShowsCertificate,
} from '../../main/fleet/office/tls/served-certificate.ts';
import { FakeClock } from '../support/fake-clock.ts';
import { newFolder } from '../support/khatm.ts';
import { makeTestCa, type TestCertificate } from '../support/test-ca.ts';

/* TLS of the office itself: files that another program renews while the office runs. */

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
  const clock = new FakeClock();
  const errors: unknown[] = [];
  const announced: string[] = [];
  const served = await openServedCertificate(files, {
    clock,
    announce: async (pem) => {
      announced.push(pem);
    },
    onError: (error) => errors.push(error),
  });
  const server = createServer(served.shown, (socket) => socket.end());
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const took = { times: 0 };
  served.follow({
    setSecureContext(shown) {
      took.times += 1;
      server.setSecureContext(shown);
    },
  });
  closing.push(served.stop, () => new Promise((resolve) => server.close(resolve)));
  const look = () => clock.advance(60_000);
  /** Returns the certificate that somebody sees who connects. */
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
  return { write, look, seen, errors, announced, took };
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
  await expect.poll(() => errors.length).toBe(1);
  await look();
  expect(errors).toMatchObject([{ failure: { code: 'bad-input' } }]);
  expect(JSON.stringify(errors)).not.toContain('PRIVATE');
  expect((await seen())?.trim()).toBe(pemOf(first));
  write({ key: second.key });
  await look();
  await expect.poll(() => took.times).toBe(1);
  expect((await seen())?.trim()).toBe(pemOf(second));
  expect(announced).toEqual([second.cert]);
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
  const app = createOfficeServer(database as never, { tls: first });
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
  (app.server as unknown as ShowsCertificate).setSecureContext(second);
  expect(await shown()).toEqual(['HTTP/1.1 204', pemOf(second)]);
});
