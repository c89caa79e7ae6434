import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createChanges } from '../../../main/books/ledger/database/changes.ts';
import { createRemoteInvoices } from '../../../main/integration/inbound/remote-invoices.ts';
import { createRemote, type Remote } from '../../../main/integration/remote/remote.ts';
import { openIntegrationStore } from '../../../main/integration/store/integration-store.ts';
import { type RemoteMapping, remoteSettingsSchema } from '../../../shared/contract/programs/remote.ts';
import { failing } from '../../books/ledger/support.ts';
import { FakeClock } from '../../support/fake-clock.ts';
import { newFolder } from '../../support/khatm.ts';
import { memorySecrets } from '../../support/memory-secrets.ts';
import { OtherLayer } from './other-layer.ts';

const minute = 60_000;
const invoice = (uuid: string, status = 'CLEARED', more: object = {}) => ({
  uuid,
  number: `N-${uuid}`,
  status,
  ...more,
});

let file: string;
let layer: OtherLayer;
let baseUrl: string;
let clock: FakeClock;
let database: ReturnType<typeof openIntegrationStore>;
let changes: ReturnType<typeof createChanges>;
let secrets: ReturnType<typeof memorySecrets>;
let remote: Remote;
let errors: unknown[];

const open = (store = database) =>
  createRemote({
    database: store,
    changes: store === database ? changes : createChanges(store),
    invoices: createRemoteInvoices(store),
    secrets,
    vaultPrefix: 'training',
    clock,
    fetch: (url, init) => fetch(url, init),
    plainToLoopback: true,
    onChange: () => {},
    onError: (error) => errors.push(error),
  });

const settings = (more: object = {}) =>
  remoteSettingsSchema.parse({ baseUrl, clientId: layer.client.id, ...more });
const connect = (more: object = {}, mapping?: Partial<RemoteMapping>) =>
  remote.connect({
    settings: settings({ ...more, ...(mapping && { mapping }) }),
    clientSecret: layer.client.secret,
    refreshToken: layer.refreshToken,
  });
const listed = () => createRemoteInvoices(database).list({ limit: 100 }).rows;
/** Waits with rounds of the event loop instead of the fake clock, because the list's requests are real. */
const until = async (met: () => boolean) => {
  while (!met()) await new Promise((resolve) => setImmediate(resolve));
};

beforeEach(async () => {
  layer = new OtherLayer();
  baseUrl = await layer.listen();
  clock = new FakeClock();
  file = path.join(newFolder('remote'), 'integration.db');
  database = openIntegrationStore(file);
  changes = createChanges(database);
  secrets = memorySecrets();
  errors = [];
  remote = open();
});

afterEach(async () => {
  await remote.stop();
  await layer.close();
  database.close();
  expect(errors).toEqual([]);
});

