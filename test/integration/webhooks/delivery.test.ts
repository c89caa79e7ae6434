import { createHmac } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { describe, expect, it } from 'vitest';
import { cleared, rejected } from '../../support/run/outcomes.ts';
import { hour, minute, office, provideOffice, second } from './office.ts';

provideOffice();

const uuidForm = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

describe('an event on the wire', () => {
  it('has the body and the headers of the specification, and a signature that another library finds good', async () => {
    const { at } = await office.receiver();
    const uuid = office.settle(cleared);
    await office.send();

    const [request] = at.received;
    const createdAt = '2026-11-20T10:00:00.000Z';
    const body = JSON.parse(request?.body ?? '');
    expect(body).toEqual({
      id: expect.stringMatching(uuidForm),
      type: 'invoice.cleared',
      createdAt,
      data: expect.objectContaining({
        invoiceId: 'T1-000001',
        invoiceUuid: uuid,
        status: 'CLEARED',
        clearedAt: createdAt,
      }),
    });
    expect(Object.keys(body)).toEqual(['id', 'type', 'createdAt', 'data']);
    expect(Object.keys(body.data).slice(0, 4)).toEqual(['invoiceId', 'invoiceUuid', 'status', 'clearedAt']);
    expect(request?.signed).toBe(true);
    expect(request?.headers).toMatchObject({
      'content-type': 'application/json',
      'x-service-event': 'invoice.cleared',
      'x-service-delivery': expect.stringMatching(uuidForm),
      'x-service-timestamp': String(Date.parse(createdAt) / 1000),
      'x-service-signature': expect.stringMatching(/^sha256=[0-9a-f]{64}$/),
    });
    const hex = createHmac('sha256', at.secrets[0] ?? '')
      .update(request?.body ?? '')
      .digest('hex');
    expect(request?.headers['x-service-signature']).toBe(`sha256=${hex}`);
  });

  it('has a second signature over its time, which changes with each attempt', async () => {
    const { at } = await office.receiver();
    at.answer = () => (at.received.length === 1 ? 503 : 200);
    office.settle();
    await office.send();
    await office.wait(minute);
    const seconds = Date.parse('2026-11-20T10:00:00.000Z') / 1000;
    expect(at.received.map(({ timed }) => timed)).toEqual([
      { seconds, by: at.secrets },
      { seconds: seconds + 5, by: at.secrets },
    ]);
    const [first, second] = at.received.map(({ headers }) => String(headers['khatm-signature']));
    expect(first).toMatch(/^t=\d{10},v1=[0-9a-f]{64}$/);
    // Attempts have the same body, so this header distinguishes an attempt from a replay by somebody else.
    expect(first?.split(',')[1]).not.toBe(second?.split(',')[1]);
  });

  it('says of a rejected invoice what the authority called it, and makes up no time of clearance', async () => {
    const { at } = await office.receiver();
    const uuid = office.settle(rejected, 'reporting');
    await office.send();
    expect(at.events()).toMatchObject([{ type: 'invoice.rejected' }]);
    expect(at.events()[0]?.data).toMatchObject({
      invoiceId: 'T1-000001',
      invoiceUuid: uuid,
      status: 'NOT_REPORTED',
    });
    expect(at.events()[0]?.data).not.toHaveProperty('clearedAt');
  });

  it('goes to every endpoint that wants its kind, as a delivery with an id of its own', async () => {
    const both = await office.receiver();
    const second = await office.receiver();
    office.sender.endpoints.change(second.id, { kinds: ['rejected'] });
    office.settle(cleared);
    office.settle(rejected);
    await office.send();
    expect(both.at.events().map(({ type }) => type)).toEqual(['invoice.cleared', 'invoice.rejected']);
    expect(second.at.events().map(({ type }) => type)).toEqual(['invoice.rejected']);
    const ids = [...both.at.events(), ...second.at.events()].map(({ id }) => id);
    expect(new Set(ids).size).toBe(3);
  });

  it('begins with what happens after the sender was first started', async () => {
    const fresh = office.open();
    const { at } = await office.receiver();
    office.settle(cleared);
    await fresh.stop();
    await office.send(); // The office's own sender was started before the document was settled.
    expect(at.events()).toHaveLength(1);
  });
});

