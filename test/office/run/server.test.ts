import { createHash, createPublicKey, type JsonWebKey, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { connect, type Socket } from 'node:net';
import { inspect } from 'node:util';
import { gzipSync, zstdCompressSync } from 'node:zlib';
import type { FastifyInstance } from 'fastify';
import { CompactSign, exportJWK, generateKeyPair } from 'jose';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { firstPreviousHash } from '../../../main/books/ledger/database/first-previous-hash.ts';
import { namespaces } from '../../../main/document/xml/parse.ts';
import { nonceHeader, signRequest } from '../../../main/link/wire/signed-request.ts';
import { createAdmission } from '../../../main/office/ingest/admission.ts';
import { readBatch } from '../../../main/office/ingest/read-batch.ts';
import { zstdContentSize } from '../../../main/office/ingest/zstd-content-size.ts';
import { createOfficeServer } from '../../../main/office/server.ts';
import { announcePins, pinsOf } from '../../../main/office/tills/certificate-pins.ts';
import { createTillFinder, type FoundTill } from '../../../main/office/tills/till-finder.ts';
import { addTill, tenantNamed } from '../../../main/office/tills/tills.ts';
import { onceAMinute, signatureOf } from '../../../main/office/tills/token.ts';
import { hasServer, office, provideOffice } from '../office.ts';

/* Tests the office's API. A request is from a till only if the till's own key signed exactly this body. */

const vatNumber = '399999999900003';
let app: FastifyInstance;
let lastNonce = '';
const nonce = () => lastNonce;

const post = (url: string, body: Buffer | string, headers: Record<string, string> = {}) =>
  app.inject({
    method: 'POST',
    url,
    payload: body,
    headers: { 'content-type': 'application/json', ...headers },
  });

async function enrolled() {
  // Requests a new nonce for each till, because a nonce is valid for five minutes and the machine may sleep longer.
  const { headers } = await post('/office/v1/feed', '{}');
  lastNonce = String(headers[nonceHeader]);
  const { privateKey, publicKey } = await generateKeyPair('ES256', { extractable: true });
  const { kty, crv, x, y } = await exportJWK(publicKey);
  const tenant = await tenantNamed(office.database, 'Shops');
  const code = await addTill(office.database, { tenant, vatNumber, branch: 'Olaya', name: 'Till' });
  const ledger = randomUUID();
  const serial = '1-Khatm|2-Terminal|3-1';
  const request = { code, publicKey: { kty, crv, x, y }, ledger, serial, vatNumber };
  const answer = await post('/office/v1/enrol', JSON.stringify(request));
  const { device } = answer.json<{ device: number }>();
  const head = { icv: 0, hash: firstPreviousHash, event: 0, audit: 0, auditHash: ledger };
  const batch = JSON.stringify({ ledger, head, found: null, documents: [], events: [], audit: [] });
  const sign = async (body: Buffer, more: { path?: string; nonce?: string } = {}) => {
    const request = { till: `${tenant}.${device}`, path: '/office/v1/feed', nonce: nonce(), now: Date.now() };
    return { authorization: `DPoP ${await signRequest(privateKey, { ...request, body, ...more })}` };
  };
  const bearer = (body: Buffer, path?: string) => sign(body, path === undefined ? {} : { path });
  return { request, answer, batch: Buffer.from(batch), bearer, sign, head };
}

describe.skipIf(!hasServer)('the API of the office', () => {
  provideOffice();
  beforeAll(async () => {
    if (!hasServer) return;
    app = createOfficeServer(office.database, { random: () => 0.5 });
  });
  afterAll(() => app?.close());

  it('takes batches as they are, with zstd and with gzip', async () => {
    const { answer, batch, bearer, head } = await enrolled();
    expect(answer.statusCode).toBe(200);
    for (const [encoding, body] of [
      ['identity', batch],
      ['zstd', zstdCompressSync(batch)],
      ['gzip', gzipSync(batch)],
    ] as const) {
      const headers = { ...(await bearer(body)), 'content-encoding': encoding };
      const reply = await post('/office/v1/feed', body, headers);
      expect([reply.statusCode, reply.json()], encoding).toEqual([200, { result: 'kept', have: head }]);
    }
  });

  it('takes nothing without a token, with that of another body, another path or another till', async () => {
    const till = await enrolled();
    const other = await enrolled();
    for (const headers of [
      {},
      { authorization: 'Bearer a.b.c' },
      await till.bearer(Buffer.from('{}')),
      await till.bearer(till.batch, '/office/v1/leave'),
    ] as Record<string, string>[])
      expect((await post('/office/v1/feed', till.batch, headers)).statusCode).toBe(401);
    const reply = await post('/office/v1/feed', till.batch, await other.bearer(till.batch));
    expect([reply.statusCode, reply.json()]).toMatchObject([409, { code: 'other-ledger' }]);
  });

  it('takes a till at once that came back with another key to another process', async () => {
    const till = await enrolled();
    const { tenant, device } = till.answer.json<{ tenant: number; device: number }>();
    let now = 0;
    const found = createTillFinder(office.database, () => now);
    const nonces = { isFresh: () => true };
    const { privateKey, publicKey } = await generateKeyPair('ES256', { extractable: true });
    const path = '/office/v1/feed';
    const request = { till: `${tenant}.${device}`, path, body: till.batch, nonce: 'any', now: Date.now() };
    const authorization = `DPoP ${await signRequest(privateKey, request)}`;
    const forged: string[] = [];
    const ask = () =>
      signatureOf(found, nonces, { authorization, path }, (_, { cause }) => forged.push(String(cause)));
    expect(await ask()).toBeUndefined();
    const { kty, crv, x, y } = await exportJWK(publicKey);
    await office.database.asOwner((client) =>
      client.query('UPDATE device SET public_key = $2 WHERE device = $1', [device, { kty, crv, x, y }]),
    );
    // When strangers name a till in requests, the office reads that till at most once a minute.
    expect(await ask()).toBeUndefined();
    expect(forged).toHaveLength(2);
    now += 60_000;
    expect(await ask()).toMatchObject({ till: { key: { device } } });
    expect(forged).toHaveLength(2);
  });

  it('takes no token of another algorithm, in other parts or with anything else in its header', async () => {
    const { privateKey, publicKey } = await generateKeyPair('ES256', { extractable: true });
    const { kty, crv, x, y } = await exportJWK(publicKey);
    const verifyingKey = createPublicKey({ key: { kty, crv, x, y } as JsonWebKey, format: 'jwk' });
    const till = { key: { tenant: 1, device: 2 }, verifyingKey } as FoundTill;
    const tills = { find: async () => till, findAgain: async () => undefined };
    const path = '/office/v1/feed';
    const body = Buffer.from('{}');
    const good = await signRequest(privateKey, { till: '1.2', path, body, nonce: 'any', now: Date.now() });
    const [, payload = '', signed] = good.split('.');
    const claims = Buffer.from(payload, 'base64url');
    const withHeader = (header: object) =>
      new CompactSign(claims)
        .setProtectedHeader({ alg: 'ES256', ...header })
        .sign(privateKey, { crit: { exp: true } });
    const none = Buffer.from('{"alg":"none"}').toString('base64url');
    const secret = Buffer.from(JSON.stringify({ kty, crv, x, y }));
    const answerTo = (token: string) =>
      signatureOf(tills, { isFresh: () => true }, { authorization: `DPoP ${token}`, path }, () => {});
    expect(await answerTo(good)).toMatchObject({ till });
    expect(await answerTo(await withHeader({}))).toMatchObject({ till });
    for (const token of [
      `${none}.${payload}.`,
      `${none}.${payload}.${signed}`,
      `${good}.x`,
      good.slice(0, -8),
      `${good}AAAA`,
      await withHeader({ crit: ['exp'], exp: 1 }),
      await withHeader({ kid: '1' }),
      await new CompactSign(claims).setProtectedHeader({ alg: 'HS256' }).sign(secret),
    ])
      expect(await answerTo(token), token).toBeUndefined();
  });

  it('says in its log why a request is not of the till that it names, once a minute and without the token', async () => {
    const { batch, sign, answer } = await enrolled();
    const { tenant, device } = answer.json<{ tenant: number; device: number }>();
    const nothing = Buffer.from('{}');
    const broken = async () => {
      const { authorization } = await sign(batch);
      return { authorization: `${authorization.slice(0, -9)}AAAAAAAAA` };
    };
    for (const [headers, cause] of [
      [await sign(batch, { path: '/office/v1/leave' }), 'signed for another path'],
      [await broken(), 'signature verification failed'],
      [await sign(nothing), 'signed for another body'],
    ] as const) {
      const errors: Error[] = [];
      const server = createOfficeServer(office.database, {
        random: () => 0.5,
        onError: (error) => errors.push(error as Error),
      });
      const ask = async (more: object) => {
        const request = { method: 'POST', url: '/office/v1/feed', payload: batch } as const;
        return (await server.inject({ ...request, headers: { 'content-type': 'application/json', ...more } }))
          .statusCode;
      };
      // A request that names no till causes no log line.
      expect(await ask({ authorization: 'DPoP a.b.c' })).toBe(401);
      expect(errors).toEqual([]);
      const signed = cause.includes('body') ? await freshFor(server, nothing) : headers;
      for (let i = 0; i < 2; i += 1) expect(await ask(signed)).toBe(401);
      expect(errors.map(({ message }) => message)).toEqual([
        `/office/v1/feed: not taken as till ${tenant}.${device}’s own`,
      ]);
      expect(errors[0]?.cause).toMatchObject({ message: cause });
      expect(inspect(errors)).not.toContain(signed.authorization.split('.')[2]);
      await server.close();
    }
    async function freshFor(server: FastifyInstance, body: Buffer) {
      const { headers } = await server.inject({ method: 'POST', url: '/office/v1/feed', payload: '{}' });
      return sign(body, { nonce: String(headers[nonceHeader]) });
    }
  });

  it('lets no till that is refused often hide another one in the log, nor many of them fill it', () => {
    let now = 0;
    const messages: string[] = [];
    const say = onceAMinute(
      ({ message }) => messages.push(message),
      () => now,
    );
    const refuse = (device: number) =>
      say({ key: { tenant: 1, device } } as Parameters<typeof say>[0], new Error(`till ${device}`));
    for (let second = 0; second < 60; second += 1, now += 1000) refuse(1);
    refuse(2);
    refuse(1);
    expect(messages).toEqual(['till 1', 'till 2', 'till 1']);
    for (let device = 3; device < 5000; device += 1) refuse(device);
    expect(messages).toHaveLength(31);
  });

  it('counts no body of a stranger’s among those of tills, and ends a request that never comes', async () => {
    const { batch, sign } = await enrolled();
    const server = createOfficeServer(office.database, { random: () => 0.5, requestMs: 1000 });
    const sockets: Socket[] = [];
    try {
      const address = await server.listen({ host: '127.0.0.1', port: 0 });
      const announce = (path: string, more = '') => {
        const socket = connect(Number(new URL(address).port), '127.0.0.1').on('error', () => {});
        sockets.push(socket);
        socket.write(
          `POST ${path} HTTP/1.1\r\nHost: h\r\nContent-Type: application/json\r\nContent-Length: 4194304\r\n${more}\r\n`,
        );
        return socket;
      };
      const answerOf = async (socket: Socket) => String((await once(socket, 'data'))[0]).slice(9, 12);
      const strangers = ['/office/v1/feed', '/office/v1/enrol', '/nowhere'].flatMap((path) =>
        Array.from({ length: 4 }, () => answerOf(announce(path))),
      );
      expect(await Promise.all(strangers)).toEqual(
        ['401', '413', '413'].flatMap((code) => [code, code, code, code]),
      );
      const stale = await server.inject({ method: 'POST', url: '/office/v1/feed', payload: '{}' });
      const { authorization } = await sign(batch, { nonce: String(stale.headers[nonceHeader]) });
      const headers = { authorization, 'content-type': 'application/json' };
      const slow = answerOf(announce('/office/v1/feed', `Authorization: ${authorization}\r\n`));
      const reply = await fetch(`${address}/office/v1/feed`, { method: 'POST', body: batch, headers });
      expect(reply.status).toBe(200);
      expect(await slow).toBe('408');
    } finally {
      for (const socket of sockets) socket.destroy();
      await server.close();
    }
  });

  it('asks a till that sends more than its share to come again, at a time of its own', async () => {
    const { batch, sign } = await enrolled();
    const server = createOfficeServer(office.database, { random: () => 0.75 });
    const sockets: Socket[] = [];
    try {
      const address = await server.listen({ host: '127.0.0.1', port: 0 });
      const stale = await server.inject({ method: 'POST', url: '/office/v1/feed', payload: '{}' });
      const { authorization } = await sign(batch, { nonce: String(stale.headers[nonceHeader]) });
      let refused = '';
      // All of each body comes but its last byte; two of this size are a till's share.
      for (let request = 0; request < 4; request += 1) {
        const socket = connect(Number(new URL(address).port), '127.0.0.1').on('error', () => {});
        socket.on('data', (text) => {
          refused ||= String(text);
        });
        sockets.push(socket);
        socket.write(
          `POST /office/v1/feed HTTP/1.1\r\nHost: h\r\nAuthorization: ${authorization}\r\nContent-Length: 4194304\r\n\r\n`,
        );
        socket.write(Buffer.alloc(4_194_303));
      }
      await vi.waitFor(() => expect(refused).toMatch(/^HTTP\/1\.1 503 .*^retry-after: 25\r$/ims), 10_000);
    } finally {
      for (const socket of sockets) socket.destroy();
      await server.close();
    }
  });

  it('takes a request once the till repeats the word of the last minutes, and not when it is played again later', async () => {
    const { batch, sign } = await enrolled();
    const stale = await post('/office/v1/feed', batch, await sign(batch, { nonce: 'n' }));
    expect([stale.statusCode, stale.json()]).toEqual([401, { error: 'use_dpop_nonce' }]);
    const given = String(stale.headers[nonceHeader]);
    const headers = await sign(batch, { nonce: given });
    expect((await post('/office/v1/feed', batch, headers)).statusCode).toBe(200);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 11 * 60_000 });
    try {
      expect((await post('/office/v1/feed', batch, headers)).statusCode).toBe(401);
    } finally {
      vi.useRealTimers();
    }
  });

  it('refuses what is no batch, and one that unpacks without end', async () => {
    const { bearer } = await enrolled();
    for (const [body, encoding] of [
      [Buffer.from('{"ledger":1}'), 'identity'],
      [Buffer.from('no zstd'), 'zstd'],
      [zstdCompressSync(Buffer.alloc(64 * 2 ** 20)), 'zstd'],
    ] as const) {
      const headers = { ...(await bearer(body)), 'content-encoding': encoding };
      expect((await post('/office/v1/feed', body, headers)).statusCode).toBe(400);
    }
  });

  it('unpacks no more than a body says, and lets in no more at once than it has room for', async () => {
    const { batch, bearer } = await enrolled();
    const whole = gzipSync(batch);
    whole.writeUInt32LE(batch.length - 1, whole.length - 4);
    const headers = { ...(await bearer(whole)), 'content-encoding': 'gzip' };
    expect((await post('/office/v1/feed', whole, headers)).statusCode).toBe(400);
    const sizes = [0, 1, 255, 256, 65_791, 65_792, 5_000_000];
    expect(sizes.map((size) => zstdContentSize(zstdCompressSync(Buffer.alloc(size))))).toEqual(sizes);
    expect(zstdContentSize(Buffer.from('no frame'))).toBeUndefined();

    const admission = createAdmission(() => 0);
    const mebibyte = 2 ** 20;
    const first = await admission.unpack(32 * mebibyte);
    first.isRead();
    let isIn = false;
    const second = admission.unpack(32 * mebibyte).then((done) => {
      isIn = true;
      return done;
    });
    const small = admission.unpack(mebibyte);
    await new Promise((resolve) => setImmediate(resolve));
    expect(isIn).toBe(false);
    first.leave();
    (await second).leave();
    (await small).leave();
  });

  it('answers others while it reads what one till crafted', async () => {
    const [one, another] = [await enrolled(), await enrolled()];
    const { ledger, head } = JSON.parse(one.batch.toString()) as { ledger: string; head: object };
    const document = (xml: string) => ({
      ...{
        icv: 1,
        hash: firstPreviousHash,
        previousHash: firstPreviousHash,
        dueAt: 0,
        mode: 'reporting',
        xml,
      },
    });
    const invoice = `<Invoice xmlns="${namespaces.ubl}" xmlns:cac="${namespaces.cac}">${'<cac:InvoiceLine/>'.repeat(390_000)}</Invoice>`;
    const crafted = { ledger, head, found: null, documents: [document(invoice)], events: [], audit: [] };
    const packed = zstdCompressSync(JSON.stringify(crafted));
    const large = { ...(await one.bearer(packed)), 'content-encoding': 'zstd' };
    const small = await another.bearer(another.batch);
    const answered: number[] = [];
    const note = ({ statusCode }: { statusCode: number }) => answered.push(statusCode);
    await Promise.all([
      post('/office/v1/feed', packed, large).then(note),
      post('/office/v1/feed', another.batch, small).then(note),
    ]);
    expect(answered).toEqual([200, 409]);
  });

  it('refuses a text whose values would fill the memory, before it is parsed', () => {
    const parse = vi.spyOn(JSON, 'parse');
    const lists = Buffer.from(`{"documents":[${'[],'.repeat(10 ** 6)}[]]}`);
    expect(readBatch({ body: lists, encoding: 'identity' }, lists.length)).toBeUndefined();
    expect(parse).not.toHaveBeenCalled();
    // Marks within a text are no values.
    const text = Buffer.from(JSON.stringify({ text: '",[{\\'.repeat(10 ** 6) }));
    expect(readBatch({ body: text, encoding: 'identity' }, text.length)).toBeUndefined();
    expect(parse).toHaveBeenCalledOnce();
    parse.mockRestore();
  });

  it('lets one batch after another be read, whatever room there is, and answers others between them', async () => {
    const admission = createAdmission(() => 0);
    const seen: string[] = [];
    const read = async (name: string) => {
      const place = await admission.unpack(1);
      seen.push(name);
      setImmediate(() => seen.push(`others after ${name}`));
      await new Promise((resolve) => setImmediate(resolve));
      place.isRead();
      return place;
    };
    const places = await Promise.all(['first', 'second', 'third'].map(read));
    expect(seen).toEqual([
      'first',
      'others after first',
      'second',
      'others after second',
      'third',
      'others after third',
    ]);
    for (const { leave } of places) leave();
    // A batch that is abandoned before it is read delays no other batch.
    (await admission.unpack(1)).leave();
    (await admission.unpack(1)).leave();
  });

  it('lets small batches be read before large ones, which are read all the same', async () => {
    const admission = createAdmission(() => 0);
    const seen: string[] = [];
    const read = async (name: string, bytes: number) => {
      const place = await admission.unpack(bytes);
      seen.push(name);
      place.leave();
    };
    const names = Array.from({ length: 100 }, (_, index) => `small ${index}`);
    await Promise.all([
      read('first', 1),
      read('large', 2 ** 20),
      read('larger', 2 ** 25),
      ...names.map((name) => read(name, 2 ** 16)),
    ]);
    expect(seen.slice(0, 4)).toEqual(['first', ...names.slice(0, 3)]);
    expect(seen.indexOf('large')).toBe(65);
    expect(seen.indexOf('larger')).toBe(102);
    expect(seen.filter((name) => name.startsWith('small'))).toEqual(names);
    const full = await admission.unpack(2 ** 25);
    full.isRead();
    // A small body fits beside one that uses up the limit.
    (await admission.unpack(2 ** 16)).leave();
    full.leave();
  });

  it('answers at once where a sale waits, however long batches gather', async () => {
    const { batch, bearer } = await enrolled();
    const headers = { ...(await bearer(batch)), 'content-type': 'application/json', priority: 'u=0' };
    const server = createOfficeServer(office.database, { random: () => 0.5, gatherMs: 24 * 3_600_000 });
    // Without a shared key, each process has nonces of its own.
    const { headers: answered } = await server.inject({
      method: 'POST',
      url: '/office/v1/feed',
      payload: batch,
      headers,
    });
    lastNonce = String(answered[nonceHeader]);
    const signed = { ...headers, ...(await bearer(batch)) };
    const reply = await server.inject({
      method: 'POST',
      url: '/office/v1/feed',
      payload: batch,
      headers: signed,
    });
    expect(reply.statusCode).toBe(200);
    await server.close();
  });

  it('admits nobody whose turn would come after the till has given up waiting', async () => {
    let now = 0;
    const admission = createAdmission(() => now);
    const { leave } = await admission.unpack(2 ** 25);
    const second = admission.unpack(2 ** 25);
    now = 19_000;
    expect(admission.isBusy()).toBe(false);
    now = 20_000;
    expect(admission.isBusy()).toBe(true);
    leave();
    (await second).leave();
    expect(admission.isBusy()).toBe(false);
  });

  it('does no work for a till that gave up waiting', async () => {
    const server = createOfficeServer(office.database, { random: () => 0.5 });
    const begun: ServerResponse[] = [];
    server.addHook('preHandler', async (_, reply) => {
      begun.push(reply.raw);
    });
    const address = await server.listen({ port: 0, host: '127.0.0.1' });
    const [first, second] = [await enrolled(), await enrolled()];
    const feed = async (till: typeof first, signal: AbortSignal | null = null) => {
      // Two bodies of this size do not fit at once.
      const body = zstdCompressSync(Buffer.concat([till.batch, Buffer.alloc(30 * 2 ** 20, ' ')]));
      const stale = await server.inject({ method: 'POST', url: '/office/v1/feed', payload: '{}' });
      const signed = await till.sign(body, { nonce: String(stale.headers[nonceHeader]) });
      const headers = { ...signed, 'content-encoding': 'zstd' };
      return fetch(`${address}/office/v1/feed`, { method: 'POST', body, headers, signal });
    };
    const contact = () =>
      office.database.asOwner(async (client) => {
        const { ledger } = second.request;
        const { rows } = await client.query('SELECT last_contact FROM chain WHERE ledger = $1', [ledger]);
        return rows[0];
      });
    const before = await contact();
    const gaveUp = new AbortController();
    let slow: Promise<Response> | undefined;
    await office.database.asOwner(async (client) => {
      await client.query('SELECT FROM chain WHERE ledger = $1 FOR UPDATE', [first.request.ledger]);
      slow = feed(first);
      await vi.waitFor(() => expect(begun).toHaveLength(1), 10_000);
      const waiting = feed(second, gaveUp.signal).catch(() => 'gave up');
      await vi.waitFor(() => expect(begun).toHaveLength(2), 10_000);
      gaveUp.abort();
      expect(await waiting).toBe('gave up');
      await vi.waitFor(() => expect(begun[1]?.closed).toBe(true), 10_000);
    });
    expect((await slow)?.status).toBe(200);
    // The body that arrived late is read after the second one.
    expect((await feed(first)).status).toBe(200);
    expect(await contact()).toEqual(before);
    await server.close();
  });

  it('answers once and for all to words that no database keeps', async () => {
    const { request, batch, bearer } = await enrolled();
    const serial = 'a\0b';
    const tenant = await tenantNamed(office.database, 'Shops');
    const code = await addTill(office.database, { tenant, vatNumber, branch: 'Olaya', name: 'Till' });
    const body = JSON.stringify({ ...request, code, serial, ledger: randomUUID() });
    expect((await post('/office/v1/enrol', body)).statusCode).toBe(400);
    const line = { id: 1, at: 1, actor: 'a\0b', action: 'x', detail: '{}', previousHash: request.ledger };
    const hash = createHash('sha256')
      .update(JSON.stringify([1, 1, line.actor, 'x', '{}', request.ledger]))
      .digest('hex');
    const given = JSON.parse(batch.toString('utf8')) as object;
    const wrong = Buffer.from(JSON.stringify({ ...given, audit: [{ ...line, hash }] }));
    const reply = await post('/office/v1/feed', wrong, await bearer(wrong));
    expect([reply.statusCode, reply.json()]).toMatchObject([409, { code: 'wrong-bytes', at: 1 }]);
  });

  it('takes nothing from a till that has left, and enrols nobody with its code', async () => {
    const { batch, bearer, request } = await enrolled();
    const nothing = Buffer.from('{}');
    // A captured batch that is sent to another address must not make the till leave.
    expect((await post('/office/v1/leave', batch, await bearer(batch, '/office/v1/leave'))).statusCode).toBe(
      400,
    );
    expect((await post('/office/v1/feed', batch, await bearer(batch))).statusCode).toBe(200);
    expect(
      (await post('/office/v1/leave', nothing, await bearer(nothing, '/office/v1/leave'))).statusCode,
    ).toBe(204);
    expect((await post('/office/v1/feed', batch, await bearer(batch))).statusCode).toBe(423);
    expect((await post('/office/v1/enrol', JSON.stringify(request))).statusCode).toBe(403);
  });

  it('names the certificates of every process that announced one lately', async () => {
    const [before, after] = ['a'.repeat(43), 'b'.repeat(43)];
    await announcePins(office.database, [after]);
    // Another process starts, or is still checking, with the previous file.
    await announcePins(office.database, [before]);
    expect((await pinsOf(office.database)).toSorted()).toEqual([before, after]);
    const later = (sql: string) => office.database.asOwner((client) => client.query(sql, [before]));
    await later(`UPDATE office_pin SET announced_at = announced_at - interval '6 minutes' WHERE pin = $1`);
    expect(await pinsOf(office.database)).toEqual([after]);
    await office.database.asOwner((client) => client.query('DELETE FROM office_pin'));
  });
});
