import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { createGateway, type Gateway } from '../../main/gateway/client.ts';
import type { GatewayObserver, RefusedCredential, ServerTimeReading } from '../../main/gateway/observe.ts';
import { authorityProfile } from '../../main/gateway/profile.ts';
import { FailureError } from '../../shared/failure.ts';

const pair = { csid: 'VFVsSlEwRnhlV0Y=', secret: 'Xlj15LyMCgSC66ObnEO/qVPfhSbs3kDTjWnGheYhfSs=' };
const document = {
  hash: 'h4sh=',
  uuid: '8d487816-70b8-4ade-a618-9d620b73814a',
  xml: Buffer.from('<Invoice>قهوة</Invoice>'),
};
const csr = '-----BEGIN CERTIFICATE REQUEST-----\nAA==\n-----END CERTIFICATE REQUEST-----\n';

interface Seen {
  method: string;
  url: string;
  headers: IncomingMessage['headers'];
  body: string;
}
type Answer = (request: IncomingMessage, response: ServerResponse) => void;

let server: Server | undefined;
const seen: Seen[] = [];

/** Starts a real HTTP server with set answers, and a gateway client for it. */
async function gatewayFor(
  answer: Answer,
  options: {
    timeoutMs?: number;
    answerBytes?: number;
    language?: () => 'en' | 'ar';
    observer?: GatewayObserver;
    now?: () => number;
  } = {},
): Promise<Gateway> {
  seen.length = 0;
  const { answerBytes = authorityProfile.limits.answerBytes, ...rest } = options;
  const started = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { method = '', url = '', headers } = request;
      seen.push({ method, url, headers, body: Buffer.concat(chunks).toString('utf8') });
      answer(request, response);
    });
  });
  server = started;
  await new Promise<void>((resolve) => started.listen(0, '127.0.0.1', resolve));
  const { port } = started.address() as AddressInfo;
  return createGateway({
    profile: { ...authorityProfile, limits: { ...authorityProfile.limits, answerBytes } },
    baseUrl: `http://127.0.0.1:${port}/base/`,
    fetch,
    ...rest,
  });
}

afterEach(async () => {
  server?.closeAllConnections();
  await new Promise((resolve) => (server === undefined ? resolve(undefined) : server.close(resolve)));
  server = undefined;
});

const json =
  (status: number, body: unknown): Answer =>
  (_, response) =>
    response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));

const authorization = `Basic ${Buffer.from(`${pair.csid}:${pair.secret}`).toString('base64')}`;
const fixedHeaders = {
  'accept-version': 'V2',
  accept: 'application/json',
  'content-type': 'application/json',
  'accept-language': 'en',
};
const submissionBody = {
  invoiceHash: document.hash,
  uuid: document.uuid,
  invoice: document.xml.toString('base64'),
};
const csrBody = { csr: Buffer.from(csr).toString('base64') };

