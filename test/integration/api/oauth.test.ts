import { execFile, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import * as client from 'oauth4webapi';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { coffee, openShop, post, type Shop } from './shop.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(async () => {
  expect(shop.errors).toEqual([]);
  await shop.close();
});

const hasCurl = spawnSync('curl', ['--version']).status === 0;
const curl = async (...args: string[]) =>
  (await promisify(execFile)('curl', ['--silent', '--include', ...args])).stdout;
const overHttp = { [client.allowInsecureRequests]: true };

async function server(): Promise<client.AuthorizationServer> {
  const issuer = new URL(shop.base);
  const answer = await client.discoveryRequest(issuer, { algorithm: 'oauth2', ...overHttp });
  return client.processDiscoveryResponse(issuer, answer);
}

const list = (token: string) =>
  fetch(`${shop.base}/v2/invoices`, { headers: { authorization: `Bearer ${token}` } });

const credentials = (more: Record<string, string> = {}) => {
  const { id, secret } = shop.client();
  return { grant_type: 'client_credentials', client_id: id, client_secret: secret, ...more };
};

/** Requests a token with this secret, and returns the status of the answer. */
async function signIn(client_id: string, client_secret: string): Promise<number> {
  return (await shop.form('/oauth/token', { grant_type: 'client_credentials', client_id, client_secret }))
    .status;
}

describe('client credentials', () => {
  test.skipIf(!hasCurl)(
    'curl gets a token as the specification has it, and reads invoices with it',
    async () => {
      const { id, secret } = shop.client(['invoices.read']);
      const parameters = `grant_type=client_credentials&client_id=${id}&client_secret=${secret}&scope=invoices.read`;
      const answer = await curl('--data', parameters, `${shop.base}/oauth/token`);
      expect(answer).toMatch(/^HTTP\/1.1 200 /);
      expect(answer).toMatch(/^content-type: application\/json/im);
      expect(answer).toMatch(/^cache-control: no-store/im);
      const body = JSON.parse(answer.slice(answer.indexOf('\r\n\r\n')));
      expect(body).toEqual({
        access_token: expect.stringMatching(/^[0-9a-f]{64}$/),
        token_type: 'Bearer',
        expires_in: 3600,
        scope: 'invoices.read',
      });
      const read = await curl(
        '--header',
        `Authorization: Bearer ${body.access_token}`,
        '--header',
        'Accept: application/json',
        `${shop.base}/v2/invoices`,
      );
      expect(read).toMatch(/^HTTP\/1.1 200 /);
    },
  );

  test.each([
    ['by header', client.ClientSecretBasic],
    ['by body', client.ClientSecretPost],
  ])('a kept client library gets one, authenticated %s', async (_, authentication) => {
    const { id, secret } = shop.client();
    const as = await server();
    const me = { client_id: id };
    const answer = await client.clientCredentialsGrantRequest(
      as,
      me,
      authentication(secret),
      { scope: 'invoices.write' },
      overHttp,
    );
    const token = await client.processClientCredentialsResponse(as, me, answer);
    expect(token).toMatchObject({ expires_in: 3600, scope: 'invoices.write' });
    expect(token.refresh_token).toBeUndefined();
  });

  test.each([
    ['nothing asked for: all that the client is entitled to', undefined, ['invoices.read'], 'invoices.read'],
    ['more asked for than entitled', 'invoices.read invoices.write', ['invoices.read'], 'invoices.read'],
    ['unknown scopes beside a known one', 'sales.all invoices.read', ['invoices.read'], 'invoices.read'],
    ['one of two', 'invoices.write', ['invoices.read', 'invoices.write'], 'invoices.write'],
  ] as const)('grants scope only as far as entitled: %s', async (_, scope, entitled, granted) => {
    const { id, secret } = shop.client([...entitled]);
    const answer = await shop.form('/oauth/token', {
      grant_type: 'client_credentials',
      client_id: id,
      client_secret: secret,
      ...(scope && { scope }),
    });
    expect(await answer.json()).toMatchObject({ scope: granted });
  });

  test('refuses what the client is not entitled to at all', async () => {
    const { id, secret } = shop.client(['invoices.read']);
    const answer = await shop.form('/oauth/token', {
      grant_type: 'client_credentials',
      client_id: id,
      client_secret: secret,
      scope: 'invoices.write',
    });
    expect([answer.status, await answer.json()]).toMatchObject([400, { error: 'invalid_scope' }]);
  });
});

