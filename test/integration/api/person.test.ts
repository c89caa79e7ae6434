import path from 'node:path';
import * as client from 'oauth4webapi';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createApprovals } from '../../../main/integration/oauth/approvals.ts';
import { createClients } from '../../../main/integration/oauth/clients.ts';
import { createOAuth } from '../../../main/integration/oauth/oauth-server.ts';
import { openIntegrationStore } from '../../../main/integration/store/integration-store.ts';
import { integration } from '../../../shared/contract/programs/integration.ts';
import { FakeClock } from '../../support/fake-clock.ts';
import { newFolder } from '../../support/khatm.ts';
import { openShop, type Shop } from './shop.ts';

/*
 * Tests apps that a person approves on the terminal's screen: the authorization code with PKCE, the refresh, and their
 * misuse.
 */

let shop: Shop;
let as: client.AuthorizationServer;
beforeAll(async () => {
  shop = await openShop();
  const issuer = new URL(shop.base);
  const answer = await client.discoveryRequest(issuer, { algorithm: 'oauth2', ...overHttp });
  as = await client.processDiscoveryResponse(issuer, answer);
});
afterAll(async () => {
  expect(shop.errors).toEqual([]);
  await shop.close();
});

const overHttp = { [client.allowInsecureRequests]: true };
const redirectUri = 'http://127.0.0.1:49152/callback';

function newApp({ secret = false, redirectUris = ['http://127.0.0.1/callback'] } = {}) {
  const made = shop.oauth.clients.create({
    kind: 'app',
    name: 'Accounts <&> Co',
    scopes: ['invoices.read'],
    redirectUris,
    secret,
  });
  const authentication = made.secret === undefined ? client.None() : client.ClientSecretPost(made.secret);
  return { id: made.client.id, me: { client_id: made.client.id }, authentication };
}
type App = ReturnType<typeof newApp>;

/** Opens the app's address in a browser that does not follow redirects. */
const open = (address: string) => fetch(address, { redirect: 'manual' });

async function ask(app: App, more: Record<string, string | undefined> = {}) {
  const verifier = client.generateRandomCodeVerifier();
  const state = client.generateRandomState();
  const parameters: Record<string, string | undefined> = {
    response_type: 'code',
    client_id: app.id,
    redirect_uri: redirectUri,
    scope: 'invoices.read invoices.write',
    state,
    code_challenge: await client.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    ...more,
  };
  const given = Object.entries(parameters).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value]],
  );
  const answer = await open(`${shop.base}/oauth/authorize?${new URLSearchParams(given)}`);
  const location = answer.headers.get('location') ?? '';
  return { answer, location, waiting: `${shop.base}${location}`, verifier, state };
}

const pendingOf = (app: App) => shop.oauth.approvals.pending().filter(({ clientId }) => clientId === app.id);

function approve(app: App): void {
  const [pending] = pendingOf(app);
  shop.oauth.approvals.answer(pending?.id ?? '', 'approved', 'Huda');
}

/** Runs the flow from the app's request up to the exchange of the code for tokens. */
async function login(app: App) {
  const request = await ask(app);
  approve(app);
  const back = await open(request.waiting);
  const parameters = client.validateAuthResponse(
    as,
    app.me,
    new URL(back.headers.get('location') ?? ''),
    request.state,
  );
  const exchange = (verifier = request.verifier, uri = redirectUri) =>
    client.authorizationCodeGrantRequest(as, app.me, app.authentication, parameters, uri, verifier, overHttp);
  return { exchange, parameters };
}

async function tokensOf(app: App) {
  const { exchange } = await login(app);
  return client.processAuthorizationCodeResponse(as, app.me, await exchange());
}

const refresh = (app: App, token: string, more: Record<string, string> = {}) =>
  client.refreshTokenGrantRequest(as, app.me, app.authentication, token, {
    additionalParameters: more,
    ...overHttp,
  });

