import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { get } from 'node:https';
import type { AddressInfo } from 'node:net';
import { connect } from 'node:tls';
import { afterEach, describe, expect, test } from 'vitest';
import {
  describeCertificate,
  makeServerCertificate,
} from '../../../main/integration/api/server-certificate.ts';
import { failing } from '../../books/ledger/support.ts';
import { openShop, type Shop, type ShopOptions } from './shop.ts';

const day = 24 * 3_600_000;

let shops: Shop[] = [];
afterEach(async () => {
  for (const shop of shops) await shop.close();
  shops = [];
});
async function open(options: ShopOptions = {}): Promise<Shop> {
  const shop = await openShop(options);
  shops.push(shop);
  return shop;
}

/** Sends a request over HTTPS and trusts only this certificate. */
function ask(address: string, ca: string): Promise<number> {
  return new Promise((resolve, reject) => {
    get(`${address}/openapi.json`, { ca, agent: false }, (answer) => {
      answer.resume();
      resolve(answer.statusCode ?? 0);
    }).on('error', reject);
  });
}

/** Returns the service's address on the loopback interface. */
const local = (shop: Shop) => `https://127.0.0.1:${new URL(shop.service.status().addresses[0] ?? '').port}`;

test('is off until the manager turns it on, and then on this machine alone', async () => {
  const shop = await open({ enabled: false });
  expect(shop.service.status()).toMatchObject({ enabled: false, network: false, addresses: [] });
  const status = await shop.service.set({ enabled: true, port: 0, network: false });
  expect(status.addresses).toEqual([expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/)]);
  const [address = ''] = status.addresses;
  expect((await fetch(`${address}/openapi.json`)).status).toBe(200);
  await shop.service.set({ enabled: false, port: 0, network: false });
  await expect(fetch(`${address}/openapi.json`)).rejects.toThrow('fetch failed');
});

test('says when its port is taken, and listens when it is free again', async () => {
  const shop = await open({ enabled: false });
  const other = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => other.once('listening', resolve));
  const { port } = other.address() as AddressInfo;
  const taken = await shop.service.set({ enabled: true, port, network: false });
  expect(taken).toMatchObject({ enabled: true, failure: 'port-taken', addresses: [] });
  await new Promise((resolve) => other.close(resolve));
  const free = await shop.service.start();
  expect(free.failure).toBeUndefined();
  expect(free.addresses).toEqual([`http://127.0.0.1:${port}`]);
});

test('changes made at once leave one server', async () => {
  const shop = await open();
  await Promise.all(
    [true, false, true].map((enabled) => shop.service.set({ enabled, port: 0, network: false })),
  );
  const { addresses } = shop.service.status();
  expect(addresses.length).toBe(1);
  expect((await fetch(`${addresses[0]}/openapi.json`)).status).toBe(200);
});