describe('what the token endpoint refuses', () => {
  test.each([
    ['a missing grant type', () => ({ ...credentials(), grant_type: '' }), 'invalid_request'],
    ['an unknown grant type', () => credentials({ grant_type: 'magic' }), 'unsupported_grant_type'],
    [
      'the password grant',
      () => credentials({ grant_type: 'password', username: 'a', password: 'b' }),
      'unsupported_grant_type',
    ],
    ['the implicit grant', () => credentials({ grant_type: 'implicit' }), 'unsupported_grant_type'],
    [
      'a grant of the other kind of client',
      () => credentials({ grant_type: 'refresh_token' }),
      'unauthorized_client',
    ],
    ['a missing client id', () => ({ ...credentials(), client_id: '' }), 'invalid_client'],
    ['a missing secret', () => ({ ...credentials(), client_secret: '' }), 'invalid_client'],
  ])('%s with 400', async (_, parameters, error) => {
    const answer = await shop.form('/oauth/token', parameters());
    expect([answer.status, await answer.json()]).toMatchObject([400, { error }]);
    expect(answer.headers.get('cache-control')).toBe('no-store');
  });

  test.each([
    ['JSON', 'application/json', '{"grant_type":"client_credentials"}'],
    ['a broken escape', 'application/x-www-form-urlencoded', 'grant_type=client%zzcredentials'],
    ['bytes that are no UTF-8', 'application/x-www-form-urlencoded', 'grant_type=%ff%fe'],
    [
      'a parameter twice',
      'application/x-www-form-urlencoded',
      'grant_type=password&grant_type=client_credentials',
    ],
    ['no body', 'application/x-www-form-urlencoded', ''],
  ])('%s with 400', async (_, type, body) => {
    const answer = await fetch(`${shop.base}/oauth/token`, {
      method: 'POST',
      headers: { 'content-type': type },
      body,
    });
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({ error: expect.stringMatching(/^invalid_/) });
  });

  test('a wrong secret with 401 and a challenge, by body and by header', async () => {
    const { id } = shop.client();
    const wrong = 'f'.repeat(64);
    const byBody = await shop.form('/oauth/token', {
      grant_type: 'client_credentials',
      client_id: id,
      client_secret: wrong,
    });
    const basic = `Basic ${Buffer.from(`${id}:${wrong}`).toString('base64')}`;
    const byHeader = await shop.form(
      '/oauth/token',
      { grant_type: 'client_credentials' },
      { authorization: basic },
    );
    for (const answer of [byBody, byHeader]) {
      expect([answer.status, await answer.json()]).toMatchObject([401, { error: 'invalid_client' }]);
      expect(answer.headers.get('www-authenticate')).toMatch(/^Basic realm=/);
    }
  });

  test('two ways of authentication at once', async () => {
    const basic = `Basic ${Buffer.from('a:b').toString('base64')}`;
    const answer = await shop.form('/oauth/token', credentials(), { authorization: basic });
    expect([answer.status, await answer.json()]).toMatchObject([400, { error: 'invalid_request' }]);
  });

  test('one client in the header and another in the body', async () => {
    const [one, other] = [shop.client(), shop.client()];
    const authorization = `Basic ${Buffer.from(`${one.id}:${one.secret}`).toString('base64')}`;
    const ask = (client_id: string) =>
      shop.form('/oauth/token', { grant_type: 'client_credentials', client_id }, { authorization });
    expect((await ask(one.id)).status).toBe(200);
    const answer = await ask(other.id);
    expect([answer.status, await answer.json()]).toMatchObject([400, { error: 'invalid_request' }]);
  });
});

test('when its database fails, the token endpoint says so and tells nothing of it', async () => {
  const broken = await openShop();
  const { id, secret } = broken.client();
  broken.database.close();
  for (const where of ['/oauth/token', '/oauth/revoke']) {
    const answer = await broken.form(where, {
      grant_type: 'client_credentials',
      client_id: id,
      client_secret: secret,
      token: 'any',
    });
    expect([answer.status, await answer.json()]).toEqual([
      503,
      { error: 'server_error', error_description: 'Try again later' },
    ]);
  }
  expect(broken.errors.map(String)).toEqual([
    expect.stringContaining('not open'),
    expect.stringContaining('not open'),
  ]);
  await broken.close();
});

