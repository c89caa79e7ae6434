import { randomUUID } from 'node:crypto';
import { type IncomingHttpHeaders, request } from 'node:http';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createApiServer } from '../../../main/integration/api/api-server.ts';
import { createWebhookSender, type WebhookSender } from '../../../main/integration/webhooks/sender.ts';
import { eventExamples } from '../../../main/integration/webhooks/test-event.ts';
import { fail } from '../../../shared/failure.ts';
import { saleSchema } from '../../../shared/sale/sale.ts';
import { anySale } from '../../document/invoice/arbitrary-sale.ts';
import { memorySecrets } from '../../support/memory-secrets.ts';
import { rejected, reported } from '../../support/run/outcomes.ts';
import { coffee, openShop, post, type Shop } from './shop.ts';

/*
 * Tests that the OpenAPI document matches the server. It must have every route. The server must give every answer in it
 * and no other, with bodies of the described schemas.
 */

interface Operation {
  tags: string[];
  security: { oauth: string[] }[];
  responses: Record<string, { content?: Record<string, { schema: object }> }>;
}
interface Document {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, object> };
}
interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  text: string;
}
interface Call {
  method: string;
  /** The path template as the document writes it. */
  path: string;
  url?: string;
  headers?: Record<string, string>;
  body?: string;
}

let shop: Shop;
let document: Document;
let ajv: Ajv2020;
let token: string;
let sender: WebhookSender;
const observed = new Set<string>();

beforeAll(async () => {
  shop = await openShop({
    pdf: async () => Buffer.from('%PDF-1.7'),
    webhooks(database, _, clock) {
      sender = createWebhookSender({
        database,
        sources: [],
        secrets: memorySecrets(),
        vaultPrefix: 'training',
        clock,
        random: () => 1,
        lookup: async () => [],
        plainToLoopback: true,
        onChange: () => {},
        onError: () => {},
      });
      return sender;
    },
  });
  document = (await (await fetch(`${shop.base}/openapi.json`)).json()) as Document;
  ajv = new Ajv2020({
    strict: true,
    allErrors: true,
    allowUnionTypes: true,
    keywords: ['components', 'x-extensible-enum'],
  });
  addFormats.default(ajv);
  // Answers may have more fields in later versions, but in this version each field must be described.
  ajv.addSchema({ $id: 'openapi', components: closed(document.components) });
  token = await shop.token();
});
afterAll(() => shop.close());

/** Returns the same schemas without permission for further fields. */
function closed<T>(schema: T): T {
  if (Array.isArray(schema)) return schema.map(closed) as T;
  if (typeof schema !== 'object' || schema === null) return schema;
  const inner = Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, closed(value)]));
  const isOpen = 'type' in schema && 'properties' in schema && !('additionalProperties' in schema);
  return { ...inner, ...(isOpen && { additionalProperties: false }) } as T;
}

function send(base: string, { method, path, url = path, headers = {}, body }: Call): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) };
    const sent = request(
      `${base}${url}`,
      { method: method.toUpperCase(), headers: { ...length, ...headers } },
      (answer) => {
        let text = '';
        answer.setEncoding('utf8').on('data', (part) => {
          text += part;
        });
        answer.on('end', () => resolve({ status: answer.statusCode ?? 0, headers: answer.headers, text }));
      },
    );
    sent.on('error', reject);
    sent.end(body);
  });
}

/** Makes a call and checks its answer against the document. */
async function check(call: Call, base = shop.base): Promise<Answer> {
  const answer = await send(base, call);
  const where = `${call.method} ${call.path} ${answer.status}`;
  const documented = document.paths[call.path]?.[call.method]?.responses[answer.status];
  expect(documented, `${where} is not documented: ${answer.text.slice(0, 300)}`).toBeDefined();
  observed.add(where);
  const [type = ''] = (answer.headers['content-type'] ?? '').split(';');
  if (documented?.content === undefined) {
    expect(answer.text, where).toBe('');
    return answer;
  }
  const content = documented.content[type];
  expect(content, `${where} as ${type} is not documented`).toBeDefined();
  if (type.endsWith('json')) {
    const reference = JSON.stringify(content?.schema).replaceAll('"#/', '"openapi#/');
    const validate = ajv.compile(JSON.parse(reference));
    expect(validate(JSON.parse(answer.text)), `${where}: ${ajv.errorsText(validate.errors)}`).toBe(true);
  }
  return answer;
}

const operations = () =>
  Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  );