const read = async (token: string) =>
  (await fetch(`${shop.base}/v2/invoices`, { headers: { authorization: `Bearer ${token}` } })).status;

/** Exchanges the code with which the browser came back. */
function exchange(app: App, request: Awaited<ReturnType<typeof ask>>, location: URL) {
  const parameters = client.validateAuthResponse(as, app.me, location, request.state);
  return client.authorizationCodeGrantRequest(
    as,
    app.me,
    app.authentication,
    parameters,
    redirectUri,
    request.verifier,
    overHttp,
  );
}

describe('a person approves', () => {
  test.each([false, true])(
    'and the app gets tokens for what it is entitled to (secret: %s)',
    async (secret) => {
      const app = newApp({ secret });
      const request = await ask(app);
      expect(request.answer.status).toBe(303);

      // The waiting page shows the same words that the person sees on the terminal.
      const page = await open(request.waiting);
      expect([page.status, page.headers.get('refresh')]).toEqual([200, '2']);
      expect(page.headers.get('content-security-policy')).toContain("default-src 'none'");
      const html = await page.text();
      const [pending] = pendingOf(app);
      expect(pending).toMatchObject({ clientName: 'Accounts <&> Co', scopes: ['invoices.read'] });
      expect(html).toContain(pending?.checkWords);
      expect(html).not.toContain('<&>');

      approve(app);
      expect(pendingOf(app)).toEqual([]);
      const back = await open(request.waiting);
      const location = new URL(back.headers.get('location') ?? '');
      expect(location.href.startsWith(redirectUri)).toBe(true);
      const answer = await exchange(app, request, location);
      const tokens = await client.processAuthorizationCodeResponse(as, app.me, answer);
      expect(tokens).toMatchObject({ token_type: 'bearer', expires_in: 3600, scope: 'invoices.read' });
      expect(await read(tokens.access_token)).toBe(200);

      // The ticket is valid for one answer only.
      expect((await open(request.waiting)).status).toBe(404);
    },
  );

  test('a denial comes back to the app as one', async () => {
    const app = newApp();
    const request = await ask(app);
    shop.oauth.approvals.answer(pendingOf(app)[0]?.id ?? '', 'denied', 'Huda');
    const back = await open(request.waiting);
    const location = new URL(back.headers.get('location') ?? '');
    expect(() => client.validateAuthResponse(as, app.me, location, request.state)).toThrow(
      expect.objectContaining({ error: 'access_denied' }),
    );
  });

  test('nobody answers for five minutes: the request is gone', async () => {
    const app = newApp();
    const request = await ask(app);
    const [pending] = pendingOf(app);
    await shop.clock.advance(5 * 60_000);
    expect(pendingOf(app)).toEqual([]);
    expect((await open(request.waiting)).status).toBe(404);
    expect(() => shop.oauth.approvals.answer(pending?.id ?? '', 'approved', 'Huda')).toThrow('not-found');
  });

  test.each([undefined, 'invoices.read invoices.write'])(
    'and the app gets no scope that it got since (asked for %s)',
    async (scope) => {
      const app = newApp();
      const request = await ask(app, { scope });
      expect(pendingOf(app)).toMatchObject([{ scopes: ['invoices.read'] }]);
      approve(app);
      shop.oauth.clients.scope(app.id, ['invoices.read', 'invoices.write']);
      const location = new URL((await open(request.waiting)).headers.get('location') ?? '');
      const answer = await exchange(app, request, location);
      expect(await answer.json()).toMatchObject({ scope: 'invoices.read' });
    },
  );

  test('a second answer to one request is too late', async () => {
    const app = newApp();
    await ask(app);
    const [pending] = pendingOf(app);
    shop.oauth.approvals.answer(pending?.id ?? '', 'denied', 'Huda');
    expect(() => shop.oauth.approvals.answer(pending?.id ?? '', 'approved', 'Huda')).toThrow('not-found');
  });
});