describe('the life of tokens and clients', () => {
  test('a token ends after its hour', async () => {
    const token = await shop.token();
    await shop.clock.advance(3_599_000);
    expect((await list(token)).status).toBe(200);
    await shop.clock.advance(1_000);
    const answer = await list(token);
    expect(answer.status).toBe(401);
    expect(answer.headers.get('www-authenticate')).toContain('error="invalid_token"');
  });

  test('after a rotation both secrets serve, until the old one’s time is over', async () => {
    const { id, secret } = shop.client();
    const { secret: next } = shop.oauth.clients.rotate(id, 3_600_000);
    expect([await signIn(id, secret), await signIn(id, next)]).toEqual([200, 200]);
    await shop.clock.advance(3_600_000);
    expect([await signIn(id, secret), await signIn(id, next)]).toEqual([401, 200]);
  });

  test('a secret that got lost is made again, and the program’s own serves on as long as was chosen last', async () => {
    const { id, secret } = shop.client();
    const { secret: lost } = shop.oauth.clients.rotate(id, 3_600_000);
    const { client: shown, secret: next } = shop.oauth.clients.rotate(id, 7_200_000);
    expect(Date.parse(shown.previousSecretUntil ?? '')).toBe(shop.clock.now() + 7_200_000);
    await shop.clock.advance(3_600_000);
    const all = async (...secrets: string[]) => Promise.all(secrets.map((each) => signIn(id, each)));
    expect(await all(secret, lost, next)).toEqual([200, 200, 200]);
    // Old secrets end at once, because one may have been stolen.
    const { secret: last } = shop.oauth.clients.rotate(id, 0);
    expect(await all(secret, lost, next, last)).toEqual([401, 401, 401, 200]);
    const { secret: newest } = shop.oauth.clients.rotate(id, 3_600_000);
    expect(await all(secret, lost, next, last, newest)).toEqual([401, 401, 401, 200, 200]);
  });

  test('no call is refused while secrets are rotated and programs go on selling with either', async () => {
    const { id, secret } = shop.client();
    const secrets = [secret];
    const refused: unknown[] = [];
    const sold = new Set<string>();
    let isOver = false;
    // Each program requests a token for each sale, with the oldest valid secret or with the newest one.
    const sell = async (choose: () => string) => {
      while (!isOver) {
        const answer = await post(shop.base, await shop.tokenOf({ id, secret: choose() }), coffee);
        const { number, ...rest } = (await answer.json()) as { number?: string };
        if (number === undefined) refused.push([answer.status, rest]);
        else sold.add(number);
      }
    };
    const programs = [() => secrets[0] ?? '', () => secrets.at(-1) ?? ''].map(sell);
    for (let round = 1; round <= 4; round += 1) {
      const before = sold.size;
      secrets.push(shop.oauth.clients.rotate(id, 3_600_000).secret);
      await expect
        .poll(() => sold.size + refused.length, { timeout: 30_000 })
        .toBeGreaterThanOrEqual(before + 4);
      // Even the slowest program changes to a newer secret before the old one expires.
      if (round === 2) secrets.splice(0, 2);
    }
    isOver = true;
    await Promise.all(programs);
    expect(refused).toEqual([]);
  });

  test('a scope that is taken away is gone from tokens that are out', async () => {
    const { id, secret } = shop.client();
    const answer = await shop.form('/oauth/token', {
      grant_type: 'client_credentials',
      client_id: id,
      client_secret: secret,
    });
    const { access_token } = (await answer.json()) as { access_token: string };
    expect((await list(access_token)).status).toBe(200);
    shop.oauth.clients.scope(id, ['invoices.write']);
    const refused = await list(access_token);
    expect(refused.status).toBe(403);
    expect(refused.headers.get('www-authenticate')).toContain('error="insufficient_scope"');
  });

  test('a revoked client gets no token, and those it has are worth nothing', async () => {
    const { id, secret } = shop.client();
    const parameters = { grant_type: 'client_credentials', client_id: id, client_secret: secret };
    const { access_token } = (await (await shop.form('/oauth/token', parameters)).json()) as {
      access_token: string;
    };
    shop.oauth.clients.revoke(id);
    expect((await list(access_token)).status).toBe(401);
    expect((await shop.form('/oauth/token', parameters)).status).toBe(401);
  });

  test('a client revokes its own token, and nobody else’s', async () => {
    const as = await server();
    const [mine, other] = [shop.client(), shop.client()];
    const answer = await shop.form('/oauth/token', {
      grant_type: 'client_credentials',
      client_id: mine.id,
      client_secret: mine.secret,
    });
    const { access_token } = (await answer.json()) as { access_token: string };
    for (const { id, secret } of [other, mine]) {
      expect((await list(access_token)).status).toBe(200);
      const revoked = await client.revocationRequest(
        as,
        { client_id: id },
        client.ClientSecretBasic(secret),
        access_token,
        overHttp,
      );
      await client.processRevocationResponse(revoked);
    }
    expect((await list(access_token)).status).toBe(401);
  });

  test('neither secret nor token stands in the database', async () => {
    const { id, secret } = shop.client();
    const answer = await shop.form('/oauth/token', {
      grant_type: 'client_credentials',
      client_id: id,
      client_secret: secret,
    });
    const { access_token } = (await answer.json()) as { access_token: string };
    const bytes = Buffer.concat([readFileSync(shop.file), readFileSync(`${shop.file}-wal`)]);
    expect(bytes.includes(id)).toBe(true);
    for (const text of [secret, access_token]) {
      expect(bytes.includes(text)).toBe(false);
      expect(bytes.includes(Buffer.from(text, 'hex'))).toBe(false);
    }
  });
});