const urlOf = (path: string) => path.replace(/\{(uuid|id)\}/, randomUUID()).replace('{ticket}', 'none');
const bearer = (text: string) => ({ authorization: `Bearer ${text}` });
const json = { 'content-type': 'application/json' };
const form = { 'content-type': 'application/x-www-form-urlencoded' };

test('every route of the server is in the document, and none besides', async () => {
  const app = createApiServer(
    {
      database: shop.database,
      oauth: shop.oauth,
      calls: shop.calls,
      ledger: shop.ledger,
      issue: shop.issue,
      reissue: shop.reissue,
      preview: shop.preview,
      intake: shop.intake,
      fileName: () => '',
      clock: shop.clock,
      version: '1',
      onError: () => undefined,
    },
    { names: [] },
  );
  await app.ready();
  const routes: string[] = [];
  const way: string[] = [];
  for (const line of app.printRoutes({ commonPrefix: false }).split('\n')) {
    const [, indent = '', segment = '', methods = ''] = /^([│ ]*)[├└]── (\S*) \((.*)\)$/.exec(line) ?? [];
    if (segment === '') continue;
    way.splice(indent.length / 4, way.length, segment);
    const path = way.join('').replace(/:(\w+)/g, '{$1}');
    // HEAD is GET without the body, and has no entry of its own.
    for (const method of methods.split(', ')) if (method !== 'HEAD') routes.push(`${method} ${path}`);
  }
  const documented = operations().map(({ method, path }) => `${method.toUpperCase()} ${path}`);
  expect(routes.toSorted()).toEqual(documented.toSorted());
  await app.close();
});