describe('an authorization request is refused', () => {
  test.each([
    ['without PKCE', { code_challenge: undefined, code_challenge_method: undefined }, 'invalid_request'],
    ['with plain PKCE', { code_challenge_method: 'plain' }, 'invalid_request'],
    ['with a challenge that is no SHA-256', { code_challenge: 'short' }, 'invalid_request'],
    ['for the implicit grant', { response_type: 'token' }, 'unsupported_response_type'],
    ['for scopes it is not entitled to', { scope: 'invoices.write' }, 'invalid_scope'],
  ])('%s, and the app is told', async (_, more, error) => {
    const request = await ask(newApp(), more);
    const location = new URL(request.location);
    expect(location.origin).toBe('http://127.0.0.1:49152');
    expect(location.searchParams.get('error')).toBe(error);
    expect(location.searchParams.get('state')).toBe(request.state);
  });

  test.each([
    ['an unknown client', { client_id: 'nobody' }],
    ['an address that is not registered', { redirect_uri: 'https://elsewhere.example/callback' }],
    ['another path on the loopback address', { redirect_uri: 'http://127.0.0.1:49152/other' }],
    ['a name in place of the loopback address', { redirect_uri: 'http://localhost:49152/callback' }],
    ['a user in the address', { redirect_uri: 'http://127.0.0.1:1@elsewhere.example/callback' }],
  ])('from %s, and the browser goes nowhere', async (_, more) => {
    const request = await ask(newApp(), more);
    expect([request.answer.status, request.location]).toEqual([400, '']);
    expect(request.answer.headers.get('content-type')).toContain('text/html');
  });

  test.each([
    ['that is no ASCII', 'حالة'],
    ['with a line feed', 'a\nb'],
    ['with signs of its own', 'a&b=c+d%20#e?'],
  ])('and a state %s comes back as it was', async (_, state) => {
    const request = await ask(newApp(), { scope: 'invoices.write', state });
    expect(new URL(request.location).searchParams.get('state')).toBe(state);
    const odd = await ask(newApp(), { state, response_type: 'token' });
    expect(new URL(odd.location).searchParams.get('state')).toBe(state);
  });
});

describe('a standard client knows who answered (RFC 9207)', () => {
  test('with a code, with an error, and from nobody else', async () => {
    expect(as.authorization_response_iss_parameter_supported).toBe(true);
    const app = newApp();
    const { parameters } = await login(app);
    expect(parameters.get('iss')).toBe(shop.base);

    const refused = await ask(app, { scope: 'invoices.write' });
    const back = new URL(refused.location);
    expect(() => client.validateAuthResponse(as, app.me, back, refused.state)).toThrow(
      client.AuthorizationResponseError,
    );
    back.searchParams.set('iss', 'https://elsewhere.example');
    expect(() => client.validateAuthResponse(as, app.me, back, refused.state)).toThrow(/"iss"/);
  });

  test('a redirect address of its own scheme stays what it is', async () => {
    const redirect = 'com.example.accounts:/callback';
    const app = newApp({ redirectUris: [redirect] });
    const request = await ask(app, { redirect_uri: redirect });
    approve(app);
    const { headers } = await open(request.waiting);
    expect(headers.get('location')).toMatch(
      /^com\.example\.accounts:\/callback\?code=[0-9a-f]{64}&state=[^&]+&iss=http/,
    );
  });
});