describe('the gateway client', () => {
  test.each<[string, (gateway: Gateway) => Promise<unknown>, string, object, object]>([
    [
      'requestCompliance',
      (g) => g.requestCompliance(csr, '123345'),
      'POST /base/compliance',
      csrBody,
      { otp: '123345' },
    ],
    [
      'checkCompliance',
      (g) => g.checkCompliance(pair, document),
      'POST /base/compliance/invoices',
      submissionBody,
      { authorization, 'clearance-status': '1' },
    ],
    [
      'requestProduction',
      (g) => g.requestProduction(pair, '1234567890123'),
      'POST /base/production/csids',
      { compliance_request_id: '1234567890123' },
      { authorization },
    ],
    [
      'renewProduction',
      (g) => g.renewProduction(pair, csr, '123456'),
      'PATCH /base/production/csids',
      csrBody,
      { authorization, otp: '123456' },
    ],
    [
      'report',
      (g) => g.report(pair, document),
      'POST /base/invoices/reporting/single',
      submissionBody,
      { authorization, 'clearance-status': '1' },
    ],
    [
      'clear',
      (g) => g.clear(pair, document),
      'POST /base/invoices/clearance/single',
      submissionBody,
      { authorization, 'clearance-status': '1' },
    ],
  ])('%s sends exactly what is specified', async (_, call, line, body, headers) => {
    const gateway = await gatewayFor(json(500, {}));
    await call(gateway);
    expect(seen).toHaveLength(1);
    const request = seen[0] as Seen;
    expect(`${request.method} ${request.url}`).toBe(line);
    expect(JSON.parse(request.body)).toEqual(body);
    expect(request.headers).toMatchObject({ ...fixedHeaders, ...headers });
    for (const name of ['authorization', 'otp', 'clearance-status'])
      expect(name in request.headers, name).toBe(name in headers);
  });

  test('asks for Arabic messages when told', async () => {
    const gateway = await gatewayFor(json(500, {}), { language: () => 'ar' });
    await gateway.report(pair, document);
    expect(seen[0]?.headers['accept-language']).toBe('ar');
  });

  test('reads what came back', async () => {
    const reporting = await gatewayFor(json(200, { reportingStatus: 'REPORTED' }));
    expect(await reporting.report(pair, document)).toMatchObject({ kind: 'accepted', again: false });
  });

  test('reads a pair', async () => {
    const gateway = await gatewayFor(
      json(200, { requestID: 7, dispositionMessage: 'ISSUED', binarySecurityToken: 'QQ==', secret: 's' }),
    );
    expect(await gateway.requestCompliance(csr, '123345')).toMatchObject({
      kind: 'issued',
      pair: { csid: 'QQ==', secret: 's' },
      requestId: '7',
    });
  });

  test('gives up on silence', async () => {
    const gateway = await gatewayFor(() => {}, { timeoutMs: 50 });
    expect(await gateway.report(pair, document)).toEqual({ kind: 'unknown', why: 'time-out' });
    expect(await gateway.requestCompliance(csr, '1')).toEqual({
      kind: 'unknown',
      why: 'time-out',
      errors: [],
    });
  });

  test('gives up on a body that never ends in time', async () => {
    const gateway = await gatewayFor((_, response) => void response.writeHead(200).write('{"reporting'), {
      timeoutMs: 50,
    });
    expect(await gateway.report(pair, document)).toEqual({ kind: 'unknown', why: 'time-out' });
  });

  test('a connection cut in the middle is no answer', async () => {
    const gateway = await gatewayFor((request, response) => {
      response.writeHead(200, { 'Content-Length': '1000' });
      response.write('{"reportingStatus":"REPORTED"}', () => request.socket.destroy());
    });
    expect(await gateway.report(pair, document)).toEqual({ kind: 'unknown', why: 'no-answer' });
  });

  test('nobody there is no answer', async () => {
    const gateway = await gatewayFor(() => {});
    server?.close();
    server = undefined;
    expect(await gateway.report(pair, document)).toEqual({ kind: 'unknown', why: 'no-answer' });
  });

  test('follows no redirect', async () => {
    const gateway = await gatewayFor((_, response) =>
      response.writeHead(303, { Location: '/elsewhere' }).end(),
    );
    expect(await gateway.clear(pair, document)).toMatchObject({ kind: 'clearance-off' });
    expect(seen.map(({ url }) => url)).toEqual(['/base/invoices/clearance/single']);
  });

  test('reads no more than it can hold', async () => {
    let written = 0;
    const gateway = await gatewayFor(
      (_, response) => {
        response.writeHead(200).write('{"a":"');
        const more = () => {
          while (!response.destroyed) {
            written += 65_536;
            if (!response.write('x'.repeat(65_536))) {
              response.once('drain', more);
              return;
            }
          }
        };
        more();
      },
      { answerBytes: 100_000 },
    );
    const outcome = await gateway.report(pair, document);
    expect(outcome).toMatchObject({ kind: 'unknown', why: 'unreadable' });
    expect(outcome.answer?.body.length).toBeLessThan(1_000_000);
    expect(written).toBeLessThan(100_000_000);
  });

  test('an answer that echoes our headers does not carry the secret further', async () => {
    const gateway = await gatewayFor((request, response) =>
      response.writeHead(500).end(`${request.headers.authorization} ${pair.secret} was not welcome`),
    );
    for (const outcome of [
      await gateway.report(pair, document),
      await gateway.requestProduction(pair, '1'),
    ]) {
      const text = JSON.stringify(outcome);
      expect(text).toContain('was not welcome');
      expect(text).not.toContain(pair.secret);
      expect(text).not.toContain(authorization.slice('Basic '.length));
    }
  });

  test.each([
    ['an empty csid', { ...pair, csid: '' }],
    ['an empty secret', { ...pair, secret: '' }],
    ['a csid in lines', { ...pair, csid: 'QUJD\nREVG' }],
    ['a secret in lines', { ...pair, secret: 'a\r\nX-Header: b' }],
    ['a csid with a colon', { ...pair, csid: 'a:b' }],
  ])('sends nothing with %s', async (_, broken) => {
    const gateway = await gatewayFor(json(200, { reportingStatus: 'REPORTED' }));
    for (const outcome of [
      await gateway.report(broken, document),
      await gateway.clear(broken, document),
      await gateway.checkCompliance(broken, document),
      await gateway.requestProduction(broken, '1'),
      await gateway.renewProduction(broken, csr, '1'),
    ])
      expect(outcome).toMatchObject({
        kind: 'credential-refused',
        errors: [{ code: 'credential-malformed' }],
      });
    expect(seen).toEqual([]);
  });

  test('sends no one-time password that is no single word', async () => {
    const gateway = await gatewayFor(json(500, {}));
    for (const otp of ['', '12 34', '123\n', '١٢٣'])
      expect(await gateway.requestCompliance(csr, otp)).toMatchObject({
        kind: 'refused',
        code: 'otp-malformed',
      });
    expect(seen).toEqual([]);
  });

  test.each([
    'http://gw-fatoora.zatca.gov.sa/e-invoicing/core',
    'http://127.0.0.1.example.com/',
    'ftp://127.0.0.1/',
    'file:///e-invoicing',
    'https://user:password@example.com/',
    'https://example.com/?key=1',
    'not an address',
    '',
  ])('refuses the address %s', (baseUrl) => {
    expect(() => createGateway({ profile: authorityProfile, baseUrl, fetch })).toThrow(FailureError);
  });

  test.each([
    authorityProfile.addresses.simulation,
    authorityProfile.addresses.production,
    'http://localhost:8080/x',
    'http://127.0.0.1:1',
    'http://[::1]:1/',
  ])('takes the address %s', (baseUrl) => {
    expect(() => createGateway({ profile: authorityProfile, baseUrl, fetch })).not.toThrow();
  });
});