describe('a token', () => {
  it('is asked for as the specification has it: in a form, by client credentials', async () => {
    await connect();
    const [request] = layer.requests;
    expect(Object.fromEntries(request?.form ?? [])).toEqual({
      grant_type: 'client_credentials',
      client_id: layer.client.id,
      client_secret: layer.client.secret,
      scope: 'invoices.read',
    });
    expect(request?.authorization).toBeUndefined();
    expect(layer.requests[1]?.authorization).toMatch(/^Bearer [0-9a-f-]{36}$/);
  });

  it('is used until a minute before it expires, and then another is asked for', async () => {
    await connect();
    await clock.advance(58 * minute);
    await remote.sync();
    expect(layer.count('/oauth/token')).toBe(1);
    await clock.advance(minute);
    await remote.sync();
    expect(layer.count('/oauth/token')).toBe(2);
    expect(layer.count('/v2/invoices')).toBe(3);
  });

  it('that is short-lived is used for most of its life', async () => {
    layer.expiresIn = 10;
    await connect();
    await clock.advance(8_900);
    await remote.sync();
    expect(layer.count('/oauth/token')).toBe(1);
    await clock.advance(200);
    await remote.sync();
    expect(layer.count('/oauth/token')).toBe(2);
  });

  it('without a lifetime is used until it is refused', async () => {
    layer.expiresIn = undefined;
    await connect();
    await clock.advance(100_000 * minute);
    await remote.sync();
    expect(layer.count('/oauth/token')).toBe(1);
  });

  it('that is refused is replaced once, and the call made once more', async () => {
    layer.pages = [[invoice('a')]];
    await connect();
    layer.tokens.clear();
    await remote.sync();
    expect(layer.requests.slice(2).map(({ path }) => path)).toEqual([
      '/v2/invoices',
      '/oauth/token',
      '/v2/invoices',
    ]);
    expect(listed()).toHaveLength(1);
  });

  it('that is refused again is a refusal: no third call', async () => {
    await connect();
    layer.instead.set('/v2/invoices', (response) => response.writeHead(401).end());
    await expect(remote.sync()).rejects.toEqual(failing('remote-refused'));
    expect(layer.count('/v2/invoices')).toBe(3);
    expect(layer.count('/oauth/token')).toBe(2);
    expect(remote.get().lastSync?.failure).toEqual({ code: 'remote-refused', detail: { status: 401 } });
  });

  it('without the scope (403) is a refusal, and no other token is asked for', async () => {
    await connect();
    layer.instead.set('/v2/invoices', (response) => response.writeHead(403).end());
    await expect(remote.sync()).rejects.toEqual(failing('remote-refused'));
    expect(layer.count('/oauth/token')).toBe(1);
  });

  it('is asked for once by many at once', async () => {
    await Promise.all([connect(), until(() => layer.requests.length > 0).then(() => remote.sync())]);
    expect(layer.count('/oauth/token')).toBe(1);
  });

  it.each([
    [401, { error: 'invalid_client' }],
    [400, { error: 'invalid_scope', error_description: 'no' }],
  ])('that is not given (%i) is a refusal in the other layer’s words', async (status, body) => {
    layer.instead.set('/oauth/token', (response) =>
      response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body)),
    );
    await expect(connect()).rejects.toEqual(failing('remote-refused'));
    expect(remote.get().lastSync?.failure?.detail).toEqual({ status, error: body.error });
  });

  it.each(['', 'null', '[]', '{}', '<html>', '{"access_token":5,"token_type":"Bearer"}'])(
    'answered with %j is a broken answer',
    async (body) => {
      layer.instead.set('/oauth/token', (response) =>
        response.writeHead(200, { 'Content-Type': 'application/json' }).end(body),
      );
      await expect(connect()).rejects.toEqual(failing('remote-unreachable'));
    },
  );
});

describe('a refresh token', () => {
  it('goes to the token endpoint and nowhere else, and the one that replaces it is kept', async () => {
    await connect({ grant: 'refreshToken' });
    const used = ['refresh-0'];
    for (let round = 0; round < 3; round += 1) {
      used.push(layer.refreshToken);
      await clock.advance(60 * minute);
      await remote.sync();
    }
    expect(layer.count('/oauth/token')).toBe(4);
    const sent = layer.requests.filter(({ path }) => path === '/oauth/token');
    expect(sent.map(({ form }) => form.get('refresh_token'))).toEqual(used);
    const elsewhere = JSON.stringify(layer.requests.filter(({ path }) => path !== '/oauth/token'));
    for (const token of used) expect(elsewhere).not.toContain(token);
    // After a restart the vault has the newest token.
    remote = open();
    await remote.sync();
    expect(layer.count('/oauth/token')).toBe(5);
  });

  it('that is void is a refusal', async () => {
    layer.refreshToken = 'another';
    const failed = remote.connect({
      settings: settings({ grant: 'refreshToken' }),
      clientSecret: layer.client.secret,
      refreshToken: 'void',
    });
    await expect(failed).rejects.toEqual(failing('remote-refused'));
  });
});