describe('a redirect address keeps its query', () => {
  const exact = [
    'https://accounts.example/Callback?tenant=%C3%A9%2f&b=1+2&&a=x?y',
    'http://127.0.0.1/callback?shop=7',
    'com.example.accounts:/Back?To=%7e',
    'https://accounts.example?',
  ];

  test.each(exact)('to the byte, with a code: %s', async (redirect) => {
    const app = newApp({ redirectUris: [redirect] });
    const request = await ask(app, { redirect_uri: redirect });
    approve(app);
    const location = (await open(request.waiting)).headers.get('location') ?? '';
    const start = redirect.endsWith('?') ? redirect : `${redirect}${redirect.includes('?') ? '&' : '?'}`;
    expect(location.startsWith(start)).toBe(true);
    const answer = new URLSearchParams(location.slice(start.length));
    expect([...answer.keys()]).toEqual(['code', 'state', 'iss']);
    const body = {
      grant_type: 'authorization_code',
      client_id: app.id,
      code: answer.get('code') ?? '',
      redirect_uri: redirect,
      code_verifier: request.verifier,
    };
    expect((await shop.form('/oauth/token', body)).status).toBe(200);
  });

  test.each(exact)('to the byte, with an error: %s', async (redirect) => {
    const app = newApp({ redirectUris: [redirect] });
    const { location, state } = await ask(app, { redirect_uri: redirect, scope: 'invoices.write' });
    expect(location.startsWith(redirect)).toBe(true);
    const answer = new URLSearchParams(location.slice(redirect.length).replace(/^[?&]/, ''));
    expect([answer.get('error'), answer.get('state'), answer.get('iss')]).toEqual([
      'invalid_scope',
      state,
      shop.base,
    ]);
  });

  test('and another query is another address, whose refusal says why', async () => {
    const app = newApp({ redirectUris: ['https://accounts.example/callback?tenant=1'] });
    const pageOf = async (redirect_uri: string) => {
      const { answer, location } = await ask(app, { redirect_uri });
      expect([answer.status, location]).toEqual([400, '']);
      return answer.text();
    };
    for (const other of ['?tenant=2', '', '?tenant=1&', '?tenant=%31'])
      expect(await pageOf(`https://accounts.example/callback${other}`)).toContain('compared to the byte');
    expect(await pageOf('https://accounts.example/callback?tenant=1#top')).toContain('no fragment');
    expect(await pageOf('http://accounts.example/callback?tenant=1')).toContain('must be https');
    expect(await pageOf('https://*.accounts.example/')).toContain('wildcards');
  });

  test('with the port of a loopback address free', async () => {
    const app = newApp({ redirectUris: ['http://127.0.0.1/callback?shop=7'] });
    const request = await ask(app, { redirect_uri: 'http://127.0.0.1:50123/callback?shop=7' });
    expect(request.answer.status).toBe(303);
    expect((await ask(app, { redirect_uri: 'http://127.0.0.1:50123/callback?shop=8' })).answer.status).toBe(
      400,
    );
  });
});

describe('nobody floods the screen', () => {
  type Other = Shop;
  const newEager = (other: Other) =>
    other.oauth.clients.create({
      kind: 'app',
      name: 'Eager',
      scopes: ['invoices.read'],
      redirectUris: [redirectUri],
      secret: false,
    }).client;
  const askOf = async (other: Other, app: { id: string }) => {
    const parameters = new URLSearchParams({
      response_type: 'code',
      client_id: app.id,
      redirect_uri: redirectUri,
      code_challenge: 'A'.repeat(43),
      code_challenge_method: 'S256',
      state: 'here',
    });
    const { status, headers } = await open(`${other.base}/oauth/authorize?${parameters}`);
    return { status, location: headers.get('location') ?? '' };
  };
  const times = async (count: number, ask: () => Promise<{ status: number }>) => {
    const statuses: number[] = [];
    for (let index = 0; index < count; index += 1) statuses.push((await ask()).status);
    return statuses;
  };

  test('an app has five requests before the person, an address ten; the app is told, and may ask later', async () => {
    const other = await openShop();
    const eager = newEager(other);
    expect(await times(5, () => askOf(other, eager))).toEqual([303, 303, 303, 303, 303]);
    const { status, location } = await askOf(other, eager);
    const told = new URL(location).searchParams;
    expect([status, told.get('error'), told.get('state'), told.get('iss')]).toEqual([
      302,
      'temporarily_unavailable',
      'here',
      other.base,
    ]);
    expect(await times(5, () => askOf(other, newEager(other)))).toEqual([303, 303, 303, 303, 303]);
    expect((await askOf(other, newEager(other))).status).toBe(302);
    expect(other.oauth.approvals.pending().length).toBe(10);
    await other.clock.advance(5 * 60_000);
    expect((await askOf(other, eager)).status).toBe(303);
    await other.close();
  });

  test('an app that was denied three times waits, and others do not', async () => {
    const other = await openShop();
    const eager = newEager(other);
    for (let time = 0; time < 3; time += 1) {
      expect((await askOf(other, eager)).status).toBe(303);
      const [pending] = other.oauth.approvals.pending();
      other.oauth.approvals.answer(pending?.id ?? '', 'denied', 'Huda');
    }
    expect((await askOf(other, eager)).status).toBe(302);
    expect((await askOf(other, newEager(other))).status).toBe(303);
    await other.clock.advance(5 * 60_000);
    expect((await askOf(other, eager)).status).toBe(303);
    await other.close();
  });
});