describe('an answer of the receiver', () => {
  it.each([200, 201, 202, 204, 299])('%i is delivered, and there is no retry', async (status) => {
    const { at } = await office.receiver();
    at.answer = () => status;
    office.settle();
    await office.send();
    await office.wait(48 * hour);
    expect(at.received).toHaveLength(1);
    expect(office.delivery()).toMatchObject({ state: 'delivered', attempts: 1, httpStatus: status });
  });

  it.each([500, 502, 503, 429, 404, 403, 302, 307, 308])('%i is tried again', async (status) => {
    const { at } = await office.receiver();
    at.answer = () => (at.received.length < 3 ? status : 200);
    office.settle();
    await office.send();
    expect(office.delivery()).toMatchObject({ state: 'waiting', attempts: 1, httpStatus: status });
    await office.wait(2 * minute);
    expect(office.delivery()).toMatchObject({ state: 'delivered', attempts: 3 });
    // Each attempt is the same delivery of the same bytes.
    expect(new Set(at.received.map(({ body }) => body)).size).toBe(1);
    expect(new Set(at.received.map(({ headers }) => headers['x-service-delivery'])).size).toBe(1);
  });

  it.each([
    [400, 'event-refused'],
    [401, 'signature-refused'],
  ])('%i is a rejection: a dead letter at once', async (status, failure) => {
    const { at } = await office.receiver();
    at.answer = () => status;
    office.settle();
    await office.send();
    await office.wait(48 * hour);
    expect(at.received).toHaveLength(1);
    expect(office.delivery()).toMatchObject({ state: 'dead', attempts: 1, httpStatus: status, failure });
  });

  it('a redirect is not followed', async () => {
    const { at } = await office.receiver();
    const other = await office.receiver();
    office.sender.endpoints.change(other.id, { kinds: [] });
    at.answer = () => (response) =>
      response.writeHead(307, { Location: `http://127.0.0.1:${other.at.port}/` }).end();
    office.settle();
    await office.send();
    expect(other.at.received).toEqual([]);
    expect(office.delivery()).toMatchObject({ state: 'waiting', failure: 'redirected', httpStatus: 307 });
  });

  it('that never comes is a failure after the time-out, and one without end is cut off', async () => {
    const timed = office.open({ timeoutMs: 200 });
    const silent = await office.receiver();
    silent.at.answer = () => () => {};
    const endless = await office.receiver();
    endless.at.answer = () => (response) => {
      response.writeHead(200);
      const write = () => {
        if (!response.destroyed) response.write('x'.repeat(1024), () => setImmediate(write));
      };
      write();
    };
    office.settle();
    timed.start();
    await timed.idle();
    await timed.stop();
    const states = Object.fromEntries(office.deliveries().map((delivery) => [delivery.endpoint, delivery]));
    expect(states[silent.id]).toMatchObject({ state: 'waiting', failure: 'time-out' });
    expect(states[endless.id]).toMatchObject({ state: 'delivered' });
    expect(office.sender.deliveries.get(states[endless.id]?.id ?? '').answer).toHaveLength(1000);
  });

  it.each<[string, (response: ServerResponse) => void]>([
    ['stalls', (response) => response.writeHead(200).write('x')],
    [
      'is cut off',
      (response) => response.writeHead(200, { 'Content-Length': 9 }).write('x', () => response.destroy()),
    ],
  ])('is its status, whatever becomes of its body: one that %s', async (_, answer) => {
    // The limit is long enough for the head of the answer on a busy machine.
    const timed = office.open({ timeoutMs: 1_000 });
    const { at } = await office.receiver();
    at.answer = () => answer;
    office.settle();
    timed.start();
    await timed.idle();
    await timed.stop();
    expect(office.delivery()).toMatchObject({ state: 'delivered', httpStatus: 200 });
  });

  it('that turns the connection into another protocol is a failure, and holds nothing up', async () => {
    const { at } = await office.receiver();
    at.answer =
      () =>
      ({ socket }) =>
        socket?.end('HTTP/1.1 101 Switching Protocols\r\nConnection: upgrade\r\nUpgrade: other\r\n\r\n');
    office.settle();
    await office.send();
    expect(office.delivery()).toMatchObject({ state: 'waiting', failure: 'answered', httpStatus: 101 });
  });

  it('that cannot be had because nobody listens is a failure', async () => {
    const { at } = await office.receiver();
    await at.close();
    office.receivers.pop();
    office.settle();
    await office.send();
    expect(office.delivery()).toMatchObject({ state: 'waiting', failure: 'connection-failed' });
  });

  it('with Retry-After is honoured', async () => {
    const { at } = await office.receiver();
    at.answer = () => (response) => response.writeHead(429, { 'Retry-After': '3600' }).end();
    office.settle();
    await office.send();
    expect(office.delivery().nextAt).toBe(new Date(office.clock.now() + hour).toISOString());
  });
});