describe('the list', () => {
  it('becomes rows that are marked by where they came from, their fields kept as they were', async () => {
    layer.pages = [[invoice('a', 'CLEARED', { buyer: { name: 'شركة' } })], [invoice('b', 'WEIRD')]];
    const { lastSync } = await connect();
    expect(lastSync).toMatchObject({ invoices: 2, unreadable: 0 });
    expect(listed()).toMatchObject([
      { uuid: 'b', id: 'N-b', status: 'WEIRD' },
      { uuid: 'a', id: 'N-a', status: 'CLEARED', listed: { buyer: { name: 'شركة' } } },
    ]);
    expect(listed().some((row) => 'type' in row)).toBe(false);
  });

  it('may have any shape that the manager says where to look in', async () => {
    layer.pages = [[{ 'e/invoice': { 'u~id': 'a', state: 7 }, changed: '2026-11-20T09:00:00.5Z' }]];
    layer.shape = (items) => ({ result: { data: items } });
    await connect(
      {},
      { items: '/result/data', uuid: '/e~1invoice/u~0id', status: '/e~1invoice/state', asOf: '/changed' },
    );
    expect(listed()).toMatchObject([{ uuid: 'a', status: '7', asOf: '2026-11-20T09:00:00.5Z' }]);
  });

  it('may be the whole body, its next page named by a Link header', async () => {
    layer.pages = [[invoice('a')], [invoice('b')]];
    layer.shape = (items, next) => {
      layer.headers = next === undefined ? {} : { Link: `</v2/invoices?cursor=${next}>; rel="next"` };
      return items;
    };
    await connect({}, { items: '', uuid: '/uuid' });
    expect(listed().map(({ uuid }) => uuid)).toEqual(['b', 'a']);
  });

  it('sends its token to no other address that a page names', async () => {
    const thief = new OtherLayer();
    const elsewhere = await thief.listen();
    layer.pages = [[invoice('a')]];
    layer.headers = { Link: `<${elsewhere}/v2/invoices>; rel="next"` };
    await connect();
    layer.instead.set('/v2/invoices', (response) =>
      response.writeHead(302, { Location: `${elsewhere}/v2/invoices` }).end(),
    );
    await expect(remote.sync()).rejects.toEqual(failing('remote-unreachable'));
    expect(thief.requests).toEqual([]);
    await thief.close();
  });

  it('that goes round in a circle ends', async () => {
    layer.shape = (invoices) => ({ invoices, nextCursor: 'again' });
    await connect();
    expect(layer.count('/v2/invoices')).toBe(2);
  });

  it('counts what it cannot read, and keeps the rest', async () => {
    layer.pages = [[invoice('a'), { number: 'no uuid' }, null, 5, { uuid: {} }, { uuid: '\ud800' }]];
    expect((await connect()).lastSync).toMatchObject({ invoices: 1, unreadable: 5 });
  });

  it.each(['', 'null', '[]', '{}', '{"invoices":{}}', '<html>', '{"__proto__":{"invoices":[]}}'])(
    'answered with %j is a broken answer',
    async (body) => {
      layer.instead.set('/v2/invoices', (response) => response.writeHead(200).end(body));
      await expect(connect()).rejects.toEqual(failing('remote-unreachable'));
    },
  );

  it.each([500, 503, 429, 408])('answered with %i could not be reached', async (status) => {
    layer.instead.set('/v2/invoices', (response) => response.writeHead(status).end());
    await expect(connect()).rejects.toEqual(failing('remote-unreachable'));
  });

  it('does not overrule a newer event, and is overruled by one', async () => {
    const invoices = createRemoteInvoices(database);
    layer.headers = { Date: 'Fri, 20 Nov 2026 10:00:30 GMT' };
    layer.pages = [[invoice('older', 'LISTED'), invoice('newer', 'LISTED')]];
    const news = { status: 'EVENT', type: 'invoice.cleared' };
    invoices.apply({ uuid: 'older', asOf: '2026-11-20T10:00:29.', ...news }, 0);
    invoices.apply({ uuid: 'newer', asOf: '2026-11-20T10:00:31.', ...news }, 0);
    await connect();
    const states = Object.fromEntries(listed().map(({ uuid, status }) => [uuid, status]));
    expect(states).toEqual({ older: 'LISTED', newer: 'EVENT' });
    invoices.apply({ uuid: 'older', asOf: '2026-11-20T10:00:31.', ...news }, 0);
    expect(invoices.get('older')?.status).toBe('EVENT');
  });
});