describe('codes', () => {
  test('one that comes a second time ends all that came from it', async () => {
    const app = newApp();
    const { exchange } = await login(app);
    const tokens = await client.processAuthorizationCodeResponse(as, app.me, await exchange());
    expect(await read(tokens.access_token)).toBe(200);
    const again = await exchange();
    expect([again.status, await again.json()]).toMatchObject([400, { error: 'invalid_grant' }]);
    expect(await read(tokens.access_token)).toBe(401);
    expect((await refresh(app, tokens.refresh_token ?? '')).status).toBe(400);
  });

  test.each([
    ['with another verifier', (login: Login) => login.exchange(client.generateRandomCodeVerifier())],
    ['for another address', (login: Login) => login.exchange(undefined, 'http://127.0.0.1:1/callback')],
  ])('one is worth nothing %s', async (_, wrong) => {
    const done = await login(newApp());
    expect((await wrong(done)).status).toBe(400);
    expect((await done.exchange()).status).toBe(400);
  });
  type Login = Awaited<ReturnType<typeof login>>;

  test('one ends after a minute', async () => {
    const { exchange } = await login(newApp());
    await shop.clock.advance(60_000);
    expect((await exchange()).status).toBe(400);
  });

  test('another client cannot use one', async () => {
    const [app, thief] = [newApp(), newApp()];
    const { parameters } = await login(app);
    const answer = await client.authorizationCodeGrantRequest(
      as,
      thief.me,
      thief.authentication,
      parameters,
      redirectUri,
      'A'.repeat(43),
      overHttp,
    );
    expect([answer.status, await answer.json()]).toMatchObject([400, { error: 'invalid_grant' }]);
  });

  test('of many exchanges at once one gets tokens', async () => {
    const { exchange } = await login(newApp());
    const answers = await Promise.all(Array.from({ length: 10 }, () => exchange()));
    expect(answers.filter(({ status }) => status === 200).length).toBe(1);
  });
});