test('every answer it promises is met, and every answer met is one it promises', async () => {
  const strangers = await openShop({ rates: { address: { burst: 0, perSecond: 1 } } });
  const cannot = await openShop({
    issue: () => fail('not-onboarded'),
    reissue: async () => fail('not-onboarded'),
    preview: () => fail('not-onboarded'),
  });
  const noPrinter = await openShop();
  const broken = await openShop();
  broken.database.close();
  const readOnly = await shop.token(['invoices.read']);
  const writeOnly = await shop.token(['invoices.write']);

  for (const { path, method, operation } of operations()) {
    const call = { path, method, url: urlOf(path) };
    await check({ ...call, headers: { host: 'evil.example' } });
    await check(call, strangers.base);
    const [needed] = operation.security.flatMap(({ oauth }) => oauth);
    if (needed === undefined) continue;
    await check(call);
    await check({ ...call, headers: bearer(needed === 'invoices.read' ? writeOnly : readOnly) });
  }

  // The next calls concern invoices.
  const invoices = { path: '/v2/invoices', method: 'post' };
  const key = { 'idempotency-key': 'one' };
  const headers = { ...bearer(token), ...json, ...key };
  const body = JSON.stringify(coffee);
  const first = await check({ ...invoices, headers, body });
  const { uuid } = JSON.parse(first.text) as { uuid: string };
  expect([first.status, (await check({ ...invoices, headers, body })).status]).toEqual([201, 200]);
  await check({ ...invoices, headers, body: JSON.stringify({ ...coffee, note: 'x' }) });
  await check({ ...invoices, headers: { ...bearer(token), ...json }, body });
  await check({ ...invoices, headers: { ...headers, 'idempotency-key': 'two' }, body: '{"lines":[{}]}' });
  await check({ ...invoices, headers: { ...headers, 'content-type': 'text/plain' }, body });
  await check({ ...invoices, headers, body: `"${'x'.repeat(4 * 1024 * 1024)}"` });
  const unready = { ...headers, ...bearer(await cannot.token()) };
  await check({ ...invoices, headers: unready, body }, cannot.base);

  const validate = { path: '/v2/sales/validate', method: 'post', headers: { ...bearer(token), ...json } };
  expect((await check({ ...validate, body })).status).toBe(200);
  await check({ ...validate, body: '{"lines":[{}]}' });
  const { saleId } = shop.ledger.documents.get(uuid) ?? {};
  expect((await check({ ...validate, body: JSON.stringify({ ...coffee, saleId }) })).status).toBe(200);
  await check({ ...validate, body: JSON.stringify({ ...coffee, saleId, note: 'x' }) });
  await check({ ...validate, headers: { ...validate.headers, 'content-type': 'text/plain' }, body });
  await check({ ...validate, body: `"${'x'.repeat(4 * 1024 * 1024)}"` });
  await check({ ...validate, headers: unready, body }, cannot.base);

  const claimed = shop.ledger.queue.claim(uuid, shop.clock.now(), 60_000);
  if (claimed === undefined) throw new Error('not claimed');
  shop.ledger.queue.settle(claimed, reported, { state: 'accepted' }, shop.clock.now());
  await check({ path: '/v2/invoices', method: 'get', headers: bearer(token) });
  await check({ path: '/v2/invoices', method: 'get', url: '/v2/invoices?limit=0', headers: bearer(token) });
  const csv = { path: '/v2/invoices.csv', method: 'get', headers: bearer(token) };
  await check(csv);
  await check({ ...csv, url: '/v2/invoices.csv?from=x' });
  await check({ path: '/v2/events', method: 'get', headers: bearer(token) });
  await check({ path: '/v2/events', method: 'get', url: '/v2/events?after=x', headers: bearer(token) });
  for (const part of ['', '/lines', '/xml', '/pdf', '/qr.png', '/qr.svg']) {
    const call = { path: `/v2/invoices/{uuid}${part}`, method: 'get', headers: bearer(token) };
    await check({ ...call, url: `/v2/invoices/${uuid}${part}` });
    await check({ ...call, url: `/v2/invoices/none${part}` });
    await check({ ...call, url: `/v2/invoices/${randomUUID()}${part}` });
  }
  const bare = await noPrinter.token();
  const made = (await (await post(noPrinter.base, bare, coffee)).json()) as { uuid: string };
  const pdf = { path: '/v2/invoices/{uuid}/pdf', method: 'get', url: `/v2/invoices/${made.uuid}/pdf` };
  await check({ ...pdf, headers: bearer(bare) }, noPrinter.base);

  // The next calls concern returns.
  const back = { path: '/v2/invoices/{uuid}/returns', url: `/v2/invoices/${uuid}/returns` };
  const goods = JSON.stringify({ everything: true, reason: 'x' });
  const giveBack = { ...back, method: 'post', headers: { ...headers, 'idempotency-key': 'back' } };
  const unknown = `/v2/invoices/${randomUUID()}/returns`;
  await check({ ...back, method: 'get', headers: bearer(token) });
  await check({ ...back, method: 'get', headers: bearer(token), url: `${back.url}?x=1` });
  await check({ ...back, method: 'get', headers: bearer(token), url: unknown });
  await check({ ...giveBack, url: unknown, body: goods });
  await check({ ...giveBack, body: '{}' });
  expect((await check({ ...giveBack, body: goods })).status).toBe(201);
  expect((await check({ ...giveBack, body: goods })).status).toBe(200);
  await check({ ...giveBack, headers: { ...headers, 'idempotency-key': 'more' }, body: goods });
  await check({ ...giveBack, headers: { ...headers, 'content-type': 'text/plain' }, body: goods });
  await check({ ...giveBack, body: `"${'x'.repeat(600 * 1024)}"` });
  const { entry } = cannot.issue(saleSchema.parse(coffee));
  const there = {
    url: `/v2/invoices/${entry.uuid}/returns`,
    headers: { ...unready, 'idempotency-key': 'x' },
  };
  await check({ ...giveBack, ...there, body: goods }, cannot.base);

  // The next calls concern rejected documents.
  const again = { path: '/v2/invoices/reissue', method: 'post', headers: { ...bearer(token), ...json } };
  const cause = JSON.stringify({ cause: 'BR-KSA-04' });
  for (const { ledger, clock, issue } of [shop, cannot]) {
    const of = issue(saleSchema.parse({ ...coffee, saleId: randomUUID() })).entry.uuid;
    const sent = ledger.queue.claim(of, clock.now(), 60_000);
    if (sent === undefined) throw new Error('not claimed');
    const errors = [{ type: 'ERROR', code: 'BR-KSA-04', status: 'ERROR' }];
    ledger.queue.settle(sent, { ...rejected, errors }, { state: 'rejected' }, clock.now());
  }
  await check({ ...again, body: cause });
  await check({ ...again, body: '{}' });
  await check({ ...again, headers: { ...again.headers, 'content-type': 'text/plain' }, body: cause });
  await check({ ...again, body: `"${'x'.repeat(20_000)}"` });
  await check({ ...again, headers: unready, body: cause }, cannot.base);

  // The next calls concern deliveries.
  const manager = bearer(await shop.token(['webhooks.manage']));
  const { endpoint } = await sender.endpoints.add({
    url: 'https://receiver.example/',
    kinds: ['issued'],
    allowPrivate: false,
  });
  sender.announce({ kind: 'issued', source: 'one', at: 0, data: () => eventExamples.issued });
  const [delivery] = sender.deliveries.list({ limit: 1 }).rows;
  const deliveries = { path: '/v2/webhooks/deliveries', method: 'get', headers: manager };
  await check(deliveries);
  await check({ ...deliveries, url: '/v2/webhooks/deliveries?limit=0' });
  const withHeaders = { ...manager, ...json };
  for (const [path, method] of [
    ['/v2/webhooks/deliveries/{id}', 'get'],
    ['/v2/webhooks/deliveries/{id}/redeliver', 'post'],
  ] as const) {
    const one = { path, method, headers: manager };
    await check({ ...one, url: path.replace('{id}', delivery?.id ?? '') });
    await check({ ...one, url: path.replace('{id}', 'none') });
    await check({ ...one, url: path.replace('{id}', randomUUID()) });
  }
  const redeliver = { path: '/v2/webhooks/deliveries/{id}/redeliver', method: 'post', headers: withHeaders };
  const url = redeliver.path.replace('{id}', delivery?.id ?? '');
  await sender.endpoints.remove(endpoint.id);
  await check({ ...redeliver, url, headers: manager });
  await check({ ...redeliver, url, body: `"${'x'.repeat(20_000)}"` });
  await check({ ...redeliver, url, headers: { ...manager, 'content-type': 'text/plain' }, body: 'x' });

  // The next calls concern tokens.
  const { id, secret } = shop.client();
  for (const path of ['/oauth/token', '/oauth/revoke']) {
    const call = { path, method: 'post', headers: form };
    const parameters = `grant_type=client_credentials&token=none&client_id=${id}&client_secret=`;
    await check({ ...call, body: `${parameters}${secret}` });
    await check({ ...call, body: `${parameters}wrong` });
    await check({ ...call, body: 'grant_type=%zz' });
    await check({ ...call, body: `${parameters}${secret}` }, broken.base);
    await check({ ...call, body: 'x'.repeat(20_000) });
  }

  // The next calls concern a person's approval.
  const { client: app } = shop.oauth.clients.create({
    kind: 'app',
    name: 'Accounts',
    scopes: ['invoices.read'],
    redirectUris: ['https://accounts.example/'],
    secret: false,
  });
  const query = new URLSearchParams({
    response_type: 'code',
    client_id: app.id,
    code_challenge: 'A'.repeat(43),
    code_challenge_method: 'S256',
  });
  const authorize = { path: '/oauth/authorize', method: 'get' };
  const answer = await check({ ...authorize, url: `/oauth/authorize?${query}` });
  await check({ ...authorize, url: `/oauth/authorize?${query}&scope=none` });
  await check({ ...authorize, url: '/oauth/authorize?client_id=none' });
  await check({ ...authorize, url: '/oauth/authorize?client_id=%zz' });
  const waiting = {
    path: '/oauth/authorize/{ticket}',
    method: 'get',
    url: String(answer.headers.location),
  };
  await check(waiting);
  const [pending] = shop.oauth.approvals.pending();
  shop.oauth.approvals.answer(pending?.id ?? '', 'approved', 'Huda');
  await check(waiting);
  await check(waiting);

  await check({ path: '/.well-known/oauth-authorization-server', method: 'get' });
  for (const { path, operation } of operations())
    if (operation.tags.includes('Description')) await check({ path, method: 'get' });

  const promised = operations().flatMap(({ path, method, operation }) =>
    Object.keys(operation.responses).map((status) => `${method} ${path} ${status}`),
  );
  expect([...observed].toSorted()).toEqual(promised.toSorted());
  for (const other of [strangers, cannot, noPrinter, broken]) await other.close();
});

test('its sale schema has room for every sale that is taken', () => {
  const validate = ajv.compile({ $ref: 'openapi#/components/schemas/Sale' });
  fc.assert(
    fc.property(fc.oneof(anySale('includeVat'), anySale('excludeVat')), ({ sale }) => {
      fc.pre(saleSchema.safeParse(sale).success);
      expect(validate(JSON.parse(JSON.stringify(sale))), ajv.errorsText(validate.errors)).toBe(true);
    }),
    { numRuns: 300 },
  );
  const pen = { name: 'x', quantity: 1, unitPrice: '1.00' };
  for (const saleId of ['{6F9619FF-8B86-D011-B42D-00CF4FC964FF}', '6f9619ff-8b86-d011-042d-00cf4fc964ff'])
    expect(validate({ lines: [pen], saleId })).toBe(true);
  expect(validate({ lines: [pen], saleId: '17' })).toBe(false);
  expect(validate({ lines: [{ name: 'x', quantity: 1, unitPrice: '1.00', colour: 'red' }] })).toBe(false);
  expect(validate({})).toBe(false);
});
