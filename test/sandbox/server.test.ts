import { mkdtempSync, rmSync } from 'node:fs';
import { request as httpRequest } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openDatabase } from '../../main/books/ledger/database/database.ts';
import type { Pair } from '../../main/gateway/basic.ts';
import { parseFault } from '../../main/sandbox/faults/faults.ts';
import { type Sandbox, startSandbox } from '../../main/sandbox/start-sandbox.ts';
import { migrations } from '../../main/sandbox/store/schema.ts';
import { businessSale, consumerSale, Device, TestClock } from './device.ts';

let clock: TestClock;
let sandbox: Sandbox;
let device: Device;

beforeEach(async () => {
  clock = new TestClock();
  sandbox = await startSandbox({ clock });
  device = new Device(sandbox, clock);
});
afterEach(() => sandbox.close());

const headers = { 'Accept-Version': 'V2', 'Content-Type': 'application/json' };
const post = (where: string, init: RequestInit = {}) =>
  fetch(`${sandbox.address}/${where}`, { method: 'POST', headers, body: '{}', ...init });
const root = () => new URL(sandbox.address).origin;
const basic = ({ csid, secret }: Pair) => ({
  Authorization: `Basic ${Buffer.from(`${csid}:${secret}`).toString('base64')}`,
});

describe('over plain HTTP', () => {
  test('says in every answer that it is not the authority', async () => {
    const answers = [
      await fetch(root()),
      await fetch(`${root()}/nowhere`),
      await post('compliance'),
      await post('invoices/reporting/single'),
      await post('compliance', { body: '{' }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([200, 404, 400, 401, 400]);
    for (const answer of answers) expect(answer.headers.get('x-sandbox')).toBe('not the tax authority');
  });

  test('shows in both languages what it is and what it received', async () => {
    const pair = await device.onboard();
    const document = device.next(consumerSale, pair);
    await device.gateway.report(pair, document);
    const html = await (await fetch(root())).text();
    expect(html).toContain('not the tax authority');
    expect(html).toContain('وليست هيئة الزكاة');
    expect(html).toContain(document.uuid);
  });

  test.each([
    ['no version', undefined],
    ['version V1', 'V1'],
  ])('refuses %s with 406 and plain words', async (_, version) => {
    const answer = await post('compliance', {
      headers: { 'Content-Type': 'application/json', ...(version && { 'Accept-Version': version }) },
    });
    expect(answer.status).toBe(406);
    expect(answer.headers.get('content-type')).toContain('text/plain');
  });

  test('asks for the OTP', async () => {
    const answer = await post('compliance');
    expect(answer.status).toBe(400);
    expect(await answer.json()).toEqual({ errors: [{ code: 'Missing-OTP', message: expect.any(String) }] });
  });

  test.each([
    ['none', {}],
    ['of another scheme', { Authorization: 'Bearer abc' }],
    ['that are no Base64', { Authorization: 'Basic ***' }],
    ['without a colon', { Authorization: `Basic ${Buffer.from('abc').toString('base64')}` }],
  ])('refuses credentials %s with 401 and its body', async (_, more) => {
    const answer = await post('invoices/clearance/single', { headers: { ...headers, ...more } });
    expect(answer.status).toBe(401);
    expect(await answer.json()).toEqual({ message: expect.any(String), code: 'invalid-credentials' });
  });

  test('a body without its fields is about the request, not the invoice', async () => {
    const pair = await device.onboard();
    for (const body of ['{}', '[]', '{"invoiceHash":"a","uuid":"b","invoice":"%%"}']) {
      const answer = await post('invoices/reporting/single', {
        headers: { ...headers, ...basic(pair) },
        body,
      });
      expect(answer.status).toBe(400);
      expect(await answer.json()).not.toHaveProperty('validationResults');
    }
  });

  test('a body above ten megabytes is refused with 413', async () => {
    const body = JSON.stringify({ invoice: 'A'.repeat(11 * 1024 * 1024) });
    expect((await post('invoices/reporting/single', { body })).status).toBe(413);
  });

  test('listens to this machine only, under its own name', async () => {
    const { hostname, port } = new URL(sandbox.address);
    expect(hostname).toBe('127.0.0.1');
    const status = await new Promise((resolve, reject) =>
      httpRequest({ host: '127.0.0.1', port, headers: { Host: `evil.example:${port}` } }, (answer) =>
        resolve(answer.resume().statusCode),
      )
        .on('error', reject)
        .end(),
    );
    expect(status).toBe(403);
  });

  test('gives a one-time password to whoever asks on this machine', async () => {
    const answer = await fetch(`${root()}/_sandbox/otp`, { method: 'POST' });
    const { otp } = (await answer.json()) as { otp: string };
    expect(await device.gateway.requestCompliance(device.request(), otp)).toMatchObject({ kind: 'issued' });
  });
});

describe('faults', () => {
  let pair: Pair;
  beforeEach(async () => {
    pair = await device.onboard();
  });
  const direct = (...texts: string[]) => sandbox.faults.set(texts.map(parseFault));

  test('are switched over HTTP while it runs', async () => {
    const set = (body: unknown) =>
      fetch(`${root()}/_sandbox/faults`, { method: 'POST', headers, body: JSON.stringify(body) });
    const answer = await set({ faults: ['status=503*1', 'delay=5'] });
    expect(await answer.json()).toEqual({ faults: ['status=503*1', 'delay=5'] });
    for (const wrong of [{ faults: ['explode'] }, { faults: 'drop' }, {}, []])
      expect((await set(wrong)).status).toBe(400);
    expect(sandbox.faults.current()).toHaveLength(2);
    await set({ faults: [] });
    expect(await (await fetch(`${root()}/_sandbox/faults`)).json()).toEqual({ faults: [] });
  });

  test('drop: the document is accepted, its answer is lost, and the same bytes find it again', async () => {
    direct('drop*2');
    const reported = device.next(consumerSale, pair);
    const cleared = device.next(businessSale, pair);
    expect(await device.gateway.report(pair, reported)).toEqual({ kind: 'unknown', why: 'no-answer' });
    expect(await device.gateway.clear(pair, cleared)).toEqual({ kind: 'unknown', why: 'no-answer' });
    expect(sandbox.received().map(({ uuid }) => uuid)).toEqual([reported.uuid, cleared.uuid]);
    expect(await device.gateway.report(pair, reported)).toMatchObject({ kind: 'accepted', again: true });
    expect(await device.gateway.clear(pair, cleared)).toMatchObject({
      kind: 'accepted',
      again: true,
      clearedInvoice: expect.any(Buffer),
    });
  });

  test('status: as often as requested, and nothing is taken meanwhile', async () => {
    direct('status=503*2');
    const document = device.next(consumerSale, pair);
    for (let times = 0; times < 2; times++)
      expect(await device.gateway.report(pair, document)).toMatchObject({
        kind: 'unknown',
        why: 'server-error',
      });
    expect(sandbox.received()).toEqual([]);
    expect(await device.gateway.report(pair, document)).toMatchObject({ kind: 'accepted', again: false });
  });

  test('status without a number stays until it is taken away', async () => {
    direct('status=500');
    const document = device.next(consumerSale, pair);
    for (let times = 0; times < 5; times++)
      expect((await device.gateway.report(pair, document)).kind).toBe('unknown');
    direct();
    expect((await device.gateway.report(pair, document)).kind).toBe('accepted');
  });

  test('rate-limit: 429 with Retry-After', async () => {
    direct('rate-limit=5');
    expect(await device.gateway.report(pair, device.next(consumerSale, pair))).toMatchObject({
      kind: 'unknown',
      why: 'rate-limited',
      retryAfterMs: 5000,
    });
  });

  test('broken-json: accepted, but the answer cannot be read', async () => {
    direct('broken-json*1');
    const document = device.next(businessSale, pair);
    expect(await device.gateway.clear(pair, document)).toMatchObject({ kind: 'unknown', why: 'unreadable' });
    expect(sandbox.received()).toHaveLength(1);
    expect(await device.gateway.clear(pair, document)).toMatchObject({ kind: 'accepted', again: true });
  });

  test('delay: answers when its time has come', async () => {
    direct('delay=5000');
    const pending = device.gateway.report(pair, device.next(consumerSale, pair));
    while (clock.waiting === 0) await new Promise(setImmediate);
    let answered = false;
    void pending.then(() => {
      answered = true;
    });
    clock.advance(4999);
    await new Promise(setImmediate);
    expect(answered).toBe(false);
    clock.advance(1);
    expect((await pending).kind).toBe('accepted');
  });

  test('silence: nothing is taken and nothing is said', async () => {
    direct('silence');
    const impatient = new Device(sandbox, clock, {}, 100);
    expect(await impatient.gateway.report(pair, device.next(consumerSale, pair))).toEqual({
      kind: 'unknown',
      why: 'time-out',
    });
    expect(sandbox.received()).toEqual([]);
  });

  test('closing does not wait for connections that a fault keeps open', async () => {
    direct('silence*1', 'delay=60000');
    const pending = [1, 2].map(() => device.gateway.report(pair, device.stamp(consumerSale, pair)));
    while (clock.waiting === 0 || sandbox.faults.current().length === 2) await new Promise(setImmediate);
    await sandbox.close();
    expect(clock.waiting).toBe(0);
    for (const outcome of await Promise.all(pending))
      expect(outcome).toEqual({ kind: 'unknown', why: 'no-answer' });
    sandbox = await startSandbox({ clock });
  });
});

describe('a sandbox in a file', () => {
  let folder: string;
  let file: string;
  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'khatm-sandbox-'));
    file = path.join(folder, 'sandbox.db');
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  test('knows credentials, documents and its own key after a restart', async () => {
    const first = await startSandbox({ file, clock });
    const before = new Device(first, clock);
    const pair = await before.onboard();
    const document = before.next(businessSale, pair);
    const cleared = await before.gateway.clear(pair, document);
    const otp = first.makeOtp();
    await first.close();

    const second = await startSandbox({ file, clock });
    try {
      const { gateway } = new Device(second, clock);
      const again = await gateway.clear(pair, document);
      expect(again).toMatchObject({ kind: 'accepted', again: true });
      expect(again.kind === 'accepted' && again.clearedInvoice).toEqual(
        cleared.kind === 'accepted' && cleared.clearedInvoice,
      );
      expect((await gateway.clear(pair, before.next(businessSale, pair))).kind).toBe('accepted');
      expect((await gateway.requestCompliance(before.request(), otp)).kind).toBe('issued');
    } finally {
      await second.close();
    }
  });

  test('is one authority to two processes at once', async () => {
    const [first, second] = await Promise.all([startSandbox({ file, clock }), startSandbox({ file, clock })]);
    try {
      const one = new Device(first, clock);
      const pair = await one.onboard();
      const document = one.next(consumerSale, pair);
      const other = new Device(second, clock).gateway;
      const outcomes = await Promise.all([one.gateway.report(pair, document), other.report(pair, document)]);
      expect(outcomes.map((outcome) => outcome.kind)).toEqual(['accepted', 'accepted']);
      expect(outcomes.filter((outcome) => outcome.kind === 'accepted' && outcome.again)).toHaveLength(1);
      expect(second.received()).toMatchObject([{ timesReceived: 2 }]);
    } finally {
      await first.close();
      await second.close();
    }
  });

  test('keeps no secret, only its hash', async () => {
    const started = await startSandbox({ file, clock });
    const { secret } = await new Device(started, clock).onboard();
    await started.close();
    const database = openDatabase(file, migrations);
    const rows = JSON.stringify(database.prepare('SELECT * FROM credential').all());
    database.close();
    expect(rows).toContain('csid');
    expect(rows).not.toContain(secret);
  });
});

test('a port that is taken is said so, and the database is let go', async () => {
  const { port } = new URL(sandbox.address);
  await expect(startSandbox({ clock, port: Number(port) })).rejects.toThrow('EADDRINUSE');
});