describe('refresh tokens', () => {
  test('each is exchanged for the next, as the specification has it', async () => {
    const app = newApp({ secret: true });
    let { refresh_token = '' } = await tokensOf(app);
    for (let round = 0; round < 3; round += 1) {
      await shop.clock.advance(3_600_000);
      const next = await client.processRefreshTokenResponse(as, app.me, await refresh(app, refresh_token));
      expect(next).toMatchObject({ expires_in: 3600, scope: 'invoices.read' });
      expect(next.refresh_token).not.toBe(refresh_token);
      expect(await read(next.access_token)).toBe(200);
      refresh_token = next.refresh_token ?? '';
    }
  });

  test('one that comes a second time ends its whole family', async () => {
    const app = newApp();
    const first = await tokensOf(app);
    const second = await client.processRefreshTokenResponse(
      as,
      app.me,
      await refresh(app, first.refresh_token ?? ''),
    );
    expect(await read(second.access_token)).toBe(200);

    await shop.clock.advance(10_000);
    const reuse = await refresh(app, first.refresh_token ?? '');
    expect([reuse.status, await reuse.json()]).toMatchObject([400, { error: 'invalid_grant' }]);
    expect((await refresh(app, second.refresh_token ?? '')).status).toBe(400);
    expect(await read(second.access_token)).toBe(401);
    expect(await read(first.access_token)).toBe(401);

    // The tokens of another person for the same app remain valid.
    const other = await tokensOf(app);
    expect((await refresh(app, other.refresh_token ?? '')).status).toBe(200);
  });

  const exchanged = async (app: App, token = '') =>
    client.processRefreshTokenResponse(as, app.me, await refresh(app, token));

  test('one whose answer did not arrive is asked for again within seconds', async () => {
    const app = newApp();
    const first = await tokensOf(app);
    await refresh(app, first.refresh_token ?? ''); // This answer is lost.
    await shop.clock.advance(9_000);
    const again = await exchanged(app, first.refresh_token);
    expect(await read(again.access_token)).toBe(200);
    await shop.clock.advance(3_600_000);
    const next = await exchanged(app, again.refresh_token);
    expect(await read(next.access_token)).toBe(200);
  });

  test('of several answers to one exchange the first that is used counts, and another one reveals a copy', async () => {
    const app = newApp();
    const first = await tokensOf(app);
    const [lost, kept] = [
      await exchanged(app, first.refresh_token),
      await exchanged(app, first.refresh_token),
    ];
    const next = await exchanged(app, kept.refresh_token);
    expect(await read(next.access_token)).toBe(200);
    // Once an answer is in use, the exchange is not repeated either.
    expect((await refresh(app, lost.refresh_token ?? '')).status).toBe(400);
    expect((await refresh(app, next.refresh_token ?? '')).status).toBe(400);
    for (const { access_token } of [lost, kept, next]) expect(await read(access_token)).toBe(401);
  });

  test('one whose answer is in use ends the family at once', async () => {
    const app = newApp();
    const first = await tokensOf(app);
    const second = await exchanged(app, first.refresh_token);
    const third = await exchanged(app, second.refresh_token);
    expect((await refresh(app, first.refresh_token ?? '')).status).toBe(400);
    expect(await read(third.access_token)).toBe(401);
  });

  test('one is answered three times at most', async () => {
    const app = newApp();
    const { refresh_token = '' } = await tokensOf(app);
    const statuses: number[] = [];
    for (let time = 0; time < 4; time += 1) statuses.push((await refresh(app, refresh_token)).status);
    expect(statuses).toEqual([200, 200, 200, 400]);
  });

  test('a missing secret of a client that has one, another client, more scope', async () => {
    const app = newApp({ secret: true });
    const { refresh_token = '' } = await tokensOf(app);
    const bare = await client.refreshTokenGrantRequest(as, app.me, client.None(), refresh_token, overHttp);
    expect([bare.status, await bare.json()]).toMatchObject([400, { error: 'invalid_client' }]);
    expect((await refresh(newApp(), refresh_token)).status).toBe(400);
    const more = await refresh(app, refresh_token, { scope: 'invoices.read invoices.write' });
    expect([more.status, await more.json()]).toMatchObject([400, { error: 'invalid_scope' }]);
    // The app keeps its token after these failures, so the person need not approve it again.
    expect((await refresh(app, refresh_token)).status).toBe(200);
  });

  test('one that was not used for 30 days is too old', async () => {
    const app = newApp();
    const { refresh_token = '' } = await tokensOf(app);
    await shop.clock.advance(30 * 24 * 3_600_000);
    expect((await refresh(app, refresh_token)).status).toBe(400);
  });

  test('one is known again once a clock that was months ahead is right again', async () => {
    const app = newApp();
    const { refresh_token = '' } = await tokensOf(app);
    const right = shop.clock.now();
    shop.clock.set(right + 100 * 24 * 3_600_000);
    expect((await refresh(app, refresh_token)).status).toBe(400);
    await tokensOf(newApp());
    shop.clock.set(right);
    expect((await refresh(app, refresh_token)).status).toBe(200);
  });

  test('revoking one ends its access tokens too', async () => {
    const app = newApp();
    const { refresh_token = '', access_token } = await tokensOf(app);
    await client.processRevocationResponse(
      await client.revocationRequest(as, app.me, app.authentication, refresh_token, overHttp),
    );
    expect(await read(access_token)).toBe(401);
    expect((await refresh(app, refresh_token)).status).toBe(400);
  });
});