describe('on the network', () => {
  test('speaks HTTPS alone, with a certificate that those who have it can check', async () => {
    const shop = await open({ network: true });
    const { certificate, addresses } = shop.service.status();
    expect(addresses.every((address) => address.startsWith('https://'))).toBe(true);
    expect(certificate).toMatchObject({ source: 'own', names: expect.arrayContaining(['127.0.0.1']) });
    expect(await ask(local(shop), certificate?.pem ?? '')).toBe(200);
    await expect(
      ask(local(shop), describeCertificate(makeServerCertificate(['127.0.0.1'], Date.now()).certificate).pem),
    ).rejects.toThrow();
    await expect(fetch(`http://127.0.0.1:${new URL(shop.base).port}/openapi.json`)).rejects.toThrow();
  });

  test('refuses old versions of TLS', async () => {
    const shop = await open({ network: true });
    const port = Number(new URL(shop.base).port);
    const protocolOf = (maxVersion: 'TLSv1.1' | 'TLSv1.2') =>
      new Promise((resolve) => {
        const socket = connect(
          { host: '127.0.0.1', port, rejectUnauthorized: false, minVersion: 'TLSv1', maxVersion },
          () => {
            resolve(socket.getProtocol());
            socket.end();
          },
        );
        socket.on('error', () => resolve('refused'));
      });
    expect([await protocolOf('TLSv1.1'), await protocolOf('TLSv1.2')]).toEqual(['refused', 'TLSv1.2']);
  });

  test('keeps its certificate from one start to the next, and its key in the vault alone', async () => {
    const shop = await open({ network: true });
    const before = shop.service.status().certificate;
    await shop.service.stop();
    expect((await shop.service.start()).certificate).toEqual(before);
    const [name = '', ...others] = shop.secrets.names();
    expect(others).toEqual([]);
    expect(await shop.secrets.get(name)).toMatch(/^-----BEGIN PRIVATE KEY-----/);
    const database = Buffer.concat([readFileSync(shop.file), readFileSync(`${shop.file}-wal`)]);
    expect(database.includes('BEGIN CERTIFICATE')).toBe(true);
    expect(database.includes('PRIVATE KEY')).toBe(false);
    expect(JSON.stringify(shop.service.status())).not.toContain('PRIVATE KEY');
  });

  test('takes a supplied certificate into use, and refuses one that cannot serve', async () => {
    const shop = await open({ network: true });
    const supplied = makeServerCertificate(['127.0.0.1', 'till.shop.example'], Date.now());
    const other = makeServerCertificate(['127.0.0.1'], Date.now());
    for (const [wrong, code] of [
      [{ ...supplied, certificate: 'none' }, 'not-a-certificate'],
      [{ ...supplied, privateKey: 'none' }, 'not-a-key'],
      [{ ...supplied, privateKey: other.privateKey }, 'key-does-not-fit'],
    ] as const)
      await expect(shop.service.setCertificate({ source: 'supplied', ...wrong })).rejects.toMatchObject({
        failure: { code: 'bad-input', issues: [{ code }] },
      });
    const status = await shop.service.setCertificate({ source: 'supplied', ...supplied });
    expect(status.certificate).toMatchObject({
      source: 'supplied',
      names: ['127.0.0.1', 'till.shop.example'],
    });
    expect(await ask(local(shop), status.certificate?.pem ?? '')).toBe(200);
    const ownCertificate = await shop.service.setCertificate({ source: 'own' });
    expect(ownCertificate.certificate?.source).toBe('own');
    await expect(ask(local(shop), status.certificate?.pem ?? '')).rejects.toThrow();
    expect(shop.secrets.names()).toHaveLength(1);
  });

  describe('when its own certificate ends', () => {
    // TLS clients use the real clock: the first certificate was made so long ago that it ends in 20 days, and the next
    // one is valid already.
    const ageDays = 805;
    const made = () => Date.now() - ageDays * day;

    test('the next one is in certificate.pem a month before, and takes over by itself on the last day', async () => {
      const shop = await open({ network: true, now: made() });
      const first = shop.service.status().certificate;
      expect(first).toMatchObject({ isEnding: false });
      expect(first?.next).toBeUndefined();
      await shop.clock.advance(790 * day);
      expect(shop.service.status().certificate?.next).toBeUndefined();

      await shop.clock.advance(10 * day);
      const both = shop.service.status().certificate;
      expect(both).toMatchObject({
        fingerprint: first?.fingerprint,
        isEnding: true,
        validTo: first?.validTo,
      });
      expect(both?.next?.fingerprint).not.toBe(first?.fingerprint);
      expect(shop.service.certificateEnd()).toBe(Date.parse(first?.validTo ?? ''));
      // Clients with either of the two certificates can connect.
      expect(await ask(local(shop), first?.pem ?? '')).toBe(200);
      expect(await ask(local(shop), both?.pem ?? '')).toBe(200);

      await shop.clock.advance(25 * day);
      await expect.poll(() => shop.service.status().certificate?.fingerprint).toBe(both?.next?.fingerprint);
      await expect.poll(() => shop.service.status().addresses.length).toBeGreaterThan(0);
      expect(shop.service.status().certificate).toMatchObject({ source: 'own', isEnding: false });
      expect(shop.service.certificateEnd()).toBeUndefined();
      expect(await ask(local(shop), both?.pem ?? '')).toBe(200);
      await expect(ask(local(shop), first?.pem ?? '')).rejects.toThrow();
      // The old key has been deleted.
      expect(shop.secrets.names()).toHaveLength(1);
    });

    test('a terminal that was switched off meanwhile makes a new one when it begins', async () => {
      const shop = await open({ network: true, now: made() - 100 * day });
      const first = shop.service.status().certificate;
      await shop.service.stop();
      await shop.clock.advance((ageDays + 100) * day);
      const { certificate } = await shop.service.start();
      expect(certificate?.fingerprint).not.toBe(first?.fingerprint);
      expect(certificate).toMatchObject({ isEnding: false });
      expect(await ask(local(shop), certificate?.pem ?? '')).toBe(200);
    });

    test('one that was supplied is never replaced, and said to end', async () => {
      const shop = await open({ network: true, now: made() });
      const supplied = makeServerCertificate(['127.0.0.1'], shop.clock.now());
      const { certificate } = await shop.service.setCertificate({ source: 'supplied', ...supplied });
      expect(certificate?.isEnding).toBe(false);
      await shop.clock.advance(900 * day);
      expect(shop.service.status().certificate).toEqual({ ...certificate, isEnding: true });
    });
  });
});

test('its own certificate is what systems want of a server’s, by an authority for it alone', () => {
  const names = ['localhost', '127.0.0.1', '::1', 'fd00::1:2', 'till.local'];
  const chain = makeServerCertificate(names, Date.UTC(2026, 10, 20)).certificate;
  const server = new X509Certificate(chain);
  const authority = new X509Certificate(describeCertificate(chain).pem);
  expect([server.ca, authority.ca]).toEqual([false, true]);
  expect(server.checkIssued(authority)).toBe(true);
  expect(server.verify(authority.publicKey)).toBe(true);
  expect(authority.verify(authority.publicKey)).toBe(true);
  expect(server.publicKey.asymmetricKeyDetails).toEqual({ namedCurve: 'prime256v1' });
  expect(server.keyUsage).toEqual(['1.3.6.1.5.5.7.3.1']);
  expect([server.validFromDate.toISOString(), server.validToDate.toISOString()]).toEqual([
    '2026-11-19T00:00:00.000Z',
    '2029-02-22T00:00:00.000Z',
  ]);
  expect(server.checkHost('till.local')).toBe('till.local');
  expect(server.checkHost('evil.example')).toBeUndefined();
  for (const address of ['127.0.0.1', '::1', 'fd00::1:2']) expect(server.checkIP(address)).toBe(address);
});

test('clients that the manager has not made are not found', async () => {
  const shop = await open();
  for (const change of [
    () => shop.oauth.clients.rotate('none', 0),
    () => shop.oauth.clients.revoke('none'),
    () => shop.oauth.clients.scope('none', ['invoices.read']),
  ])
    expect(change).toThrow(failing('not-found'));
});
