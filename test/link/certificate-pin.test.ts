import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { calculateJwkThumbprint, exportJWK, generateKeyPair, type JWK, SignJWT } from 'jose';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createNetwork } from '../../main/base/network/network.ts';
import { createCertificatePin, OtherCertificate } from '../../main/link/feed/certificate-pin.ts';
import { pinsOfPem } from '../../main/office/tills/certificate-pins.ts';
import { pinAudience } from '../../shared/office/wire/enrolment.ts';
import { orderKeySchema } from '../../shared/office/wire/orders.ts';
import { orderPin } from '../../shared/stored/vault/entries.ts';
import { memorySecrets } from '../support/memory-secrets.ts';
import { memorySettings } from '../support/memory-settings.ts';
import { makeTestCa, type TestCertificate } from '../support/test-ca.ts';

/*
 * Tests that the office's certificate is pinned at enrolment. A new one must be signed by the pinned one, even if an
 * authority issued it.
 */

const day = 24 * 3_600_000;
const names = { certificate: 'certificate', pin: 'order key' };
const ca = makeTestCa();
const first = ca.issue('localhost');
const second = ca.issue('localhost');

let server: Server | undefined;
let port = 0;
let statement: string | undefined;
const bodies: string[] = [];

/** Starts the office at the same address with this certificate. */
async function serve(identity: TestCertificate): Promise<string> {
  await stop();
  server = createServer(identity, (request, response) => {
    request.setEncoding('latin1');
    let body = '';
    request.on('data', (piece) => {
      body += piece;
    });
    request.on('end', () => {
      if (request.url === '/office/v1/certificates')
        return response.writeHead(statement === undefined ? 404 : 200).end(statement);
      bodies.push(body);
      return response.end('taken');
    });
  });
  await new Promise<void>((resolve) => server?.listen(port, '127.0.0.1', resolve));
  ({ port } = server.address() as AddressInfo);
  return `https://localhost:${port}/`;
}

async function stop(): Promise<void> {
  server?.closeAllConnections();
  await new Promise((resolve) => (server === undefined ? resolve(undefined) : server.close(resolve)));
  server = undefined;
}

async function till(pins: readonly string[] = []) {
  const secrets = memorySecrets();
  const signing = await generateKeyPair('EdDSA', { crv: 'Ed25519', extractable: true });
  const { kty, crv, x } = await exportJWK(signing.publicKey);
  await secrets.set(names.pin, orderPin.write({ key: orderKeySchema.parse({ kty, crv, x }), last: 0 }));
  const network = createNetwork({
    settings: memorySettings(),
    secrets,
    passwordName: 'password',
    policy: { authorities: [{ pem: ca.pem, uses: ['office'] }] } as never,
    fetch,
  });
  const pin = createCertificatePin({
    secrets,
    names,
    fetchWith: (check) => network.fetchFor('office', check),
    now: Date.now,
  });
  const enrol = async (address: string) => {
    const pinning = pin.enrolling(pins);
    const answer = await pinning.fetch(address, { method: 'POST', body: 'enrol' });
    await pinning.keep();
    return answer.text();
  };
  const sendOnce = async (address: string, body: BodyInit) =>
    (await pin.fetch(address, { method: 'POST', body })).text();
  /** A connection of the previous office fails once before it is replaced. */
  const send = (address: string, body: BodyInit = 'rows') =>
    sendOnce(address, body).catch((error: Error) => {
      if (error instanceof OtherCertificate) throw error;
      return sendOnce(address, body);
    });
  const say = async (pins_: readonly string[], at = Date.now(), key = signing.privateKey, jwk?: JWK) => {
    const seconds = Math.floor(at / 1000);
    statement = await new SignJWT({ pins: pins_ })
      .setProtectedHeader({ alg: 'EdDSA', ...(jwk !== undefined && { jwk }) })
      .setAudience(pinAudience)
      .setIssuedAt(seconds)
      .setExpirationTime(seconds + 600)
      .sign(key);
  };
  return { enrol, send, say };
}