describe('an approval', () => {
  const grants = () => shop.oauth.grants;

  test('is ended alone: the app and its other approvals stay', async () => {
    const app = newApp();
    const [ended, kept] = [await tokensOf(app), await tokensOf(app)];
    await shop.clock.advance(60_000);
    const last = await client.processRefreshTokenResponse(
      as,
      app.me,
      await refresh(app, kept.refresh_token ?? ''),
    );
    const all = grants().list(app.id);
    expect(all).toMatchObject([
      { person: 'Huda', scopes: ['invoices.read'], usedAt: new Date(shop.clock.now()).toISOString() },
      { person: 'Huda', usedAt: new Date(shop.clock.now() - 60_000).toISOString() },
    ]);
    grants().end(all[1]?.id ?? '', 'Huda');
    expect(
      grants()
        .list(app.id)
        .map(({ id }) => id),
    ).toEqual([all[0]?.id]);
    expect(() => grants().end(all[1]?.id ?? '', 'Huda')).toThrow('not-found');
    expect(await read(ended.access_token)).toBe(401);
    expect((await refresh(app, ended.refresh_token ?? '')).status).toBe(400);
    expect(await read(last.access_token)).toBe(200);
    expect(await read((await tokensOf(app)).access_token)).toBe(200);
  });

  test('ends with the person who gave it, at the next use at the latest', async () => {
    const managers = new Map<string, boolean | undefined>([['Huda', true]]);
    const other = openIntegrationStore(path.join(newFolder('left'), 'integration.db'));
    const clock = new FakeClock();
    const ended: object[] = [];
    const oauth = createOAuth(other, {
      clock,
      onError: (error) => {
        throw error;
      },
      mayLetIn: (person) => managers.get(person),
      onEnded: ({ clientId, person }, actor) => ended.push({ clientId, person, actor }),
    });
    const { client: app } = oauth.clients.create({
      kind: 'app',
      name: 'App',
      scopes: ['invoices.read'],
      redirectUris: [redirectUri],
      secret: false,
    });
    const letIn = async () => {
      const verifier = client.generateRandomCodeVerifier();
      const query = {
        response_type: 'code',
        client_id: app.id,
        redirect_uri: redirectUri,
        code_challenge: await client.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
      };
      const step = await oauth.authorize(query, { issuer: 'http://till', address: '::1' });
      const [pending] = oauth.approvals.pending();
      oauth.approvals.answer(pending?.id ?? '', 'approved', 'Huda');
      const back = await oauth.poll('ticket' in step ? step.ticket : '', { issuer: 'http://till' });
      const code = new URL(back !== undefined && 'to' in back ? back.to : '').searchParams.get('code') ?? '';
      const parameters = { grant_type: 'authorization_code', client_id: app.id, redirect_uri: redirectUri };
      return () => oauth.token({ parameters: { ...parameters, code, code_verifier: verifier } });
    };
    const tokens = async () =>
      (await (await letIn())()).body as { access_token: string; refresh_token: string };
    const refreshed = (refresh_token: string) =>
      oauth.token({ parameters: { grant_type: 'refresh_token', client_id: app.id, refresh_token } });
    const come = (token: string) => oauth.authenticate(`Bearer ${token}`, 'invoices.read');

    const [first, second] = [await tokens(), await tokens()];
    const exchange = await letIn();
    // Nobody is known while the vault is locked, which ends nothing.
    managers.set('Huda', undefined);
    expect((await come(first.access_token)).clientId).toBe(app.id);
    managers.set('Huda', false);
    await expect(come(first.access_token)).rejects.toMatchObject({ fate: 'revoked' });
    expect(ended).toEqual(Array(3).fill({ clientId: app.id, person: 'Huda', actor: 'terminal' }));
    // A manager of the same name gives approvals of their own, even within a second, or after the clock was set back.
    managers.set('Huda', true);
    clock.set(clock.now() - 3_600_000);
    expect((await refreshed(second.refresh_token)).status).toBe(400);
    expect((await exchange()).status).toBe(400);
    expect(oauth.grants.list(app.id)).toEqual([]);
    await expect(come(second.access_token)).rejects.toMatchObject({ fate: 'revoked' });
    const later = await tokens();
    expect((await come(later.access_token)).clientId).toBe(app.id);
    const waiting = await letIn();
    clock.set(clock.now() + 40 * 86_400_000);
    managers.set('Huda', false);
    oauth.endLeft();
    managers.set('Huda', true);
    clock.set(clock.now() - 40 * 86_400_000);
    expect(ended).toHaveLength(5);
    await expect(come(later.access_token)).rejects.toMatchObject({ fate: 'revoked' });
    expect((await waiting()).status).toBe(400);
    other.close();
  });
});