describe('retries', () => {
  it('go from seconds over minutes to hours, and end in the dead letters after the last one', async () => {
    const { at } = await office.receiver();
    at.answer = () => 503;
    office.settle();
    const pauses: number[] = [];
    await office.send();
    while (office.delivery().state === 'waiting') {
      const pause = Date.parse(office.delivery().nextAt ?? '') - office.clock.now();
      pauses.push(pause);
      await office.wait(pause);
    }
    expect(pauses.map((pause) => pause / second)).toEqual([
      5,
      20,
      80,
      320,
      1280,
      5120,
      20480,
      ...Array.from({ length: 11 }, () => 21600),
    ]);
    expect(at.received).toHaveLength(19);
    expect(office.delivery()).toMatchObject({ state: 'dead', attempts: 19, failure: 'answered' });
  });

  it('say a time that a receiver with a window of five minutes takes, hours later too', async () => {
    const { at } = await office.receiver();
    const happenedAt = office.clock.now();
    const ages: number[] = [];
    at.answer = ({ headers }) => {
      ages.push(office.clock.now() / 1000 - Number(headers['x-service-timestamp']));
      return 503;
    };
    office.settle();
    await office.send();
    for (let attempt = 0; attempt < 8; attempt += 1)
      await office.wait(Date.parse(office.delivery().nextAt ?? '') - office.clock.now());
    expect(ages.every((age) => Math.abs(age) < 300)).toBe(true);
    // The timestamp is the event's own time while the event is young.
    expect(ages.slice(0, 3)).toEqual([0, 5, 25]);
    expect(office.clock.now() - happenedAt).toBeGreaterThan(hour);
    expect(at.events().every(({ createdAt }) => Date.parse(createdAt) === happenedAt)).toBe(true);
  });

  it('go on after the clock was set back by a year', async () => {
    const { at } = await office.receiver();
    at.answer = () => (at.received.length === 1 ? 503 : 200);
    office.settle();
    await office.send();
    office.clock.set(office.clock.now() - 365 * 24 * hour);
    await office.wait(minute);
    expect(office.delivery()).toMatchObject({ state: 'delivered', attempts: 2 });
  });

  it('do not begin while a call is under way, though the clock was set forward by a day', async () => {
    const { at } = await office.receiver();
    let release = () => {};
    at.answer = () => (response) => {
      release = () => response.writeHead(200).end();
    };
    office.settle();
    office.sender.wake();
    await office.clock.advance(0);
    while (at.received.length === 0) await new Promise((resolve) => setImmediate(resolve));
    office.clock.set(office.clock.now() + 24 * hour);
    await office.clock.advance(minute);
    await office.clock.advance(minute);
    release();
    await office.sender.idle();
    expect(at.received).toHaveLength(1);
    expect(office.delivery()).toMatchObject({ state: 'delivered', attempts: 1 });
  });

  it('do not wait for another endpoint whose receiver hangs', async () => {
    const dead = await office.receiver();
    const released: (() => void)[] = [];
    dead.at.answer = () => (response) => {
      released.push(() => response.writeHead(200).end());
    };
    const alive = await office.receiver();
    for (let index = 0; index < 50; index += 1) office.settle();
    office.sender.wake();
    await office.clock.advance(0);
    while (alive.at.received.length < 50 || released.length < 4)
      await new Promise((resolve) => setImmediate(resolve));
    // No more calls were made at once than are allowed.
    expect(dead.at.received).toHaveLength(4);
    dead.at.answer = () => 200;
    for (const release of released) release();
    await office.sender.idle();
    expect(office.sender.deliveries.counts()).toMatchObject({ delivered: 100, waiting: 0 });
  });
});