describe('an observer', () => {
  /** Creates a gateway with set answers and records the reports to its observer. */
  async function watched(answer: Answer) {
    const times: ServerTimeReading[] = [];
    const refused: RefusedCredential[] = [];
    let now = 1_000;
    const gateway = await gatewayFor(answer, {
      now: () => (now += 50),
      observer: {
        onServerTime: (reading) => times.push(reading),
        onCredentialRefused: (refusal) => refused.push(refusal),
      },
    });
    return { gateway, times, refused };
  }

  const dated =
    (status: number, body: string): Answer =>
    (_, response) =>
      response.writeHead(status, { Date: 'Fri, 20 Nov 2026 10:00:00 GMT' }).end(body);

  test('hears of every answer what time the gateway has', async () => {
    const { gateway, times } = await watched(dated(500, '{}'));
    await gateway.report(pair, document);
    await gateway.requestProduction(pair, '1');
    const serverTime = Date.UTC(2026, 10, 20, 10);
    expect(times).toEqual([
      { serverTime, begunAt: 1_050, endedAt: 1_100 },
      { serverTime, begunAt: 1_150, endedAt: 1_200 },
    ]);
  });

  test('hears no time from what cannot be the gateway', async () => {
    const { gateway, times } = await watched(dated(200, '<html>Please sign in</html>'));
    await gateway.report(pair, document);
    expect(times).toEqual([]);
  });

  test('hears of every refused credential, whatever the call', async () => {
    const body = JSON.stringify({ code: 'invalid-credentials', message: 'who are you?' });
    const { gateway, refused } = await watched(dated(401, body));
    await gateway.clear(pair, document);
    await gateway.renewProduction(pair, csr, '123456');
    const told = { httpStatus: 401, csid: pair.csid, code: 'invalid-credentials', message: 'who are you?' };
    expect(refused).toEqual([
      { at: 1_100, call: 'clearance', ...told },
      { at: 1_200, call: 'renewal', ...told },
    ]);
  });

  test('hears of a credential that could not even be sent', async () => {
    const { gateway, refused } = await watched(json(200, {}));
    await gateway.report({ csid: 'a:b', secret: 'c' }, document);
    expect(refused).toEqual([
      {
        at: 1_100,
        call: 'reporting',
        csid: 'a:b',
        httpStatus: 0,
        code: 'credential-malformed',
        message: undefined,
      },
    ]);
    expect(seen).toEqual([]);
  });
});
