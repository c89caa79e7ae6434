import { connect } from 'node:net';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Pair } from '../../main/gateway/basic.ts';
import { type Sandbox, startSandbox } from '../../main/sandbox/start-sandbox.ts';
import { businessSale, consumerSale, Device, direct, hour, issued, second, TestClock } from './device.ts';

/* Tests answers and failures to answer, each requested while the sandbox runs. */

let clock: TestClock;
let sandbox: Sandbox;
let device: Device;
let pair: Pair;

beforeEach(async () => {
  clock = new TestClock();
  sandbox = await startSandbox({ clock });
  device = new Device(sandbox, clock);
  pair = await device.onboard();
});
afterEach(() => sandbox.close());

const post = (headers: Record<string, string>) =>
  fetch(`${sandbox.address}/compliance`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...headers },
    body: '{}',
  });
const again = { kind: 'accepted', again: true };

describe('the version', () => {
  test('V3 is refused with 406 and plain words until it is requested, and V2 goes on', async () => {
    const ask = async (version: string) => (await post({ 'Accept-Version': version })).status;
    const refused = await post({ 'Accept-Version': 'V3' });
    expect(refused.status).toBe(406);
    expect(refused.headers.get('content-type')).toContain('text/plain');
    await direct(sandbox, 'version=V3');
    expect([await ask('V2'), await ask('V3'), await ask('V4')]).toEqual([400, 400, 406]);
    expect((await post({})).status).toBe(406);
    sandbox.faults.set([]);
    expect(await ask('V3')).toBe(406);
  });
});

describe('the clock', () => {
  const dateOf = async (answer: Promise<Response>) => Date.parse((await answer).headers.get('date') ?? '');

  test('stands in the Date of every answer, and can be set ahead or behind', async () => {
    const origin = new URL(sandbox.address).origin;
    expect(await dateOf(fetch(origin))).toBe(clock.now());
    await direct(sandbox, 'clock-skew=-7200');
    expect(await dateOf(post({}))).toBe(clock.now() - 2 * hour);
    sandbox.faults.set([]);
    await direct(sandbox, 'clock-skew=90');
    expect(await dateOf(fetch(`${origin}/nowhere`))).toBe(clock.now() + 90 * second);
  });

  test('rules over dates and certificates too', async () => {
    const document = device.next(consumerSale, pair);
    await direct(sandbox, `clock-skew=${-24 * 3600}`);
    expect(await device.gateway.report(pair, document)).toMatchObject({
      kind: 'rejected',
      errors: [{ code: 'BR-KSA-04' }],
    });
    const otp = sandbox.makeOtp();
    const { certificate } = issued(await device.gateway.requestCompliance(device.request(), otp));
    expect(certificate.validFrom).toBe(clock.now() - 24 * hour);
  });
});

describe('an outage', () => {
  test('can be a storm of 503 on one call that says when to come again', async () => {
    await direct(sandbox, 'status=503@reporting*20');
    await direct(sandbox, 'retry-after=30');
    const document = device.next(consumerSale, pair);
    for (let times = 0; times < 20; times++)
      expect(await device.gateway.report(pair, document)).toMatchObject({
        kind: 'unknown',
        why: 'server-error',
        retryAfterMs: 30 * second,
      });
    expect(await device.gateway.clear(pair, device.next(businessSale, pair))).toMatchObject({
      kind: 'accepted',
    });
    expect(await device.gateway.report(pair, document)).toMatchObject({ kind: 'accepted', again: false });
  });

  test('can be a network’s own page with status 200: nothing was taken, and nothing is believed', async () => {
    await direct(sandbox, 'garbage*1');
    const document = device.next(consumerSale, pair);
    expect(await device.gateway.report(pair, document)).toMatchObject({ kind: 'unknown', why: 'unreadable' });
    expect(sandbox.received()).toEqual([]);
    expect(await device.gateway.report(pair, document)).toMatchObject({ kind: 'accepted', again: false });
  });
});

describe('an answer', () => {
  test('cut in the middle: the document is accepted, and the same bytes find it again', async () => {
    await direct(sandbox, 'cut@clearance*1');
    const document = device.next(businessSale, pair);
    expect(await device.gateway.clear(pair, document)).toEqual({ kind: 'unknown', why: 'no-answer' });
    expect(sandbox.received()).toHaveLength(1);
    expect(await device.gateway.clear(pair, document)).toMatchObject(again);
  });

  test('cut: promises its whole length, and keeps half of it', async () => {
    await direct(sandbox, 'cut@compliance*1');
    const { hostname, port, pathname } = new URL(sandbox.address);
    const head = `POST ${pathname}/compliance HTTP/1.1\r\nHost: ${hostname}:${port}\r\nAccept-Version: V2\r\nContent-Length: 0\r\n\r\n`;
    const bytes = await new Promise<Buffer>((resolve, reject) => {
      const parts: Buffer[] = [];
      connect(Number(port), hostname, function (this: { write(text: string): void }) {
        this.write(head);
      })
        .on('data', (part: Buffer) => parts.push(part))
        .on('close', () => resolve(Buffer.concat(parts)))
        .on('error', reject);
    });
    const [headers = '', body = ''] = bytes.toString('utf8').split('\r\n\r\n');
    const promised = Number(/content-length: (\d+)/i.exec(headers)?.[1]);
    expect(headers).toMatch(/x-sandbox: not the tax authority/i);
    expect(body.length).toBe(Math.floor(promised / 2));
  });

  test('that trickles comes whole for the patient', async () => {
    await direct(sandbox, 'trickle=100@reporting*1');
    const document = device.next(consumerSale, pair);
    const pending = device.gateway.report(pair, document);
    let over = false;
    void pending.then(() => {
      over = true;
    });
    while (clock.waiting === 0) await new Promise(setImmediate);
    expect(sandbox.received()).toHaveLength(1);
    for (let bytes = 0; !over; bytes++) {
      expect(bytes).toBeLessThan(10_000);
      clock.advance(100);
      await new Promise(setImmediate);
    }
    expect(await pending).toMatchObject({ kind: 'accepted', again: false, status: 'REPORTED' });
  });

  test('that trickles is given up by the impatient, and closing does not wait for it', async () => {
    await direct(sandbox, 'trickle=60000');
    const impatient = new Device(sandbox, clock, {}, 100);
    const document = device.next(consumerSale, pair);
    expect(await impatient.gateway.report(pair, document)).toEqual({ kind: 'unknown', why: 'time-out' });
    expect(sandbox.received()).toHaveLength(1);
    await sandbox.close();
    expect(clock.waiting).toBe(0);
    sandbox = await startSandbox({ clock });
  });
});