describe('the connection', () => {
  it('is kept up by itself, goes on after a failure, and ends when it is cut', async () => {
    await connect({ everyMinutes: 5 });
    remote.start();
    await until(() => layer.count('/v2/invoices') === 2);
    await remote.sync().catch(() => undefined);
    layer.instead.set('/v2/invoices', (response) => response.writeHead(503).end());
    await until(() => true);
    await clock.advance(5 * minute);
    await until(() => errors.length === 1);
    expect(errors.splice(0)).toEqual([failing('remote-unreachable')]);
    layer.instead.clear();
    const before = layer.count('/v2/invoices');
    await clock.advance(5 * minute);
    await until(() => layer.count('/v2/invoices') === before + 1);
    await remote.disconnect();
    expect(secrets.names()).toEqual([]);
    expect(remote.get()).toEqual({});
    await clock.advance(60 * minute);
    expect(layer.count('/v2/invoices')).toBe(before + 1);
    await expect(remote.sync()).rejects.toEqual(failing('not-found'));
  });

  it('is broken off at once when the terminal closes, whatever the other layer has still to say', async () => {
    await connect();
    let pages = 0;
    layer.shape = (invoices) => ({ invoices, nextCursor: `page-${pages++}` }); // This list has no end.
    const before = remote.get().lastSync;
    const syncing = remote.sync().catch((error: unknown) => error);
    await until(() => pages > 20);
    await remote.stop();
    expect(await syncing).toEqual(failing('remote-unreachable'));
    const countBefore = layer.count('/v2/invoices');
    await until(() => true);
    expect(layer.count('/v2/invoices')).toBe(countBefore);
    // The interrupted sync is not recorded as a failure of the other layer.
    expect(remote.get().lastSync).toEqual(before);

    // The same is true of a layer that does not answer.
    layer.instead.set('/v2/invoices', () => undefined);
    const waiting = remote.sync().catch((error: unknown) => error);
    await until(() => layer.count('/v2/invoices') > countBefore);
    await remote.disconnect();
    expect(await waiting).toEqual(failing('remote-unreachable'));
    expect(remote.get()).toEqual({});
  });

  it('lets the till go on while a page of thousands is taken up', async () => {
    layer.pages = [Array.from({ length: 5_000 }, (_, index) => invoice(`u-${index}`))];
    let rounds = 0;
    let counting = true;
    const count = () => {
      rounds += 1;
      if (counting) setImmediate(count);
    };
    const connected = connect();
    await until(() => layer.count('/v2/invoices') === 1);
    setImmediate(count);
    expect((await connected).lastSync).toMatchObject({ invoices: 5_000 });
    counting = false;
    expect(rounds).toBeGreaterThan(20);
  });

  it('has its secrets in the vault alone', async () => {
    await connect({ grant: 'refreshToken' });
    const [token = ''] = layer.tokens;
    const rows = JSON.stringify([database.prepare('SELECT * FROM setting').all(), remote.get()]);
    for (const secret of [layer.client.secret, layer.refreshToken, 'refresh-0', token])
      expect(rows).not.toContain(secret);
  });

  it('is made over HTTPS, to this machine in training alone otherwise, and needs a secret', async () => {
    for (const address of ['http://layer.example', 'ftp://layer.example', 'https://a:b@layer.example', ''])
      await expect(connect({ baseUrl: address })).rejects.toEqual(failing('bad-input'));
    await expect(remote.connect({ settings: settings() })).rejects.toEqual(failing('bad-input'));
    expect(layer.requests).toEqual([]);
  });
});

describe('a layer that another program on the folder set up', () => {
  let next: OtherLayer;
  let window: Remote;
  let otherStore: ReturnType<typeof openIntegrationStore>;
  const connectNext = async () =>
    window.connect({
      settings: remoteSettingsSchema.parse({ baseUrl: await next.listen(), clientId: next.client.id }),
      clientSecret: next.client.secret,
    });

  beforeEach(() => {
    next = new OtherLayer();
    next.client.secret = 'a secret of the next layer';
    otherStore = openIntegrationStore(file);
    window = open(otherStore);
  });
  afterEach(async () => {
    await window.stop();
    otherStore.close();
    await next.close();
  });

  it('never gets a token of the former one, nor the former one a secret of it', async () => {
    await connect();
    await connectNext();
    const former = layer.requests.length;
    await remote.sync();
    expect(layer.requests).toHaveLength(former);
    const foreign = next.requests.filter(
      ({ authorization = '', path: place }) =>
        place === '/v2/invoices' && !next.tokens.has(authorization.replace('Bearer ', '')),
    );
    expect(foreign).toEqual([]);
    expect(layer.requests.some(({ raw }) => raw.includes('of+the+next'))).toBe(false);
    expect(remote.get().settings).toEqual(window.get().settings);
  });

  it('ends a list of the former one, which takes nothing more and notes no result', async () => {
    await connect();
    let pages = 0;
    layer.shape = (invoices) => ({ invoices, nextCursor: `page-${pages++}` }); // This list has no end.
    const syncing = remote.sync().catch((error: unknown) => error);
    await until(() => pages > 5);
    const connected = connectNext();
    expect(await syncing).toEqual(failing('not-found'));
    const { lastSync } = await connected;
    expect(lastSync?.failure).toBeUndefined();
    expect(remote.get().lastSync).toEqual(lastSync);
  });

  it('is fetched in its own rhythm, though the former one had another', async () => {
    remote.start();
    await connect({ everyMinutes: 600 });
    await connectNext();
    const before = next.count('/v2/invoices');
    const stop = changes.watch(clock, (error) => errors.push(error));
    await clock.advance(20 * minute);
    await until(() => next.count('/v2/invoices') > before);
    stop();
  });
});