test.each([
  ['https://accounts.example/callback', undefined],
  ['https://accounts.example/callback?next=1', undefined],
  ['http://127.0.0.1/callback', undefined],
  ['http://[::1]:8000/callback', undefined],
  ['com.example.accounts:/callback', undefined],
  ['http://localhost/callback', 'redirect-http'],
  ['http://accounts.example/callback', 'redirect-http'],
  ['https://accounts.example/callback#top', 'redirect-fragment'],
  ['https://accounts.example/callback?code=1', 'redirect-parameter'],
  ['https://accounts.example/call back', 'redirect-character'],
  ['https://accounts.example/\u0631', 'redirect-character'],
  ['https://*.accounts.example/', 'redirect-wildcard'],
  ['https://user@accounts.example/', 'redirect-user'],
  ['https://', 'redirect-address'],
  ['javascript:alert(1)', 'redirect-scheme'],
  ['accounts:/callback', 'redirect-scheme'],
  ['callback', 'redirect-address'],
])('an app may be sent back to %s, or the reason why not: %s', (uri, code) => {
  const { input } = integration['integration.clients.create'];
  const app = { kind: 'app', name: 'App', scopes: ['invoices.read'], redirectUris: [uri] };
  const { issues = [] } = input.safeParse(app).error ?? {};
  expect(issues.map((issue) => 'params' in issue && issue.params?.code)).toEqual(
    code === undefined ? [] : [code],
  );
});

test('a request of a clock that was far ahead ends when the clock is right again', () => {
  const database = openIntegrationStore(path.join(newFolder('ahead'), 'integration.db'));
  let now = Date.UTC(2027, 5, 1);
  const approvals = createApprovals(database, { now: () => now });
  const { client: app } = createClients(database, { now: () => now }).create({
    kind: 'app',
    name: 'Accounts',
    scopes: ['invoices.read'],
    redirectUris: [redirectUri],
    secret: false,
  });
  const askAgain = () =>
    approvals.ask({ clientId: app.id, scopes: ['invoices.read'], query: {}, address: '127.0.0.1' });
  const tickets = Array.from({ length: 5 }, askAgain);
  const [id = ''] = approvals.pending().map((one) => one.id);
  now = Date.UTC(2026, 10, 27);
  expect(approvals.pending()).toEqual([]);
  expect(approvals.take(tickets[0] ?? '')).toBeUndefined();
  expect(() => approvals.answer(id, 'approved', 'Huda')).toThrow('not-found');
  expect(askAgain()).toBeDefined();
  expect(approvals.pending()).toHaveLength(1);
  database.close();
});
