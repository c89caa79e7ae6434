import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createTraces, tracesOf } from '../../../main/office/metrics/traces.ts';
import { createOfficeServer } from '../../../main/office/server.ts';
import { FakeClock } from '../../support/fake-clock.ts';

/* Tests that a collector gets the traces, and that an office never waits for it. */

let collector: Server;
let url = '';
let status = 200;
const posts: { headers: Record<string, unknown>; body: string }[] = [];
beforeEach(async () => {
  [status, posts.length] = [200, 0];
  collector = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (piece) => {
      body += piece;
    });
    request.on('end', () => {
      posts.push({ headers: request.headers, body });
      response.writeHead(status).end('{}');
    });
  }).listen(0, '127.0.0.1');
  await once(collector, 'listening');
  url = `http://127.0.0.1:${(collector.address() as AddressInfo).port}/v1/traces`;
});
afterEach(() => {
  collector.closeAllConnections();
  collector.close();
});

const database = { asOwner: async () => ({ rows: [] }) };
function office() {
  const clock = new FakeClock();
  const errors: unknown[] = [];
  const traces = createTraces({
    ...{ url, clock, service: 'office', headers: { authorization: 'Bearer collector' } },
    onError: (error) => errors.push(error),
  });
  return { clock, errors, traces, app: createOfficeServer(database as never, { random: () => 0.5, traces }) };
}
const spansOf = ({ body }: { body: string }) =>
  JSON.parse(body).resourceSpans[0].scopeSpans[0].spans as Record<string, unknown>[];

test('a request becomes a span under the trace of who asked, without a word of what it said', async () => {
  const { app, clock, traces } = office();
  const trace = 'a'.repeat(32);
  await app.inject({
    url: '/healthz?till=7',
    headers: { traceparent: `00-${trace}-${'b'.repeat(16)}-01`, authorization: 'DPoP of-a-till' },
  });
  await app.inject({ method: 'POST', url: '/office/v1/feed', payload: 'a batch' });
  await clock.advance(5_000);
  await expect.poll(() => posts.length).toBe(1);
  const [post] = posts;
  expect(post?.headers).toMatchObject({
    authorization: 'Bearer collector',
    'content-type': 'application/json',
  });
  const [health, feed] = spansOf(post ?? { body: '' });
  expect(health).toMatchObject({
    ...{ traceId: trace, parentSpanId: 'b'.repeat(16), name: 'GET /healthz', kind: 2, status: {} },
    startTimeUnixNano: String(BigInt(clock.now() - 5_000) * 1_000_000n),
    attributes: [
      { key: 'http.request.method', value: { stringValue: 'GET' } },
      { key: 'http.route', value: { stringValue: '/healthz' } },
      { key: 'http.response.status_code', value: { intValue: '204' } },
    ],
  });
  expect(feed).toMatchObject({
    name: 'POST /office/v1/feed',
    traceId: expect.stringMatching(/^[0-9a-f]{32}$/),
  });
  for (const secret of ['of-a-till', 'a batch', 'till=7', '127.0.0.1'])
    expect(post?.body).not.toContain(secret);
  await traces.stop();
  await app.close();
});

test('a part of the work is a span below its request, and a failure is marked', async () => {
  const { app, traces } = office();
  app.get('/work', (request) => traces.within(request, 'part', async () => 'done'));
  app.get('/broken', (request) =>
    traces.within(request, 'part', async () => {
      throw new Error('inside');
    }),
  );
  await app.inject('/work');
  await app.inject('/broken');
  await traces.stop();
  const [part, work, brokenPart, broken] = spansOf(posts[0] ?? { body: '' });
  expect(part).toMatchObject({
    name: 'part',
    parentSpanId: work?.spanId,
    traceId: work?.traceId,
    status: {},
  });
  expect([brokenPart?.status, broken?.status]).toEqual([{ code: 2 }, { code: 2 }]);
  expect(posts[0]?.body).not.toContain('inside');
  await app.close();
});

test('an unreachable collector costs the office nothing and is reported once', async () => {
  const { app, clock, errors, traces } = office();
  status = 503;
  for (let round = 0; round < 3; round += 1) {
    await app.inject('/healthz');
    await clock.advance(5_000);
    await expect.poll(() => posts.length).toBe(round + 1);
  }
  await expect.poll(() => errors.length).toBe(1);
  status = 200;
  for (let count = 0; count < 2_500; count += 1) await app.inject('/healthz');
  await clock.advance(5_000);
  await traces.stop();
  expect(posts.slice(3).reduce((sum, post) => sum + spansOf(post).length, 0)).toBe(2_048);
  expect(errors).toHaveLength(1);
  await app.close();
});

test('nothing is sent anywhere unless a variable says where', () => {
  expect(tracesOf({})).toBeUndefined();
  expect(tracesOf({ OTEL_EXPORTER_OTLP_ENDPOINT: '' })).toBeUndefined();
  expect(
    tracesOf({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://c:4318', OTEL_SDK_DISABLED: 'true' }),
  ).toBeUndefined();
  expect(
    tracesOf({
      OTEL_EXPORTER_OTLP_ENDPOINT: 'http://c:4318/',
      OTEL_EXPORTER_OTLP_HEADERS: 'api-key=a%3Db, other = 2',
    }),
  ).toEqual({
    url: 'http://c:4318/v1/traces',
    headers: { 'api-key': 'a=b', other: '2' },
    service: 'khatm-office',
  });
  expect(() => tracesOf({ OTEL_EXPORTER_OTLP_ENDPOINT: 'c:4318' })).toThrow('no address');
});