describe('the certificate of a head office', () => {
  beforeEach(() => {
    statement = undefined;
    bodies.length = 0;
  });
  afterEach(stop);

  it('is the one that the code names, before the code is sent', async () => {
    const address = await serve(second);
    const { enrol } = await till(pinsOfPem(first.cert));
    await expect(enrol(address)).rejects.toBeInstanceOf(OtherCertificate);
    expect(bodies).toEqual([]);
    const { enrol: good } = await till(pinsOfPem(second.cert));
    expect(await good(address)).toBe('taken');
  });

  it('may have been renewed since the code was given out, where the key that the code names vouches for it', async () => {
    const address = await serve(second);
    const signing = await generateKeyPair('EdDSA', { crv: 'Ed25519', extractable: true });
    const stranger = await generateKeyPair('EdDSA', { crv: 'Ed25519', extractable: true });
    const jwk = await exportJWK(signing.publicKey);
    const { enrol, send, say } = await till([...pinsOfPem(first.cert), await calculateJwkThumbprint(jwk)]);
    const strangers = await exportJWK(stranger.publicKey);
    for (const [pins, key, named] of [
      [second, stranger, strangers],
      [second, stranger, jwk],
      [first, signing, jwk],
    ] as const) {
      await say(pinsOfPem(pins.cert), Date.now(), key.privateKey, named);
      await expect(enrol(address)).rejects.toBeInstanceOf(OtherCertificate);
    }
    expect(bodies).toEqual([]);
    await say(pinsOfPem(second.cert), Date.now(), signing.privateKey, jwk);
    expect(await enrol(address)).toBe('taken');
    expect(await send(address)).toBe('taken');
  });

  it('is kept from the enrolment on: nothing is sent to another one', async () => {
    const { enrol, send } = await till(pinsOfPem(first.cert));
    await enrol(await serve(first));
    expect(await send(await serve(first))).toBe('taken');
    bodies.length = 0;
    await expect(send(await serve(second))).rejects.toBeInstanceOf(OtherCertificate);
    expect(bodies).toEqual([]);
  });

  it('is proved by its key alone, not by what is sent along as its issuer', async () => {
    const stranger = { ...second, cert: `${second.cert}\n${ca.forged(first)}` };
    const { enrol, send } = await till(pinsOfPem(first.cert));
    await expect(enrol(await serve(stranger))).rejects.toBeInstanceOf(OtherCertificate);
    await enrol(await serve(first));
    await expect(send(await serve(stranger))).rejects.toBeInstanceOf(OtherCertificate);
    expect(bodies).toEqual(['enrol']);
  });

  it('is pinned without the authorities of its chain, unless it is marked as one', () => {
    const [ownPin] = pinsOfPem(first.cert);
    const [next] = pinsOfPem(second.cert);
    expect(pinsOfPem(`${first.cert}\n${ca.pem}`)).toEqual([ownPin]);
    expect(pinsOfPem(`${first.cert}\n${ca.pem}\n${second.cert}`)).toEqual([ownPin, next]);
    expect(pinsOfPem(ca.pem)).toHaveLength(1);
    expect(() => pinsOfPem('')).toThrow();
  });

  it('is another one once the office has signed that, and only then', async () => {
    const { enrol, send, say } = await till(pinsOfPem(first.cert));
    await enrol(await serve(first));
    const address = await serve(second);
    const stranger = await generateKeyPair('EdDSA', { crv: 'Ed25519' });
    await say(pinsOfPem(second.cert), Date.now(), stranger.privateKey);
    await expect(send(address)).rejects.toBeInstanceOf(OtherCertificate);
    await say(pinsOfPem(first.cert));
    await expect(send(address)).rejects.toBeInstanceOf(OtherCertificate);
    await say(pinsOfPem(second.cert), Date.now() - 5 * day);
    await expect(send(address)).rejects.toBeInstanceOf(OtherCertificate);
    expect(bodies).toEqual(['enrol']);
    await say(pinsOfPem(second.cert));
    expect(await send(address)).toBe('taken');
    statement = undefined;
    await expect(send(await serve(first))).rejects.toBeInstanceOf(OtherCertificate);
  });

  it('is believed anew after a word of an office whose clock was ahead', async () => {
    const { enrol, send, say } = await till(pinsOfPem(first.cert));
    await enrol(await serve(first));
    await say(pinsOfPem(second.cert), Date.now() + 30 * day);
    expect(await send(await serve(second))).toBe('taken');
    await say(pinsOfPem(first.cert));
    expect(await send(await serve(first))).toBe('taken');
  });

  it('may be renewed with another key where the code named none', async () => {
    const { enrol, send } = await till();
    await enrol(await serve(first));
    expect(await send(await serve(second))).toBe('taken');
  });

  it('lets bytes through as they are', async () => {
    const { enrol, send } = await till(pinsOfPem(first.cert));
    const address = await serve(first);
    await enrol(address);
    await send(address, Buffer.from([0, 255, 128, 40, 181, 47, 253]));
    expect(bodies.at(-1)).toBe('\u0000ÿ\u0080(µ/ý');
  });
});
